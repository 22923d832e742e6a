// Caches the result of reading each file, so that a recompilation reads only changed files.
// That result depends only on the file's text, the languages and their translations.
import type { Document } from '../json/parse'
import type { Source } from '../json/source'
import type { WrittenAt } from './manifestFiles'

/** A file that was read without a problem. */
export interface CachedFile {
  readonly document: Document
  readonly manifest: unknown
  readonly texts: readonly WrittenAt[]
  /** The addresses of its texts, by which translations refer to them. */
  readonly addresses: readonly string[]
}

/** State that compilations of one product pass on to the next. */
export class FileCache {
  private reading = ''
  private readonly files = new Map<string, readonly [text: string, file: CachedFile]>()

  /** Drops entries outdated by these sources; `reading`: the languages and translations. */
  begin(reading: string, sources: readonly Source[]): void {
    if (reading !== this.reading) this.files.clear()
    this.reading = reading
    const paths = new Set(sources.map(({ path }) => path))
    for (const path of this.files.keys()) if (!paths.has(path)) this.files.delete(path)
  }

  get({ path, text }: Source): CachedFile | undefined {
    const entry = this.files.get(path)
    return entry?.[0] === text ? entry[1] : undefined
  }

  set({ path, text }: Source, file: CachedFile): void {
    this.files.set(path, [text, file])
  }
}

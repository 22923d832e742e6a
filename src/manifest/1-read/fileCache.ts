// Caches what was read of each file: a further compilation reads only what has changed since.
// What a file means by itself depends on its text, the languages and their translations, and on nothing else.
import type { Document } from '../json/parse'
import type { Source } from '../json/source'
import type { WrittenAt } from './manifestFiles'

/** A file that was read without a problem. */
export interface CachedFile {
  readonly document: Document
  readonly manifest: unknown
  readonly texts: readonly WrittenAt[]
  /** Those of its texts, by which translations name them. */
  readonly addresses: readonly string[]
}

/** What compilations of one product hand on to the next. */
export class FileCache {
  private reading = ''
  private readonly files = new Map<string, readonly [text: string, file: CachedFile]>()

  /** Forgets what these sources make useless; `reading`: the languages and translations. */
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

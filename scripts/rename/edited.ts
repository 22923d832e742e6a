// Edits one of several manifests, found by its path or the end of it.
import { applyEdits, type Edit, type Node } from 'jsonc-parser'
import type { Source } from '../../src/manifest/json/source'

/** Whether a manifest has a path, or ends with one that begins with a slash. */
export const isFile = ({ path }: Source, file: string): boolean =>
  path === file || (file.startsWith('/') && path.endsWith(file))

export function edited(
  sources: readonly Source[],
  file: string,
  editsOf: (text: string) => readonly Edit[],
): readonly Source[] {
  return sources.map((source) =>
    isFile(source, file) ? { ...source, text: applyEdits(source.text, [...editsOf(source.text)]) } : source,
  )
}

/** An edit that replaces a node by a text. */
export const editTo =
  (text: string) =>
  ({ offset, length }: Node): Edit => ({ offset, length, content: JSON.stringify(text) })

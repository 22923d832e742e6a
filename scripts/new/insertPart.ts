// Inserts a part into a manifest. The `modify` of jsonc-parser formats the lines around it too.
import { parseTree, type Node } from 'jsonc-parser'
import type { JsonPath } from '../../src/manifest/json/parse'
import type { Source } from '../../src/manifest/json/source'

/** The manifest with a value at a path that has none yet, where -1 is behind the last item of a list. */
export function insertPart(source: Source, path: JsonPath, value: unknown): Source {
  const { text } = source
  const { node, missing } = lastExisting(parseTree(text)!, path)
  const [key, ...inner] = missing
  const nested = inner.reduceRight<unknown>(
    (part, step) => (typeof step === 'number' ? [part] : { [step]: part }),
    value,
  )
  const name = node.type === 'object' ? `${JSON.stringify(key)}: ` : ''
  const close = node.offset + node.length - 1
  const last = node.children?.at(-1)
  const at = last === undefined ? node.offset + 1 : last.offset + last.length
  const outer = indentAt(text, node.offset)
  const isOneLine = last !== undefined && !text.slice(node.offset, close).includes('\n')
  const indent = last === undefined || isOneLine ? `${outer}  ` : indentAt(text, last.offset)
  const lines = `${name}${compact(JSON.stringify(nested, null, 2))}`.replaceAll('\n', `\n${isOneLine ? outer : indent}`)
  const before = isOneLine ? ', ' : `${last === undefined ? '' : ','}\n${indent}`
  const added = `${before}${lines}${last === undefined ? `\n${outer}` : ''}`
  const ends = text.includes('\r\n') ? added.replaceAll('\n', '\r\n') : added
  return { ...source, text: text.slice(0, at) + ends + text.slice(at) }
}

/** The last object or list of a path that exists, and the steps that lead on from it. */
function lastExisting(root: Node, path: JsonPath): { readonly node: Node; readonly missing: JsonPath } {
  let node = root
  for (const [depth, step] of path.entries()) {
    const next =
      typeof step === 'number'
        ? node.children?.[step]
        : node.children?.find(({ children }) => children?.[0]?.value === step)?.children?.[1]
    if (next === undefined) return { node, missing: path.slice(depth) }
    node = next
  }
  throw new Error(`There is a value at ${path.join('.')} already.`)
}

/** The blanks that begin the line of an offset. */
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))![0]

/** Puts lists of words on one line, as an author would write them. */
export function compact(json: string): string {
  return json.replace(
    /\[\n\s+("[^"\n]*"(?:,\n\s+"[^"\n]*")*)\n\s*\]/g,
    (_, items: string) => `[${items.replace(/,\n\s+/g, ', ')}]`,
  )
}

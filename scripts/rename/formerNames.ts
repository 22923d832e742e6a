// Writes former names of stored values into a manifest's `migration`; no other character changes.
import { applyEdits, findNodeAtLocation, parseTree, type Node } from 'jsonc-parser'
import type { JsonPath } from '../../src/manifest/json/parse'
import type { Source } from '../../src/manifest/json/source'
import { compact, insertPart } from '../new/insertPart'
import { isFile } from './edited'

type FormerNames = string | readonly string[] | Readonly<Record<string, string>>

/** The manifests with an instruction in one of them, which preserves stored values. */
export const withFormerNames = (
  sources: readonly Source[],
  file: string,
  path: JsonPath,
  names: FormerNames,
): readonly Source[] =>
  sources.map((source) => (isFile(source, file) ? written(source, ['migration', ...path], names) : source))

function written(source: Source, path: JsonPath, names: FormerNames): Source {
  const before = nodeAt(source, path)
  if (before === undefined) return insertPart(source, path, names)
  if (before.type !== 'object' || typeof names !== 'object') return replaced(source, before, names)
  const added = Object.entries(names).reduce((now, [name, target]) => written(now, [...path, name], target), source)
  const former = before.children!.map(({ children }) => String(children![0]!.value))
  return former.filter((name) => !Object.hasOwn(names, name)).reduce((now, name) => without(now, path, name), added)
}

const nodeAt = ({ text }: Source, path: JsonPath): Node | undefined => findNodeAtLocation(parseTree(text)!, [...path])

const replaced = ({ text, ...source }: Source, { offset, length }: Node, names: FormerNames): Source => ({
  ...source,
  text: applyEdits(text, [{ offset, length, content: compact(JSON.stringify(names, null, 2)) }]),
})

/** Removes an entry with one of its commas; jsonc-parser would take blanks away with it. */
function without({ text, ...source }: Source, path: JsonPath, name: string): Source {
  const entries = nodeAt({ text, ...source }, path)!.children!
  const index = entries.findIndex(({ children }) => children![0]!.value === name)
  const [before, entry, next] = [entries[index - 1], entries[index]!, entries[index + 1]]
  const end = entry.offset + entry.length
  const [from, to] = before ? [before.offset + before.length, end] : [entry.offset, next?.offset ?? end]
  return { ...source, text: text.slice(0, from) + text.slice(to) }
}

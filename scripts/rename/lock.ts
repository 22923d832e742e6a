// Gives the lines of access.lock their new names without accepting a right.
// A line that the rights before the renaming do not have, or have in two forms, is left as it is.
import { lockBlocks } from '../../src/manifest/access/lock/changes'
import { nameIn, type Renaming } from './renaming'

/** `lock`: the text of the file. `before`, `after`: the rights of the manifests, which differ in names only. */
export function renamedLock(lock: string, before: string, after: string, renaming: Renaming): string {
  if (lock === before) return after
  const [was, is] = [lockBlocks(before), lockBlocks(after)]
  const headings = successors(was.keys(), is.keys(), renaming)
  const blocks = new Map(
    [...lockBlocks(lock)].map(([former, lines]) => {
      const heading = headings.get(former) ?? former
      const present = is.get(heading) ?? []
      const names = successors(was.get(former) ?? [], present, renaming)
      return [
        heading,
        inOrderOf(
          present,
          lines.map((line) => names.get(line) ?? line),
        ),
      ]
    }),
  )
  const ordered = inOrderOf([...is.keys()], [...blocks.keys()])
  return `${ordered.map((heading) => [heading, ...blocks.get(heading)!].join('\n')).join('\n\n')}\n`
}

/** The present form of each former line, where exactly one can be meant. */
function successors(was: Iterable<string>, is: Iterable<string>, renaming: Renaming): ReadonlyMap<string, string> {
  const [former, present] = [byMeaning(was, renaming), byMeaning(is, renaming)]
  return new Map(
    [...former].flatMap(([meaning, [line, ...others]]) => {
      const [successor, ...alternatives] = present.get(meaning) ?? []
      const isSure = successor !== undefined && others.length + alternatives.length === 0
      return isSure ? [[line, successor] as const] : []
    }),
  )
}

/** The lines by their words under the new name; lists are sorted by name, so their order changes with it. */
function byMeaning(lines: Iterable<string>, renaming: Renaming): ReadonlyMap<string, [string, ...string[]]> {
  const meanings = new Map<string, [string, ...string[]]>()
  for (const line of new Set(lines)) {
    const words = line.split(/,?\s+/).map((word) => JSON.stringify(word).replaceAll(nameIn(renaming, 'g'), renaming.to))
    const meaning = words.sort().join(' ')
    meanings.set(meaning, [...(meanings.get(meaning) ?? []), line] as [string, ...string[]])
  }
  return meanings
}

/** The lines in the order of `present`; one that is not there stays behind its predecessor. */
function inOrderOf(present: readonly string[], lines: readonly string[]): string[] {
  const places = new Map(present.map((line, index) => [line, index]))
  let place = -1
  return lines
    .map((line) => ({ line, place: (place = places.get(line) ?? place) }))
    .sort((a, b) => a.place - b.place)
    .map(({ line }) => line)
}

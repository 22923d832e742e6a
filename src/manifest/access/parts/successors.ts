// Finds parts with a new name or address:
// screens by their file; entities, fields and states by their `migration`.
import type { App } from '../../model/app'

/** The renames that the manifests declare. */
export interface Successors {
  /** By the former key of a part or of a right to it. */
  readonly keys: ReadonlyMap<string, string>
  /** Entities and addresses, by the former name. */
  readonly names: SuccessorNames
  /** Fields, columns of lines and states, by the present name of their entity and the former name. */
  readonly wordsOf: ReadonlyMap<string, SuccessorNames>
}

export type SuccessorNames = ReadonlyMap<string, string>

/**
 * The renamed parts of `before`. Nothing is guessed from similar names: an undeclared rename is a removed and an added
 * part.
 */
export function successors(before: App, after: App): Successors {
  const [keys, names] = [new Map<string, string>(), new Map<string, string>()]
  const wordsOf = new Map<string, Map<string, string>>()
  const rename = (kind: string, former: string, name: string) => keys.set(`${kind} ${former}`, `${kind} ${name}`)
  for (const { path, source } of Object.values(after.screens)) {
    if (path in before.screens) continue
    const [former, ...others] = Object.values(before.screens).filter((screen) => screen.source === source)
    if (!former || others.length > 0) continue
    if (after.screens[former.path]?.source === source) continue
    rename('screen', former.path, path)
    names.set(former.path, path)
  }
  for (const entity of Object.values(after.entities)) {
    const { name, migration } = entity
    const formerName = migration.from.findLast((one) => one in before.entities && !(name in before.entities)) ?? name
    const former = before.entities[formerName]
    if (former === undefined) continue
    const wordsHere = new Map<string, string>()
    const named = (kind: 'field' | 'state', declared: Readonly<Record<string, string>>, things: object) => {
      for (const [old, now] of Object.entries(declared)) {
        const [lines = '', column] = old.split('.')
        const isThere = column === undefined ? old in things : former.fields[lines]?.fields?.[column] !== undefined
        if (!isThere || now in things) continue
        if (column === undefined)
          for (const right of kind === 'field' ? [kind, 'unmasked'] : [kind])
            rename(right, `${formerName}.${old}`, `${name}.${now}`)
        wordsHere.set(column ?? old, now.split('.').at(-1) ?? now)
      }
    }
    named('field', migration.rename, former.fields)
    named('state', migration.states, former.states)
    if (wordsHere.size > 0) wordsOf.set(name, wordsHere)
    if (formerName === name) continue
    names.set(formerName, name)
    for (const kind of ['entity', 'records']) rename(kind, formerName, name)
    for (const [kind, things] of [
      ['field', former.fields],
      ['unmasked', former.fields],
      ['state', former.states],
      ['transition', former.transitions],
    ] as const)
      for (const thing of Object.keys(things))
        if (!keys.has(`${kind} ${formerName}.${thing}`)) rename(kind, `${formerName}.${thing}`, `${name}.${thing}`)
  }
  return { keys, names, wordsOf }
}

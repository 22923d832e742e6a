// Compares two versions of the manifests: added and removed names, and changed rights.
import type { App } from '../../model/app'
import { accessLock, firstGrant } from './accessLock'
import { sorted } from '../factLines'

/** Reports a changed grant as given, although a database that knows the code gives nothing. */
const grantedBefore =
  'where grants of the code were met already this gives and takes nothing: edit the roles, in the page of roles'

export interface Changes {
  readonly come: readonly string[]
  readonly gone: readonly string[]
  /** Lines of the lock that differ. */
  readonly rights: readonly string[]
}

/** Names and rights only; what changed inside a part is in `changedParts`. Renamed parts come and go here. */
export function manifestChanges(before: App, after: App): Changes {
  const [had, has] = [new Set(partsOf(before)), new Set(partsOf(after))]
  return {
    come: [...has].filter((part) => !had.has(part)),
    gone: [...had].filter((part) => !has.has(part)),
    rights: lockDifference(accessLock(before), accessLock(after)),
  }
}

/** All named parts, in words. */
function partsOf(app: App): string[] {
  return [
    ...Object.keys(app.modules).map((name) => `module ${name}`),
    ...Object.values(app.screens).flatMap(({ path, columns }) => [
      `screen ${path}`,
      ...columns.map(({ field }) => `column ${field} of ${path}`),
    ]),
    ...Object.values(app.entities).flatMap((entity) => [
      `entity ${entity.name}`,
      ...Object.keys(entity.fields).map((name) => `field ${entity.name}.${name}`),
      ...Object.keys(entity.states).map((name) => `state ${entity.name}.${name}`),
      ...Object.keys(entity.transitions).map((name) => `transition ${entity.name}.${name}`),
    ]),
    ...Object.values(app.dictionaries).flatMap(({ name, items }) =>
      items.map(({ code }) => `code ${code} of dictionary ${name}`),
    ),
    ...Object.keys(app.access.permissions).map((code) => `permission ${code}`),
  ]
}

/** The blocks of a lock by their first line. */
export function lockBlocks(lock: string): Map<string, readonly string[]> {
  return new Map(
    lock
      .trim()
      .split('\n\n')
      .map((block) => block.split('\n'))
      .map(([first = '', ...lines]) => [first, lines]),
  )
}

/** The differing lines under their heading: `+` for the new state, `-` for the former one. */
export function lockDifference(before: string, after: string): string[] {
  const [old, present] = [lockBlocks(before), lockBlocks(after)]
  return sorted(new Set([...old.keys(), ...present.keys()]), (name) => name).flatMap((name) => {
    const [was, is] = [old.get(name), present.get(name)]
    const gone = (was ?? []).filter((line) => !is?.includes(line)).map((line) => `- ${line.trim()}`)
    const come = (is ?? []).filter((line) => !was?.includes(line)).map((line) => `+ ${line.trim()}`)
    if (was === undefined) return [`${name} is new`, ...come.map((line) => `  ${line}`)]
    if (is === undefined) return [`${name} is gone`]
    if (gone.length + come.length === 0) return []
    const note = name.startsWith(firstGrant) ? [grantedBefore] : []
    return [name, ...[...gone, ...come, ...note].map((line) => `  ${line}`)]
  })
}

/** The number of differing lines of a lock; an added or removed block counts as one more. */
export const countDifferences = (difference: readonly string[]): number =>
  difference.filter((line) => /^ {2}[+-] | is (?:new|gone)$/.test(line)).length

/** The difference of rights for the author: first the command that accepts it. */
export function lockMessage(before: string, after: string, command: string): string[] {
  return [
    `The rights differ from access.lock. If the lines below are meant: ${command}, and commit the file.`,
    ...lockDifference(before, after),
  ]
}

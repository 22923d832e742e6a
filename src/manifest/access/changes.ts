// What a change of the manifests means: what comes and goes by name, and whose rights change.
import type { App } from '../model/app'
import { accessLock, lockDifference } from './accessLock'

export interface Changes {
  readonly come: readonly string[]
  readonly gone: readonly string[]
  /** Lines of the lock that differ. */
  readonly rights: readonly string[]
}

export function manifestChanges(before: App, after: App): Changes {
  const [had, has] = [new Set(partsOf(before)), new Set(partsOf(after))]
  return {
    come: [...has].filter((part) => !had.has(part)),
    gone: [...had].filter((part) => !has.has(part)),
    rights: lockDifference(accessLock(before), accessLock(after)),
  }
}

/** Everything that has a name, in words. */
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

// Determines what to load of a record when a transition begins.
// All stored fields, texts in all languages, lines that are used, and values behind references and rules that the
// transition reads.
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Transition } from '../../../manifest/model/transition'
import type { RawRecord } from '../../context/context'
import { storedFields } from '../../database/sql/tables'
import { prefetchPaths } from './prefetchPaths'

/** The own stored fields, as paths to load. */
export function ownPaths(entity: Entity): string[] {
  return storedFields(entity.fields)
    .filter(({ name }) => name !== 'id')
    .map(({ name, localized }) => (localized ? `${name}#all` : name))
}

/** Everything to load for a transition on an existing record. */
export function loadedPaths(app: App, entity: Entity, transition: Transition): string[] {
  const counted = Object.values(transition.vars).flatMap(({ lines }) => lines ?? [])
  return [
    ...ownPaths(entity),
    ...new Set([...usedLines(entity, transition), ...counted]),
    ...prefetchPaths(app, entity, transition),
  ]
}

/** The stored fields that the invariants read; a write returns what it stored of them. */
export function invariantFields({ fields, invariants }: Entity): string[] {
  const read = new Set(invariants.flatMap(({ rule }) => rule.readPaths))
  return storedFields(fields)
    .filter(({ name, localized }) => read.has(name) && !localized && name !== 'id' && name !== 'version')
    .map(({ name }) => name)
}

/** The lines fields that a transition may write. */
export function usedLines(entity: Entity, transition: Transition): string[] {
  const names = [
    ...transition.form.filter((formField) => !formField.input).map((formField) => formField.field),
    ...Object.keys(transition.set),
    ...Object.keys(transition.copy),
    ...Object.keys(transition.change),
    ...Object.keys(transition.append),
  ]
  return [...new Set(names)].filter((name) => entity.fields[name]?.type === 'lines')
}

/** The own fields of a loaded record by name; other loaded values go to the record cache. */
export function loadDraft(entity: Entity, record: RawRecord): RawRecord {
  const fieldEntries = Object.keys(record).flatMap((path) => {
    const name = path.endsWith('#all') ? path.slice(0, -4) : path
    return entity.fields[name] && (entity.fields[name].stored || entity.fields[name].type === 'lines')
      ? [[name, record[path]] as const]
      : []
  })
  return Object.fromEntries(fieldEntries)
}

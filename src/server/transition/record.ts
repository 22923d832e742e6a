// What is read of a record when a transition begins? All own stored fields, texts in all languages, its lines where they are asked, set or counted,
// and the values behind references and rules that the transition will ask for.
import type { App, Entity, Transition } from '../../manifest/app'
import type { RawRecord } from '../context'
import { storedFields } from '../database/tables'
import { pathsAhead } from './ahead'

/** The own stored fields, as paths to load. */
export function ownPaths(entity: Entity): string[] {
  return storedFields(entity.fields)
    .filter(({ name }) => name !== 'id')
    .map(({ name, localized }) => (localized ? `${name}#all` : name))
}

/** Everything to load for a transition on an existing record. */
export function loadedPaths(app: App, entity: Entity, transition: Transition): string[] {
  const counted = Object.values(transition.lets).flatMap(({ lines }) => lines ?? [])
  return [
    ...ownPaths(entity),
    ...new Set([...linesTouched(entity, transition), ...counted]),
    ...pathsAhead(app, entity, transition),
  ]
}

/** The lines fields that a transition may write. */
export function linesTouched(entity: Entity, transition: Transition): string[] {
  const names = [
    ...transition.asks.filter((ask) => !ask.input).map((ask) => ask.field),
    ...Object.keys(transition.set),
    ...Object.keys(transition.copy),
    ...Object.keys(transition.change),
    ...Object.keys(transition.append),
  ]
  return [...new Set(names)].filter((name) => entity.fields[name]?.type === 'lines')
}

/** The own fields of a loaded record by their names; what else was loaded belongs to the facts. */
export function subjectBase(entity: Entity, record: RawRecord): RawRecord {
  const own = Object.keys(record).flatMap((path) => {
    const name = path.endsWith('#all') ? path.slice(0, -4) : path
    return entity.fields[name] && (entity.fields[name].stored || entity.fields[name].type === 'lines')
      ? [[name, record[path]] as const]
      : []
  })
  return Object.fromEntries(own)
}

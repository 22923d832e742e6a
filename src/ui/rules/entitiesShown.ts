// Finds the entities whose changes invalidate a list or record:
// its own (or a view's sources), those that its values refer to or are computed from, and those that its actions run on
// and read.
import type { Entity } from '../../manifest/model/entity'
import type { Field } from '../../manifest/model/field'
import type { ScreenAnswer } from '../../protocol/screenCalls'

type Entities = Readonly<Record<string, Entity>>

/** Names of entities, each once, for the `entities` of a read; more than needed only costs a read. */
export function shownEntities({ screen, entities }: Pick<ScreenAnswer, 'screen' | 'entities'>): string[] {
  const { entity: ownEntity } = screen
  const reader = pathReader(entities)
  if (ownEntity !== undefined) reader.add(ownEntity)
  for (const part of (ownEntity === undefined ? undefined : entities[ownEntity])?.view ?? []) reader.add(part.entity)
  // Values read by an action's rules decide whether a row still offers it.
  for (const { entity, transition } of screen.actions) {
    reader.add(entity)
    for (const { field } of entities[entity]?.transitions[transition]?.decisionFields ?? [])
      reader.read(ownEntity, field)
  }
  for (const { field, entity } of screen.columns) {
    reader.add(entity)
    reader.read(ownEntity, field)
  }
  return [...reader.names]
}

/** The same for a record with its whole detail view. */
export function entitiesOfRecord(entity: string, entities: Entities): string[] {
  const reader = pathReader(entities)
  reader.add(entity)
  const definition = entities[entity]
  for (const { entity: related } of definition?.detail.related ?? []) reader.add(related)
  for (const name of Object.keys(definition?.fields ?? {})) reader.read(entity, name)
  return [...reader.names]
}

/** The same for the options of a reference. */
export function entitiesOfOptions({ entity, optionsWhere }: Field, entities: Entities): string[] {
  const reader = pathReader(entities)
  reader.add(entity)
  for (const path of optionsWhere?.readPaths ?? []) reader.read(entity, path)
  return [...reader.names]
}

/** Collects entities, and those whose records a path reads, computed fields included. */
function pathReader(entities: Entities) {
  const names = new Set<string>()
  const met = new Set<string>()
  const add = (entity: string | undefined): void => {
    if (entity !== undefined) names.add(entity)
  }
  const read = (entity: string | undefined, path: string): void => {
    const key = `${entity}.${path}`
    if (met.has(key)) return
    met.add(key)
    const [first = '', ...rest] = path.split('.')
    const field = entity === undefined ? undefined : entities[entity]?.fields[first]
    if (!field) return
    add(field.entity)
    add(field.aggregate?.entity)
    for (const readPath of field.compute?.readPaths ?? []) read(entity, readPath)
    if (rest.length > 0) read(field.entity, rest.join('.'))
  }
  return { names, add, read }
}

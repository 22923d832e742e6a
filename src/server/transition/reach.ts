// Which records decide a value? For a path: the entities whose records it is made of; for a field: the own stored fields that it is made of.
// Both are asked again and again, so an App's answers are kept with it.
import type { Aggregate, App, Entity } from '../../manifest/app'
import { entityNamed } from '../plan/frame'

interface Known {
  readonly entities: Map<string, ReadonlySet<string>>
  readonly fields: Map<string, ReadonlySet<string>>
}

const kept = new WeakMap<App, Known>()

function knownOf(app: App): Known {
  let known = kept.get(app)
  if (!known) kept.set(app, (known = { entities: new Map(), fields: new Map() }))
  return known
}

/** The entities whose records decide the value of a path of an entity's record; the entity itself included. */
export function entitiesBehind(app: App, entity: string, path: string): ReadonlySet<string> {
  const known = knownOf(app).entities
  const key = `${entity} ${path}`
  const before = known.get(key)
  if (before) return before
  const found = new Set([entity])
  // Kept before it is complete: a field that leads back to itself ends here.
  known.set(key, found)
  const [name = '', ...rest] = path.split('#')[0]!.split('.')
  const field = entityNamed(app, entity).fields[name]
  for (const part of entityNamed(app, entity).view ?? []) found.add(part.entity)
  const add = (of: string, paths: readonly string[]) => {
    for (const one of paths) for (const other of entitiesBehind(app, of, one)) found.add(other)
  }
  if (field?.compute) add(entity, field.compute.reads)
  if (field?.aggregate) addAggregate(field.aggregate, entity, add)
  if (field?.type === 'ref' && field.entity && (rest.length > 0 || path.includes('#')))
    add(field.entity, [rest.join('.')])
  return found
}

function addAggregate(aggregate: Aggregate, asking: string, add: (of: string, paths: readonly string[]) => void): void {
  add(asking, aggregate.readsThis)
  if (aggregate.entity === undefined) return
  add(aggregate.entity, [aggregate.field ?? '', aggregate.sort?.field ?? '', ...(aggregate.where?.reads ?? [])])
}

/** The entities whose records decide a value that a transition computes before it writes. */
export function entitiesBehindAggregate(app: App, aggregate: Aggregate, asking: string): ReadonlySet<string> {
  const found = new Set<string>()
  addAggregate(aggregate, asking, (of, paths) => {
    for (const one of paths) for (const other of entitiesBehind(app, of, one)) found.add(other)
  })
  return found
}

/** The stored fields and lines of a record that decide one of its fields. */
export function fieldsBehind(app: App, entity: Pick<Entity, 'name' | 'fields'>, name: string): ReadonlySet<string> {
  const known = knownOf(app).fields
  const key = `${entity.name} ${name}`
  const before = known.get(key)
  if (before) return before
  const found = new Set<string>()
  known.set(key, found)
  const field = entity.fields[name]
  const reads = field?.compute
    ? field.compute.reads
    : field?.aggregate
      ? [...field.aggregate.readsThis, ...(field.aggregate.lines === undefined ? [] : [field.aggregate.lines])]
      : undefined
  if (!reads) found.add(name)
  else for (const path of reads) for (const other of fieldsBehind(app, entity, path.split('.')[0]!)) found.add(other)
  return found
}

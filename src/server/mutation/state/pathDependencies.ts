// Determines what decides a value: entities and fields on a path, stored fields behind a field.
// Cached per App, because both are needed constantly.
import { textBefore } from '../../../manifest/expression/values/present'
import { entityOf, type App } from '../../../manifest/model/app'
import type { Aggregate } from '../../../manifest/model/rule'
import { pathsRead } from '../../../manifest/expression/analyze'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'

interface PathDependencies {
  readonly entities: Set<string>
  /** As `entity.field`. */
  readonly fields: Set<string>
}

interface Dependencies {
  readonly paths: Map<string, PathDependencies>
  readonly fields: Map<string, ReadonlySet<string>>
}

const byApp = new WeakMap<App, Dependencies>()

function dependenciesOf(app: App): Dependencies {
  let dependencies = byApp.get(app)
  if (!dependencies) byApp.set(app, (dependencies = { paths: new Map(), fields: new Map() }))
  return dependencies
}

/** The entities whose records decide the value of a path; includes the entity itself. */
export const entitiesOnPath = (app: App, entity: string, path: string): ReadonlySet<string> =>
  dependenciesOfPath(app, entity, path).entities

/** The fields that decide the value of a path, computed ones and those behind them, each as `entity.field`. */
export const fieldsOnPath = (app: App, entity: string, path: string): ReadonlySet<string> =>
  dependenciesOfPath(app, entity, path).fields

function dependenciesOfPath(app: App, entity: string, path: string): PathDependencies {
  const { paths: known } = dependenciesOf(app)
  const key = `${entity} ${path}`
  const cached = known.get(key)
  if (cached) return cached
  const [name = '', ...rest] = textBefore(path, '#').split('.')
  const deciding = { entities: new Set([entity]), fields: new Set([`${entity}.${name}`]) }
  // Cache before completion: a field that leads back to itself ends here.
  known.set(key, deciding)
  const field = entityOf(app, entity).fields[name]
  for (const part of entityOf(app, entity).view ?? []) deciding.entities.add(part.entity)
  const add: AddPaths = (owner, paths) => {
    for (const other of paths) {
      const { entities, fields } = dependenciesOfPath(app, owner, other)
      for (const one of entities) deciding.entities.add(one)
      for (const one of fields) deciding.fields.add(one)
    }
  }
  if (field?.compute) add(entity, field.compute.readPaths)
  if (field?.aggregate) addAggregate(field.aggregate, entity, add)
  if (field?.type === 'lines') addCell(field, rest, entity, add)
  if (field?.type === 'ref' && field.entity && (rest.length > 0 || path.includes('#')))
    add(field.entity, [rest.join('.')])
  return deciding
}

type AddPaths = (entity: string, paths: readonly string[]) => void

/** What decides a path into the lines of a field. */
function addCell({ name, fields }: Field, [column = '', ...rest]: readonly string[], owner: string, add: AddPaths) {
  const cell = fields?.[column]
  if (cell?.compute)
    add(owner, [...cell.compute.readPaths.map((read) => `${name}.${read}`), ...pathsRead(cell.compute.node, 'this')])
  if (cell?.type === 'ref' && cell.entity && rest.length > 0) add(cell.entity, [rest.join('.')])
}

function addAggregate(aggregate: Aggregate, owner: string, add: AddPaths): void {
  add(owner, aggregate.readsThis)
  if (aggregate.entity === undefined) return
  add(aggregate.entity, [aggregate.field ?? '', aggregate.sort?.field ?? '', ...(aggregate.where?.readPaths ?? [])])
}

/** The entities whose records decide a value that a transition computes before it writes. */
export function entitiesOfAggregate(app: App, aggregate: Aggregate, owner: string): ReadonlySet<string> {
  const deciding = new Set<string>()
  addAggregate(aggregate, owner, (name, paths) => {
    for (const path of paths) for (const other of entitiesOnPath(app, name, path)) deciding.add(other)
  })
  return deciding
}

/** The stored fields and lines of a record that decide one of its fields. */
export function storedFieldsOf(app: App, entity: Pick<Entity, 'name' | 'fields'>, name: string): ReadonlySet<string> {
  const fields = dependenciesOf(app).fields
  const key = `${entity.name} ${name}`
  const cached = fields.get(key)
  if (cached) return cached
  const deciding = new Set<string>()
  fields.set(key, deciding)
  const field = entity.fields[name]
  const reads = field?.compute
    ? field.compute.readPaths
    : field?.aggregate
      ? [...field.aggregate.readsThis, ...(field.aggregate.lines === undefined ? [] : [field.aggregate.lines])]
      : undefined
  if (!reads) deciding.add(name)
  else
    for (const path of reads)
      for (const other of storedFieldsOf(app, entity, textBefore(path, '.'))) deciding.add(other)
  return deciding
}

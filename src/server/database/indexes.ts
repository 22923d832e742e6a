// Which indexes do the entities ask for? Those that their lists, references, scopes, searches, reports and unique rules stand on; none for its own sake.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { App, Entity, Field } from '../../manifest/app'
import { conjuncts } from '../../manifest/rule/check'
import { everyScreen } from '../../manifest/screenAt'
import { asksFor } from '../plan/belonging'
import { planningOf, Frame } from '../plan/frame'
import { searchKeys } from '../plan/part-sql'
import { ruleCondition } from '../plan/rule-sql'
import { identifier } from './identifier'
import { indexName } from './tables'

export interface Index { readonly name: string; readonly table: string; readonly create: Sql }

/** @param trigrams the extension pg_trgm is there: parts of texts can be looked up */
export function indexesOf(app: App, trigrams: boolean): Index[] {
  // Two screens may ask for the same order: equal definitions have equal names.
  const all = Object.values(app.entities).filter((entity) => !entity.view).flatMap((entity) => [...uniqueIndexes(app, entity), ...listIndexes(app, entity), ...referenceIndexes(app, entity), ...(trigrams ? searchIndexes(entity) : [])])
  return [...new Map(all.map((one) => [one.name, one])).values()]
}

function uniqueIndexes(app: App, entity: Entity): Index[] {
  const { tenant } = app.access.identity
  // A condition of an index may name its columns by the table only.
  const frame = Frame.of(planningOf(app, 0, true), entity, undefined, entity.name)
  const number = entity.fields.no ? [index('u', entity, sql`${identifier('no')}`)] : []
  return [...number, ...entity.unique.map(({ fields, where, across }) => {
    const names = [...(entity.tenant && !across ? [tenant] : []), ...fields]
    return index('u', entity, join(names.map(identifier), ', '), where && ruleCondition(where, { planning: frame.planning, frame }))
  })]
}

function listIndexes(app: App, entity: Entity): Index[] {
  const tenant = entity.tenant ? [identifier(app.access.identity.tenant)] : []
  const byTime = sql`${identifier('createdAt')} DESC, ${identifier('id')} DESC`
  const has = (name: string) => Object.hasOwn(entity.fields, name)
  const narrow = [...new Set([...entity.scope.unit, ...entity.scope.self].filter((path) => stored(entity.fields[path])))]
  const keys: Sql[] = []
  if (has('createdAt')) {
    keys.push(join([...tenant, byTime], ', '))
    // Who reaches every tenant reads the newest of all of them.
    if (entity.tenant) keys.push(byTime)
    if (has('state')) keys.push(join([...tenant, identifier('state'), byTime], ', '))
    for (const path of narrow) keys.push(join([...tenant, identifier(path), byTime], ', '))
  }
  for (const { sort } of everyScreen(app.screens).filter((screen) => screen.entity === entity.name)) {
    if (sort.field === 'createdAt' || sort.field === 'id' || !stored(entity.fields[sort.field]) || entity.fields[sort.field]!.type !== 'datetime' && entity.fields[sort.field]!.type !== 'date') continue
    keys.push(join([...tenant, sql`${identifier(sort.field)} ${raw(sort.descending ? 'DESC NULLS LAST' : 'ASC NULLS LAST')}`, sql`${identifier('id')} ${raw(sort.descending ? 'DESC' : 'ASC')}`], ', '))
  }
  for (const name of countedWithin(app, entity)) keys.push(join([...tenant, identifier(name)], ', '))
  for (const field of Object.values(entity.fields)) if (field.index && stored(field)) keys.push(join([...tenant, identifier(field.name)], ', '))
  // Records are found by their id alone, whoever they belong to.
  return [...(entity.tenant ? [index('i', entity, identifier('id'))] : []), ...keys.map((key) => index('i', entity, key))]
}

/** Fields by which reports choose what falls into their span of days. */
function countedWithin(app: App, entity: Entity): Set<string> {
  const found = new Set<string>()
  const measures = everyScreen(app.screens).flatMap((screen) => screen.report?.measures ?? []).filter(({ aggregate }) => aggregate?.entity === entity.name && aggregate.where)
  for (const { aggregate } of measures) {
    for (const node of conjuncts(aggregate!.where!.node)) {
      if (node.kind !== 'binary' || !asksFor(node, 'period')) continue
      const side = asksFor(node.left, 'period') ? node.right : node.left
      const of = side.kind === 'call' && side.name === 'date' ? side.args[0]! : side
      const [name, ...behind] = of.kind === 'name' && of.scope === 'record' ? of.path : []
      // Those made at a time are listed by it anyway.
      if (name !== undefined && behind.length === 0 && name !== 'createdAt' && stored(entity.fields[name])) found.add(name)
    }
  }
  return found
}

function referenceIndexes(app: App, entity: Entity): Index[] {
  const references = Object.values(entity.fields).filter((field) => field.type === 'ref' && stored(field) && field.name !== app.access.identity.tenant && field.name !== 'createdBy')
  return references.map((field) => index('i', entity, identifier(field.name)))
}

function searchIndexes(entity: Entity): Index[] {
  return searchKeys(entity).map((key) => index('i', entity, key, undefined, 'gin'))
}

function stored(field: Field | undefined): field is Field {
  return field !== undefined && field.stored && field.type !== 'lines'
}

function index(kind: 'i' | 'u', entity: Entity, key: Sql, where?: Sql, method = 'btree'): Index {
  const definition = sql`${raw(method)} (${key})${where ? sql` WHERE ${where}` : raw('')}`
  const name = indexName(kind, entity.name, definition.text)
  return { name, table: entity.name, create: sql`create ${raw(kind === 'u' ? 'unique ' : '')}index ${identifier(name)} on ${identifier(entity.name)} using ${definition}` }
}

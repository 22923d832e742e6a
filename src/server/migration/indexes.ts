// Derives indexes from lists, calendars, references, row scopes, searches, reports, unique rules.
import { declared } from '../../manifest/expression/values/present'
import { isDayType } from '../../manifest/expression/values/valueTypes'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { App } from '../../manifest/model/app'
import type { Entity } from '../../manifest/model/entity'
import type { Field } from '../../manifest/model/field'
import type { Screen } from '../../manifest/model/screen'
import { everyScreen } from '../../manifest/access/screenByPath'
import { enginePlanning } from '../query/expression/planning'
import { RowSource } from '../query/expression/rowSource'
import { searchKeys } from '../query/search/trigram'
import { ruleCondition } from '../query/expression/ruleSql'
import { identifier } from '../database/sql/identifier'
import { reportReads, type ReportReads } from './reportIndexes'
import { numberConstant, textConstant } from '../database/sql/literal'
import { indexName } from '../database/sql/tables'

export interface Index {
  readonly name: string
  readonly table: string
  readonly kind: 'unique' | 'lookup' | 'search'
  readonly create: Sql
}

/**
 * @param trigrams whether pg_trgm is installed, for parts of texts
 * @param distributed no index can span all tenants
 */
export function indexesOf(app: App, trigrams: boolean, distributed = false): Index[] {
  const reads = reportReads(app)
  // Two screens may need the same order: equal definitions have equal names.
  const all = Object.values(app.entities)
    .filter((entity) => !entity.view)
    .flatMap((entity) => [
      ...uniqueIndexes(app, entity, distributed),
      ...listIndexes(app, entity, reads.get(entity.name)),
      ...referenceIndexes(app, entity, reads.get(entity.name)),
      ...waitingIndexes(app, entity),
      ...(trigrams ? searchIndexes(entity) : []),
    ])
  return [...new Map(all.map((item) => [item.name, item])).values()]
}

function uniqueIndexes(app: App, entity: Entity, distributed: boolean): Index[] {
  const { tenantEntity: tenant } = app.access.identity
  // Columns in a condition of an index have no alias.
  const source = RowSource.of(enginePlanning(app), entity, undefined, entity.name)
  const owner = entity.perTenant ? [identifier(tenant)] : []
  const number = entity.fields.no ? [index('u', entity, join([...owner, identifier('no')], ', '))] : []
  const rules = entity.unique.filter(({ acrossTenants: across }) => !(distributed && entity.perTenant && across))
  return [
    ...number,
    ...rules.flatMap(({ fields, where, acrossTenants: across }) => {
      const names = [...(entity.perTenant && !across ? [tenant] : []), ...fields]
      const condition = where && ruleCondition(where, { planning: source.planning, source })
      return keysOf(app, entity, names).map((keys) => index('u', entity, join(keys, ', '), { where: condition }))
    }),
  ]
}

/** The columns that are unique together; once for each language where a text is kept in several. */
function keysOf({ product }: App, { fields }: Entity, names: readonly string[]): Sql[][] {
  if (!names.some((name) => fields[name]?.localized)) return [names.map(identifier)]
  return product.languages.map((_language, position) =>
    names.map((name) =>
      fields[name]?.localized ? sql`(${identifier(name)} ->> ${numberConstant(String(position))})` : identifier(name),
    ),
  )
}

function listIndexes(app: App, entity: Entity, reads: ReportReads | undefined): Index[] {
  const tenant = entity.perTenant ? [identifier(app.access.identity.tenantEntity)] : []
  const byTime = sql`${identifier('createdAt')} DESC, ${identifier('id')} DESC`
  const has = (name: string) => Object.hasOwn(entity.fields, name)
  const narrow = [
    ...new Set(
      [...entity.rowScope.unitFields, ...entity.rowScope.selfFields].filter((path) => stored(entity.fields[path])),
    ),
  ]
  const bySearched = (name: string) =>
    index('i', entity, join([...tenant, identifier(name)], ', '), {
      include: reads?.bySpan.get(name),
      besides: [app.access.identity.tenantEntity, name],
    })
  const keys: Sql[] = []
  const times: Index[] = []
  if (has('createdAt')) {
    times.push(
      index('i', entity, join([...tenant, byTime], ', '), {
        include: reads?.bySpan.get('createdAt'),
        besides: [app.access.identity.tenantEntity, 'createdAt', 'id'],
      }),
    )
    // For callers who reach every tenant: the newest of all.
    if (entity.perTenant) keys.push(byTime)
    if (has('state')) keys.push(join([...tenant, identifier('state'), byTime], ', '))
    for (const path of narrow) keys.push(join([...tenant, identifier(path), byTime], ', '))
  }
  keys.push(...sortKeys(app, entity, tenant))
  const searched = searchedFields(app, entity, reads)
  // Records are looked up by id alone, whatever their tenant.
  const byId = entity.perTenant ? [index('i', entity, identifier('id'), { include: reads?.byId, besides: ['id'] })] : []
  return [...byId, ...times, ...keys.map((key) => index('i', entity, key)), ...[...searched].map(bySearched)]
}

/** The orders of the lists by a day of their own; that by creation has an index already. */
function sortKeys(app: App, entity: Entity, tenant: readonly Sql[]): Sql[] {
  const isOwnDay = ({ field }: Screen['sort']) =>
    !['createdAt', 'id'].includes(field) &&
    stored(entity.fields[field]) &&
    isDayType(declared(entity.fields, field).type)
  return sortsOf(app, entity)
    .filter(isOwnDay)
    .map(({ field, descending }) =>
      join(
        [
          ...tenant,
          sql`${identifier(field)} ${raw(descending ? 'DESC NULLS LAST' : 'ASC NULLS LAST')}`,
          sql`${identifier('id')} ${raw(descending ? 'DESC' : 'ASC')}`,
        ],
        ', ',
      ),
    )
}

/** The fields by which reports and calendars find records, and those with `index`. */
function searchedFields(app: App, entity: Entity, reads: ReportReads | undefined): ReadonlySet<string> {
  const searched = new Set(reads?.bySpan.keys() ?? [])
  for (const { calendar } of everyScreen(app.screens).filter((screen) => screen.entity === entity.name))
    for (const name of [calendar?.dateField, calendar?.endField])
      if (name !== undefined && stored(entity.fields[name])) searched.add(name)
  // The index by creation also finds records created within a period.
  searched.delete('createdAt')
  for (const field of Object.values(entity.fields)) if (field.index && stored(field)) searched.add(field.name)
  return searched
}

const sortsOf = (app: App, entity: Entity) =>
  everyScreen(app.screens)
    .filter((screen) => screen.entity === entity.name)
    .flatMap(({ sort, queue }) => (queue?.sort ? [sort, queue.sort] : [sort]))

function referenceIndexes(app: App, entity: Entity, reads: ReportReads | undefined): Index[] {
  const references = Object.values(entity.fields).filter(
    (field) =>
      field.type === 'ref' &&
      stored(field) &&
      field.name !== app.access.identity.tenantEntity &&
      field.name !== 'createdBy',
  )
  return references.map(({ name }) =>
    index('i', entity, identifier(name), { include: reads?.byReference.get(name), besides: [name] }),
  )
}

/** Waiting events, in the order in which they must be sent. */
function waitingIndexes(app: App, entity: Entity): Index[] {
  const { webhooks } = app.product
  if (entity.name !== webhooks?.deliveryEntity) return []
  const columns = [webhooks.entity, 'entity', 'recordId', 'id'].map(identifier)
  const where = sql`${identifier('state')} = ${textConstant(webhooks.waitingState)}`
  return [index('i', entity, join(columns, ', '), { where })]
}

function searchIndexes(entity: Entity): Index[] {
  return searchKeys(entity).map((key) => index('i', entity, key, { method: 'gin' }))
}

function stored(field: Field | undefined): field is Field {
  return field !== undefined && field.stored && field.type !== 'lines'
}

interface Shape {
  readonly where?: Sql | undefined
  readonly method?: string
  /** The covering columns of the index, without those that the key already has. */
  readonly include?: ReadonlySet<string> | undefined
  readonly besides?: readonly string[]
}

function index(
  kind: 'i' | 'u',
  entity: Entity,
  keys: Sql,
  { where, method = 'btree', include = new Set(), besides = [] }: Shape = {},
): Index {
  const columns = [...include].filter((name) => !besides.includes(name)).sort()
  const covered = columns.length > 0 ? sql` INCLUDE (${join(columns.map(identifier), ', ')})` : empty
  const definition = sql`${raw(method)} (${keys})${covered}${where ? sql` WHERE ${where}` : empty}`
  const name = indexName(kind, entity.name, definition.text)
  return {
    name,
    table: entity.name,
    kind: kind === 'u' ? 'unique' : method === 'gin' ? 'search' : 'lookup',
    create: sql`create ${raw(kind === 'u' ? 'unique ' : '')}index ${identifier(name)}
      on ${identifier(entity.name)} using ${definition}`,
  }
}

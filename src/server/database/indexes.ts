// Which indexes do the entities ask for? Those that their lists, references, scopes, searches, reports and unique rules stand on; none for its own sake.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { App, Entity, Field } from '../../manifest/app'
import { everyScreen } from '../../manifest/screenAt'
import { planningOf, Frame } from '../plan/frame'
import { searchKeys } from '../plan/part-sql'
import { ruleCondition } from '../plan/rule-sql'
import { identifier } from './identifier'
import { reportReads, type ReportReads } from './reportReads'
import { indexName } from './tables'

export interface Index {
  readonly name: string
  readonly table: string
  readonly create: Sql
}

/** @param trigrams the extension pg_trgm is there: parts of texts can be looked up */
export function indexesOf(app: App, trigrams: boolean): Index[] {
  const reads = reportReads(app)
  // Two screens may ask for the same order: equal definitions have equal names.
  const all = Object.values(app.entities)
    .filter((entity) => !entity.view)
    .flatMap((entity) => [
      ...uniqueIndexes(app, entity),
      ...listIndexes(app, entity, reads.get(entity.name)),
      ...referenceIndexes(app, entity, reads.get(entity.name)),
      ...(trigrams ? searchIndexes(entity) : []),
    ])
  return [...new Map(all.map((one) => [one.name, one])).values()]
}

function uniqueIndexes(app: App, entity: Entity): Index[] {
  const { tenant } = app.access.identity
  // A condition of an index may name its columns by the table only.
  const frame = Frame.of(planningOf(app, 0, true), entity, undefined, entity.name)
  const number = entity.fields.no ? [index('u', entity, sql`${identifier('no')}`)] : []
  return [
    ...number,
    ...entity.unique.map(({ fields, where, across }) => {
      const names = [...(entity.tenant && !across ? [tenant] : []), ...fields]
      return index('u', entity, join(names.map(identifier), ', '), {
        where: where && ruleCondition(where, { planning: frame.planning, frame }),
      })
    }),
  ]
}

function listIndexes(app: App, entity: Entity, reads: ReportReads | undefined): Index[] {
  const tenant = entity.tenant ? [identifier(app.access.identity.tenant)] : []
  const byTime = sql`${identifier('createdAt')} DESC, ${identifier('id')} DESC`
  const has = (name: string) => Object.hasOwn(entity.fields, name)
  const narrow = [
    ...new Set([...entity.scope.unit, ...entity.scope.self].filter((path) => stored(entity.fields[path]))),
  ]
  const within = (name: string) =>
    index('i', entity, join([...tenant, identifier(name)], ', '), {
      include: reads?.bySpan.get(name),
      besides: [app.access.identity.tenant, name],
    })
  const keys: Sql[] = []
  const times: Index[] = []
  if (has('createdAt')) {
    times.push(
      index('i', entity, join([...tenant, byTime], ', '), {
        include: reads?.bySpan.get('createdAt'),
        besides: [app.access.identity.tenant, 'createdAt', 'id'],
      }),
    )
    // Who reaches every tenant reads the newest of all of them.
    if (entity.tenant) keys.push(byTime)
    if (has('state')) keys.push(join([...tenant, identifier('state'), byTime], ', '))
    for (const path of narrow) keys.push(join([...tenant, identifier(path), byTime], ', '))
  }
  for (const { sort } of everyScreen(app.screens).filter((screen) => screen.entity === entity.name)) {
    if (
      sort.field === 'createdAt' ||
      sort.field === 'id' ||
      !stored(entity.fields[sort.field]) ||
      (entity.fields[sort.field]!.type !== 'datetime' && entity.fields[sort.field]!.type !== 'date')
    )
      continue
    keys.push(
      join(
        [
          ...tenant,
          sql`${identifier(sort.field)} ${raw(sort.descending ? 'DESC NULLS LAST' : 'ASC NULLS LAST')}`,
          sql`${identifier('id')} ${raw(sort.descending ? 'DESC' : 'ASC')}`,
        ],
        ', ',
      ),
    )
  }
  // Those made within a span are found by the index of the newest.
  const searched = new Set([...(reads?.bySpan.keys() ?? [])].filter((name) => name !== 'createdAt'))
  for (const field of Object.values(entity.fields)) if (field.index && stored(field)) searched.add(field.name)
  // Records are found by their id alone, whoever they belong to.
  const byId = entity.tenant ? [index('i', entity, identifier('id'), { include: reads?.byId, besides: ['id'] })] : []
  return [...byId, ...times, ...keys.map((key) => index('i', entity, key)), ...[...searched].map(within)]
}

function referenceIndexes(app: App, entity: Entity, reads: ReportReads | undefined): Index[] {
  const references = Object.values(entity.fields).filter(
    (field) =>
      field.type === 'ref' && stored(field) && field.name !== app.access.identity.tenant && field.name !== 'createdBy',
  )
  return references.map(({ name }) =>
    index('i', entity, identifier(name), { include: reads?.byReference.get(name), besides: [name] }),
  )
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
  /** Columns that it holds beside its key, and those of them that are in the key already. */
  readonly include?: ReadonlySet<string> | undefined
  readonly besides?: readonly string[]
}

function index(
  kind: 'i' | 'u',
  entity: Entity,
  key: Sql,
  { where, method = 'btree', include = new Set(), besides = [] }: Shape = {},
): Index {
  const held = [...include].filter((name) => !besides.includes(name)).sort()
  const covered = held.length > 0 ? sql` INCLUDE (${join(held.map(identifier), ', ')})` : empty
  const definition = sql`${raw(method)} (${key})${covered}${where ? sql` WHERE ${where}` : empty}`
  const name = indexName(kind, entity.name, definition.text)
  return {
    name,
    table: entity.name,
    create: sql`create ${raw(kind === 'u' ? 'unique ' : '')}index ${identifier(name)} on ${identifier(entity.name)} using ${definition}`,
  }
}

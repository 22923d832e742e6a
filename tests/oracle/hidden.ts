// What may a caller not see? Every record of the other tenants, and those of its own tenant that are out of its row
// scope; but for those that a visible record refers to: their label is told with it, on purpose. All of it is changed
// here, some is taken away and some is added.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { App } from '../../src/manifest/model/app'
import type { Entity } from '../../src/manifest/model/entity'
import type { Field } from '../../src/manifest/model/field'
import { column, identifier } from '../../src/server/database/sql/identifier'
import type { Caller } from '../../src/server/context/context'
import { loadRecords } from '../../src/server/query/records/loadRecords'
import type { Database } from '../../src/server/database/connection/openDatabase'

interface Column {
  readonly table: string
  readonly name: string
  readonly generated: boolean
}

/** How much was changed: what the oracle asks is worth nothing without it. */
export interface Changed {
  cells: number
  removed: number
  added: number
  /** The changed records by entity. */
  readonly hidden: Map<string, ReadonlySet<number>>
}

/** Conditions on the row `t` of an entity. */
interface Sight {
  readonly visible: (entity: Entity) => Sql
  readonly hidden: (entity: Entity) => Sql
  /** Fields that decide on the row scope of the hidden records themselves. */
  readonly decides: (entity: Entity, field: Field) => boolean
}

/** Of everybody of a tenant. */
export function sightOfTenant(app: App, tenant: number): Sight {
  const own = column('t', app.access.identity.tenantEntity)
  return {
    visible: ({ perTenant }) => (perTenant ? sql`${own} = ${tenant}` : raw('true')),
    hidden: ({ perTenant }) => (perTenant ? sql`${own} <> ${tenant}` : raw('false')),
    decides: () => false,
  }
}

/**
 * Of some accounts of one tenant together. What refers to a record that they see stays as it is: sums, conditions and
 * whose turn it is are read over all of it, on purpose. So do accounts and what is set for all, which is told by name.
 */
export async function sightOfCallers(app: App, database: Database, callers: readonly Caller[]): Promise<Sight> {
  const { tenantEntity, accountEntity, unitField } = app.access.identity
  const tenant = callers[0]!.tenant.id
  const seen = new Map<string, readonly number[]>()
  for (const { name, view } of Object.values(app.entities).filter((entity) => entity.perTenant)) {
    if (view) continue
    const ids = new Set<number>()
    for (const caller of callers)
      for (const { id } of await loadRecords(
        { app, caller, now: new Date(), query: database.query.bind(database) },
        { entity: name, paths: [], where: {}, scoped: true },
      ))
        ids.add(Number(id))
    seen.set(name, [...ids])
  }
  const isTold = ({ name }: Entity) => [accountEntity, unitField].includes(name) || !seen.has(name)
  const visible = (entity: Entity) =>
    isTold(entity) ? raw('true') : sql`t."id" = any(${[...seen.get(entity.name)!]}::bigint[])`
  const refersToSeen = (entity: Entity): Sql[] =>
    Object.values(entity.fields)
      .filter(({ type, stored, entity: to }) => type === 'ref' && stored && !isTold(app.entities[to!]!))
      .map(({ name, entity: to }) => sql`${column('t', name)} = any(${[...seen.get(to!)!]}::bigint[])`)
  // The timeline of a record tells its entries to everybody who sees the record.
  const logsSeen = ({ name }: Entity): Sql[] =>
    name === app.product.logEntity
      ? Object.values(app.entities)
          .filter(({ view }) => !view)
          .map((entity) =>
            isTold(entity)
              ? sql`t."entity" = ${entity.name}`
              : sql`(t."entity" = ${entity.name} and t."recordId" = any(${[...seen.get(entity.name)!]}::bigint[]))`,
          )
      : []
  return {
    visible,
    hidden: (entity) =>
      isTold(entity)
        ? raw('false')
        : sql`${column('t', tenantEntity)} = ${tenant} and not ${visible(entity)} and (${join(
            [raw('false'), ...refersToSeen(entity), ...logsSeen(entity)],
            ' or ',
          )}) is not true`,
    decides: ({ rowScope }, { name, type }) =>
      type === 'ref' || (name === 'state' && (rowScope.tenantWhere ?? rowScope.where) !== undefined),
  }
}

export async function changeHidden(app: App, database: Database, sight: Sight): Promise<Changed> {
  const columns = await database.query<Column>(
    sql`select table_name as "table", column_name as "name", is_generated = 'ALWAYS' as "generated"
      from information_schema.columns where table_schema = 'public'`,
  )
  const changed: Changed = { cells: 0, removed: 0, added: 0, hidden: new Map() }
  for (const entity of Object.values(app.entities).filter((one) => !one.view && one.perTenant)) {
    const referred = await referredTo({ app, database, columns, sight }, entity)
    const hidden = (
      await database.query<{ id: number }>(
        sql`select t."id" from ${identifier(entity.name)} as t where ${sight.hidden(entity)}`,
      )
    )
      .map(({ id }) => Number(id))
      .filter((id) => !referred.has(id))
    if (hidden.length === 0) continue
    changed.hidden.set(entity.name, new Set(hidden))
    const condition = sql`t."id" = any(${hidden}::bigint[])`
    for (const set of setsOf(app, entity, columns, sight))
      changed.cells += (
        await attempt(database, sql`update ${identifier(entity.name)} as t set ${set} where ${condition} returning 1`)
      ).length
    // Sessions and permissions of other people stay what they are: who signs in is the caller alone.
    if (entity.name === app.access.identity.accountEntity) continue
    changed.removed += (
      await attempt(
        database,
        sql`delete from ${identifier(entity.name)} as t where ${condition} and t."id" % 6 = 0 returning 1`,
      )
    ).length
    changed.added += (
      await addedTo(
        database,
        columns.filter(({ table, generated }) => table === entity.name && !generated),
        condition,
      )
    ).length
  }
  return changed
}

/** Changes what masks hide of every record; the number of records. */
export async function changeMasked(app: App, database: Database): Promise<number> {
  let changed = 0
  for (const entity of Object.values(app.entities).filter(({ view }) => !view))
    for (const { name, mask } of Object.values(entity.fields)) {
      if (!mask) continue
      const [start, end] = mask.unmasked
      const [field, hidden] = [
        identifier(name),
        sql`lpad(("id" % 10000)::text, length(${identifier(name)}) - ${start + end}, '7')`,
      ]
      const rows = await database.query(
        sql`update ${identifier(entity.name)}
          set ${field} = left(${field}, ${start}) || ${hidden} || right(${field}, ${end})
          where "state" = any(${[...mask.states]}::text[]) and length(${field}) > ${start + end} returning 1`,
      )
      changed += rows.length
    }
  return changed
}

/** A statement that a constraint may refuse: nothing is changed then. */
const attempt = (database: Database, statement: Sql): Promise<unknown[]> =>
  database.query(statement).catch((error: { code?: string }) => {
    if (/^(23|428C9|22)/.test(error.code ?? '')) return []
    throw error
  })

async function addedTo(database: Database, columns: readonly Column[], condition: Sql): Promise<unknown[]> {
  const name = columns[0]!.table
  const values = columns.map((one) =>
    one.name === 'id'
      ? sql`t."id" + 5000000`
      : one.name === 'no'
        ? sql`'D' || t."id"`
        : one.name === 'mobile'
          ? sql`'188' || lpad(t."id"::text, 8, '0')`
          : column('t', one.name),
  )
  return attempt(
    database,
    sql`insert into ${identifier(name)} (${join(
      columns.map((one) => identifier(one.name)),
      ', ',
    )}) select ${join(values, ', ')} from ${identifier(name)} as t where ${condition} and t."id" % 5 = 0 returning 1`,
  )
}

function setsOf(app: App, entity: Entity, columns: readonly Column[], sight: Sight): Sql[] {
  const { accountEntity, tenantEntity, rowScopeField, roleField } = app.access.identity
  const kept = ['id', 'version', 'createdBy', tenantEntity]
  // Who signs in, and with which rights, is the caller alone.
  if (entity.name === accountEntity) kept.push('state', rowScopeField, roleField)
  return Object.values(entity.fields).flatMap((field) => {
    const has = columns.some(({ table, name, generated }) => table === entity.name && name === field.name && !generated)
    if (!has || kept.includes(field.name) || sight.decides(entity, field)) return []
    const value = otherValue(app, entity, field)
    return value ? [sql`${identifier(field.name)} = ${value}`] : []
  })
}

function otherValue(app: App, entity: Entity, { name, type, localized, entity: to }: Field): Sql | undefined {
  const was = column('t', name)
  const another = sql`coalesce((select o.${identifier(name)} from ${identifier(entity.name)} as o
    where o.${identifier(name)} <> ${was} order by o."id" limit 1), ${was})`
  if (name === 'state' || type === 'choice') return another
  if (type === 'boolean') return sql`not ${was}`
  if (type === 'ref') {
    const tenant = app.access.identity.tenantEntity
    if (!app.entities[to!]!.perTenant || !entity.perTenant || app.entities[to!]!.view) return undefined
    return sql`coalesce((select o."id" from ${identifier(to!)} as o
      where o."id" <> ${was} and ${column('o', tenant)} = ${column('t', tenant)} order by o."id" limit 1), ${was})`
  }
  if (localized) return undefined
  if (type === 'int') return sql`${was} + 1 + t."id" % 7`
  if (type === 'money' || type === 'decimal') return sql`round(${was} * 1.5 + 7, 2)`
  if (type === 'date') return sql`${was} + 3 + (t."id" % 5)::int`
  if (type === 'datetime') return sql`${was} + interval '3 days'`
  if (type === 'mobile') return sql`'199' || lpad(t."id"::text, 8, '0')`
  if (type === 'string' || type === 'text') return sql`${raw("'hid'")} || t."id"`
  return undefined
}

/** The records of an entity that visible records name: in a field of their own, or in a cell of a line. */
async function referredTo(
  { app, database, columns, sight }: { app: App; database: Database; columns: readonly Column[]; sight: Sight },
  target: Entity,
): Promise<Set<number>> {
  const ids = new Set<number>()
  for (const entity of Object.values(app.entities).filter((one) => !one.view)) {
    const visible = sight.visible(entity)
    for (const field of Object.values(entity.fields).filter(({ name }) =>
      columns.some((one) => one.table === entity.name && one.name === name),
    )) {
      const places =
        field.type === 'ref' && field.entity === target.name
          ? [sql`${column('t', field.name)}::text`]
          : Object.values(field.fields ?? {})
              .filter((cell) => cell.type === 'ref' && cell.entity === target.name)
              .map(
                (cell) =>
                  sql`jsonb_path_query(to_jsonb(${column('t', field.name)}),
                    ${`$[*].${cell.name}`}::jsonpath) #>> '{}'`,
              )
      for (const place of places) {
        const rows = await database.query<{ id: string | null }>(
          sql`select distinct ${place} as "id" from ${identifier(entity.name)} as t where ${visible}`,
        )
        for (const { id } of rows) if (id !== null) ids.add(Number(id))
      }
    }
  }
  return ids
}

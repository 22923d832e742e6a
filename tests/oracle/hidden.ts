// What may a caller of one tenant not see? Every record of the others, but for those that a visible record refers to:
// their label is told with it, on purpose. All of it is changed here, some is taken away and some is added.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { App } from '../../src/manifest/model/app'
import type { Entity } from '../../src/manifest/model/entity'
import type { Field } from '../../src/manifest/model/field'
import { column, identifier } from '../../src/server/database/sql/identifier'
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
}

export async function changeHidden(app: App, database: Database, tenant: number): Promise<Changed> {
  const columns = await database.query<Column>(
    sql`select table_name as "table", column_name as "name", is_generated = 'ALWAYS' as "generated"
      from information_schema.columns where table_schema = 'public'`,
  )
  const changed: Changed = { cells: 0, removed: 0, added: 0 }
  const identity = app.access.identity
  for (const entity of Object.values(app.entities).filter((one) => !one.view && one.perTenant)) {
    const referred = await referredTo({ app, database, columns, tenant }, entity)
    const hidden = (
      await database.query<{ id: number }>(
        sql`select t."id" from ${identifier(entity.name)} as t where ${column('t', identity.tenantEntity)} <> ${tenant}`,
      )
    )
      .map(({ id }) => Number(id))
      .filter((id) => !referred.has(id))
    if (hidden.length === 0) continue
    const condition = sql`t."id" = any(${hidden}::bigint[])`
    for (const set of setsOf(entity, columns))
      changed.cells += (
        await attempt(database, sql`update ${identifier(entity.name)} as t set ${set} where ${condition} returning 1`)
      ).length
    // Sessions and permissions of other people stay what they are: who signs in is the caller alone.
    if (entity.name === identity.accountEntity) continue
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

function setsOf(entity: Entity, columns: readonly Column[]): Sql[] {
  // Whose turn it is shows since when.
  const engineColumns = ['id', 'version', 'state', 'createdBy', 'createdAt']
  return Object.values(entity.fields).flatMap((field) => {
    const has = columns.some(({ table, name, generated }) => table === entity.name && name === field.name && !generated)
    if (!has || engineColumns.includes(field.name)) return []
    const value = otherValue(field)
    return value ? [sql`${identifier(field.name)} = ${value}`] : []
  })
}

function otherValue({ name, type, localized }: Field): Sql | undefined {
  const was = column('t', name)
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
  { app, database, columns, tenant }: { app: App; database: Database; columns: readonly Column[]; tenant: number },
  target: Entity,
): Promise<Set<number>> {
  const ids = new Set<number>()
  for (const entity of Object.values(app.entities).filter((one) => !one.view)) {
    const visible = entity.perTenant ? sql`${column('t', app.access.identity.tenantEntity)} = ${tenant}` : raw('true')
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

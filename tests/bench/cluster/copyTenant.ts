// How do two hundred dealers come about? Every record of one tenant is copied under new ids, in the database itself;
// references go to the copies, those to what all tenants share stay.
import type { Client } from 'pg'
import sql, { join, type Sql } from 'sql-template-tag'
import type { App } from '../../../src/manifest/model/app'
import { identifier } from '../../../src/server/database/sql/identifier'
import { tablesOf, type Table } from '../../../src/server/database/sql/tables'

/** Ids of a copy lie so far from those of the one before. */
const distance = 1_000_000

/** Copies the records of tenant `id` as often as `times`. */
export async function copyTenant(client: Client, app: App, id: number, times: number): Promise<void> {
  const tenant = app.access.identity.tenantEntity
  const ofTenants = new Set(
    [...Object.values(app.entities).filter(({ perTenant }) => perTenant), app.entities[tenant]!].map(
      ({ name }) => name,
    ),
  )
  for (const table of tablesOf(app).filter(({ entity }) => ofTenants.has(entity))) {
    const names = table.columns.map(({ name }) => identifier(name))
    const values = table.columns.map((column) => copyOf(app, table, column, ofTenants))
    const owner = identifier(table.entity === tenant ? (table.lines ? 'parent' : 'id') : tenant)
    await client.query(sql`
      insert into ${identifier(table.name)} (${join(names, ', ')})
      select ${join(values, ', ')} from ${identifier(table.name)} t, generate_series(1, ${times}) as copy(n)
      where t.${owner} = ${id}::bigint`)
  }
  await client.query('analyze')
}

function copyOf(
  app: App,
  { entity, lines }: Table,
  { name, field }: Table['columns'][number],
  moved: Set<string>,
): Sql {
  const tenant = app.access.identity.tenantEntity
  const column = sql`t.${identifier(name)}`
  const isMoved =
    (name === 'id' && !lines) ||
    name === 'parent' ||
    (name === tenant && entity !== tenant) ||
    (field?.type === 'ref' && field.entity !== undefined && moved.has(field.entity))
  if (isMoved) return sql`${column} + copy.n * ${distance}::bigint`
  const isUnique = app.entities[entity]!.unique.some(
    ({ fields, acrossTenants }) => (acrossTenants || entity === tenant) && fields.includes(name),
  )
  return isUnique && !lines ? sql`${column} || '-' || copy.n` : column
}

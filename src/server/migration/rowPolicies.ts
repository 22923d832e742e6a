// Secures the tables of tenants by PostgreSQL's row security, or removes it again.
// The policy for one tenant is strict; other roles pass without cost.
import sql, { raw, type Sql } from 'sql-template-tag'
import { createHash } from 'node:crypto'
import { entityOf, type App } from '../../manifest/model/app'
import { grantsText, roles, tenantSetting } from '../database/connection/rowSecurity'
import type { Transaction } from '../database/connection/transaction'
import { identifier } from '../database/sql/identifier'
import { tablesOf, type Table } from '../database/sql/tables'

interface Policy {
  /** Ends with a digest of the definition, so that a changed one has another name. */
  readonly name: string
  readonly create: Sql
}

const prefix = 'tenant:'

/** Run after all tables exist; `wanted`: whether to secure them. */
export async function followRowSecurity(tx: Transaction, app: App, wanted: boolean): Promise<void> {
  const existing = await tx.query<{ table: string; name: string }>(
    sql`select tablename::text as "table", policyname::text as "name" from pg_policies
      where schemaname = current_schema() and starts_with(policyname, ${prefix})`,
  )
  const policies = new Map(wanted ? tablesOf(app).map((table) => [table.name, policiesOf(app, table)]) : [])
  const names = new Set([...policies].flatMap(([table, list]) => list.map(({ name }) => `${table} ${name}`)))
  for (const { table, name } of existing)
    if (!names.has(`${table} ${name}`)) await tx.query(sql`drop policy ${identifier(name)} on ${identifier(table)}`)
  const present = new Set(existing.map(({ table, name }) => `${table} ${name}`))
  for (const [table, list] of policies) {
    if (list.every(({ name }) => present.has(`${table} ${name}`))) continue
    for (const { name, create } of list) if (!present.has(`${table} ${name}`)) await tx.query(create)
    await tx.query(sql`alter table ${identifier(table)} enable row level security, force row level security`)
  }
  if (wanted) return void (await tx.query(sql`${raw(grantsText)}`))
  for (const table of new Set(existing.map(({ table: secured }) => secured)))
    await tx.query(sql`alter table ${identifier(table)} disable row level security, no force row level security`)
}

/** The policies of a table; none for what all tenants share. */
function policiesOf(app: App, { name: table, entity: owner }: Table): Policy[] {
  const entity = entityOf(app, owner)
  if (!entity.perTenant) return []
  const own = sql`${identifier(app.access.identity.tenantEntity)} =
    nullif(current_setting(${raw(`'${tenantSetting}'`)}, true), '')::bigint`
  const [one, all] = [raw(roles.one), raw(roles.all)]
  return [policy(table, sql`to ${one} using (${own})`), policy(table, sql`to ${all}, current_user using (true)`)]
}

function policy(table: string, definition: Sql): Policy {
  if (definition.values.length > 0) throw new Error('A policy cannot depend on a request.')
  const digest = createHash('sha256').update(definition.text).digest('hex').slice(0, 10)
  const name = `${prefix}${digest}`
  return { name, create: sql`create policy ${identifier(name)} on ${identifier(table)} ${definition}` }
}

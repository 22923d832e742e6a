// Keeps the name and location of all tenants' accounts in one small table.
// Sign-in finds an account without searching every tenant, and a record can name an account of another tenant.
import sql, { type Sql } from 'sql-template-tag'
import { entityOf, type App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import { identifier } from './identifier'

export const accountTable = '_account'

/** The statement that creates the table. */
export const accountTableSql = `create table if not exists "${accountTable}" ("id" bigint primary key,
  "tenant" bigint, "login" text, "label" text)`

/** Updates the table from the accounts; `ids`: those of one tenant, absent: all. */
export function updateAccountsSql(
  app: App,
  only?: { readonly tenant: number | null; readonly ids: readonly number[] },
): Sql {
  const { accountEntity: account, loginField: login, tenantEntity: tenant } = app.access.identity
  const entity = entityOf(app, account)
  const owner = entity.perTenant ? identifier(tenant) : sql`null::bigint`
  const ofTenant = only && entity.perTenant ? sql` and ${identifier(tenant)} = ${only.tenant}::bigint` : sql``
  const condition = !only ? sql`` : sql` where "id" = any(${[...only.ids]}::bigint[])${ofTenant}`
  return sql`insert into ${identifier(accountTable)} ("id", "tenant", "login", "label")
    select "id", ${owner}, ${identifier(login)}::text, ${identifier(entity.labelField)}::text
    from ${identifier(account)}${condition}
    on conflict ("id") do update set "tenant" = excluded."tenant", "login" = excluded."login",
    "label" = excluded."label"`
}

/** Whether records of an entity are accounts whose name is a plain text that all may read. */
export function isNamedAccount(app: App, entity: Entity): boolean {
  const label = entity.fields[entity.labelField]
  return entity.name === app.access.identity.accountEntity && label?.stored === true && !label.mask && !label.localized
}

// Gives roles the codes that modules grant, once for each code.
// If an administrator revokes a code later, the next start does not restore it.
import sql from 'sql-template-tag'
import { roleEntityOf, type App } from '../../manifest/model/app'
import type { Transaction } from '../database/connection/transaction'
import { identifier } from '../database/sql/identifier'
import { linesTableName } from '../database/sql/tables'

/** Codes that roles received, with the number of roles. */
export interface Granted {
  readonly code: string
  readonly roles: number
}

const createSql = sql`create table if not exists "_grant" ("code" text primary key, "at" timestamptz not null)`

/** Grants that are new to this database; without roles they are recorded as done. */
export async function applyGrants(tx: Transaction, app: App): Promise<Granted[]> {
  await tx.query(createSql)
  return giveCodes(tx, app)
}

/**
 * The same for the roles of demo data, which are loaded after the migration has recorded every grant. The table exists
 * already: the loader may not create one.
 */
export async function applyGrantsToDemo(tx: Transaction, app: App): Promise<Granted[]> {
  await tx.query(sql`delete from "_grant"`)
  return giveCodes(tx, app)
}

async function giveCodes(tx: Transaction, app: App): Promise<Granted[]> {
  const { grants, identity } = app.access
  const recorded = new Set((await tx.query<{ code: string }>(sql`select "code" from "_grant"`)).map(({ code }) => code))
  const role = roleEntityOf(app)
  const [linesField, codeField] = identity.permissionsPath
  const [roles, lines, code] = [role.name, linesTableName(role.name, linesField), codeField].map(identifier)
  const tenant = role.perTenant ? sql`, ${identifier(identity.tenantEntity)}` : sql``
  const granted: Granted[] = []
  for (const grant of grants) {
    if (recorded.has(grant.code)) continue
    const received = await tx.query<{ parent: string }>(sql`insert into ${lines}
      ("parent"${tenant}, "position", ${code}) select "parent"${tenant}, max("position") + 1, ${grant.code}
      from ${lines} group by "parent"${tenant}
      having bool_or(${code} = any(${grant.holders}::text[])) and not bool_or(${code} = ${grant.code})
      returning "parent"`)
    // Raise the version, since an open form of the role would overwrite its codes.
    for (const { parent } of received)
      await tx.query(sql`update ${roles} set "version" = "version" + 1 where "id" = ${parent}::bigint`)
    if (received.length > 0) granted.push({ code: grant.code, roles: received.length })
  }
  for (const { code: name } of grants)
    await tx.query(sql`insert into "_grant" ("code", "at") values (${name}, now()) on conflict do nothing`)
  return granted
}

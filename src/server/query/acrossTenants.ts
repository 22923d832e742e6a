// Enforces uniqueness over all tenants on a cluster, where no index spans their tables.
// Values are claimed in a table on the coordinator; the second claim fails.
import sql, { join, type Sql } from 'sql-template-tag'
import type { App } from '../../manifest/model/app'
import type { Entity } from '../../manifest/model/entity'
import { enginePlanning } from './expression/planning'
import { RowSource } from './expression/rowSource'
import { ruleCondition } from './expression/ruleSql'
import type { Transaction } from '../database/connection/transaction'
import { identifier } from '../database/sql/identifier'
import { indexName } from '../database/sql/tables'

/** The statement that creates the table. */
export const claimsSql = `create table if not exists "_claim" ("rule" text not null, "value" jsonb not null,
  "id" bigint not null, primary key ("rule", "value"))`

interface AcrossRule {
  readonly name: string
  /** Whether a write of these fields can change what it compares. */
  readonly isTouched: (fields: ReadonlySet<string>) => boolean
  readonly select: (only: Sql | undefined) => Sql
}

/** The rules of an entity that hold over all tenants. */
function acrossRules(app: App, entity: Entity): AcrossRule[] {
  if (!entity.perTenant) return []
  return entity.unique
    .filter(({ acrossTenants: across }) => across)
    .map(({ fields, where }) => {
      const source = RowSource.of(enginePlanning(app), entity, undefined, entity.name)
      const current = where && ruleCondition(where, { planning: source.planning, source })
      const name = indexName('u', entity.name, JSON.stringify([fields, current?.text]))
      const values = fields.map((field) => source.column(field))
      const conditions = [...values.map((value) => sql`${value} IS NOT NULL`), ...(current ? [current] : [])]
      const read = [...fields, ...(where?.readPaths ?? [])]
      return {
        name,
        // A computed value follows from others.
        isTouched: (changed) => read.some((path) => changed.has(path) || entity.fields[path]?.compute !== undefined),
        select: (only) =>
          sql`SELECT ${name}::text, jsonb_build_array(${join(values, ', ')}), ${source.column('id')}
            FROM ${source.from()}
            WHERE ${join(only ? [only, ...conditions] : conditions, ' AND ')}`,
      }
    })
}

interface Claiming {
  readonly tenant: number
  readonly ids: readonly number[]
  /** The fields that were written of records which may have claims; absent: the records are new. */
  readonly changed?: readonly string[]
}

/** Claims the present values of records of one tenant; a taken value is refused as by an index. */
export function claimStatements(app: App, entity: Entity, { tenant, ids, changed }: Claiming): Sql[] {
  const touched = changed && new Set(changed)
  const rules = acrossRules(app, entity).filter(({ isTouched }) => !touched || isTouched(touched))
  if (rules.length === 0) return []
  const names = rules.map(({ name }) => name)
  const tenantColumn = identifier(app.access.identity.tenantEntity)
  const table = identifier(entity.name)
  const only = sql`${table}.${tenantColumn} = ${tenant}::bigint AND ${table}."id" = ANY(${[...ids]}::bigint[])`
  const claims = join(
    rules.map(({ select }) => select(only)),
    ' UNION ALL ',
  )
  const claim = sql`INSERT INTO "_claim" ("rule", "value", "id") ${claims}`
  if (!touched) return [claim]
  return [sql`DELETE FROM "_claim" WHERE "rule" = ANY(${names}::text[]) AND "id" = ANY(${[...ids]}::bigint[])`, claim]
}

/** Claims the values of rules that have no claims yet, and drops the claims of removed rules. */
export async function claimAll(tx: Transaction, app: App): Promise<void> {
  const all = Object.values(app.entities)
    .filter((entity) => !entity.view)
    .flatMap((entity) => acrossRules(app, entity))
  const names = all.map(({ name }) => name)
  await tx.query(sql`DELETE FROM "_claim" WHERE NOT ("rule" = ANY(${names}::text[]))`)
  for (const { name, select } of all) {
    const claims = await tx.query(sql`SELECT 1 FROM "_claim" WHERE "rule" = ${name} LIMIT 1`)
    if (claims.length === 0) await tx.query(sql`INSERT INTO "_claim" ("rule", "value", "id") ${select(undefined)}`)
  }
}

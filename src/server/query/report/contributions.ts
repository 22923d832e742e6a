// Joins the records of all entities that belong to a report's records as one table.
// The report's records are then read and joined only once.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { entityOf } from '../../../manifest/model/app'
import { identifier } from '../../database/sql/identifier'
import { speaksOfTenant } from '../expression/aggregateSql'
import type { Contribution } from '../expression/referencePath'
import { pathSql } from '../expression/fieldSql'
import { RowSource } from '../expression/rowSource'
import { conditionSql } from '../expression/ruleSql'

/**
 * ` JOIN …` of all records that belong to those of a source; `values`: a row's addend of each sum, or null.
 * @param sums the contributions of each sum
 * @param everywhere the records belong to several tenants
 */
export function joinContributions(
  owner: RowSource,
  sums: readonly (readonly Contribution[])[],
  everywhere: boolean,
): { readonly join: Sql; readonly values: readonly Sql[] } {
  const alias = identifier(owner.planning.aliases.next())
  const sources = sums.flatMap((shares, index) => shares.map((share) => sourceOf(owner, share, index)))
  const free = sources.some(({ tenant }) => !tenant)
  const rows = sources.map((source) => rowsOf(source, sums.length, free))
  const same = owner.tenantColumn ? sql`${alias}."t" = ${owner.column(owner.tenantColumn)}` : undefined
  // PostgreSQL treats two join conditions as independent and expects hardly any row; for an opaque condition it expects
  // half of them. A cluster would not see the tenant in that, and collect all rows on its coordinator.
  const isOpaque = everywhere && owner.planning.tenants !== 'joined'
  const sameTenant = same && isOpaque ? sql`COALESCE(${same}, FALSE)` : same
  const on = [
    sql`${alias}."k" = ${owner.column('id')}`,
    ...(sameTenant ? [free ? sql`(${alias}."t" IS NULL OR ${sameTenant})` : sameTenant] : []),
  ]
  return {
    join: sql` JOIN (${join(rows, ' UNION ALL ')}) ${alias} ON ${join(on, ' AND ')}`,
    values: sums.map((_, index) => sql`${alias}.${identifier(`v${index}`)}`),
  }
}

interface Source {
  readonly share: Contribution
  readonly at: number
  readonly counted: RowSource
  /** The tenant that it must share with its owner. */ readonly tenant?: Sql
}

function sourceOf({ planning, tenantColumn }: RowSource, share: Contribution, position: number): Source {
  const counted = RowSource.of(planning, entityOf(planning.app, share.aggregate.entity ?? ''))
  const bindsTenant = tenantColumn && counted.tenantColumn && !speaksOfTenant(share.aggregate.where, planning)
  return { share, at: position, counted, ...(bindsTenant && { tenant: counted.column(counted.tenantColumn) }) }
}

function rowsOf(
  {
    share: {
      aggregate: { operator, field },
      path,
      conditions,
      negative,
    },
    at: sumIndex,
    counted,
    tenant,
  }: Source,
  sums: number,
  free: boolean,
): Sql {
  const { planning } = counted
  const value = operator === 'count' ? raw('1') : pathSql(counted, field!.split('.')).value
  const values = Array.from(
    { length: sums },
    (_, index) =>
      sql`${index === sumIndex ? sql`${raw(negative ? '-' : '')}(${value})` : raw('NULL')}::numeric AS
        ${identifier(`v${index}`)}`,
  )
  const bound = counted.sameTenant()
  const where = [
    ...(bound ? [bound] : []),
    ...conditions.map((node) => conditionSql(node, { planning, source: counted })),
    ...(free && tenant ? [sql`${tenant} IS NOT NULL`] : []),
  ]
  const selected = sql`${pathSql(counted, path).value} AS "k", ${tenant ?? raw('NULL::bigint')} AS "t",
    ${join(values, ', ')}`
  return sql`SELECT ${selected} FROM ${counted.from()}${where.length > 0 ? sql` WHERE ${join(where, ' AND ')}` : empty}`
}

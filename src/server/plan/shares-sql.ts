// What belongs to the records of a report, whatever entities it is of, as one table: so the records are read, and joined, once for all of it.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { identifier } from '../database/identifier'
import { speaksOfTenant } from './aggregate-sql'
import type { Share } from './belonging'
import { pathSql } from './field-sql'
import { entityNamed, Frame } from './frame'
import { conditionSql } from './rule-sql'

/**
 * ` JOIN …` of all that belongs to the records of a frame, a row each; `values`: what it adds to each sum, null where it adds nothing.
 * @param sums the shares of each sum
 * @param everywhere the records are not those of one tenant
 */
export function joinShares(
  owner: Frame,
  sums: readonly (readonly Share[])[],
  everywhere: boolean,
): { readonly join: Sql; readonly values: readonly Sql[] } {
  const alias = identifier(owner.planning.aliases.next())
  const sources = sums.flatMap((shares, at) => shares.map((share) => sourceOf(owner, share, at)))
  const free = sources.some(({ tenant }) => !tenant)
  const rows = sources.map((source) => rowsOf(source, sums.length, free))
  const same = owner.tenantColumn ? sql`${alias}."t" = ${owner.column(owner.tenantColumn)}` : undefined
  // PostgreSQL takes two conditions of a join for independent and expects hardly a row where all of them come; of one that it cannot look into it expects half.
  const together = same && everywhere ? sql`COALESCE(${same}, FALSE)` : same
  const on = [
    sql`${alias}."k" = ${owner.column('id')}`,
    ...(together ? [free ? sql`(${alias}."t" IS NULL OR ${together})` : together] : []),
  ]
  return {
    join: sql` JOIN (${join(rows, ' UNION ALL ')}) ${alias} ON ${join(on, ' AND ')}`,
    values: sums.map((_, at) => sql`${alias}.${identifier(`v${at}`)}`),
  }
}

interface Source {
  readonly share: Share
  readonly at: number
  readonly counted: Frame
  /** The one that it has to have in common with its owner. */ readonly tenant?: Sql
}

function sourceOf({ planning, tenantColumn }: Frame, share: Share, at: number): Source {
  const counted = Frame.of(planning, entityNamed(planning.app, share.aggregate.entity ?? ''))
  const together = tenantColumn && counted.tenantColumn && !speaksOfTenant(share.aggregate.where, planning)
  return { share, at, counted, ...(together && { tenant: counted.column(counted.tenantColumn) }) }
}

function rowsOf(
  {
    share: {
      aggregate: { operator, field },
      path,
      conditions,
      negative,
    },
    at,
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
      sql`${index === at ? sql`${raw(negative ? '-' : '')}(${value})` : raw('NULL')}::numeric AS ${identifier(`v${index}`)}`,
  )
  const where = [
    ...conditions.map((node) => conditionSql(node, { planning, frame: counted })),
    ...(free && tenant ? [sql`${tenant} IS NOT NULL`] : []),
  ]
  const selected = sql`${pathSql(counted, path).value} AS "k", ${tenant ?? raw('NULL::bigint')} AS "t", ${join(values, ', ')}`
  return sql`SELECT ${selected} FROM ${counted.from()}${where.length > 0 ? sql` WHERE ${join(where, ' AND ')}` : empty}`
}

// Reads the plain tables of orders and their money: all of them, those after a moment, or those of one order.
import sql, { empty, join, type Sql } from 'sql-template-tag'
import { identifier } from '../../src/server/database/sql/identifier'
import type { Database } from '../../src/server/database/connection/openDatabase'

export type Row = Readonly<Record<string, string | number | boolean | null | Record<string, unknown>>>
export type Tables = Readonly<Record<(typeof names)[number], readonly Row[]>>

const names = [
  'order',
  'order.items',
  'order.parts',
  'contract',
  'contract.plan',
  'supplement',
  'supplement.items',
  'nonstandard',
  'placement',
  'placement.lines',
  'shipment',
  'task',
  'evaluation',
  'evaluation.scores',
  'chargeback',
  'receipt',
  'refund',
  'accountEntry',
  'creditLine',
  'deposit',
  'log',
] as const

/** Tables of which sums over all rows are checked: the figures, and by what they are summed. */
const summed: Readonly<Record<string, readonly [figures: readonly string[], by: readonly string[]]>> = {
  accountEntry: [['cashDelta', 'creditDelta', 'depositDelta'], ['dealer']],
  creditLine: [['limit'], ['dealer', 'state']],
  deposit: [['amount'], ['dealer', 'state']],
}

/** Whose states the log knows. */
export const withLog = [
  'order',
  'contract',
  'supplement',
  'nonstandard',
  'placement',
  'shipment',
  'task',
  'evaluation',
  'chargeback',
  'receipt',
  'refund',
  'deposit',
] as const
/** Whose records concern all orders at once, so that those of one do not suffice. */
const shared = new Set(['task', 'accountEntry', 'creditLine', 'deposit'])
/** What is read of the log, whose rows also hold each change. */
const logged = ['id', 'entity', 'recordId', 'action', 'toState', 'by'].map((column) => identifier(column))

/**
 * Reads everything in one statement; with `since`, only the records after those, and of those before them the sums;
 * with `order` only what belongs to it, and what concerns all orders.
 */
export async function readTables(
  database: Database,
  since?: Readonly<Record<string, number>>,
  order?: number,
): Promise<Tables> {
  const rowsAfter = (name: string): Sql => {
    const [owner = '', lines] = name.split('.')
    if (name === 'log' && order !== undefined) return logOf(rowsAfter, since?.log ?? 0)
    const key = identifier(lines === undefined ? 'id' : 'parent')
    const after = since === undefined ? empty : sql`WHERE ${key} > ${since[owner] ?? 0}`
    const columns = name === 'log' ? join(logged, ', ') : sql`*`
    if (order === undefined || shared.has(owner)) return sql`SELECT ${columns} FROM ${identifier(name)} ${after}`
    const own = owner === 'order' ? sql`${key} = ${order}` : sql`"order" = ${order}`
    return lines === undefined || owner === 'order'
      ? sql`SELECT * FROM ${identifier(name)} WHERE ${own}`
      : sql`SELECT * FROM ${identifier(name)} WHERE "parent" IN (SELECT "id" FROM ${identifier(owner)} WHERE ${own})`
  }
  const tables = names.map((name) => {
    const last = since?.[name] ?? 0
    const rows = sql`(SELECT coalesce(json_agg(one), '[]') FROM (${rowsAfter(name)}) one)`
    const sums = since !== undefined && Object.hasOwn(summed, name) ? sql`::jsonb || ${sumsUpTo(last, name)}` : empty
    return sql`${rows}${sums} AS ${identifier(name)}`
  })
  const [found] = await database.query<Tables>(sql`SELECT ${join(tables, ', ')}`)
  return found!
}

/** The log of the records that are read of each table. */
function logOf(rowsOf: (name: string) => Sql, last: number): Sql {
  const records = withLog.map((name) => sql`SELECT ${name}::text AS "of", "id" AS "is" FROM (${rowsOf(name)}) one`)
  return sql`SELECT ${join(logged, ', ')} FROM "log" JOIN (${join(records, ' UNION ALL ')}) r
    ON "entity" = r."of" AND "recordId" = r."is" WHERE "id" > ${last}`
}

function sumsUpTo(last: number, name: string): Sql {
  const [figures, by] = summed[name]!
  const columns = by.map((column) => identifier(column))
  const sums = figures.map((figure) => sql`sum(${identifier(figure)}) AS ${identifier(figure)}`)
  return sql`(SELECT coalesce(jsonb_agg(one), '[]') FROM (SELECT NULL AS "id", ${join([...columns, ...sums], ', ')}
    FROM ${identifier(name)} WHERE "id" <= ${last} GROUP BY ${join(columns, ', ')}) one)`
}

/** The last record of each table: what comes after them is new. */
export async function lastRecords(database: Database): Promise<Record<string, number>> {
  const own = names.filter((name) => !name.includes('.'))
  const last = own.map(async (name): Promise<[string, number]> => {
    const [row] = await database.query<{ last: string | null }>(sql`SELECT max("id") AS last FROM ${identifier(name)}`)
    return [name, Number(row?.last ?? 0)]
  })
  return Object.fromEntries(await Promise.all(last))
}

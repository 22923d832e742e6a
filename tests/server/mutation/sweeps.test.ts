// Proves that what expired goes in slices: no statement deletes everything at once.
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepLinks } from '../../../src/server/endpoints/records/printing/documentLinks'
import { identifier } from '../../../src/server/database/sql/identifier'
import { sweepKeys } from '../../../src/server/mutation/write/idempotency'
import { sweepLookups } from '../../../src/server/mutation/write/lookupTries'
import { sweepUndo } from '../../../src/server/mutation/write/undoRuns'
import { moment, Workshop } from './workshop'

const count = 25_000
/** Rows that one statement may change. */
const atMost = 10_000
const long = new Date(moment.getTime() - 90 * 86_400_000)

let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open()
}, 120_000)
afterAll(() => workshop?.close())

type Query = typeof workshop.database.query

/** Sends what `sweep` sends, and notes how many rows each statement changed. */
async function changesOf(sweep: (query: Query) => Promise<unknown>): Promise<number[]> {
  const changes: number[] = []
  const query: Query = async <T>({ text, values }: Sql) => {
    const { command, rowCount, rows } = await workshop.database.pool.query({ text, values: [...values] })
    if (command !== 'SELECT') changes.push(rowCount ?? 0)
    return rows as T[]
  }
  await sweep(query)
  return changes
}

const number = sql`generate_series(1, ${count}) as number`
const at = sql`${long}::timestamptz + number * interval '1 second'`

it.each<[string, Sql, (query: Query) => Promise<unknown>]>([
  [
    '_idempotency',
    sql`insert into "_idempotency" ("account", "key", "digest", "at") 
      select 1, 'k' || number, '', ${at} from ${number}`,
    (query) => sweepKeys(query, moment),
  ],
  [
    '_undo',
    sql`insert into "_undo" ("run", "account", "entity", "transition", "record", "images", "at")
      select 'r' || number, 1, 'project', 'edit', 1, '[]', ${at} from ${number}`,
    (query) => sweepUndo(query, moment),
  ],
  [
    '_tried',
    sql`insert into "_tried" ("account", "shown", "since", "digests") 
      select 1, 's' || number, ${at}, '{}' from ${number}`,
    (query) => sweepLookups({ query }, moment),
  ],
  [
    '_documentLink',
    sql`insert into "_documentLink" ("digest", "account", "entity", "record", "document", "title", "language", "file",
        "createdAt", "expiresAt", "endedAt")
      select 'd' || number, 1, 'project', 1, 'paper', '', 'en', '', ${long}, ${at},
        case when number > 2000 then ${at} end from ${number}`,
    (query) => sweepLinks({ query }, moment),
  ],
])('%s is emptied in slices, and what has not expired stays', async (table, fill, sweep) => {
  const { query } = workshop.database
  await query(fill)
  const rows = identifier(table)
  const young = { _idempotency: 'at', _undo: 'at', _tried: 'since', _documentLink: 'endedAt' }[table]!
  await query(sql`update ${rows} set ${identifier(young)} = ${moment}
    where ctid in (select ctid from ${rows} order by ${identifier(young)} desc nulls last limit 1)`)
  const changes = await changesOf(sweep)
  expect(changes.length).toBeGreaterThan(2)
  expect(Math.max(...changes)).toBeLessThanOrEqual(atMost)
  const left = await query<{ count: number }>(sql`select count(*)::int as "count" from ${rows}`)
  expect(left).toEqual([{ count: 1 }])
  expect(await changesOf(sweep), 'nothing is left to sweep').toEqual([])
})

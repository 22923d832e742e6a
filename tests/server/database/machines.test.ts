// Proves that a read goes through the coordinator while the machine of its tenant is unknown.
import type pg from 'pg'
import sql from 'sql-template-tag'
import { expect, it, vi } from 'vitest'
import { Machines } from '../../../src/server/database/connection/machines/machines'

const read = Object.assign(sql`select "no" from "loan" where "branch" = ${7}`, { tenantPositions: [0] })

/** A coordinator that answers by the text of a statement. */
const poolOf = (rowsOf: (text: string, values: unknown[]) => Promise<unknown>) => {
  const query = async (given: string | { text: string; values: unknown[] }, values: unknown[] = []) => ({
    rows: typeof given === 'string' ? await rowsOf(given, values) : await rowsOf(given.text, given.values),
  })
  return { query, connect: async () => ({ query, release: () => undefined }) } as unknown as pg.Pool
}
/** The shards of one table in so many groups on one machine. */
const shardRows = (groups: number) =>
  Array.from({ length: groups }, (_, index) => ({
    table: 'loan',
    name: `loan_${100 + index}`,
    shard: String(100 + index),
    from: index * 1000,
    host: 'localhost',
    port: 5000,
    synced: true,
  }))

it('is looked up again after a look-up that failed, and fails no read', async () => {
  let lookUps = 0
  const lines: string[] = []
  const pool = {
    query: async () => {
      lookUps += 1
      throw new Error('Connection terminated')
    },
  } as unknown as pg.Pool
  const machines = new Machines({
    pool,
    log: (line) => lines.push(line),
    open: () => {
      throw new Error('No machine is known.')
    },
  })
  const routes = []
  for (let time = 0; time < 4; time += 1) routes.push(await machines.routeOf(read, 'small'))
  expect(routes).toEqual(Array(4).fill(undefined))
  // A text that comes for the first time is not looked up, and after a failure it counts as new.
  expect(lookUps).toBe(2)
  expect(lines).toHaveLength(2)
})

it('keeps to the map that it began with when everything is looked up again meanwhile', async () => {
  // A shard is split: the tenant of the last group lies in one more group than before.
  const lastGroups = [1, 2]
  let release: () => void = () => undefined
  const waits = new Promise<void>((resolve) => (release = resolve))
  let maps = 0
  let lookUps = 0
  const shardOf = (tenant: number, last: number) => `loan_${100 + (tenant === 7 ? last : tenant % 2)}`
  const pool = poolOf(async (text, values) => {
    if (text.includes('pg_dist_partition')) {
      maps += 1
      const groups = maps === 1 ? 2 : 3
      if (maps === 1) await waits
      return shardRows(groups)
    }
    if (text.includes('get_shard_id_for')) {
      if (values[1] === 7) lookUps += 1
      return [{ shard: shardOf(Number(values[1]), lastGroups[lookUps > 1 ? 1 : 0]!).slice('loan_'.length) }]
    }
    if (text.includes('parameter_types')) return [{ types: ['bigint'] }]
    if (!text.startsWith('explain')) return []
    const query = `SELECT no FROM public.${shardOf(Number(values[0]), 2)} WHERE branch = $1`
    return [{ 'QUERY PLAN': [{ Job: { 'Task Count': 1, Tasks: [{ Query: query }] } }] }]
  })
  const machines = new Machines({ pool, log: () => undefined, open: () => ({ canceller: pool }) as never })
  expect(await machines.routeOf(read, 'small')).toBeUndefined()
  const late = machines.routeOf(read, 'small')
  machines.forget()
  const early = machines.routeOf(read, 'small')
  release()
  await Promise.all([late, early])
  const texts = new Set<string>()
  await vi.waitFor(async () => {
    const route = await machines.routeOf(read, 'small')
    if (route) texts.add(route.text)
    expect(texts.size).toBe(1)
  })
  expect([...texts][0]).toContain('"loan_102"')
})

it('reads several tenants with one statement for each group of shards of the machines that answer', async () => {
  const pool = poolOf(async (text, values) => {
    if (text.includes('pg_dist_partition'))
      return shardRows(3).map((row) => (row.name === 'loan_102' ? { ...row, port: 5001 } : row))
    if (text.includes('get_shard_id_for')) return [{ shard: String(100 + (Number(values[1]) % 3)) }]
    if (text.includes('parameter_types')) return [{ types: ['bigint'] }]
    if (!text.startsWith('explain')) return []
    const query = `SELECT no FROM public.loan_${100 + (Number(values[0]) % 3)} WHERE branch = $1`
    return [{ 'QUERY PLAN': [{ Job: { 'Task Count': 1, Tasks: [{ Query: query }] } }] }]
  })
  const away = poolOf(() => Promise.reject(new Error('connect ECONNREFUSED')))
  const pages = poolOf(async () => [])
  const open = ({ port }: { port: number }) => ({ canceller: port === 5001 ? away : pool, pages }) as never
  const machines = new Machines({ pool, log: () => undefined, open })
  const routes = await vi.waitFor(async () => {
    const given = await machines.routesOf(read, [7, 8, 9, 10], 'large')
    expect(given).toHaveLength(2)
    return given!
  })
  expect(routes.map(({ tenants, values }) => [tenants, values])).toEqual([
    [[7, 10], [[7, 10]]],
    [[9], [[9]]],
  ])
  expect(routes.map(({ text }) => /loan_\d+/.exec(text)![0])).toEqual(['loan_101', 'loan_100'])
  // What is read by ids has one plan for all pages, whichever plan a list takes.
  expect(routes.every((route) => route.pool === pages)).toBe(true)
})

it.each([100, 101])('stays with the coordinator if it reads shard %s whatever its tenant', async (shard) => {
  let plans = 0
  const pool = poolOf(async (text, values) => {
    if (text.includes('pg_dist_partition')) return shardRows(2)
    if (text.includes('get_shard_id_for')) return [{ shard: String(100 + (Number(values[1]) % 2)) }]
    if (text.includes('parameter_types')) return [{ types: ['bigint'] }]
    if (!text.startsWith('explain')) return []
    plans += 1
    const query = `SELECT no FROM public.loan_${shard} WHERE branch = $1`
    return [{ 'QUERY PLAN': [{ Job: { 'Task Count': 1, Tasks: [{ Query: query }] } }] }]
  })
  const machines = new Machines({ pool, log: () => undefined, open: () => ({ canceller: pool }) as never })
  const routes: unknown[] = []
  await vi.waitFor(async () => {
    routes.push(await machines.routeOf(read, 'small'))
    expect(plans).toBe(2)
  })
  routes.push(await machines.routeOf(read, 'small'))
  expect(routes.every((route) => route === undefined)).toBe(true)
})

it('is not looked up for a read of no tenant, of two, or for a write', async () => {
  const pool = { query: () => expect.unreachable() } as unknown as pg.Pool
  const machines = new Machines({ pool, log: () => undefined, open: () => expect.unreachable() })
  const others = [
    sql`select "no" from "loan" where "branch" = ${7}`,
    Object.assign(sql`select "no" from "loan" where "branch" in (${7}, ${8})`, { tenantPositions: [0, 1] }),
    Object.assign(sql`update "loan" set "no" = 1 where "branch" = ${7}`, { tenantPositions: [0] }),
  ]
  for (const other of others)
    for (let time = 0; time < 3; time += 1) expect(await machines.routeOf(other, 'small')).toBeUndefined()
})

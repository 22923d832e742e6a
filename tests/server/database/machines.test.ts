// Does a read go through the coordinator while it is not known where its tenant lies?
import type pg from 'pg'
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { Machines } from '../../../src/server/database/connection/machines/machines'

const read = Object.assign(sql`select "no" from "loan" where "branch" = ${7}`, { tenantPositions: [0] })

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

// Proves that the own connections of the server, when all stay in use, refuse within a second.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseError } from '../../../src/server/database/connection/databaseError'
import { openDatabase, type Database } from '../../../src/server/database/connection/openDatabase'
import { copyEmptyDatabase } from './copyFolder'
import { DatabaseFixture } from './fixture'

const fixture = new DatabaseFixture()
let database: Database
let answersCall = true
beforeAll(async () => {
  await copyEmptyDatabase(fixture.folder())
  database = await openDatabase({
    dataDir: fixture.folder(),
    bufferMegabytes: 64,
    readSeconds: 10,
    answersCall: () => answersCall,
    log: () => undefined,
  })
}, 120_000)
afterAll(async () => {
  await database.close()
  await fixture.clear(fixture.folder())
})

it.each([
  { whose: 'own', limit: 9, of: () => database },
  { whose: 'owner', limit: 4, of: () => database.owner },
])('connections of the pool $whose that stay in use are a refusal', async ({ whose, limit, of }) => {
  const { query, transaction } = of()
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let held = 0
  const holding = Array.from({ length: limit }, () =>
    transaction(() => {
      held += 1
      return ended
    }),
  )
  await expect.poll(() => held, { timeout: 120_000 }).toBe(limit)
  const waiting = query(sql`SELECT 1`).catch((error: unknown) => error)
  const counts = () => database.poolCounts().find(({ pool }) => pool === whose)
  expect(counts()).toMatchObject({ used: limit, waiting: 1 })
  const refusal = await waiting
  expect(counts()).toMatchObject({ used: limit, waiting: 0 })
  end()
  await Promise.all(holding)
  expect(refusal).toMatchObject({ key: 'server_busy', status: 503, retryAfter: 1 })
  expect(databaseError(refusal), 'which jobs report in one line').toBe(refusal)
  expect(await query(sql`SELECT 1 AS "one"`)).toEqual([{ one: 1 }])
})

it('a job waits for them longer, as nobody waits for its answer', async () => {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const holding = Array.from({ length: 9 }, () => database.transaction(() => ended))
  const called = database.query(sql`SELECT 1`).catch((error: unknown) => error)
  answersCall = false
  const waiting = database.query(sql`SELECT 1 AS "one"`)
  answersCall = true
  expect(await called).toMatchObject({ key: 'server_busy' })
  end()
  expect(await waiting).toEqual([{ one: 1 }])
  await Promise.all(holding)
})

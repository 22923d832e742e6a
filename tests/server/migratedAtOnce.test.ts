// Proves that several servers starting on one empty database at once find it ready, with its
// indexes of words.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareOwnTables } from '../../src/server/boot/engineTables'
import { migrate } from '../../src/server/migration/migrate'
import { compiledFixture, fixture } from '../manifest/sources'
import { freshDatabase, type FreshDatabase } from './freshDatabase'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.remove())

it('each finds what the first prepared', async () => {
  const app = compiledFixture(fixture())
  await prepareOwnTables(fresh.database)
  // The connections are open before: opened one after the other, they would start one after the other.
  // One fewer than the pool of their owner holds: the migration that changes the tables needs a second one.
  const three = Array.from({ length: 3 })
  await Promise.all(three.map(() => fresh.database.owner.query(sql`select pg_sleep(0.3)`)))
  const ends = await Promise.allSettled(three.map(() => migrate(fresh.database, app)))
  expect(ends.map((end) => (end.status === 'rejected' ? String(end.reason) : 'ready'))).toEqual(
    three.map(() => 'ready'),
  )
  const indexes = await fresh.database.query(sql`select 1 from pg_indexes where "indexdef" like '%gin_trgm_ops%'`)
  expect(indexes.length).toBeGreaterThan(0)
})

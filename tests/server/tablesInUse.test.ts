// Proves that others go on reading a table while a start or a change of the manifests waits for it,
// as behind a long export or a backup.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { prepareOwnTables } from '../../src/server/boot/engineTables'
import { openSnapshot } from '../../src/server/database/connection/snapshot'
import { identifier } from '../../src/server/database/sql/identifier'
import { migrate } from '../../src/server/migration/migrate'
import { inBoundedTime } from '../../src/server/migration/plan/rehearse'
import { compiledFixture, fixture } from '../manifest/sources'
import { freshDatabase, type FreshDatabase } from './freshDatabase'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  await prepareOwnTables(fresh.database)
  await migrate(fresh.database, compiledFixture())
})
afterAll(() => fresh?.remove())

/** A read that holds its tables until it is closed. */
async function longRead(table: 'book' | '_session' | '_importRow') {
  const reading = await openSnapshot(fresh.database, { reach: 'all' })
  await reading.query(sql`select count(*) from ${identifier(table)}`)
  return reading
}

const path = 'lending/book.entity.json'

function withShelf() {
  const book = JSON.parse(fixture().find((source) => source.path === path)!.text) as { fields: object }
  const fields = { ...book.fields, shelf: { type: 'string', title: ['Shelf', 'Shelf'] } }
  return compiledFixture([{ path, text: JSON.stringify({ ...book, fields }) }])
}

it('a start has no wish for tables that are as they should be', async () => {
  const readings = [await longRead('_session'), await longRead('_importRow')]
  const onWait = vi.fn()
  await prepareOwnTables(fresh.database, onWait)
  expect(onWait).not.toHaveBeenCalled()
  for (const reading of readings) await reading.close()
})

it('a new field waits for the end of an export, and nobody waits behind it', async () => {
  const reading = await longRead('book')
  const ended = vi.fn()
  let migrating: Promise<unknown> | undefined
  await new Promise<void>((onWait) => {
    migrating = migrate(fresh.database, withShelf(), onWait).finally(ended)
  })
  await fresh.database.query(sql`select count(*) from "book"`)
  expect(ended).not.toHaveBeenCalled()
  await reading.close()
  await migrating
  expect(await fresh.database.query(sql`select "shelf" from "book"`)).toEqual([])
})

it('the trial of a change lets go of its tables after a time, however short each of its statements is', async () => {
  const trial = inBoundedTime(
    fresh.database,
    async ({ query }) => {
      await query(sql`lock table "book" in access exclusive mode`)
      for (;;) await query(sql`select 1`)
    },
    0.2,
  )
  await expect(trial).rejects.toMatchObject({ name: 'NotRehearsed', reason: { key: 'whole_too_long' } })
  await fresh.database.query(sql`select count(*) from "book"`)
})

it('the trial of a change waits for a table in use as briefly as the change itself', async () => {
  const reading = await longRead('book')
  const trial = inBoundedTime(fresh.database, ({ query }) => query(sql`lock table "book" in access exclusive mode`))
  await expect(trial).rejects.toMatchObject({ name: 'NotRehearsed', reason: { key: 'table_in_use' } })
  await reading.close()
})

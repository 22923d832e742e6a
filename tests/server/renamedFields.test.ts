// What becomes of values whose field has gone from the manifest? The start is refused with what to write, and what it
// advises keeps them under the new name, or drops them, once.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import { migrate } from '../../src/server/migration/migrate'
import { compiledFixture, fixture } from '../manifest/sources'
import { freshDatabase, type FreshDatabase } from './freshDatabase'

const path = 'lending/book.entity.json'
const before = fixture().find((source) => source.path === path)!.text

/** The library whose books have a `writer` instead of an `author`, with what their manifest says of fields before. */
function renamed(migration?: object): App {
  const text = before.replaceAll('"author"', '"writer"')
  const book = { ...(JSON.parse(text) as object), ...(migration && { migration }) }
  const others = fixture().filter((source) => source.text.includes('"author"') && source.path !== path)
  return compiledFixture([
    { path, text: JSON.stringify(book) },
    ...others.map((source) => ({ ...source, text: source.text.replaceAll('"author"', '"writer"') })),
  ])
}

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  await migrate(fresh.database, compiledFixture())
  await fresh.database.read(
    sql`insert into "book" ("id", "version", "state", "stateAt", "createdAt", "library", "title", "author", "genre")
      values (1, 1, 'shelved', now(), now(), 1, 'Emma', 'Austen', 'novel')`,
  )
})
afterAll(() => fresh?.remove())

const book = async () =>
  (await fresh.database.read<{ row: Record<string, unknown> }>(sql`select to_jsonb(b) as "row" from "book" b`))[0]!.row
const refusal = (app: App) =>
  migrate(fresh.database, app).then(
    () => '',
    (error: Error) => error.message,
  )

it('are kept: the start is refused with the key to write', async () => {
  const message = await refusal(renamed())
  expect(message).toContain('The field "author" of "book" is gone from the manifest')
  const advised = [...message.matchAll(/"(\w+)": \{ "(\w+)"/g)].map(([, key, way]) => `${key}.${way}`)
  expect(advised).toEqual(['migration.rename', 'migration.drop'])
  expect(await book()).toMatchObject({ author: 'Austen' })
})

it('stand under the new name when the manifest says it, once', async () => {
  const app = renamed({ rename: { author: 'writer' } })
  await migrate(fresh.database, app)
  const after = await book()
  expect(after).toMatchObject({ title: 'Emma', writer: 'Austen' })
  expect(after).not.toHaveProperty('author')
  await migrate(fresh.database, app)
  expect(await book()).toEqual(after)
})

it('go when the manifest says so', async () => {
  const dropped = { ...(JSON.parse(before) as object), migration: { drop: ['writer'] } }
  await migrate(fresh.database, compiledFixture([{ path, text: JSON.stringify(dropped) }]))
  const after = await book()
  expect(after).toMatchObject({ title: 'Emma', author: null })
  expect(after).not.toHaveProperty('writer')
})

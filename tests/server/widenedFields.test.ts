// Proves what existing records get in a field that is new or of a wider type.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../../src/server/migration/migrate'
import { compiledFixture, fixture } from '../manifest/sources'
import { freshDatabase, type FreshDatabase } from './freshDatabase'

const path = 'lending/book.entity.json'
const library = (fields: Readonly<Record<string, object>>) => {
  const book = JSON.parse(fixture().find((source) => source.path === path)!.text) as { fields: object }
  return compiledFixture([{ path, text: JSON.stringify({ ...book, fields: { ...book.fields, ...fields } }) }])
}
const pages = (type: string) => ({ pages: { type, title: ['页', 'Pages'] } })

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  await migrate(fresh.database, library(pages('int')))
  await fresh.database.query(
    sql`insert into "book" ("id", "version", "state", "stateAt", "createdAt", "library", "title", "genre", "pages")
      values (1, 1, 'shelved', now(), now(), 1, 'Emma', 'novel', 2000000000000)`,
  )
})
afterAll(() => fresh?.remove())

const stored = async (column: string) =>
  (await fresh.database.query<{ row: Record<string, unknown> }>(sql`select to_jsonb(b) as "row" from "book" b`))[0]!
    .row[column]

it('get a constant default in every language where the field is localized', async () => {
  const slogan = { type: 'string', localized: true, default: "'hello'", title: ['口号', 'Slogan'] }
  const app = library({ ...pages('int'), slogan })
  await migrate(fresh.database, app)
  expect(await stored('slogan')).toEqual(app.product.languages.map(() => 'hello'))
})

it('refuse a type that does not hold their numbers, with what to write, and take it where they fit', async () => {
  const wider = { ...pages('money'), slogan: { type: 'string', localized: true, title: ['口号', 'Slogan'] } }
  await expect(migrate(fresh.database, library(wider))).rejects.toThrow('"pages" of "book" cannot become money')
  await fresh.database.query(sql`update "book" set "pages" = -999999999999`)
  await migrate(fresh.database, library(wider))
  expect(await stored('pages')).toBe(-999_999_999_999)
})

// Proves that JSON of more members than PostgreSQL passes to a function is whole.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jsonArray, jsonObject } from '../../../src/server/database/sql/jsonObject'
import { freshDatabase, type FreshDatabase } from '../freshDatabase'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.remove())

it.each([0, 1, 50, 51, 100, 101, 250])('with %d members', async (count) => {
  const values = Array.from({ length: count }, (_, index) => index)
  const items = values.map((value) => sql`${value}::int`)
  const members = items.map((item, index) => [`m${index}`, item] as const)
  const [row] = await fresh.database.query(sql`SELECT ${jsonArray(items)} AS items, ${jsonObject(members)} AS members`)
  expect(row).toEqual({ items: values, members: Object.fromEntries(values.map((value) => [`m${value}`, value])) })
})

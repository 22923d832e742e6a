// Proves that a sign-in under way does not survive a change of the password it was proven with.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const proof = vi.hoisted(() => ({ before: undefined as (() => Promise<void>) | undefined }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return {
    ...real,
    verify: async (...given: Parameters<typeof real.verify>) => {
      const outcome = await real.verify(...given)
      await proof.before?.()
      return outcome
    },
  }
})

const { savePassword } = await import('../../src/server/auth/passwords')
const { endOtherSessions } = await import('../../src/server/auth/sessions')
const { openLibrary } = await import('./library')

let library: Awaited<ReturnType<typeof openLibrary>>
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library?.close())

it.each(['13900000001', '13900000002'])('of %s', async (login) => {
  const { database } = library.server
  const accounts = await database.query<{ id: number }>(sql`select "id" from "_account" where "login" = ${login}`)
  proof.before = async () => {
    proof.before = undefined
    for (const { id } of accounts) {
      await savePassword(database, id, 'Other#12345')
      await endOtherSessions(database, id, undefined)
    }
  }
  const { code, data } = await library.signIn(login)
  expect([code, data]).toEqual([2001, null])
  expect(await database.query(sql`select 1 from "_session"`)).toEqual([])
  expect((await library.signIn(login, 'Other#12345')).code).toBe(2000)
  await database.query(sql`delete from "_session"`)
})

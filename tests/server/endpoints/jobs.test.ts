// Proves that an administrator runs a job at once: what is due, and no two runs at the same time.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { RunAnswer } from '../../../src/protocol/calls'
import type { JobsAnswer, RunJobAnswer } from '../../../src/protocol/records/jobCalls'
import { underLock } from '../../../src/server/jobs/underLock'
import { openLibrary, type Library } from '../library'

const name = 'loan.lose.0'
let library: Library
let loan: number
beforeAll(async () => {
  library = await openLibrary()
}, 120_000)
afterAll(() => library?.close())
let key = 0
beforeEach(async () => {
  await library.server.database.query(sql`delete from "loan"`)
  const branch = library.ids.get('B1')
  const book = await made('boss', 'book', { title: 'Candide', author: 'A', genre: 'novel', branch, price: '10.00' })
  loan = await made('anna', 'loan', { book, reader: 'Ada', mobile: `1381234${1000 + key}`, due: '2099-01-01' })
})

async function made(account: string, entity: string, values: object): Promise<number> {
  key += 1
  const body = { entity, transition: 'create', key: `runAtOnce${key}`, values }
  const { envelope } = await library.call<RunAnswer>('/api/run', { token: await library.token(account), body })
  expect(envelope).toMatchObject({ code: 2000 })
  return envelope.data.id!
}

const makeDue = () => library.server.database.query(sql`update "loan" set "due" = '2020-01-01' where "id" = ${loan}`)
const stateOf = async () =>
  (await library.server.database.query<{ state: string }>(sql`select "state" from "loan" where "id" = ${loan}`))[0]
    ?.state
const run = async (account: string, job = name) =>
  (await library.call<RunJobAnswer>('/api/jobs/run', { token: await library.token(account), body: { name: job } }))
    .envelope
const listed = async (account: string) =>
  (await library.call<JobsAnswer>('/api/jobs', { token: await library.token(account), body: {} })).envelope

it('does what is due, again within the interval, and nothing else', async () => {
  expect(await run('boss')).toMatchObject({ code: 2000, data: { done: 0, refused: [], more: false } })
  expect(await stateOf()).toBe('lent')
  await makeDue()
  expect(await run('boss')).toMatchObject({ code: 2000, data: { done: 1, refused: [], more: false } })
  expect(await stateOf()).toBe('lost')
})

it('lists each job with its interval and last run', async () => {
  await run('boss')
  const { data } = await listed('boss')
  const { lastRun, ...job } = data.jobs.find((one) => one.name === name)!
  expect(job).toMatchObject({ name, entity: { en: 'Loan' }, transition: { en: 'Lost' }, everySeconds: 3600 })
  expect(Date.parse(lastRun!)).toBeLessThanOrEqual(Date.now())
})

it('is for administrators alone', async () => {
  await makeDue()
  for (const reply of [await run('anna'), await listed('anna')])
    expect(reply).toMatchObject({ code: 2002, key: 'permission_required' })
  expect(await stateOf()).toBe('lent')
})

it('refuses a name that no job has, and tells the nearest names', async () => {
  const reply = await run('boss', 'loan.lose')
  expect(reply).toMatchObject({ code: 2001, key: 'job_not_found' })
  expect(reply.msg).toContain(name)
})

it('refuses a second run while the first goes on, not the next one', async () => {
  await makeDue()
  const during = await underLock(library.server.database, `job ${name}`, () => run('boss'))
  expect(during?.value).toMatchObject({ code: 2001, key: 'job_running' })
  expect(await stateOf()).toBe('lent')
  expect(await run('boss')).toMatchObject({ code: 2000, data: { done: 1 } })
})

it('gives the lock back when the work fails', async () => {
  const failing = underLock(library.server.database, `job ${name}`, () => Promise.reject(new Error('broken')))
  await expect(failing).rejects.toThrow('broken')
  expect(await run('boss')).toMatchObject({ code: 2000 })
})

it('names the records that it could not do', async () => {
  await makeDue()
  const { database } = library.server
  await database.query(sql`alter table "loan" add constraint "kept" check ("state" <> 'lost') not valid`)
  const { data } = await run('boss').finally(() => database.query(sql`alter table "loan" drop constraint "kept"`))
  expect(data).toMatchObject({ done: 0, refused: [{ id: loan, key: 'server_error' }] })
})

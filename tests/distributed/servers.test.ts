// Do two servers on one cluster act as one? What is written through one is heard at the other at once, a session is
// good at both, and what is due by time is done once.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { ListAnswer, RunAnswer } from '../../src/protocol/calls'
import { runDueJobs } from '../../src/server/jobs/jobs'
import { createTeller } from '../story/teller'
import { newDatabase, startProduct, type Product } from '../whole/product'

const server = process.env.TEST_DATABASE_URL!
const both: Product[] = []
let database: Awaited<ReturnType<typeof newDatabase>>

beforeAll(async () => {
  database = await newDatabase(server)
  for (let count = 0; count < 2; count += 1)
    both.push(
      await startProduct({ environment: { DATABASE_URL: database.url, JOBS: 'off', SECRET_KEY: 'ab'.repeat(32) } }),
    )
}, 250_000)
afterAll(async () => {
  for (const product of both) await product.stop()
  await database?.drop()
})

it('a write through one is heard at the other and read there with the same session', { timeout: 120_000 }, async () => {
  const [one, other] = both
  const heard: string[] = []
  other!.server.dependencies.live.onChanged(({ entities }) => heard.push(...entities))
  const teller = createTeller(one!.transport)
  const token = await teller.token('guide')
  const created = await teller.call<RunAnswer>('guide', '/api/run', {
    entity: 'customer',
    transition: 'create',
    key: 'two-servers-1',
    values: { name: '双机客户', mobile: '13755550001', source: 'walkIn', intent: 'C' },
  })
  expect(created.code, created.msg).toBe(2000)
  await vi.waitFor(() => expect(heard).toContain('customer'), { timeout: 20_000 })
  const reply = await other!.transport({
    method: 'POST',
    path: '/api/list',
    headers: { 'x-token': token },
    body: { screen: '/customer/CustomerList', words: '13755550001' },
  })
  expect((reply.body as { data: ListAnswer }).data.rows).toHaveLength(1)
})

it('what is due by time is done once, although both look', { timeout: 200_000 }, async () => {
  const app = both[0]!.server.dependencies.liveApp.current
  // Far enough ahead that the rules of days are due.
  const later = new Date(Date.now() + 90 * 86_400_000)
  const outcomes = await Promise.all(
    both.map(({ server: { dependencies } }) => runDueJobs(dependencies.database, app, later)),
  )
  const unsound = outcomes
    .flatMap(({ failed }) => failed)
    .filter(({ error }) => (error as Error).name !== 'RequestError')
  expect(unsound.map(({ entity, id, error }) => `${entity} ${id}: ${String(error)}`)).toEqual([])
  const done = outcomes.reduce((sum, one) => sum + one.done, 0)
  expect(done).toBeGreaterThan(0)
  const again = await runDueJobs(both[0]!.server.dependencies.database, app, later)
  expect(again.done).toBe(0)
})

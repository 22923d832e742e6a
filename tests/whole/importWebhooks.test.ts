// Tests webhooks of imports:
// one signed event with the records of an import, exactly once, or one per row if the list requires it.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ListAnswer, RunAnswer } from '../../src/protocol/calls'
import type { ImportState } from '../../src/protocol/exchange/exchangeCalls'
import { createOutgoing } from '../../src/server/egress/httpEgress'
import { deliverEvents } from '../../src/server/integrations/webhooks/webhookWorker'
import { sendForgotten } from '../../src/server/endpoints/exchange/importSummaries'
import { summaryBatches } from '../../src/server/mutation/webhooks/summaries'
import { takingTurns } from '../turns'
import { createImporter, sendEach } from './importing'
import { startReceiver, type Received, type Receiver } from './webhookReceiver'
import { useProduct } from './useProduct'

const isToday = takingTurns(2)
const suite = useProduct({ environment: { WEBHOOKS_PRIVATE: 'on' } })
const { answer, compared, takenBack, written } = createImporter(suite)
const screen = '/customer/CustomerList'
const folder = mkdtempSync(join(tmpdir(), 'import-webhooks-'))
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver(join(folder, 'kept'))
  const values = { name: 'crm', address: receiver.address, entity: 'customer' }
  const request = { entity: 'webhook', transition: 'create', key: randomUUID(), values }
  await receiver.verifyWith((await answer<RunAnswer>('owner', '/api/run', request)).secret!)
})
afterAll(async () => {
  await receiver?.kill()
  rmSync(folder, { recursive: true, force: true })
})

type Event = Received['kept'][number]
interface Summary {
  readonly records: readonly { readonly id: number; readonly action: string; readonly toState: string }[]
}
const summaryOf = ({ data }: Event) => data as unknown as Summary
/** The events from the `from`th on, once so many are there. */
async function heard(from: number, count: number): Promise<readonly Event[]> {
  await expect.poll(async () => (await receiver.received()).kept.length, { timeout: 120_000 }).toBe(from + count)
  return (await receiver.received()).kept.slice(from)
}
const keptSoFar = async () => (await receiver.received()).kept.length
const customers = (...names: string[]) =>
  ['姓名,手机,客户来源', ...names.map((name) => `${name},139${String(Math.random()).slice(2, 10)},自然进店`)].join('\n')
const listed = async (words: string) =>
  (await answer<ListAnswer>('owner', '/api/list', { screen, words, size: 200, want: { rows: true } })).rows!
const imported = async (name: string, ...rows: string[]) =>
  written('owner', await compared('owner', screen, name, customers(...rows)))
/** A round of the worker at a later time. */
function deliverLater(): Promise<void> {
  const { database, live, log, liveApp, integrations } = suite.product.server.dependencies
  return deliverEvents({
    database,
    live,
    log,
    liveApp,
    secretStore: integrations.secretStore,
    privateAddresses: true,
    clock: () => new Date(Date.now() + 120_000),
    egress: createOutgoing({ privateNames: true }),
  })
}

it.runIf(isToday())(
  'one event lists what an import has added in several steps, and one what was taken back',
  async () => {
    const names = Array.from({ length: 110 }, (_, at) => `推送${at}`)
    const state = await imported('many.csv', ...names)
    const [event] = await heard(0, 1)
    const about = { entity: 'customer', import: state.id, screen }
    expect(event).toMatchObject({ type: 'customer.import', data: { ...about, action: 'import' } })
    const ids = (await listed('推送')).map(({ id }) => id).sort((a, b) => a - b)
    expect(ids).toHaveLength(names.length)
    expect(summaryOf(event!).records).toEqual(
      ids.map((id) => ({ id, action: 'create', fromState: null, toState: 'following' })),
    )
    await takenBack('owner', state)
    const [back] = await heard(1, 1)
    expect(back).toMatchObject({ type: 'customer.takeBack', data: { ...about, action: 'takeBack' } })
    expect(
      summaryOf(back!)
        .records.map(({ id, toState }) => [id, toState])
        .sort(),
    ).toEqual(ids.map((id) => [id, 'lost']))
    expect((await receiver.received()).forged).toBe(0)
  },
)

/** Confirms an import and goes one step; it is not at its end then. */
async function begunOnly(name: string, ...rows: string[]) {
  const { id } = await compared('owner', screen, name, customers(...rows))
  await answer('owner', '/api/exchange/confirm', { import: id, overwrite: false })
  const state = await answer<ImportState>('owner', '/api/exchange/step', { import: id })
  expect(state).toMatchObject({ phase: 'writing', counts: { created: rows.length } })
  return state
}

it('an import that is never finished is heard of after a quiet hour, and not before', async () => {
  const { dependencies } = suite.product.server
  const count = await keptSoFar()
  const { id } = await begunOnly('closed.csv', '关页甲', '关页乙')
  const waiting = sql`SELECT 1 FROM "_importRow" WHERE "import" = ${id} AND "events" IS NOT NULL`
  for (const [minutes, left] of [
    [59, 1],
    [61, 0],
  ] as const) {
    const movedAt = new Date(Date.now() - minutes * 60_000)
    await dependencies.database.query(sql`UPDATE "_import" SET "movedAt" = ${movedAt} WHERE "id" = ${id}`)
    await sendForgotten(dependencies, new Date())
    expect(await dependencies.database.query(waiting)).toHaveLength(left)
  }
  const [event] = await heard(count, 1)
  expect(summaryOf(event!).records.map(({ id }) => id)).toEqual(
    (await listed('关页')).map(({ id }) => id).sort((a, b) => a - b),
  )
})

it('what a killed step has left is sent once, by steps that come at once or by the next import', async () => {
  const { query } = suite.product.server.dependencies.database
  const count = await keptSoFar()
  const state = await imported('killed.csv', '中断甲', '中断乙')
  const [{ data } = { data: undefined }] = await heard(count, 1)
  const { tenant, records } = data as unknown as Summary & { readonly tenant: number }
  const [{ id: subscription } = { id: 0 }] = await query<{ id: number }>(sql`SELECT "id" FROM "webhook"`)
  const killed = async () => {
    for (const [at, record] of records.entries()) {
      const events = [{ subscription: Number(subscription), tenant, entity: 'customer', ...record }]
      await query(
        sql`UPDATE "_importRow" SET "events" = ${JSON.stringify(events)}::jsonb
          WHERE "import" = ${state.id} AND "row" = ${at + 2}`,
      )
    }
  }
  const listsBoth = async (from: number) => expect(summaryOf((await heard(from, 1))[0]!).records).toEqual(records)
  const queued = async () => (await query(sql`SELECT "id" FROM "webhookDelivery"`)).length
  const before = await queued()
  await killed()
  await query(sql`UPDATE "_import" SET "phase" = 'writing' WHERE "id" = ${state.id}`)
  await Promise.all([1, 2, 3].map(() => answer('owner', '/api/exchange/step', { import: state.id })))
  expect(await queued()).toBe(before + 1)
  await listsBoth(count + 1)
  await killed()
  const old = new Date(Date.now() - 40 * 86_400_000)
  await query(sql`UPDATE "_import" SET "phase" = 'writing', "at" = ${old} WHERE "id" = ${state.id}`)
  await compared('owner', screen, 'next.csv', customers('之后'))
  await listsBoth(count + 2)
  expect(await query(sql`SELECT 1 FROM "_import" WHERE "id" = ${state.id}`)).toEqual([])
})

/** The newest deliveries, the latest first. */
const deliveries = async () =>
  (await answer<ListAnswer>('owner', '/api/list', { screen: '/webhookDeliveries', want: { rows: true } })).rows!.map(
    ({ values }) => values,
  )
async function edited(name: string): Promise<void> {
  const [{ id, version } = { id: 0, version: 0 }] = await listed(name)
  const change = { entity: 'customer', transition: 'edit', id, version, key: randomUUID(), values: { remark: '后来' } }
  await answer('owner', '/api/run', change)
}

it('no event waits for an import that its receiver refuses, nor the import for an event that it refuses', async () => {
  const count = await keptSoFar()
  await receiver.answerWith(404)
  await imported('refused.csv', '拒收甲', '拒收乙')
  await edited('拒收甲')
  const refused = (action: string) => ({ action, status: 404 })
  await expect
    .poll(async () => (await deliveries()).slice(0, 2), { timeout: 120_000 })
    .toMatchObject([refused('edit'), refused('import')])
  await imported('more.csv', '拒收丙')
  await expect.poll(async () => (await deliveries())[0], { timeout: 120_000 }).toMatchObject(refused('import'))
  await receiver.answerWith(200)
  await expect.poll(() => deliverLater().then(keptSoFar), { timeout: 120_000 }).toBe(count + 3)
})

it('what happens to one of its records later waits for its first attempt', async () => {
  const count = await keptSoFar()
  await receiver.answerWith(503)
  await imported('order.csv', '顺序甲', '顺序乙')
  await edited('顺序甲')
  const [edit, summary] = [{ action: 'edit' }, { action: 'import' }]
  const newest = async () => (await deliveries()).slice(0, 2)
  const tried = { status: 503 }
  await expect.poll(newest, { timeout: 120_000 }).toMatchObject([
    { ...edit, ...tried },
    { ...summary, ...tried },
  ])
  // As before any attempt, and due in a later round only.
  const due = new Date(Date.now() + 60_000)
  await suite.product.server.dependencies.database.query(
    sql`UPDATE "webhookDelivery" SET "tries" = 0, "nextAt" = ${due}, "status" = NULL WHERE "state" = 'waiting'`,
  )
  await deliverLater()
  expect(await newest()).toMatchObject([
    { ...edit, tries: 0 },
    { ...summary, tries: 1 },
  ])
  await deliverLater()
  expect((await newest())[0]).toMatchObject({ ...edit, tries: 1 })
  await receiver.answerWith(200)
  await expect.poll(() => deliverLater().then(keptSoFar), { timeout: 120_000 }).toBe(count + 2)
})

it('of many records there are several, of 500 each, none larger than a delivery holds', () => {
  const happened = {
    entity: 'customer',
    action: 'registerWithEverything',
    fromState: 'following',
    toState: 'following',
  }
  const events = Array.from({ length: 1_001 }, (_, at) => ({
    ...happened,
    subscription: 3,
    tenant: 1,
    id: 1_000_000_000 + at,
  }))
  const cause = { action: 'import', import: 1, screen }
  const batches = summaryBatches(suite.product.server.dependencies.liveApp.current, events, cause, new Date())
  const bodies = batches.flatMap(({ requests }) => requests.map(({ values }) => String(values.body)))
  expect(bodies.map((body) => summaryOf(JSON.parse(body) as Event).records.length)).toEqual([500, 500, 1])
  expect(Math.max(...bodies.map((body) => body.length))).toBeLessThan(65_000)
})

it.runIf(isToday())('each row is an event with its record where the list wants that', async () => {
  await sendEach(suite.product, 'customer/CustomerList.screen.json', 'webhooks')
  const count = await keptSoFar()
  await imported('each.csv', '逐条甲', '逐条乙')
  const events = await heard(count, 2)
  expect(events.map(({ type, data }) => [type, (data.record.values as { name: string }).name]).sort()).toEqual([
    ['customer.create', '逐条乙'],
    ['customer.create', '逐条甲'],
  ])
})

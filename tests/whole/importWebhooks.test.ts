// What do other systems hear of an import? One event that lists its records, signed and in order, once; or each row's
// own, where the list wants that.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ListAnswer, RunAnswer } from '../../src/protocol/calls'
import { reloadManifests } from '../../src/server/boot/reload/reloadManifests'
import { createOutgoing } from '../../src/server/egress/httpEgress'
import { deliverEvents } from '../../src/server/integrations/webhooks/webhookWorker'
import { summaryRequests } from '../../src/server/mutation/webhooks/summaries'
import { createImporter } from './importing'
import { startReceiver, type Received, type Receiver } from './webhookReceiver'
import { useProduct } from './useProduct'

const use = useProduct({ environment: { WEBHOOKS_PRIVATE: 'on' } })
const { answer, compared, stepped, takenBack, written } = createImporter(use)
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
  await expect.poll(async () => (await receiver.received()).kept.length, { timeout: 20_000 }).toBe(from + count)
  return (await receiver.received()).kept.slice(from)
}
const keptSoFar = async () => (await receiver.received()).kept.length
const customers = (...names: string[]) =>
  ['姓名,手机,客户来源', ...names.map((name) => `${name},139${String(Math.random()).slice(2, 10)},自然进店`)].join('\n')
const listed = async (words: string) =>
  (await answer<ListAnswer>('owner', '/api/list', { screen, words, want: { rows: true } })).rows!
const imported = async (name: string, ...rows: string[]) =>
  written('owner', await compared('owner', screen, name, customers(...rows)))
/** A round of the worker at a later time. */
function deliverLater(): Promise<void> {
  const { database, live, log, holder, integrations } = use.product.server.dependencies
  return deliverEvents({
    ...{ database, live, log, holder, vault: integrations.vault, privateAddresses: true },
    clock: () => new Date(Date.now() + 120_000),
    egress: createOutgoing({ privateNames: true }),
  })
}

it('one event lists what an import has added, and one what was taken back', async () => {
  const state = await imported('three.csv', '推送甲', '推送乙', '推送丙')
  const [event] = await heard(0, 1)
  const about = { entity: 'customer', import: state.id, screen, count: 3, part: 1, parts: 1 }
  expect(event).toMatchObject({ type: 'customer.import', data: { ...about, action: 'import' } })
  const ids = (await listed('推送')).map(({ id }) => id).sort((a, b) => a - b)
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
})

it('a step that is repeated after the events were queued queues none again', async () => {
  const { query } = use.product.server.dependencies.database
  const count = await keptSoFar()
  const state = await compared('owner', screen, 'killed.csv', customers('中断甲', '中断乙'))
  let now = await answer<typeof state>('owner', '/api/exchange/confirm', { import: state.id, overwrite: false })
  while (now.counts.created !== 2) now = await answer('owner', '/api/exchange/step', { import: state.id })
  const rows = await query<{ row: number; events: unknown }>(
    sql`SELECT "row", "events" FROM "_importRow" WHERE "import" = ${state.id}`,
  )
  expect(await keptSoFar(), 'nothing before the end').toBe(count)
  await stepped('owner', now)
  await heard(count, 1)
  for (const { row, events } of rows)
    await query(
      sql`UPDATE "_importRow" SET "events" = ${JSON.stringify(events)}::jsonb
        WHERE "import" = ${state.id} AND "row" = ${row}`,
    )
  await query(sql`UPDATE "_import" SET "phase" = 'writing' WHERE "id" = ${state.id}`)
  await stepped('owner', { ...state, phase: 'writing' })
  await imported('next.csv', '之后')
  expect((await heard(count + 1, 1))[0]).toMatchObject({ data: { count: 1 } })
})

it('what happens to one of its records later is sent after it', async () => {
  const count = await keptSoFar()
  await receiver.answerWith(503)
  await imported('order.csv', '顺序甲', '顺序乙')
  const [{ id, version } = { id: 0, version: 0 }] = await listed('顺序甲')
  const change = { entity: 'customer', transition: 'edit', id, version, key: randomUUID(), values: { remark: '后来' } }
  await answer('owner', '/api/run', change)
  const deliveries = async () =>
    (await answer<ListAnswer>('owner', '/api/list', { screen: '/webhookDeliveries', want: { rows: true } })).rows!
  await expect.poll(async () => (await deliveries())[1]?.values).toMatchObject({ action: 'import', status: 503 })
  await deliverLater()
  const [later, summary] = await deliveries()
  expect([later!.values, summary!.values]).toMatchObject([{ action: 'edit', tries: 0 }, { action: 'import' }])
  expect(summary!.values.tries).toBeGreaterThan(1)
  await receiver.answerWith(200)
  await expect.poll(() => deliverLater().then(keptSoFar), { timeout: 20_000 }).toBe(count + 2)
  expect((await heard(count, 2)).map(({ type }) => type)).toEqual(['customer.import', 'customer.edit'])
})

it('of many records there are several, of 500 each, none larger than a delivery holds', () => {
  const happened = {
    entity: 'customer',
    action: 'registerWithEverything',
    fromState: 'following',
    toState: 'following',
  }
  const events = Array.from({ length: 1_001 }, (_, at) => ({
    ...{ ...happened, subscription: 3, tenant: 1, id: 1_000_000_000 + at },
  }))
  const cause = { action: 'import', import: 1, screen }
  const requests = summaryRequests(use.product.server.dependencies.holder.current, events, cause, new Date())
  const bodies = requests.map(({ values }) => String(values!.body))
  expect(bodies.map((body) => summaryOf(JSON.parse(body) as Event).records.length)).toEqual([500, 500, 1])
  expect(new Set(requests.map(({ part }) => part)).size).toBe(3)
  expect(Math.max(...bodies.map((body) => body.length))).toBeLessThan(65_000)
})

it('each row is an event with its record where the list wants that', async () => {
  const file = join(use.product.schemas, 'customer/CustomerList.screen.json')
  const before = readFileSync(file, 'utf8')
  writeFileSync(file, before.replace('"exchange": {', '"exchange": { "webhooks": "each",'))
  await reloadManifests(use.product.server.dependencies, 'on')
  expect(use.product.server.dependencies.holder.problems).toEqual([])
  const count = await keptSoFar()
  await imported('each.csv', '逐条甲', '逐条乙')
  const events = await heard(count, 2)
  expect(events.map(({ type, data }) => [type, (data.record.values as { name: string }).name]).sort()).toEqual([
    ['customer.create', '逐条乙'],
    ['customer.create', '逐条甲'],
  ])
})

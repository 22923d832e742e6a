// Tests webhooks:
// subscribed events are signed, ordered per record and repeated until accepted; nothing of other tenants, and nothing
// that the subscriber may not read.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ListAnswer, RecordAnswer, RunAnswer } from '../../src/protocol/calls'
import { createOutgoing } from '../../src/server/egress/httpEgress'
import { sweepAged } from '../../src/server/jobs/sweepAged'
import { deliverEvents } from '../../src/server/integrations/webhooks/webhookWorker'
import type { Teller } from '../story/teller'
import type { Product } from './product'
import { startReceiver, type Receiver } from './webhookReceiver'

/** The product with WEBHOOKS_PRIVATE=on that the cases use; `lines`: its log. */
interface Used {
  readonly product: Product
  readonly teller: Teller
  readonly lines: readonly string[]
}

let used: Used
const folder = mkdtempSync(join(tmpdir(), 'webhooks-'))
let receiver: Receiver
const secrets: string[] = []

const run = (
  role: string,
  entity: string,
  transition: string,
  request: { id?: number; version?: number; values?: object },
) => used.teller.call<RunAnswer>(role, '/api/run', { entity, transition, key: randomUUID(), ...request })
const act = (action: string, id: number, values?: object) => used.teller.act('owner', action, id, values)
const subscribe = (role: string, values: object) =>
  run(role, 'webhook', 'create', {
    values: { name: randomUUID(), address: receiver.address, entity: 'customer', ...values },
  })
/** Subscribes and lets the receiver verify with the secret. */
async function follow(role: string, values: object): Promise<number> {
  const { code, msg, data } = await subscribe(role, values)
  expect([code, msg]).toEqual([2000, msg])
  secrets.push(data.secret!)
  await receiver.verifyWith(data.secret!)
  return data.id
}
async function customer(at: number, values: object = {}): Promise<number> {
  const { id: guide, store } = await used.teller.account('owner')
  const own = { name: `客户${at}`, mobile: `1660000${1000 + at}`, source: 'walkIn', intent: 'A', store, guide }
  const { code, msg, data } = await run('owner', 'customer', 'create', { values: { ...own, ...values } })
  expect([code, msg]).toEqual([2000, msg])
  return data.id
}
const edit = (id: number, remark: string) => act('customer.edit', id, { remark })
const deliveries = async (role = 'owner') =>
  (
    await used.teller.call<ListAnswer>(role, '/api/list', {
      screen: '/webhookDeliveries',
      want: { rows: true },
      size: 50,
    })
  ).data.rows!
async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${used.product.address}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)![1])
}
const keptOf = async (id: number) => (await receiver.received()).kept.filter(({ data }) => data.id === id)
/** The results of what was posted in rounds at a later time. */
const attempts: string[] = []
/** A round of the worker at a later time. */
const deliverLater = (milliseconds: number) => deliverBy(() => new Date(Date.now() + milliseconds))
function deliverBy(clock: () => Date): Promise<void> {
  const { database, live, log, liveApp, integrations } = used.product.server.dependencies
  return deliverEvents({
    database,
    live,
    log,
    liveApp,
    secretStore: integrations.secretStore,
    privateAddresses: true,
    onAttempt: (result) => attempts.push(result),
    clock,
    egress: createOutgoing({ privateNames: true }),
  })
}

/** To be called where a file begins. */
export function describeWebhooks(from: () => Used): void {
  beforeAll(async () => {
    used = from()
    receiver = await startReceiver(join(folder, 'kept'))
  })
  afterAll(async () => {
    await receiver?.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  it('an event is sent once, signed, when the condition holds, with what the subscriber may read', sendsOnce)
  it('what is no action, no field or no address is refused where it stands', refusesWrong)
  it('is sent again under its id until accepted; the next of its record waits, those of others do not', sendsAgain)
  it('is given up after three days, and sent anew by hand', givesUp)
  it('a new secret replaces the former; an event on its way to a webhook that is deleted ends', renewsSecret)
  it('a receiver that is slow holds up nothing of others', waitsForNone)
  it('an effect calls those who subscribed its destination, and them only', callsDestination)
  it('its own administrator changes address and condition; events on their way go there', editsSubscription)
  it('one of an earlier version, whose action lacks its entity, goes on and is edited', editsBareAction)
  it('what was delivered is removed after the configured days, and what was not stays', sweepsDelivered)
  it('other tenants hear nothing and see nothing', keepsApart)
  it('no secret is stored, logged or shown again', keepsSecrets)
}

async function sendsOnce(): Promise<void> {
  const webhook = await follow('owner', { action: 'customer.create', condition: "intent == 'A'" })
  const cold = await customer(1, { intent: 'B' })
  const warm = await customer(2)
  await expect.poll(() => keptOf(warm)).toHaveLength(1)
  const { kept, forged } = await receiver.received()
  expect([kept.map(({ data }) => data.id), forged]).toEqual([[warm], 0])
  expect(kept[0]).toMatchObject({
    type: 'customer.create',
    data: { entity: 'customer', action: 'create', fromState: null, toState: 'following' },
  })
  const page = await used.teller.call<RecordAnswer>('owner', '/api/record', { entity: 'customer', id: warm })
  const { values } = kept[0]!.data.record as { values: Record<string, unknown> }
  expect(values.mobile, 'masked as on the page').toBe(page.data.record.values.mobile)
  expect(Object.keys(values).sort()).toEqual(Object.keys(page.data.record.values).sort())
  await expect
    .poll(() => deliveries())
    .toMatchObject([{ state: 'sent', values: { recordId: warm, result: 'accepted', tries: 1 } }])
  await act('webhook.pause', webhook)
  await customer(3)
  expect(await deliveries()).toHaveLength(1)
  expect(await keptOf(cold)).toEqual([])
  await act('webhook.remove', webhook)
}

async function refusesWrong(): Promise<void> {
  for (const [field, value, text] of [
    ['action', 'customer.fly', /./],
    ['action', 'order.create', /./],
    ['condition', 'intent ==', /./],
    ['condition', "wealth == 'A'", /wealth/],
    ['condition', "me.name == 'A'", /me/],
    ['condition', "mobile == '13800000001'", /mobile/],
    ['address', 'http://example.com/', /./],
    ['address', 'https://user@example.com/', /./],
  ] as const) {
    const { code, data } = await subscribe('owner', { [field]: value })
    expect([field, value, code]).toEqual([field, value, 2001])
    expect(JSON.stringify(data)).toMatch(new RegExp(`"${field}".*${text.source}`))
  }
  for (const role of ['manager', 'finance']) expect((await subscribe(role, {})).code, role).toBe(2002)
}

async function sendsAgain(): Promise<void> {
  const webhook = await follow('owner', {})
  await receiver.answerWith(503)
  const first = await customer(4)
  await edit(first, 'second')
  const other = await customer(5)
  const tried = { result: 'refused', status: 503 }
  await expect
    .poll(async () => (await deliveries()).slice(0, 3))
    .toMatchObject([
      { values: { recordId: other, ...tried } },
      { values: { recordId: first, tries: 0 } },
      { values: { recordId: first, ...tried } },
    ])
  await receiver.answerWith(200)
  await expect.poll(() => deliverLater(120_000).then(() => keptOf(first))).toHaveLength(2)
  const { kept, arrivals, forged } = await receiver.received()
  const own = kept.filter(({ data }) => data.id === first)
  expect([own.map(({ data }) => data.action), forged]).toEqual([['create', 'edit'], 0])
  expect(arrivals.filter((id) => id === own[0]!.id).length).toBeGreaterThan(1)
  await act('webhook.remove', webhook)
}

async function givesUp(): Promise<void> {
  const webhook = await follow('owner', { action: 'customer.edit' })
  const id = await customer(6)
  await receiver.answerWith(500)
  await edit(id, 'unheard')
  const latest = async () => (await deliveries())[0]!
  await expect.poll(latest).toMatchObject({ state: 'waiting', values: { recordId: id, result: 'refused' } })
  // Each pause is twice as long as the one before, up to four hours; that of five seconds has begun.
  const dueAt = async () => new Date(String((await latest()).values.nextAt))
  const pauses: number[] = []
  for (let due = await dueAt(); pauses.length < 13;) {
    await deliverBy(() => due)
    const next = await dueAt()
    pauses.push((next.getTime() - due.getTime()) / 1_000)
    due = next
  }
  const hours = 4 * 3_600
  expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120, 10_240, hours, hours])
  // The receiver takes what comes from days ahead for a forgery.
  const late = () => deliverLater(3 * 24 * 3_600_000 + 60_000)
  await expect
    .poll(() => late().then(latest))
    .toMatchObject({ state: 'dead', can: ['resend'], values: { result: 'refused' } })
  const dead = await latest()
  await receiver.answerWith(200)
  const { id: delivery, version } = dead
  expect((await run('manager', 'webhookDelivery', 'resend', { id: delivery, version })).code).toBe(2002)
  await act('webhookDelivery.resend', dead.id)
  await expect.poll(() => keptOf(id)).toHaveLength(1)
  expect((await receiver.received()).arrivals.filter((one) => one === dead.values.event).length).toBeGreaterThan(1)
  await act('webhook.remove', webhook)
}

async function renewsSecret(): Promise<void> {
  const webhook = await follow('owner', { action: 'customer.edit' })
  const id = await customer(7)
  const many = { entity: 'webhook', transition: 'renew', records: [{ id: webhook, version: 1 }], key: randomUUID() }
  expect((await used.teller.call('owner', '/api/batch', many)).key, 'no answer of many shows it').toBe(
    'action_not_found',
  )
  const renewed = await act('webhook.renew', webhook)
  expect(renewed.secret).toMatch(/^whsec_/)
  expect(secrets).not.toContain(renewed.secret)
  const { forged } = await receiver.received()
  expect((await edit(id, 'unknown signature')).undo, 'another system hears of it').toBeUndefined()
  await expect.poll(async () => (await deliveries())[0]).toMatchObject({ values: { result: 'refused', status: 401 } })
  expect((await receiver.received()).forged).toBeGreaterThan(forged)
  await act('webhook.remove', webhook)
  expect((await edit(id, 'nobody hears of it')).undo).toBeDefined()
  await expect
    .poll(async () => (await deliverLater(120_000), (await deliveries())[0]))
    .toMatchObject({ state: 'dead', values: { result: 'removed' } })
  expect(attempts, 'nothing was posted to it').not.toContain('removed')
  expect(attempts.length).toBeGreaterThan(0)
  secrets.push(renewed.secret!)
}

async function waitsForNone(): Promise<void> {
  let [open, closed] = [0, 0]
  const silent = createServer((request) => {
    open += 1
    request.socket.once('close', () => (closed += 1))
  })
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const { port } = silent.address() as AddressInfo
  const slow = await subscribe('owner', { action: 'customer.create', address: `http://127.0.0.1:${port}/` })
  await customer(9)
  await expect.poll(() => open).toBe(1)
  const webhook = await follow('owner', { action: 'customer.create' })
  const id = await customer(10)
  await expect.poll(() => keptOf(id)).toHaveLength(1)
  expect(closed, 'still waiting for the other').toBe(0)
  for (const one of [slow.data.id, webhook]) await act('webhook.remove', one)
  silent.closeAllConnections()
  silent.close()
}

/** An approved down payment of a new customer. */
async function approvedEarnest(at: number): Promise<{ id: number; undo?: unknown }> {
  const values = { customer: await customer(at), kind: 'earnest', amount: '100.00', payMethod: 'cash', order: null }
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const made = await run('owner', 'receipt', 'create', { values: { ...values, paidOn: today } })
  expect([made.code, made.msg]).toEqual([2000, made.msg])
  const { id, version } = made.data
  const approved = await run('finance', 'receipt', 'approveEarnest', { id, version })
  expect([approved.code, approved.msg]).toEqual([2000, approved.msg])
  return { id, undo: approved.data.undo }
}

async function callsDestination(): Promise<void> {
  const before = (await deliveries()).length
  await approvedEarnest(20)
  expect(await deliveries(), 'no address for it').toHaveLength(before)
  const webhook = await follow('owner', { entity: 'receipt', destination: 'accounting' })
  const { id, undo } = await approvedEarnest(21)
  expect(undo).toBeUndefined()
  await expect.poll(() => keptOf(id)).toHaveLength(1)
  expect((await keptOf(id))[0]).toMatchObject({
    type: 'receipt.approveEarnest',
    data: { destination: 'accounting', fromState: 'pending', toState: 'approved' },
  })
  expect((await deliveries()).length, 'not what nothing addressed to it').toBe(before + 1)
  await receiver.answerWith(503)
  const { id: second } = await approvedEarnest(22)
  await expect.poll(async () => (await deliveries())[0]).toMatchObject({ values: { recordId: second, status: 503 } })
  await receiver.answerWith(200)
  await expect.poll(() => deliverLater(120_000).then(() => keptOf(second))).toHaveLength(1)
  await act('webhook.remove', webhook)
}

async function editsSubscription(): Promise<void> {
  const webhook = await follow('owner', { action: 'customer.edit', address: 'http://127.0.0.1:9/' })
  const id = await customer(23)
  await edit(id, 'unheard')
  await expect.poll(async () => (await deliveries())[0]).toMatchObject({ state: 'waiting', values: { result: 'down' } })
  const waiting = await figure('webhooks_waiting')
  expect(waiting).toBeGreaterThan(0)
  await act('webhook.pause', webhook)
  expect(await figure('webhooks_waiting'), 'a paused webhook keeps its events').toBe(waiting - 1)
  await act('webhook.resume', webhook)
  expect(await figure('webhooks_waiting')).toBe(waiting)
  const { data } = await used.teller.call<RecordAnswer>('owner', '/api/record', { entity: 'webhook', id: webhook })
  const { version } = data.record
  const change = (role: string, values: object) => run(role, 'webhook', 'edit', { id: webhook, version, values })
  expect((await change('admin', { address: receiver.address })).code, 'another administrator').not.toBe(2000)
  expect((await change('owner', { condition: "wealth == 'A'" })).code).toBe(2001)
  await act('webhook.edit', webhook, { address: receiver.address, condition: "intent == 'B'" })
  await expect.poll(() => deliverLater(120_000).then(() => keptOf(id))).toHaveLength(1)
  const count = (await deliveries()).length
  await edit(id, 'not of intent B')
  expect(await deliveries()).toHaveLength(count)
  await act('webhook.remove', webhook)
}

async function editsBareAction(): Promise<void> {
  const webhook = await follow('owner', { action: 'customer.edit', address: 'http://127.0.0.1:9/' })
  const { database } = used.product.server.dependencies
  await database.query(sql`update "webhook" set "action" = 'edit' where "id" = ${webhook}`)
  // A form gives back all that it shows.
  const { data } = await used.teller.call<RecordAnswer>('owner', '/api/record', { entity: 'webhook', id: webhook })
  const { name, entity, action } = data.record.values
  const { version } = data.record
  const wrong = { id: webhook, version, values: { action: 'create' } }
  expect((await run('owner', 'webhook', 'edit', wrong)).code, 'only what is stored').toBe(2001)
  await act('webhook.edit', webhook, { name, entity, action, address: receiver.address })
  const id = await customer(24)
  await edit(id, 'heard')
  await expect.poll(async () => (await keptOf(id)).map(({ type }) => type)).toEqual(['customer.edit'])
  await act('webhook.remove', webhook)
}

async function sweepsDelivered(): Promise<void> {
  const { database, liveApp } = used.product.server.dependencies
  const sweep = (after: number) =>
    sweepAged(
      database,
      liveApp.current,
      { auditDays: 30, programCallDays: 30, webhookDays: 30 },
      new Date(Date.now() + after * 86_400_000),
    )
  const before = await deliveries()
  await sweep(29)
  expect(await deliveries()).toHaveLength(before.length)
  await sweep(31)
  const left = await deliveries()
  expect(before.map(({ state }) => state)).toContain('sent')
  expect(left.map(({ id }) => id)).toEqual(before.filter(({ state }) => state !== 'sent').map(({ id }) => id))
  expect(left.length).toBeGreaterThan(0)
}

async function keepsApart(): Promise<void> {
  await follow('admin', { action: 'customer.create' })
  const before = (await deliveries('admin')).length
  const id = await customer(8)
  expect([(await deliveries('admin')).length, await keptOf(id)]).toEqual([before, []])
  const { rows } = (
    await used.teller.call<ListAnswer>('owner', '/api/list', { screen: '/webhooks', want: { rows: true }, size: 50 })
  ).data
  expect(rows!.map(({ values }) => values.createdBy)).not.toContainEqual(expect.objectContaining({ title: '总部运营' }))
}

async function keepsSecrets(): Promise<void> {
  expect(secrets.length).toBeGreaterThan(4)
  for (const secret of secrets) {
    const plain = secret.replace('whsec_', '')
    expect(used.lines.join('\n')).not.toContain(plain)
    for (const table of ['webhook', 'webhookDelivery', 'log', '_idempotency'])
      expect(
        await used.product.server.dependencies.database.query(
          sql`select 1 from ${sql([`"${table}"`])} as t where position(${plain} in t::text) > 0`,
        ),
      ).toEqual([])
  }
}

// Tests that booked visits and orders are linked, and that an order states what is due before its
// contract takes effect.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { ListAnswer, RecordAnswer, RecordData, RefValue, RunAnswer } from '../../src/protocol/calls'
import type { ReportAnswer } from '../../src/protocol/reportCalls'
import { createFormModel } from '../../src/ui/form/model/formModel'
import { translatorOf } from '../pageTexts'
import { visit } from '../../src/manifest/expression/analyze'
import type { Rule, RuleNode } from '../../src/manifest/model/rule'
import type { Envelope } from '../../src/protocol/envelope'
import { readSchemas } from './schemas'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
async function answer<T>(role: string, path: string, body: object): Promise<T> {
  const { code, msg, data } = await suite.teller.call<T>(role, path, body)
  expect(code, `${role} ${path} ${JSON.stringify(body)} ${msg} ${JSON.stringify(data)}`).toBe(2000)
  return data
}
const request = (entity: string, transition: string, body: object) => ({
  entity,
  transition,
  key: randomUUID(),
  ...body,
})
const run = (role: string, entity: string, transition: string, body: object) =>
  answer<RunAnswer>(role, '/api/run', request(entity, transition, body))
const list = async (screen: string, role = 'owner') =>
  (await answer<ListAnswer>(role, '/api/list', { screen, size: 200, want: { rows: true } })).rows!
const record = async (entity: string, id: number): Promise<RecordData> =>
  (await answer<RecordAnswer>('owner', '/api/record', { entity, id })).record
const ref = (value: unknown) => (value as RefValue | null)?.id

/** An order whose customer has no visit booked, with one of a type booked for a day. */
async function withVisit(screen: string, type: string, at: string) {
  const booked = new Set((await list('/customer/Subscribe')).map(({ values }) => ref(values.customer)))
  const [row] = (await list(screen)).filter(({ values }) => !booked.has(ref(values.customer)))
  const { id, values } = await record('order', row!.id)
  const visit = { customer: ref(values.customer), type, at, store: ref(values.store), address: values.address }
  const { id: appointment } = await run('owner', 'appointment', 'create', { values: visit })
  return { id, appointment: appointment!, order: await record('order', id) }
}

describe('a booked visit', () => {
  it('is proposed where a measurer is assigned, and done with the measurement', async () => {
    const { id, appointment, order } = await withVisit('/order/Measure', 'measure', '2031-03-04T10:00:00.000Z')
    expect(String(order.values.measureVisitAt)).toContain('2031-03-04')
    const rooms = [{ room: 'kitchen', width: 3000, depth: 2000, height: 2600 }]
    const values = { measuredAt: new Date().toISOString(), siteCondition: 'ready', rooms }
    await run('owner', 'order', 'measure', { id, version: order.version, values })
    const visit = await record('appointment', appointment)
    expect(visit.state).toBe('arrived')
    expect(visit.values.at, 'what was booked').toBe('2031-03-04T10:00:00.000Z')
    expect(new Date(String(visit.values.arrivedAt)).getTime()).toBeLessThanOrEqual(Date.now())
  })

  it('is no visit where its order goes on before its day', async () => {
    const [row] = await list('/order/Invitation')
    const visitAt = '2031-03-07T02:00:00.000Z'
    const { version } = await run('owner', 'order', 'invite', {
      id: row!.id,
      version: row!.version,
      values: { inviteMethod: 'phone', visitAt },
    })
    const { values } = await record('order', row!.id)
    await run('owner', 'order', 'rejectCase', { id: row!.id, version, note: '吊柜高度要改' })
    const told = `${(values.customer as RefValue).label} 的订单 ${row!.label} 方案被退回`
    const { database } = suite.product.server.dependencies
    expect(await database.query(sql`SELECT "id" FROM "message" WHERE "title"->>0 = ${told}`)).toHaveLength(1)
    const visits = (await list('/customer/Subscribe')).filter(({ values: one }) => ref(one.order) === row!.id)
    expect(visits.map(({ state, values: one }) => [state, one.at, one.arrivedAt])).toEqual([['arrived', visitAt, null]])
    const follows = (await list('/customer/Follow')).filter(
      ({ values: one }) => ref(one.customer) === ref(values.customer),
    )
    expect(follows.map(({ values: one }) => one.content)).not.toContain('客户按预约到店')
    expect(follows.map(({ values: one }) => one.method)).toContain('system')
  })

  it('of the same day refuses an invitation at its date, with the moment', async () => {
    const { id, order } = await withVisit('/order/Invitation', 'sign', '2031-03-05T02:00:00.000Z')
    const values = { inviteMethod: 'phone', visitAt: '2031-03-05T06:00:00.000Z' }
    const refused = await suite.teller.call<{ errors?: unknown }>(
      'owner',
      '/api/run',
      request('order', 'invite', { id, version: order.version, values }),
    )
    expect(JSON.stringify(refused)).toContain('visitAt')
    expect(refused.msg + JSON.stringify(refused.data)).toContain('2031-03-05 10:00')
  })

  it('of the customer becomes the one that the order is invited to, at the time agreed then', async () => {
    const orders = await Promise.all((await list('/order/Invitation')).map(({ id }) => record('order', id)))
    const order = orders.find(({ values }) => values.bookedVisitAt)!
    const booked = async () =>
      (await list('/customer/Subscribe')).filter(
        ({ state, values }) => state === 'booked' && ref(values.customer) === ref(order.values.customer),
      )
    const before = await booked()
    const visit = before.find(({ values }) => values.at === order.values.bookedVisitAt)!
    const visitAt = '2031-03-09T06:00:00.000Z'
    const values = { inviteMethod: 'phone', visitAt }
    await run('owner', 'order', 'invite', { id: order.id, version: order.version, values })
    expect((await booked()).map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort())
    const { values: moved } = await record('appointment', visit.id)
    expect([moved.at, moved.type, ref(moved.order)]).toEqual([visitAt, 'design', order.id])
  })
})

const literalsOf = (root: RuleNode): string[] => {
  const texts: string[] = []
  visit(root, (node) => {
    if (node.kind === 'literal' && typeof node.value === 'string') texts.push(node.value)
  })
  return texts
}

describe('what the system writes into a record', () => {
  const contents = async (language: string, asked: object) => {
    const reply = await suite.product.transport({
      method: 'POST',
      path: '/api/list',
      headers: { 'x-token': await suite.teller.token('owner'), 'x-language': language },
      body: { client: 'dealerPc', screen: '/customer/Follow', size: 200, want: { rows: true }, ...asked },
    })
    return ((reply.body as Envelope<ListAnswer>).data.rows ?? []).map(({ values }) => values.content)
  }
  const of = (customer: number | undefined) => ({
    filters: [{ field: 'customer', operator: 'in', value: [customer] }],
  })

  it('is read by each in their language, with the titles of choices, and found by its words', async () => {
    const [row] = (await list('/order/Invitation')).slice(1)
    const { id, version, values } = await record('order', row!.id)
    const invited = { inviteMethod: 'phone', inviteResult: 'unreachable' }
    await run('owner', 'order', 'recordInvite', { id, version, values: invited })
    const customer = ref(values.customer)
    expect(await contents('zh', of(customer))).toContain('邀约：未联系上')
    expect(await contents('en', of(customer))).toContain('Invitation: Unreachable')
    expect(await contents('en', { words: 'Invitation:' })).toContain('Invitation: Unreachable')
    expect(await contents('en', { words: '邀约：' })).not.toContain('Invitation: Unreachable')
  })

  it('stays in one text where a person has written it, and is found by any part of it', async () => {
    const { customer } = (await list('/customer/Follow'))[0]!.values
    const content = '客户说 "100%_满意"，路径 C:\\图纸'
    await run('owner', 'follow', 'create', { values: { customer: ref(customer), method: 'phone', content } })
    for (const language of ['zh', 'en'])
      for (const words of ['客户说', '"1', '%_', '\\图', '满', '"', '\\', 'C:\\图纸'])
        expect(await contents(language, { words }), words).toContain(content)
    expect(await contents('zh', { words: '", "' })).not.toContain(content)
  })

  it('comes from no rule, whose words have one language', () => {
    const foreign: string[] = []
    const look = (place: string, value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      const words = 'node' in value ? literalsOf((value as Rule).node).join(' ') : ''
      // What an account is sent before it has chosen a language is in both.
      if (/[\u4e00-\u9fff]/.test(words) && !/[a-z]{3} [a-z]{2}/i.test(words)) foreign.push(`${place}: ${words}`)
      if (!('node' in value)) for (const [key, part] of Object.entries(value)) look(`${place}.${key}`, part)
    }
    let looked = 0
    for (const { name, transitions } of Object.values(readSchemas().entities))
      for (const { name: transition, set, append, effects } of Object.values(transitions)) {
        look(`${name}.${transition}`, { set, append, effects })
        looked += effects.length
      }
    expect(looked).toBeGreaterThan(200)
    expect(foreign).toEqual([])
  })
})

describe('before its contract takes effect', () => {
  it('an order shows the pending amount and what is due of it', async () => {
    const waiting = await list('/order/CheckContract')
    expect(waiting.length).toBeGreaterThan(0)
    for (const { id } of waiting) {
      const contract = await record('contract', id)
      const { values } = await record('order', ref(contract.values.order)!)
      expect(values.agreedAmount).toBeNull()
      expect(values.pendingAmount).toBe(contract.values.amount)
      expect(Number(values.expectedBalance)).toBeCloseTo(Number(contract.values.amount) - Number(values.netReceived), 2)
      expect(values.expectedBalance).toBe(contract.values.balanceDue)
      const due = Number(contract.values.signPart) - Number(values.coveredAmount)
      if (due > 0) expect([values.nextPayment, Number(values.nextAmount)]).toEqual(['sign', due])
    }
  })
  it('a down payment of the order lowers what its contract asks for, in the form as in the draft', async () => {
    const [row] = (await list('/order/SignContract', 'guide')).filter(
      ({ values }) => Number(values.listAmount) > 10_000 && Number(values.receivedAmount) === 0,
    )
    const { values: before } = await record('order', row!.id)
    const { id: receipt } = await run('guide', 'receipt', 'create', {
      values: { customer: ref(before.customer), kind: 'earnest', order: row!.id, amount: '2000', payMethod: 'cash' },
    })
    await run('finance', 'receipt', 'approveEarnest', { id: receipt, version: 1, values: {} })
    const order = await record('order', row!.id)
    const customer = await record('customer', ref(before.customer)!)
    const form = contractForm({ order, customer })
    await form.fieldOf('order').onInput({ id: order.id, label: order.label })
    const shown = (name: string) => {
      const field = form.outline.previews.find((preview) => preview.name === name)
      return field && form.formScope.computed(field)
    }
    const isOffered = Number(customer.values.freeEarnest) > 0
    expect(form.fieldOf('earnests').display).toBe(isOffered ? 'visible' : 'none')
    expect(shown('orderEarnest')).toBe('2000.00')
    expect(Number(shown('signOwed'))).toBeGreaterThan(0)
    const { id } = await run('guide', 'contract', 'create', {
      values: { ...form.values(), deliverOn: '2031-01-01' },
    })
    const { values } = await record('contract', id!)
    for (const name of ['signOwed', 'orderEarnest', 'balanceDue']) expect(values[name], name).toBe(shown(name))
  })
})

describe('a report', () => {
  const query = async (statement: ReturnType<typeof sql>) =>
    suite.product.server.dependencies.database.query<Record<string, string | null>>(statement)
  const report = (screen: string, period: { from: string; to: string }, group?: string) =>
    answer<ReportAnswer>('owner', '/api/report', { screen, ...period, ...(group && { group }) })
  const everything = { from: '2020-01-01', to: '2035-01-01' }
  const ofDealer = sql`"dealer" = (SELECT "id" FROM "dealer" WHERE "joinno" = 'J10001')`

  it('counts a visit in the month in which it took place', async () => {
    const [visit] = await query(
      sql`UPDATE "appointment" SET "at" = '2030-05-06 10:00+08', "arrivedAt" = '2030-04-30 10:00+08'
        WHERE "state" = 'arrived' AND NOT "settledAhead" AND ${ofDealer}
          AND "id" = (
            SELECT max("id") FROM "appointment" WHERE "state" = 'arrived' AND NOT "settledAhead" AND ${ofDealer})
        RETURNING "id"`,
    )
    expect(visit).toBeDefined()
    const april = { from: '2030-04-01', to: '2030-05-01' }
    const { rows } = await report('/statistics/CustomerAnalyse', april, 'month')
    expect(rows.map(({ groups, measures }) => [groups.month, measures.visits])).toEqual([['2030-04', '1']])
  })

  it('counts an order once, however many non-standard requests it has', async () => {
    await query(sql`UPDATE "nonstandard" SET "state" = 'pending', "partNo" = 'P009' WHERE "state" = 'cancelled'`)
    const [{ orders, requests } = {}] = await query(
      sql`SELECT count(DISTINCT "order")::text AS "orders", count(*)::text AS "requests"
        FROM "nonstandard" WHERE "state" <> 'cancelled' AND ${ofDealer}`,
    )
    expect(Number(orders)).toBeLessThan(Number(requests))
    const { totals } = await report('/statistics/OrderAnalyse', everything)
    expect(totals.nonstandardCount).toBe(orders)
  })

  it('measures deliveries of factory orders by their contract', async () => {
    const [{ late, lead } = {}] = await query(
      sql`SELECT
          count(*) FILTER (WHERE ("deliveredAt" AT TIME ZONE 'Asia/Shanghai')::date > c."deliverOn")::text AS "late",
          round(avg(floor(extract(epoch FROM "deliveredAt" - c."stateAt") / 86400)), 2)::text AS "lead"
        FROM "shipment" AS s JOIN "contract" AS c ON c."order" = s."order" AND c."state" = 'effective'
        WHERE s."placement" IS NOT NULL AND s."deliveredAt" IS NOT NULL
          AND s."dealer" = (SELECT "id" FROM "dealer" WHERE "joinno" = 'J10001')`,
    )
    expect(Number(late)).toBeGreaterThan(0)
    expect((await report('/statistics/BreachAnalyse', everything)).totals.lateDeliveries).toBe(late)
    expect(Number((await report('/statistics/OrderAnalyse', everything)).totals.avgLeadDays)).toBe(Number(lead))
  })
})

it('the parts of a payment plan do not exceed the whole with the general rates', async () => {
  const { database } = suite.product.server.dependencies
  const [dealer] = await database.query<{ id: number }>(sql`SELECT "id" FROM "dealer" WHERE "joinno" = 'J10001'`)
  const { record: before } = await answer<RecordAnswer>('admin', '/api/record', { entity: 'dealer', id: dealer!.id })
  const edit = (values: object) =>
    suite.teller.call(
      'admin',
      '/api/run',
      request('dealer', 'edit', { id: before.id, version: before.version, values }),
    )
  for (const values of [
    { signPercent: null, placePercent: '90' },
    { signPercent: '80', placePercent: null },
  ])
    expect(JSON.stringify(await edit(values))).toContain('合计不能超过 100%')
  expect(await edit({ signPercent: '10', placePercent: '90' })).toMatchObject({ code: 2000 })
})

/** The form of a new contract, which knows these records. */
function contractForm(known: Readonly<Record<string, RecordData>>) {
  const app = readSchemas()
  const entity = app.entities.contract!
  return createFormModel({
    ...app,
    entity,
    transition: entity.transitions.create!,
    translator: () => translatorOf('en', app.product.languages),
    me: {},
    tenant: {},
    settings: Object.fromEntries(Object.values(app.settings).map(({ name, value }) => [name, value])),
    evaluationContext: { now: new Date(), timezone: 'Asia/Shanghai', holds: () => true },
    referenced: (name, id) => (known[name]?.id === id ? known[name].values : undefined),
  })
}

// Which situation lets twenty who press at once meet a limit of money, or of what may be taken once? Records that share a
// sum, and amounts that fit a few times. What stands here is committed, so that the race begins from it.
import { randomUUID } from 'node:crypto'
import { Decimal } from 'decimal.js'
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { OptionsAnswer, RecordData, RunAnswer } from '../../src/protocol/calls'
import type { Database } from '../../src/server/database/connection/openDatabase'
import type { Teller } from '../story/teller'
import { look } from './values'

export interface Situation {
  readonly role: string
  /** What the step is run on, in turn; none where it creates. */
  readonly records: readonly (Pick<RecordData, 'id' | 'version'> & Partial<RecordData>)[]
  readonly given: Readonly<Record<string, unknown>>
}

export interface Business {
  readonly teller: Teller
  readonly database: Database
}

type Arrange = (business: Business) => Promise<Situation | undefined>

const amount = (record: RecordData, name: string) => new Decimal(String(record.values[name] ?? 0))

async function idsOf({ database }: Business, entity: string, states: readonly string[]): Promise<number[]> {
  const rows = await database.query<{ id: number }>(
    sql`SELECT "id" FROM ${sql([`"${entity}"`])} WHERE "state" = ANY(${[...states]}) ORDER BY "id" DESC`,
  )
  return rows.map(({ id }) => Number(id))
}

async function run({ teller }: Business, role: string, step: string, more: object): Promise<number> {
  const [entity, transition] = step.split('.')
  const answer = await teller.call<RunAnswer>(role, '/api/run', { entity, transition, key: randomUUID(), ...more })
  expect(answer, `${step} by ${role}`).toMatchObject({ code: 2000 })
  return answer.data.id
}

/** An order under contract of which the customer owes more than is paid or waits, and how much that is. */
async function owing(business: Business): Promise<{ order: RecordData; rest: Decimal } | undefined> {
  for (const id of await idsOf(business, 'order', ['exploding', 'placing', 'installing'])) {
    const seen = await look(business.teller, 'guide', 'order', id)
    if (seen === undefined) continue
    const waiting = seen.related.find(({ entity }) => entity === 'receipt')?.rows ?? []
    const pending = waiting.filter(({ state }) => state === 'pending')
    const rest = pending.reduce((sum, one) => sum.minus(amount(one, 'amount')), amount(seen.record, 'balanceDue'))
    if (rest.gte(100)) return { order: seen.record, rest }
  }
  return undefined
}

const payment = ({ values, id }: RecordData, paid: Decimal) => ({
  customer: (values.customer as { id: number }).id,
  order: id,
  kind: 'sign',
  amount: paid.toFixed(2),
  payMethod: 'cash',
})

/** Payments of which three fit into what is owed. */
const payments: Arrange = async (business) => {
  const found = await owing(business)
  return found && { role: 'guide', records: [], given: payment(found.order, found.rest.div(3.5)) }
}

/** Four waiting payments of an eighth each: two of them may be raised by a quarter. */
const raisedPayments: Arrange = async (business) => {
  const found = await owing(business)
  if (found === undefined) return undefined
  const eighth = found.rest.div(8).toDecimalPlaces(2, Decimal.ROUND_DOWN)
  const records: RecordData[] = []
  for (let at = 0; at < 4; at += 1) {
    const values = { ...payment(found.order, eighth), paidOn: today() }
    const id = await run(business, 'guide', 'receipt.create', { values })
    records.push((await look(business.teller, 'guide', 'receipt', id))!.record)
  }
  return { role: 'guide', records, given: { amount: eighth.times(3).toFixed(2) } }
}

const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

/** An order that waits for its factory order. */
const placed: Arrange = async ({ teller }) => {
  const { data } = await teller.call<OptionsAnswer>('orderclerk', '/api/options', {
    entity: 'placement',
    transition: 'submit',
    field: 'order',
  })
  for (const { id } of data.options) {
    const order = (await look(teller, 'orderclerk', 'order', id))?.record
    if (order && amount(order, 'netReceived').gte(amount(order, 'dueAtPlacing')))
      return { role: 'orderclerk', records: [], given: { order: id, deliverTo: order.values.address } }
  }
  return undefined
}

/** A redesign that one replacement order may use. */
const usedRedesign: Arrange = async (business) => {
  for (const id of await idsOf(business, 'redesign', ['passed'])) {
    const seen = await look(business.teller, 'aftersales', 'redesign', id)
    const order = (seen?.record.values.order as { id: number } | null)?.id
    if (order === undefined) continue
    const { data } = await business.teller.call<OptionsAnswer>('aftersales', '/api/options', {
      entity: 'supplyOrder',
      transition: 'create',
      field: 'redesign',
      input: { order, supplyType: 'redesign' },
    })
    if (data.options.some((one) => one.id === id))
      return { role: 'aftersales', records: [], given: { order, supplyType: 'redesign', redesign: id } }
  }
  return undefined
}

/** Two reductions fit above what is held for orders. */
const reducedDeposits: Arrange = async (business) => {
  const { dealer } = await business.teller.account('finance')
  const [held] = await business.database.query<{ sum: string | null }>(
    sql`SELECT sum("amount") FROM "deposit" WHERE "dealer" = ${dealer} AND "state" IN ('held', 'applied')`,
  )
  const seen = await look(business.teller, 'admin', 'dealer', dealer)
  const free = amount(seen!.record, 'depositHeld').minus(held?.sum ?? 0)
  const still = { cashDelta: '0', creditDelta: '0', remark: '盘点' }
  const wanted = new Decimal(250).minus(free)
  if (!wanted.isZero())
    await run(business, 'admin', 'accountEntry.adjust', {
      values: { dealer, ...still, depositDelta: wanted.toFixed(2) },
    })
  return { role: 'admin', records: [], given: { dealer, ...still, depositDelta: '-100.00' } }
}

/** Several that wait for payment while the cash of the dealer is enough for the dearest alone. */
function paidInCash(entity: string, state: string, due: string): Arrange {
  return async (business) => {
    const { teller } = business
    const { dealer } = await teller.account('finance')
    const records: RecordData[] = []
    for (const id of await idsOf(business, entity, [state])) {
      const seen = await look(teller, 'finance', entity, id)
      if (seen) records.push(seen.record)
    }
    const needs = records.map((one) => amount(one, due).plus(amount(one, 'depositAmount')))
    const [least, second] = needs.toSorted((one, other) => one.cmp(other))
    // Enough for any of them, not for any two.
    const dearest = Decimal.max(...needs)
    if (least === undefined || second === undefined || dearest.gte(least.plus(second))) return undefined
    const cash = amount((await look(teller, 'admin', 'dealer', dealer))!.record, 'cashBalance')
    const values = {
      dealer,
      cashDelta: dearest.minus(cash).toFixed(2),
      creditDelta: '0',
      depositDelta: '0',
      remark: '盘点',
    }
    await run(business, 'admin', 'accountEntry.adjust', { values })
    return { role: 'finance', records, given: {} }
  }
}

/** Down payments that are given back: two fit into what the customer has not used. */
const returnedEarnests: Arrange = async (business) => {
  for (const id of await idsOf(business, 'customer', ['following', 'deal'])) {
    const customer = (await look(business.teller, 'guide', 'customer', id))?.record
    const open = customer && amount(customer, 'openEarnest')
    if (open?.gte(10))
      return {
        role: 'guide',
        records: [],
        given: { customer: id, refundType: 'earnest', amount: open.div(2.5).toFixed(2), payMethod: 'cash' },
      }
  }
  return undefined
}

export const situations: Readonly<Record<string, Arrange | undefined>> = {
  'accountEntry.adjust': reducedDeposits,
  'placement.pay': paidInCash('placement', 'confirmed', 'payable'),
  'placement.submit': placed,
  'receipt.correct': raisedPayments,
  'receipt.create': payments,
  'refund.create': returnedEarnests,
  'supplyOrder.create': usedRedesign,
  'supplyOrder.pay': paidInCash('supplyOrder', 'toPay', 'dealerPayable'),
}

// Does an order come to its end for every dealer? The 128 settings of the stages, the order types, with and without a
// deposit, a supplement and nonstandard parts, and sampled the ends off the way. Here as many as bring each two of these
// together; `npm run matrix` all of them, or MATRIX_COUNT of them after the first MATRIX_FROM.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChance } from '../../scripts/demo/chance'
import type { RecordData } from '../../src/protocol/calls'
import { accounts, createTeller, type Teller } from '../story/teller'
import { startProduct, type Product } from '../whole/product'
import { broken, lastRecords, readTables } from '../fuzz/invariants'
import { Traveler, type Journey } from './journey'
import { fillAndRun, look } from './values'

const flags = ['isPiper', 'isScale', 'isPicture', 'isInvite', 'isProgramme', 'isInstallation', 'isReceiptConfirmat']
/** Supplementary orders (6) are records of their own, not orders. */
const orderTypes = ['1', '2', '3', '4', '5']
const whole = process.env.MATRIX === 'all'
const seed = Number(process.env.MATRIX_SEED ?? 20_261_122)
const from = Number(process.env.MATRIX_FROM ?? 0)
const most = Number(process.env.MATRIX_COUNT ?? Infinity)
/** A prime that does not divide the number of cases. */
const stride = 277

interface Case extends Journey {
  readonly number: number
  readonly setting: number
}

const completed = { state: 'completed' }
/** Ends off the way, and from which states on they are sought. */
const otherEnds: readonly Journey['end'][] = [
  { state: 'closed', after: 'assigning' },
  { state: 'closed', after: 'drawing' },
  { state: 'chargedBack', after: 'signing' },
  { state: 'chargedBack', after: 'exploding' },
  { state: 'chargedBack', after: 'ordering' },
  { state: 'chargedBack', after: 'producing' },
]

/** Each setting with each type; what else differs goes round, so that every pair occurs. Then other ends, sampled. */
function allCases(): Case[] {
  const ways = Array.from({ length: 128 }, (_, setting) =>
    orderTypes.map((orderType, type): Case => {
      const extras = (setting * 3 + type * 5) % 8
      return {
        number: setting * orderTypes.length + type,
        setting,
        orderType,
        deposit: orderType !== '5' && (extras & 1) > 0,
        // A sample order has no contract.
        supplement: orderType !== '5' && (extras & 2) > 0,
        nonstandard: (extras & 4) > 0,
        end: completed,
      }
    }),
  ).flat()
  // A sample order begins with its parts: it can neither be closed nor has anybody paid for it.
  const ended = ways
    .filter(({ orderType }, at) => orderType !== '5' && at % 7 === 3)
    .map((one, at): Case => ({ ...one, number: ways.length + at, end: otherEnds[at % otherEnds.length]! }))
  return [...ways, ...ended]
}

function cases(): Case[] {
  const all = allCases()
  // In an order that meets the most different ones first, so that a part tells much.
  const orderFrom = (first: number) => all.map((_, at) => all[(at * stride + first) % all.length]!)
  if (whole) return orderFrom(0).slice(from, from + most)
  const chance = createChance(seed)
  // Drawing and confirmation off: nobody but the contract asks for the goods.
  const bare = all.find(({ setting, deposit }) => setting === 0b001_0100 && deposit)!
  const ended = all.filter(({ end }) => end !== completed)
  const others = orderFrom(chance.below(all.length)).filter(({ end }) => end === completed)
  return [chance.one(ended), ...covering(bare, others)]
}

/** After the first, whichever brings the most two together that did not meet yet, until each two have met. */
function covering(first: Case, others: readonly Case[]): Case[] {
  const chosen = [first]
  const met = new Set(pairsOf(first))
  for (;;) {
    const gains = others.map((one) => pairsOf(one).filter((pair) => !met.has(pair)).length)
    const gain = Math.max(...gains)
    if (gain === 0) return chosen
    const best = others[gains.indexOf(gain)]!
    chosen.push(best)
    for (const pair of pairsOf(best)) met.add(pair)
  }
}

/** Each two of what makes a case. */
function pairsOf({ setting, orderType, deposit, supplement, nonstandard }: Case): string[] {
  const parts = [...flags.map((_, at) => (setting >> at) & 1), orderType, deposit, supplement, nonstandard]
  return parts.flatMap((one, at) => parts.slice(0, at).map((other, before) => `${before} ${other} ${at} ${one}`))
}

const title = ({ number, setting, orderType, deposit, supplement, nonstandard, end }: Case) =>
  `case ${number} of seed ${seed}: ${flags.filter((_, at) => (setting >> at) & 1).join(' ') || 'no flag'}, type ${orderType}${deposit ? ', deposit' : ''}${supplement ? ', supplement' : ''}${nonstandard ? ', nonstandard' : ''}, ${end.state}${end.after ? ` from ${end.after} on` : ''}`

let product: Product
let teller: Teller
let traveler: Traveler
/** What was there before the case, whose records are checked after each move. */
let since: Record<string, number>

const roles = Object.keys(accounts).filter((role) => role !== 'restricted')

async function run(
  role: string,
  action: string,
  given: Readonly<Record<string, unknown>>,
  record?: RecordData,
): Promise<number> {
  const [entity = '', name = ''] = action.split('.')
  const app = product.server.dependencies.liveApp.current
  const transition = app.entities[entity]!.transitions[name]!
  const answer = await fillAndRun({ app, teller, role, transition, given, ...(record && { record }) })
  expect(answer, `${role} ${action}: ${answer.msg} ${JSON.stringify(answer.data)}`).toMatchObject({ code: 2000 })
  return answer.data.id
}

const recordOf = async (entity: string, id: number) => (await look(teller, 'admin', entity, id))!.record

beforeAll(async () => {
  product = await startProduct({ environment: { JOBS: 'off' } })
  teller = createTeller(product.transport)
  const { database, liveApp } = product.server.dependencies
  const memory = new Map<string, number>()
  traveler = new Traveler(liveApp.current, teller, roles, product.transport, async (way) =>
    expect(broken(await readTables(database, since), memory, since), way.join('\n')).toEqual([]),
  )
  await traveler.signIn()
  const remittance = await run('finance', 'remittance.create', { amount: '90000000.00', purpose: 'prepay' })
  await run('admin', 'remittance.post', {}, await recordOf('remittance', remittance))
}, 300_000)
afterAll(() => product?.stop())

async function setFlags(setting: number): Promise<void> {
  const { dealer } = await teller.account('owner')
  await run(
    'admin',
    'dealer.edit',
    Object.fromEntries(flags.map((flag, at) => [flag, ((setting >> at) & 1) === 1])),
    await recordOf('dealer', dealer),
  )
}

/** A customer with an order, as far as the people of the shop bring it by themselves. */
async function begin({ orderType, deposit }: Case): Promise<{ order: number; receipt?: number }> {
  if (orderType === '5') return { order: await run('storebuilder', 'order.createSample', {}) }
  const customer = await run('guide', 'customer.create', { source: 'walkIn' })
  const order = await run('guide', 'order.create', { customer, orderType })
  if (!deposit) return { order }
  const receipt = await run('guide', 'receipt.create', { customer, kind: 'earnest', amount: '1000.00', order: null })
  await run('finance', 'receipt.approveEarnest', {}, await recordOf('receipt', receipt))
  return { order, receipt }
}

describe('an order comes to its end', () => {
  it.each(cases().map((one) => [title(one), one] as const))('%s', { timeout: 120_000 }, async (_, one) => {
    await setFlags(one.setting)
    since = await lastRecords(product.server.dependencies.database)
    const { order, receipt } = await begin(one)
    const outcome = await traveler.carry(order, { ...one, ...(receipt !== undefined && { receipt }) })
    expect(outcome.done, `${outcome.way.join('\n')}\n--\n${outcome.refusals.join('\n')}`).toBe(true)
    if (one.end !== completed) return
    const record = await recordOf('order', order)
    if (one.orderType !== '5') expect(record.values.balanceDue).toBe('0.00')
    if (receipt !== undefined) expect((await recordOf('receipt', receipt)).values.order).toMatchObject({ id: order })
  })
})

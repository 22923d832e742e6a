// Does an order come to its end for every dealer? The 128 settings of the stages, the order types, with and without a
// deposit, a supplement and nonstandard parts, and sampled the ends off the way. Here as many as bring each two of these
// together in three days; `npm run matrix` all of them, or MATRIX_COUNT of them after the first MATRIX_FROM, and one step in fifty in a
// browser. What the model forbids is left out by a list.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChance } from '../../scripts/demo/chance'
import type { Transition } from '../../src/manifest/model/transition'
import type { RecordData, RunAnswer } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import { accounts, createTeller, type Teller } from '../story/teller'
import { startProduct, type Product } from '../whole/product'
import { partOf } from '../loopSeed'
import { turnOf } from '../turns'
import { complaintsNow } from '../browser/complaints'
import { PressedSteps } from '../browser/pressedSteps'
import { launchBrowser } from '../browser/visitor'
import { broken } from '../fuzz/invariants'
import { lastRecords, readTables } from '../fuzz/tables'
import { Traveler, type Journey } from './journey'
import { Offers } from './offers'
import { fillAndRun, look, type Filling } from './values'
import { whereabouts } from './whereabouts'

const flags = ['isPiper', 'isScale', 'isPicture', 'isInvite', 'isProgramme', 'isInstallation', 'isReceiptConfirmat']
const orderTypes = ['1', '2', '3', '4', '5', '6']
const sample = '5'
const replacement = '6'
const whole = process.env.MATRIX === 'all'
const seed = Number(process.env.MATRIX_SEED ?? 20_261_122)
const from = Number(process.env.MATRIX_FROM ?? 0)
const most = Number(process.env.MATRIX_COUNT ?? Infinity)
/** Which part of how many, such as 1/2. */
const [part, parts] = partOf('MATRIX_PART')
/** Settings in an order that meets the most different ones first. */
const settings = Array.from({ length: 128 }, (_, at) => (at * 37) % 128)
/** A prime that does not divide the number of cases, so that neighbors differ. */
const stride = 277
/** One of so many steps of the whole matrix is pressed. */
const oneIn = Number(process.env.MATRIX_PRESSED ?? 50)
/** Steps in a browser wait for each other. */
const caseMilliseconds = whole ? 900_000 : 120_000
/** How much less a case costs whose setting was tried already. */
const knownSetting = 1.5

/** What there may be to an order: every setting, type and extra with each other. */
interface Combination extends Pick<Journey, 'orderType' | 'deposit' | 'supplement' | 'nonstandard'> {
  readonly setting: number
}

interface Case extends Journey, Combination {
  /** Its place, at which MATRIX_FROM begins. */
  readonly number: number
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

/** What the model forbids: the only combinations that nobody can try. */
const forbidden: readonly { readonly rule: string; readonly applies: (one: Combination) => boolean }[] = [
  {
    rule: 'a replacement (6) is a record of its own, supplyOrder: an order has the types 1 to 5',
    applies: ({ orderType }) => orderType === replacement,
  },
  {
    rule: 'a display order (5) has no customer, who alone pays a deposit',
    applies: ({ orderType, deposit }) => orderType === sample && deposit,
  },
  {
    rule: 'a display order (5) has no contract, which alone is supplemented',
    applies: ({ orderType, supplement }) => orderType === sample && supplement,
  },
]
const ruleAgainst = (one: Combination) => forbidden.find(({ applies }) => applies(one))?.rule

const keyOf = ({ setting, orderType, deposit, supplement, nonstandard }: Combination) =>
  JSON.stringify([setting, orderType, deposit, supplement, nonstandard])

const combinations = settings.flatMap((setting) =>
  orderTypes.flatMap((orderType) =>
    Array.from({ length: 8 }, (_none, extras): Combination => {
      const has = (bit: number) => (extras & bit) > 0
      return { setting, orderType, deposit: has(1), supplement: has(2), nonstandard: has(4) }
    }),
  ),
)

/** Each combination, and sampled the other ends; what has one setting is together. */
function allCases(): Case[] {
  const ways = combinations.filter((one) => ruleAgainst(one) === undefined)
  // A display order begins with its parts: it can neither be closed nor has anybody paid for it.
  const ended = ways.filter(({ orderType }, at) => orderType !== sample && at % 29 === 3)
  const ends = new Map(ended.map((one, at) => [one, otherEnds[at % otherEnds.length]!]))
  return ways
    .flatMap((one) => [completed, ends.get(one) ?? []].flat().map((end) => ({ ...one, end })))
    .map((one, number) => ({ ...one, number }))
}

function cases(): Case[] {
  const all = allCases()
  if (whole) return all.slice(from, from + most).filter(({ setting }) => settings.indexOf(setting) % parts === part - 1)
  const chance = createChance(seed)
  // Drawing and confirmation off: nobody but the contract asks for the goods.
  const bare = all.find(({ setting, deposit, end }) => setting === 0b001_0100 && deposit && end === completed)!
  const first = chance.below(all.length)
  const others = all.map((_, at) => all[(first + at * stride) % all.length]!)
  const ways = covering(
    bare,
    others.filter(({ end }) => end === completed),
  )
  const known = new Set(ways.map(({ setting }) => setting))
  // Of the other ends those that cost no setting of their own.
  const ended = otherEnds.flatMap((end) => others.find((one) => one.end === end && known.has(one.setting)) ?? [])
  return [...ways, ...ended].toSorted((one, other) => one.number - other.number)
}

/** After the first, whichever brings the most two together that did not meet yet; a known setting costs less. */
function covering(first: Case, others: readonly Case[]): Case[] {
  const pairs = new Map(others.map((one) => [one, pairsOf(one)]))
  const chosen = [first]
  const met = new Set(pairsOf(first))
  for (;;) {
    const known = new Set(chosen.map(({ setting }) => setting))
    let best = first
    let most = 0
    for (const [one, its] of pairs) {
      const gain = its.filter((pair) => !met.has(pair)).length * (known.has(one.setting) ? knownSetting : 1)
      if (gain > most) [best, most] = [one, gain]
    }
    if (most === 0) return chosen
    chosen.push(best)
    for (const pair of pairsOf(best)) met.add(pair)
  }
}

/** Each two of what makes a case. */
function pairsOf({ setting, orderType, deposit, supplement, nonstandard }: Case): string[] {
  const parts = [...flags.map((_, at) => (setting >> at) & 1), orderType, deposit, supplement, nonstandard]
  return parts.flatMap((one, at) => parts.slice(0, at).map((other, before) => `${before} ${other} ${at} ${one}`))
}

const title = ({ number, orderType, deposit, supplement, nonstandard, end, ...one }: Case) =>
  `case ${number} of seed ${seed}: ${flags.filter((flag) => isOn(one, flag)).join(' ') || 'no flag'}, type ${orderType}${deposit ? ', deposit' : ''}${supplement ? ', supplement' : ''}${nonstandard ? ', nonstandard' : ''}, ${end.state}${end.after ? ` from ${end.after} on` : ''}`

const isOn = ({ setting }: Pick<Combination, 'setting'>, flag: string) => ((setting >> flags.indexOf(flag)) & 1) === 1

let product: Product
let browser: Promise<Browser | undefined> | undefined
let teller: Teller
let offers: Offers
let traveler: Traveler
/** Of the whole matrix, where there is a browser. */
let steps: PressedSteps | undefined
const takeStep = (filling: Filling): Promise<Envelope<RunAnswer>> => (steps?.run ?? fillAndRun)(filling)
/** Amounts of contracts that are in effect. */
const memory = new Map<string, number>()

const roles = Object.keys(accounts).filter((role) => role !== 'restricted')

function transitionOf(action: string): Transition {
  const [entity = '', name = ''] = action.split('.')
  return product.server.dependencies.liveApp.current.entities[entity]!.transitions[name]!
}

type Move = readonly [role: string, action: string, given: Readonly<Record<string, unknown>>, record?: RecordData]

function fillingOf([role, action, given, record]: Move): Filling {
  const app = product.server.dependencies.liveApp.current
  return { app, teller, role, transition: transitionOf(action), given, ...(record && { record }) }
}

const attempt = (...move: Move): Promise<Envelope<RunAnswer>> => fillAndRun(fillingOf(move))

const run = async (...move: Move): Promise<number> => idOf(move, await attempt(...move))

function idOf([role, action]: Move, answer: Envelope<RunAnswer>): number {
  expect(answer, `${role} ${action}: ${answer.msg} ${JSON.stringify(answer.data)}`).toMatchObject({ code: 2000 })
  return answer.data.id
}

/** What a page offers. `beside`: the records that it refers to. */
async function press(
  [role, action, given, record]: Move,
  beside: Readonly<Record<string, number>> = {},
): Promise<number> {
  const move = { role, transition: transitionOf(action), given: beside, ...(record && { record }) }
  expect(await traveler.isOffered(move), `a screen offers ${role} ${action}`).toBe(true)
  const whole: Move = [role, action, { ...given, ...beside }, record]
  return idOf(whole, await takeStep(fillingOf(whole)))
}

const recordOf = async (entity: string, id: number) => (await look(teller, 'admin', entity, id))!.record

beforeAll(async () => {
  product = await startProduct({ environment: { JOBS: 'off' } })
  teller = createTeller(product.transport)
  const { liveApp } = product.server.dependencies
  offers = new Offers(liveApp.current, teller, product.transport)
  steps = whole ? await pressedSteps() : undefined
  traveler = new Traveler(offers, roles, takeStep)
  const remittance = await run('finance', 'remittance.create', { amount: '900000000.00', purpose: 'prepay' })
  await run('admin', 'remittance.post', {}, await recordOf('remittance', remittance))
}, 300_000)
afterAll(async () => {
  if (steps)
    console.log(`part ${part}/${parts}: ${steps.pressed.length} of ${steps.taken} steps were pressed in a browser`)
  await (await browser)?.close()
  await product?.stop()
  expect(complaintsNow()).toEqual([])
})

async function pressedSteps(): Promise<PressedSteps | undefined> {
  browser = launchBrowser().catch((error: unknown) => {
    console.log(`No step is pressed in a browser. ${String(error)}`)
    return undefined
  })
  const opened = await browser
  const { address, server } = product
  const { dependencies } = server
  const place = opened && { browser: opened, address, app: dependencies.liveApp.current }
  return place && new PressedSteps({ place, dependencies, offers, oneIn, seed })
}

async function setFlags(setting: number): Promise<void> {
  const { dealer } = await teller.account('owner')
  await run(
    'admin',
    'dealer.edit',
    Object.fromEntries(flags.map((flag, at) => [flag, ((setting >> at) & 1) === 1])),
    await recordOf('dealer', dealer),
  )
  offers.forget()
}

/** A customer with an order, as far as the people of the shop bring it by themselves. */
async function begin({ orderType, deposit }: Case): Promise<{ order: number; receipt?: number }> {
  if (orderType === sample) return { order: await press(['storebuilder', 'order.createSample', {}]) }
  const customer = await press(['guide', 'customer.create', { source: 'walkIn' }])
  const order = await press(['guide', 'order.create', { orderType }], { customer })
  if (!deposit) return { order }
  const earnest = { kind: 'earnest', amount: '1000.00', order: null }
  const receipt = await press(['guide', 'receipt.create', earnest], { customer })
  await press(['finance', 'receipt.approveEarnest', {}, await recordOf('receipt', receipt)])
  return { order, receipt }
}

describe('a combination', () => {
  it('is left out only by a rule of the model, which the product keeps', async () => {
    const against = combinations.map(ruleAgainst)
    const left = forbidden.map(({ rule }) => `${against.filter((one) => one === rule).length} left out: ${rule}`)
    if (whole) console.log(left.join('\n'))
    expect(left).toEqual([
      '1024 left out: a replacement (6) is a record of its own, supplyOrder: an order has the types 1 to 5',
      '512 left out: a display order (5) has no customer, who alone pays a deposit',
      '256 left out: a display order (5) has no contract, which alone is supplemented',
    ])
    expect(combinations.length).toBe(128 * 6 * 8)
    expect(
      new Set(
        allCases()
          .filter(({ end }) => end === completed)
          .map(keyOf),
      ).size,
    ).toBe(combinations.length - 1792)

    const customer = await run('guide', 'customer.create', { source: 'walkIn' })
    const order = await run('storebuilder', 'order.createSample', {})
    const refusals = [
      ['guide', 'order.create', { customer, orderType: replacement }, 'orderType'],
      ['guide', 'receipt.create', { order, kind: 'sign', amount: '1.00' }, 'order'],
      ['owner', 'contract.create', { order }, 'order'],
      ['owner', 'supplement.create', { order }, 'order'],
    ] as const
    for (const [role, action, given, field] of refusals) {
      const { code, data } = await attempt(role, action, given)
      expect(code, action).not.toBe(2000)
      expect(data, action).toMatchObject({ fields: { [field]: expect.any(String) } })
    }
  })
})

const tried = whole ? cases() : turnOf(cases(), 3)
let began = 0
let done = 0

/** How fast it goes, when it will end, and where another run can take it up. */
function progress(setting: number): string {
  const seconds = (Date.now() - began) / 1000
  const left = tried.length - done
  const end = new Date(Date.now() + (left * seconds * 1000) / done).toTimeString().slice(0, 5)
  const first = tried.find((one) => one.setting === setting)!.number
  const rate = (done / seconds).toFixed(2)
  return `part ${part}/${parts}: ${done} of ${tried.length} cases, ${rate} a second, ends about ${end}; MATRIX_FROM=${first} begins with this setting`
}

describe.each([...new Set(tried.map(({ setting }) => setting))])('with the setting %i', (setting) => {
  /** Noted while nobody writes: its tables are read one after the other. */
  let since: Record<string, number>

  beforeAll(async () => {
    await setFlags(setting)
    since = await lastRecords(product.server.dependencies.database)
    began ||= Date.now()
  })

  // Each step looks at its own order; here at all of them, which may have taken something from each other.
  afterAll(async () => {
    expect(broken(await readTables(product.server.dependencies.database, since), memory, since)).toEqual([])
    done += titled.length
    if (whole) console.log(progress(setting))
  })

  const titled = tried.filter((one) => one.setting === setting).map((one) => [title(one), one] as const)
  it.concurrent.each(titled)('%s', { timeout: caseMilliseconds }, async (_, one) => {
    const { database } = product.server.dependencies
    const { order, receipt } = await begin(one)
    const outcome = await traveler.carry({ ...one, ...(receipt !== undefined && { receipt }) }, async (way) => {
      const tables = await readTables(database, since, order)
      expect(broken(tables, memory, since), way.join('\n')).toEqual([])
      return whereabouts(tables, order)
    })
    expect(outcome.done, `${outcome.way.join('\n')}\n--\n${outcome.refusals.join('\n')}`).toBe(true)
    if (one.end === completed) await checkEnd(one, order, receipt)
  })
})

async function checkEnd(one: Case, order: number, receipt: number | undefined): Promise<void> {
  const { record, related } = (await look(teller, 'admin', 'order', order))!
  const statesOf = (entity: string) =>
    related.filter((of) => of.entity === entity).flatMap(({ rows }) => rows.map(({ state }) => state))
  // Who assigns the installation asks for the balance, and nobody else.
  if (one.orderType !== sample && !isOn(one, 'isInstallation')) expect(record.values.balanceDue).toBe('0.00')
  if (one.supplement) expect(statesOf('supplement')).toEqual(['effective'])
  if (one.nonstandard) expect(statesOf('nonstandard')).toEqual(['confirmed'])
  if (receipt !== undefined) expect((await recordOf('receipt', receipt)).values.order).toMatchObject({ id: order })
}

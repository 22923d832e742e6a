// Generates one more order for each buyer, covering every stage from contract to evaluation.
// Writes parts, placement, shipment, tasks, evaluation, chargeback, money and the factory account of each.
import type { Chance } from '../chance'
import { addFactorySide, type Paid } from '../factory'
import { goodsOf, linesOf, partsOf } from '../goods'
import { at, type Book, dealerFlags, on } from '../table'
import { buyersOf, type Buyer } from './buyers'
import { addContract } from './contract'
import { addInstallation } from './installation'
import { addChargeback, addNonstandard, addSupplement } from './sequels'
import { addHistory, daysTo, placeOf, took, way } from './way'
import type { StagedOrder } from './stagedOrder'

/** The state of an order with that of its placement or shipment. */
const stops = [
  ['producing', 'producing'],
  ['ordering', 'submitted'],
  ['checking'],
  ['shipping', 'shipped'],
  ['exploding', 'asked'],
  ['producing', 'paid'],
  ['ordering', 'quoted'],
  ['placing', 'supplement'],
  ['shipping', 'delivered'],
  ['ordering', 'returned'],
  ['chargedBack'],
  ['producing', 'finished'],
  ['placing', 'chargeback'],
  ['ordering', 'confirmed'],
  ['exploding', 'quoted'],
  ['closed'],
  ['installing'],
  ['evaluating'],
  ['completed'],
] as const
/** Stops for buyers of a long-established store: most of its orders are done. */
const late = ['installing', 'evaluating', 'completed', 'completed', 'completed', 'completed'].map(
  (state) => [state] as const,
)
/** The number of orders at each stop. */
const ordersPerStop = 3
/** Writes the orders of all buyers in the book; `settled`: what the factory has produced for others. */
export function addStages(book: Book, chance: Chance, settled: readonly Paid[]): void {
  const paid = [...settled]
  const open: (readonly [string, string?])[] = []
  let round = 0
  for (const buyer of buyersOf(book)) {
    if (open.length < stops.length) open.push(...(round++ < ordersPerStop ? stops : late))
    // An order never predates its customer.
    const fit = open.findIndex(([state]) => daysTo(state) + 8 <= buyer.born)
    if (fit >= 0) paid.push(...addStagedOrder(book, chance, buyer, open.splice(fit, 1)[0]!))
  }
  addFactorySide(book, paid)
}

/** Returns what the factory is paid for. */
function addStagedOrder(book: Book, chance: Chance, buyer: Buyer, stop: readonly [string, string?]): Paid[] {
  const staged = draft(chance, buyer, stop)
  addOrder(book, chance, staged)
  addHistory(book, staged)
  addMeasuring(book, chance, staged)
  if (!staged.drawn) return []
  const sign = addContract(book, chance, staged)
  addSequels(book, staged, sign)
  const paid = staged.back > way.indexOf('placing') ? [paidOf(chance, staged)] : []
  if (staged.back >= way.indexOf('installing')) addInstallation(book, chance, staged)
  return paid
}

/** Decides what becomes of the order of a buyer, before anything is written. */
function draft(chance: Chance, buyer: Buyer, [state, stop]: readonly [string, string?]): StagedOrder {
  const back = placeOf(state)
  const waits = chance.between(
    0,
    state === 'completed' ? Math.min(120, buyer.born - daysTo(state) - 8) : Math.max(4, took[back]! - 4),
  )
  // The day on which each stage was reached.
  const reached = way.map((_, index) => -waits - took.slice(index, back).reduce((sum: number, days) => sum + days, 0))
  const items = goodsOf(chance, state === 'completed')
  const drawn = state !== 'closed'
  const exploded = back > way.indexOf('exploding') || stop === 'asked' || stop === 'quoted'
  const parts = drawn && exploded ? partsOf(chance, items) : []
  const odd = state === 'exploding' ? parts[0] : undefined
  if (odd) Object.assign(odd, { marked: true })
  return { buyer, order: `${buyer.key}-second`, state, stop, back, reached, items, parts, drawn, odd }
}

function addOrder(
  book: Book,
  chance: Chance,
  { buyer, order, state, back, reached, items, parts, drawn }: StagedOrder,
) {
  const { key, dealer, store, guide, designer, address } = buyer
  book.add('order', order, {
    dealer,
    state,
    createdBy: guide,
    createdAt: at(reached[0]!, 10),
    stateAt: at(reached[back]!, 17),
    orderType: '1',
    customer: `$${key}`,
    channelProject: null,
    category: items[0]!.category,
    store,
    guide,
    designer,
    address,
    urgency: chance.one(['normal', 'normal', 'urgent']),
    measuredAt: drawn ? at(reached[2]!, 10) : null,
    siteCondition: drawn ? 'ready' : null,
    rooms: drawn ? [{ room: items[0]!.room, width: 3600, depth: 2400, height: 2750, remark: null }] : [],
    drawingType: drawn ? 'full' : null,
    designTool: drawn ? 'editor' : null,
    drawings: null,
    drawingVersion: drawn ? 1 : 0,
    items: drawn ? items : [],
    parts,
    expectInstallOn: on(reached[0]! + 60),
    ...dealerFlags,
    remark: null,
  })
}

function addMeasuring(book: Book, chance: Chance, { buyer, order, reached }: StagedOrder): void {
  const { dealer, designer, address } = buyer
  book.add('task', `${order}-measure`, {
    dealer,
    state: 'done',
    createdBy: '$dispatcher',
    createdAt: at(reached[0]!, 15),
    stateAt: at(reached[2]!, 11),
    taskType: 'measure',
    order: `$${order}`,
    worker: designer,
    date: on(Math.min(-1, reached[2]!)),
    period: chance.one(['am', 'pm']),
    address,
    fee: '0.00',
    remark: null,
  })
}

/** Writes what goes another way than most orders. @param sign the cents that were paid at the signing */
function addSequels(book: Book, staged: StagedOrder, sign: number): void {
  const { state, stop, odd } = staged
  if (odd) addNonstandard(book, staged, odd.partNo)
  if (state === 'chargedBack' || stop === 'chargeback') addChargeback(book, staged, sign)
  if (stop === 'supplement') addSupplement(book, staged)
}

function paidOf(chance: Chance, { buyer, order, state, stop, reached, items, parts }: StagedOrder): Paid {
  const { dealer, address } = buyer
  return {
    ...linesOf(parts),
    order,
    dealer,
    address,
    state: placementState(state, stop),
    days: reached,
    cabinet: items.some(({ category }) => category === 'cabinet'),
    completed: state === 'completed',
    freight: chance.between(8, 40) * 1000,
    stop,
    packages: chance.between(6, 28),
    score: chance.one([4, 5, 5, 5]),
  }
}

function placementState(state: string, stop: string | undefined): string {
  return state === 'ordering' || state === 'producing' ? stop! : state === 'shipping' ? 'shipped' : 'received'
}

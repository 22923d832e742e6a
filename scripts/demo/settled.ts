// Continues older signed demo orders: placed, paid, partly made, received and installed.
import type { Chance } from './chance'
import type { Paid } from './factory'
import { cents, type Item, linesOf, money, partsOf } from './goods'
import { buyersOf, type Buyer } from './stages/buyers'
import { addInstallation } from './stages/installation'
import { addHistory, took, way } from './stages/way'
import { at, type Book, dayOf, finder, on, type Row } from './table'

const signing = way.indexOf('checking')
/** Days from an order's contract to its end, and until the factory is paid. */
const daysFrom = (stages: readonly number[]): number => stages.reduce((sum, days) => sum + days, 0)
const whole = daysFrom(took.slice(signing))
const toPay = daysFrom(took.slice(signing, way.indexOf('producing')))
const daysAgo = (time: unknown): number => -dayOf(time)

/** An order that continues, with the records before it and the state that it reaches. */
interface SettledOrder {
  readonly buyer: Buyer
  readonly order: Row
  readonly contract: Row
  /** The receipt with which the order was placed. */
  readonly placement: Row | undefined
  readonly state: 'producing' | 'installing' | 'completed'
}

/** Changes the orders and writes their dependent records; returns those paid to the factory. */
export function settleOld(book: Book, chance: Chance): Paid[] {
  const find = finder(book)
  const byKey = (entity: string) => new Map(find(entity, () => true).map((row) => [String(row.key), row]))
  const [orders, contracts, receipts] = [byKey('order'), byKey('contract'), byKey('receipt')]
  return buyersOf(book)
    .flatMap((buyer, index): SettledOrder[] => {
      const order = orders.get(`${buyer.key}-order`)
      const contract = contracts.get(`${buyer.key}-contract`)
      if (!order || !contract || daysAgo(contract.signedOn) < toPay + 2) return []
      const state =
        daysAgo(contract.signedOn) < whole
          ? 'producing'
          : index % 2 === 1 && daysAgo(contract.signedOn) < whole + 25
            ? 'installing'
            : 'completed'
      return [{ buyer, order, contract, placement: receipts.get(`${buyer.key}-place`), state }]
    })
    .map((settled) => settle(book, chance, settled))
}

function settle(book: Book, chance: Chance, settled: SettledOrder): Paid {
  const { buyer, order, contract, state } = settled
  const id = `${buyer.key}-order`
  const signed = daysAgo(contract.signedOn)
  const back = way.indexOf(state)
  const reached = reachedDays(chance, state, signed)
  const items = order.items as readonly Item[]
  const parts = partsOf(chance, items)
  const completed = -reached.at(-1)!
  book.change('order', id, {
    state,
    stateAt: at(reached[back]!, 17),
    parts,
    expectInstallOn: on(reached[13]!),
    surveyRemindedOn: state === 'completed' && completed >= 29 ? on(Math.min(0, 30 - completed)) : null,
  })
  const course = { buyer, order: id, state, reached, back }
  addHistory(book, course)
  book.change('contract', `${buyer.key}-contract`, { deliverOn: on(-signed + 50) })
  addReceipts(book, chance, settled, reached)
  const installs = state !== 'producing'
  if (installs) addInstallation(book, chance, course)
  return {
    ...linesOf(parts),
    order: id,
    dealer: buyer.dealer,
    address: buyer.address,
    state: installs ? 'received' : 'producing',
    days: reached,
    cabinet: items.some(({ category }) => category === 'cabinet'),
    completed: state === 'completed',
    freight: chance.between(8, 40) * 1000,
    stop: undefined,
    packages: chance.between(6, 28),
    score: chance.one([4, 5, 5, 5]),
  }
}

/** By stage the day on which the order reached it. */
function reachedDays(chance: Chance, state: SettledOrder['state'], signed: number): number[] {
  const back = way.indexOf(state)
  const onTheWay = way.map((_, stage) =>
    stage < signing ? -(signed + signing - stage) : -signed + daysFrom(took.slice(signing, stage)),
  )
  if (state !== 'installing') return onTheWay
  // An order waiting for installers received its goods a few days ago.
  return onTheWay.map((day, stage) =>
    stage >= way.indexOf('shipping') ? -chance.between(1, 3) - (back - stage) * 2 : day,
  )
}

/** Writes what was paid to place the order and, once it is installed, the rest. */
function addReceipts(book: Book, chance: Chance, settled: SettledOrder, reached: readonly number[]): void {
  const { buyer, contract, placement, state } = settled
  const { key, dealer, store, guide, name } = buyer
  const total = cents(contract.listAmount) - cents(contract.discount)
  const [sign, second] = [Math.round(total * 0.6), Math.round(total * 0.3)]
  const approved = { state: 'approved', auditor: '$finance', auditRemark: null }
  const receive = (part: string, kind: string, amount: number, day: number) =>
    book.add('receipt', `${key}-${part}`, {
      ...approved,
      dealer,
      createdBy: guide,
      createdAt: at(day, 15),
      stateAt: at(day, 18),
      kind,
      customer: `$${key}`,
      order: `$${key}-order`,
      store,
      amount: money(amount),
      payMethod: chance.one(['transfer', 'pos', 'wechat']),
      paidOn: on(day),
      payer: name,
      vouchers: null,
      remark: null,
    })
  if (placement)
    book.change('receipt', `${key}-place`, {
      ...approved,
      createdAt: at(reached[9]!, 15),
      stateAt: at(reached[9]!, 18),
      paidOn: on(reached[9]!),
    })
  else receive('place', 'progress', second, reached[9]!)
  if (state !== 'producing') receive('balance', 'balance', total - sign - second, reached[13]!)
}

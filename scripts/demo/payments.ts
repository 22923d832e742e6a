// Adds rare entries to the dealer's account: credit, display pieces, a refunded order.
import { linesOf, money, type Part } from './goods'
import { at, type Book, dayOf, dealer, type Find, on, refTo, type Row } from './table'

const inCents = (value: unknown) => Math.round(Number(value) * 100)

export function addPayments(book: Book, find: Find): void {
  payOnCredit(book, find)
  paySample(book, find)
  returnPaid(book, find)
  post(book, 'entry-compensation', { type: 'compensation', day: -16, cash: 26_000 }, { remark: '运输破损赔付' })
}

interface Posted {
  readonly type: string
  readonly day: number
  readonly cash?: number
  readonly credit?: number
  readonly deposit?: number
}

function post(book: Book, key: string, entry: Posted, refs: Row): void {
  const { type, day, cash = 0, credit = 0, deposit = 0 } = entry
  book.add('accountEntry', key, {
    dealer,
    state: 'posted',
    createdBy: '$finance',
    createdAt: at(day, 12),
    stateAt: at(day, 12),
    type,
    cashDelta: money(cash),
    creditDelta: money(credit),
    depositDelta: money(deposit),
    ...refs,
  })
}

const repayment = 'remit-credit'

/** Posted money of the dealer. */
function remit(book: Book, key: string, day: number, amount: number): string {
  // The payment of the used credit.
  const purpose = key === repayment ? 'creditRepay' : 'prepay'
  const remittance = book.add('remittance', key, {
    dealer,
    state: 'posted',
    createdBy: '$finance',
    createdAt: at(day, 9),
    stateAt: at(day, 11),
    purpose,
    amount: money(amount),
    bank: 'icbc',
    payerName: '杭州臻木家居有限公司',
    bankRef: `ICBC${key}`,
    paidOn: on(day),
    vouchers: null,
    remark: null,
  })
  post(book, `${key}-entry`, { type: 'remittance', day, cash: amount }, { remittance })
  return remittance
}

/** The smallest order in production was paid on credit, repaid since then. */
function payOnCredit(book: Book, find: Find): void {
  const made = new Set(find('placement', ({ state }) => state === 'producing').map(refTo))
  const [paid] = find('accountEntry', ({ placement }) => made.has(String(placement))).sort(
    (a, b) => inCents(b.cashDelta) - inCents(a.cashDelta),
  )
  const amount = -inCents(paid!.cashDelta)
  book.change('accountEntry', String(paid!.key), {
    type: 'creditUse',
    cashDelta: '0.00',
    creditDelta: money(amount),
  })
  const remittance = remit(book, repayment, -1, amount)
  post(book, 'repay-credit', { type: 'creditRepay', day: -1, cash: -amount, credit: -amount }, { remittance })
}

interface Placed {
  readonly order: string
  readonly parts: readonly Part[]
  readonly state: string
  readonly paidOn: number
}

function place(book: Book, { order, parts, state, paidOn }: Placed, more: Row): string {
  return book.add('placement', `${order}-placement`, {
    dealer,
    state,
    createdBy: '$orderclerk',
    createdAt: at(paidOn - 3, 10),
    stateAt: at(paidOn, 16),
    order: `$${order}`,
    lines: linesOf(parts).lines,
    files: null,
    deliveryMode: 'logistics',
    expectShipOn: on(paidOn + 30),
    returnCount: 0,
    freight: '0.00',
    discountRate: '1',
    paidAt: at(paidOn, 11),
    progress: 0,
    ...more,
  })
}

const samplePart = {
  material: 'particle',
  colour: 'warmWhite',
  edge: 'all',
  grain: 'none',
  length: 2000,
  width: 600,
  thickness: 18,
  qty: 10,
  unit: 'm2',
  factoryPrice: '400.00',
  marked: false,
}

/** Display pieces, at the rate of their project. */
function paySample(book: Book, find: Find): void {
  const [sample] = find('order', ({ orderType, state }) => orderType === '5' && state === 'completed')
  const [project] = find('storeProject', ({ key }) => `$${String(key)}` === sample!.storeProject)
  const parts = (sample!.items as { lineNo: number; name: string }[]).map(({ lineNo, name }) => ({
    ...samplePart,
    partNo: `P00${lineNo}`,
    itemLine: lineNo,
    name: `${name}柜体板`,
  }))
  book.change('order', String(sample!.key), { parts })
  const payable = Math.round(linesOf(parts).goods * Number(project!.sampleRate))
  const day = dayOf(sample!.createdAt) + 3
  remit(book, 'remit-sample', day, payable)
  const placement = place(
    book,
    { order: String(sample!.key), parts, state: 'received', paidOn: day },
    { deliverTo: sample!.address, discountRate: project!.sampleRate, workshop: '2 号线', progress: 100 },
  )
  post(book, 'pay-sample', { type: 'samplePay', day, cash: -payable }, { placement })
}

/** An order canceled after payment: the factory refunds goods and guarantee. */
function returnPaid(book: Book, find: Find): void {
  const [chargeback] = find('chargeback', ({ state }) => state === 'approved')
  const [order] = find('order', (row) => refTo(row) === chargeback!.order)
  const [first, ...others] = order!.items as Row[]
  book.change('order', String(order!.key), {
    category: 'cabinet',
    items: [{ ...first, category: 'cabinet', room: 'kitchen', name: '地柜' }, ...others],
  })
  book.change('chargeback', String(chargeback!.key), { orderState: 'producing' })
  const back = dayOf(chargeback!.stateAt)
  const parts = order!.parts as Part[]
  const paid = linesOf(parts).goods
  const held = 50_000
  remit(book, 'remit-returned', back - 1, paid + held)
  const placement = place(
    book,
    { order: String(order!.key), parts, state: 'cancelled', paidOn: back - 1 },
    { deliverTo: order!.address, stateAt: chargeback!.stateAt },
  )
  const deposit = book.add('deposit', `${String(order!.key)}-deposit`, {
    dealer,
    state: 'returned',
    createdBy: '$finance',
    createdAt: at(back - 1, 12),
    stateAt: chargeback!.stateAt,
    order: `$${String(order!.key)}`,
    placement,
    amount: money(held),
    files: null,
    remark: null,
  })
  post(book, 'paid-returned', { type: 'placementPay', day: back - 1, cash: -paid }, { placement })
  post(book, 'held-returned', { type: 'satisfactionDeposit', day: back - 1, cash: -held, deposit: held }, { deposit })
  post(book, 'return-returned', { type: 'placementReturn', day: back, cash: paid }, { placement })
  post(book, 'back-returned', { type: 'depositRefund', day: back, cash: held, deposit: -held }, { deposit })
}

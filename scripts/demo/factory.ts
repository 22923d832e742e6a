// Generates the factory's side of the demo orders: placements, shipments and carriers' scores.
// Also the dealer's account, with remittances that keep it from being overdrawn. Amounts in cents.
import { money, type Line } from './goods'
import { at, on, type Book } from './table'

export interface Paid {
  readonly order: string
  readonly dealer: string
  readonly address: unknown
  readonly state: string
  readonly stop: string | undefined
  readonly lines: readonly Line[]
  readonly goods: number
  readonly freight: number
  readonly cabinet: boolean
  readonly completed: boolean
  readonly packages: number
  readonly score: number
  /** The day on which each stage was reached, by index of the stage. */
  readonly days: readonly number[]
}
interface Entry {
  readonly day: number
  readonly values: Readonly<Record<string, unknown>>
  readonly cash: number
}

const [ordered, produced, shipped, received, evaluated] = [9, 10, 11, 12, 15]
const paidStates = ['paid', 'producing', 'finished', 'shipped', 'received']

/** Writes the placements and everything that follows from them. */
export function addFactorySide(book: Book, placements: readonly Paid[]): void {
  const entries: Entry[] = placements.flatMap((placement, index) => {
    addPlacement(book, placement)
    if (placement.state === 'shipped' || placement.state === 'received') addShipment(book, placement, index)
    return paidStates.includes(placement.state) ? entriesOf(book, placement) : []
  })
  for (const dealer of new Set(placements.map((placement) => placement.dealer)))
    addAccount(
      book,
      dealer,
      entries.filter(({ values }) => values.dealer === dealer),
    )
}

function addPlacement(book: Book, { order, dealer, address, state, lines, freight, days }: Paid): void {
  const open = state === 'submitted' || state === 'returned'
  const paid = paidStates.includes(state)
  book.add('placement', `${order}-placement`, {
    dealer,
    state,
    createdBy: '$orderclerk',
    createdAt: at(days[ordered]!, 10),
    stateAt: at(days[paid ? produced! : ordered!]!, 16),
    order: `$${order}`,
    lines,
    files: null,
    deliveryMode: 'logistics',
    deliverTo: address,
    expectShipOn: on(days[ordered]! + 30),
    returnReason: state === 'returned' ? 'drawing' : null,
    returnRemark: state === 'returned' ? '门板图纸尺寸与部件表不一致，请核对' : null,
    returnCount: state === 'returned' ? 1 : 0,
    freight: open ? null : money(freight),
    discountRate: '1',
    paidAt: paid ? at(days[produced]!, 11) : null,
    workshop: paid && state !== 'paid' ? '2 号线' : null,
    progress: state === 'producing' ? 45 : ['finished', 'shipped', 'received'].includes(state) ? 100 : 0,
  })
}

function addShipment(book: Book, { order, dealer, state, stop, days, packages, score }: Paid, index: number): void {
  const got = state === 'received'
  const delivered = got || stop === 'delivered'
  const shipment = book.add('shipment', `${order}-shipment`, {
    dealer,
    state: got ? 'received' : delivered ? 'delivered' : 'shipped',
    createdBy: '$admin',
    createdAt: at(days[shipped]!, 9),
    stateAt: at(got ? days[received]! : days[shipped]!, 15),
    placement: `$${order}-placement`,
    order: `$${order}`,
    deliveryMode: 'logistics',
    carrier: ['deppon', 'ane', 'best', 'yimi'][index % 4],
    waybillNo: `YD${String(26_000_000 + index * 137)}`,
    driver: null,
    driverMobile: null,
    packages,
    volume: null,
    freightPayer: 'dealer',
    shippedAt: at(days[shipped]!, 9),
    eta: on(days[shipped]! + 3),
    deliveredAt: delivered ? at(Math.min(0, days[shipped]! + 2), 14) : null,
    receivedPackages: got ? packages : null,
    damagedPackages: got ? 0 : null,
    photos: null,
    remark: null,
  })
  if (!got) return
  const scored = index % 3 > 0
  book.add('evaluation', `${order}-carrier`, {
    dealer,
    state: scored ? 'submitted' : 'pending',
    createdBy: '$dispatcher',
    createdAt: at(days[received]!, 15),
    stateAt: at(days[received]!, 17),
    kind: 'carrier',
    order: `$${order}`,
    shipment,
    channel: null,
    scores: scored
      ? ['speed', 'integrity', 'attitude'].map((item, itemIndex) => ({
          item,
          score: String(itemIndex === index % 3 ? score - 1 : score),
        }))
      : [],
    comment: null,
    photos: null,
    evaluatedOn: scored ? on(days[received]!) : null,
  })
}

/** Payments from the account; the deposit of a finished kitchen has been returned. */
function entriesOf(book: Book, { order, dealer, goods, freight, days, cabinet, completed }: Paid): Entry[] {
  const pay = -(goods + freight)
  const entry = (type: string, day: number, cash: number, more: object) => ({
    day,
    cash,
    values: { dealer, type, cashDelta: money(cash), ...more },
  })
  const paid = entry('placementPay', days[produced]!, pay, { placement: `$${order}-placement` })
  if (!cabinet || !completed) return [paid]
  const deposit = book.add('deposit', `${order}-deposit`, {
    dealer,
    state: 'refunded',
    createdBy: '$finance',
    createdAt: at(days[produced]!, 11),
    stateAt: at(Math.min(0, days[evaluated]! + 1), 11),
    order: `$${order}`,
    placement: `$${order}-placement`,
    amount: '500.00',
    files: null,
    remark: null,
  })
  return [
    paid,
    entry('satisfactionDeposit', days[produced]!, -50_000, { depositDelta: '500.00', deposit }),
    entry('depositRefund', Math.min(0, days[evaluated]! + 1), 50_000, { depositDelta: '-500.00', deposit }),
  ]
}

/** Writes the entries in the order of their days, with a remittance before each one that the cash would not cover. */
function addAccount(book: Book, dealer: string, entries: readonly Entry[]): void {
  let cash = 0
  let count = 0
  const post = (day: number, values: Readonly<Record<string, unknown>>, delta: number) => {
    cash += delta
    count += 1
    book.add('accountEntry', `${dealer.slice(1)}-entry-${count}`, {
      dealer,
      state: 'posted',
      createdBy: '$finance',
      createdAt: at(day, 11, count % 60),
      stateAt: at(day, 11, count % 60),
      type: null,
      cashDelta: '0.00',
      creditDelta: '0.00',
      depositDelta: '0.00',
      placement: null,
      deposit: null,
      remittance: null,
      ...values,
    })
  }
  for (const { day, values, cash: delta } of [...entries].sort((a, b) => a.day - b.day)) {
    if (cash + delta < 0) {
      const amount = Math.ceil((-delta + 3_000_000) / 1_000_000) * 1_000_000
      const remittance = book.add('remittance', `${dealer.slice(1)}-remittance-${count}`, {
        dealer,
        state: 'posted',
        createdBy: '$finance',
        createdAt: at(day - 1, 10),
        stateAt: at(day - 1, 15),
        purpose: 'prepay',
        amount: money(amount),
        bank: 'icbc',
        payerName: '杭州臻木家居有限公司',
        bankRef: `ICBC${String(880_000 + count)}`,
        paidOn: on(day - 1),
        vouchers: null,
        remark: null,
      })
      post(day, { type: 'remittance', cashDelta: money(amount), remittance }, amount)
    }
    post(day, values, delta)
  }
}

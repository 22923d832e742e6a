// Generates one more order for each buyer, covering every stage from contract to evaluation.
// Writes parts, placement, shipment, tasks, evaluation, chargeback, money and the factory account of each.
import type { Chance } from './chance'
import { at, type Book, dealerFlags, on } from './table'
import { addFactorySide, type Paid } from './factory'
import { goodsOf, linesOf, money, partsOf, total } from './goods'

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
export const way = [
  'assigning',
  'measuring',
  'drawing',
  'inviting',
  'caseConfirming',
  'signing',
  'checking',
  'exploding',
  'placing',
  'ordering',
  'producing',
  'shipping',
  'assigningWork',
  'installing',
  'evaluating',
  'completed',
] as const
const steps = [
  'create',
  'assignRuler',
  'measure',
  'submitDraw',
  'invite',
  'confirmCase',
  'signed',
  'contractPassed',
  'explode',
  'placed',
  'paid',
  'shipped',
  'received',
  'assignWork',
  'install',
  'evaluated',
] as const
const doers = [
  'guide',
  '$dispatcher',
  'designer',
  'designer',
  'guide',
  'guide',
  'guide',
  '$manager',
  '$orderclerk',
  '$orderclerk',
  '$finance',
  '$admin',
  '$dispatcher',
  '$dispatcher',
  '$dispatcher',
  '$dispatcher',
] as const
/** Days that each stage took, by its index. */
export const took = [1, 2, 3, 2, 3, 4, 1, 2, 1, 3, 24, 4, 2, 4, 2, 0] as const

export interface Buyer {
  readonly key: string
  readonly dealer: string
  readonly store: string
  readonly guide: string
  readonly designer: string
  readonly address: unknown
  readonly name: string
  readonly born: number
}

/** Writes the orders of all buyers in the book; `settled`: what the factory has produced for others. */
export function addStages(book: Book, chance: Chance, settled: readonly Paid[]): void {
  const paid = [...settled]
  const open: (readonly [string, string?])[] = []
  let round = 0
  for (const buyer of buyersOf(book)) {
    if (open.length < stops.length) open.push(...(round++ < ordersPerStop ? stops : late))
    // An order never predates its customer.
    const fit = open.findIndex(([state]) => daysTo(state) + 8 <= buyer.born)
    if (fit >= 0) addOrder(book, chance, buyer, open.splice(fit, 1)[0]!, paid)
  }
  addFactorySide(book, paid)
}

export function buyersOf(book: Book): Buyer[] {
  const table = book.tables().find(({ entity }) => entity === 'customer')!
  const value = (row: readonly unknown[], name: string) => row[table.columns.indexOf(name)]
  return table.rows
    .filter((row) => value(row, 'state') === 'deal' && value(row, 'dealer') === '$J10001')
    .map((row) => ({
      key: String(row[0]),
      dealer: String(value(row, 'dealer')),
      store: String(value(row, 'store')),
      guide: String(value(row, 'guide')),
      designer: String(value(row, 'designer')),
      address: value(row, 'address'),
      name: String(value(row, 'name')),
      born: -Number(/^@(-?\d+)/.exec(String(value(row, 'createdAt')))![1]),
    }))
}

/** Index of the last stage that an order of this state has reached. */
function placeOf(state: string): number {
  return way.indexOf(
    state === 'chargedBack' ? 'placing' : state === 'closed' ? 'inviting' : (state as (typeof way)[number]),
  )
}

const daysTo = (state: string): number => took.slice(0, placeOf(state)).reduce((sum: number, days) => sum + days, 0)

function addOrder(
  book: Book,
  chance: Chance,
  buyer: Buyer,
  [state, stop]: readonly [string, string?],
  paid: Paid[],
): void {
  const { key, dealer, store, guide, designer, address } = buyer
  const order = `${key}-second`
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
  addHistory(book, buyer, order, state, reached, back)
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
  if (!drawn) return
  const list = total(items)
  const discount = Math.round(list * 0.05)
  const sum = list - discount
  const [sign, atPlacement] = [Math.round(sum * 0.6), Math.round(sum * 0.3)]
  const plan = [
    { stage: 'sign', amount: money(sign), dueOn: on(reached[6]!) },
    { stage: 'place', amount: money(atPlacement), dueOn: on(reached[6]! + 7) },
    { stage: 'balance', amount: money(sum - sign - atPlacement), dueOn: on(reached[6]! + 40) },
  ]
  const contract = state === 'chargedBack' ? 'void' : state === 'checking' ? 'pending' : 'effective'
  book.add('contract', `${order}-contract`, {
    dealer,
    state: contract,
    createdBy: guide,
    createdAt: at(reached[6]!, 11),
    stateAt: at(reached[Math.min(back, 7)]!, 16),
    order: `$${order}`,
    customer: `$${key}`,
    contractType: 'retail',
    signMethod: 'paper',
    signedOn: on(reached[6]!),
    discount: money(discount),
    listAmount: money(list),
    deliverOn: on(reached[6]! + 50),
    plan,
    earnests: [],
    files: null,
    checker: contract === 'pending' ? null : '$manager',
    checkRemark: contract === 'pending' ? null : '资料齐全',
  })
  const receive = (part: string, kind: string, amount: number, day: number, how = 'approved') =>
    book.add('receipt', `${order}-${part}`, {
      dealer,
      state: how,
      createdBy: guide,
      createdAt: at(day, 15),
      stateAt: at(day, 18),
      kind,
      customer: `$${key}`,
      order: `$${order}`,
      store,
      amount: money(amount),
      payMethod: chance.one(['transfer', 'pos', 'wechat']),
      paidOn: on(day),
      payer: buyer.name,
      vouchers: null,
      auditor: how === 'approved' ? '$finance' : null,
      auditRemark: null,
      remark: null,
    })
  receive('sign', 'sign', sign, reached[6]!, state === 'checking' ? chance.one(['approved', 'pending']) : 'approved')
  const placed = back > way.indexOf('placing')
  if (placed) receive('place', 'progress', atPlacement, reached[9]!)
  if (back >= way.indexOf('installing')) receive('balance', 'balance', sum - sign - atPlacement, reached[13]!)
  else if (state === 'assigningWork')
    receive('balance', 'balance', sum - sign - atPlacement, reached[12]!, chance.one(['approved', 'pending']))
  if (odd) addNonstandard(book, order, dealer, odd.partNo, stop!, reached[7]!)
  if (state === 'chargedBack' || stop === 'chargeback')
    addChargeback(book, buyer, order, stop === 'chargeback' ? 'pending' : 'approved', sign, reached[back]!)
  if (stop === 'supplement')
    book.add('supplement', `${order}-supplement`, {
      dealer,
      state: 'pending',
      createdBy: '$manager',
      createdAt: at(reached[back]!, 11),
      stateAt: at(reached[back]!, 11),
      order: `$${order}`,
      kind: 'add',
      reason: '客户加购收纳五金',
      items: [
        {
          lineNo: 1,
          category: 'hardware',
          room: items[0]!.room,
          name: '收纳拉篮',
          material: items[0]!.material,
          colour: items[0]!.colour,
          unit: 'set',
          qty: '1.00',
          unitPrice: '680.00',
        },
      ],
      nonstandard: null,
      needParts: false,
      files: null,
      checkRemark: null,
    })
  if (placed)
    paid.push({
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
    })
  if (back >= way.indexOf('installing')) addInstallation(book, chance, buyer, order, state, reached)
}

function placementState(state: string, stop: string | undefined): string {
  return state === 'ordering' || state === 'producing' ? stop! : state === 'shipping' ? 'shipped' : 'received'
}

export function addHistory(
  book: Book,
  { dealer, guide, designer }: Buyer,
  order: string,
  state: string,
  reached: readonly number[],
  back: number,
): void {
  const row = (action: string, from: string | null, to: string, by: string, day: number, since: number | undefined) =>
    book.add('log', `${order}-log-${action}`, {
      dealer,
      createdBy: by,
      createdAt: at(day, 17),
      entity: 'order',
      recordId: `$${order}`,
      action,
      fromState: from,
      toState: to,
      by,
      at: at(day, 17),
      since: since === undefined ? null : at(since, 17),
      data: '{}',
    })
  const who = (index: number) =>
    doers[index] === 'guide' ? guide : doers[index] === 'designer' ? designer : doers[index]!
  for (let index = 0; index <= back; index++)
    row(
      steps[index]!,
      index === 0 ? null : way[index - 1]!,
      way[index]!,
      who(index),
      reached[index]!,
      reached[index - 1],
    )
  if (!way.includes(state as (typeof way)[number]))
    row(state === 'closed' ? 'close' : 'chargedBack', way[back]!, state, guide, reached[back]!, reached[back])
}

function addNonstandard(book: Book, order: string, dealer: string, partNo: string, stop: string, day: number): void {
  const quoted = stop === 'quoted'
  book.add('nonstandard', `${order}-${partNo}`, {
    dealer,
    state: quoted ? 'quoted' : 'pending',
    createdBy: '$orderclerk',
    createdAt: at(day, 14),
    stateAt: at(Math.min(0, day + 1), 10),
    order: `$${order}`,
    partNo,
    nsType: 'oversize',
    description: '客户要求一门到顶，请按图加工',
    files: null,
    surcharge: quoted ? '280.00' : null,
    extraDays: quoted ? 4 : null,
    reply: quoted ? '可以生产，需加背条' : null,
  })
}

function addChargeback(
  book: Book,
  { key, dealer, guide, name }: Buyer,
  order: string,
  state: string,
  received: number,
  day: number,
): void {
  const count = Math.round(received * 0.1)
  const approved = state === 'approved'
  const chargeback = book.add('chargeback', `${order}-chargeback`, {
    dealer,
    state,
    createdBy: guide,
    createdAt: at(day, 10),
    stateAt: at(day, 16),
    order: `$${order}`,
    reason: 'house',
    description: '客户房屋出售，协商退单',
    deduction: money(count),
    files: null,
    orderState: 'placing',
    refundable: money(received - count),
    auditor: approved ? '$manager' : null,
    auditRemark: approved ? '同意，扣设计费' : null,
  })
  if (!approved) return
  book.add('refund', `${order}-refund`, {
    dealer,
    state: 'paid',
    createdBy: guide,
    createdAt: at(day, 17),
    stateAt: at(Math.min(0, day + 1), 11),
    refundType: 'chargeback',
    customer: `$${key}`,
    order: `$${order}`,
    chargeback,
    amount: money(received - count),
    payMethod: 'transfer',
    payee: name,
    account: '6222 0212 0200 8888',
    reason: '退单退款',
    paidOn: on(Math.min(0, day + 1)),
    vouchers: null,
    auditor: '$finance',
    auditRemark: null,
  })
}

export function addInstallation(
  book: Book,
  chance: Chance,
  { dealer, guide, address }: Buyer,
  order: string,
  state: string,
  reached: readonly number[],
): void {
  const done = state !== 'installing'
  book.add('task', `${order}-install`, {
    dealer,
    state: done ? 'done' : 'assigned',
    createdBy: '$dispatcher',
    createdAt: at(reached[13]!, 9),
    stateAt: at(done ? reached[14]! : reached[13]!, 17),
    taskType: 'install',
    order: `$${order}`,
    worker: chance.one(['$installer', '$installer2', '$installer3']),
    date: done ? on(Math.min(-1, reached[14]!)) : '@+1',
    period: 'day',
    address,
    fee: `${chance.between(3, 8)}00.00`,
    remark: null,
  })
  if (!done) return
  const submitted = state === 'completed'
  const scores = ['attitude', 'quality', 'punctual', 'tidy'].map((item) => ({
    item,
    score: chance.one(['3', '4', '5', '5', '5']),
  }))
  book.add('evaluation', `${order}-evaluation`, {
    dealer,
    state: submitted ? 'submitted' : 'pending',
    createdBy: guide,
    createdAt: at(reached[14]!, 17),
    stateAt: at(submitted ? reached[15]! : reached[14]!, 18),
    kind: 'install',
    order: `$${order}`,
    shipment: null,
    channel: submitted ? chance.one(['phone', 'wechat']) : null,
    scores: submitted ? scores : [],
    comment: submitted
      ? chance.one(['师傅很仔细，现场收拾得干净', '整体满意，安装准时', '柜门调试了两次，最后很好'])
      : null,
    photos: null,
    evaluatedOn: submitted ? on(reached[15]!) : null,
  })
}

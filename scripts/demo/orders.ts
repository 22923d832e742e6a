// Generates demo orders in every stage up to signing and beyond, with contracts, money and tasks.
import { createChance, type Chance } from './chance'
import { money, partsOf } from './goods'
import { way } from './stages/way'
import { at, type Book, dealer as firstDealer, dealerFlags, on } from './table'

interface Wish {
  readonly dealer: string
  readonly store: string
  readonly key: string
  readonly guide: string
  readonly finance: string
  readonly address: object
  readonly deal: boolean
  readonly born: number
  readonly last: number
}
const early = way.slice(0, way.indexOf('checking'))
const kitchenGoods = [
  {
    category: 'cabinet',
    room: 'kitchen',
    name: '地柜',
    material: 'particle',
    colour: 'warmWhite',
    unit: 'm',
    unitPrice: 2280,
  },
  {
    category: 'cabinet',
    room: 'kitchen',
    name: '吊柜',
    material: 'particle',
    colour: 'warmWhite',
    unit: 'm',
    unitPrice: 1650,
  },
  {
    category: 'countertop',
    room: 'kitchen',
    name: '石英石台面',
    material: 'quartz',
    colour: 'snowWhite',
    unit: 'm',
    unitPrice: 880,
  },
  {
    category: 'wardrobe',
    room: 'master',
    name: '入墙衣柜',
    material: 'multilayer',
    colour: 'oak',
    unit: 'm2',
    unitPrice: 1280,
  },
  {
    category: 'wardrobe',
    room: 'second',
    name: '推拉门衣柜',
    material: 'pet',
    colour: 'pearlGrey',
    unit: 'm2',
    unitPrice: 1180,
  },
  {
    category: 'bath',
    room: 'bathroom',
    name: '浴室柜',
    material: 'multilayer',
    colour: 'walnut',
    unit: 'set',
    unitPrice: 3600,
  },
] as const

/** Every seventh deal comes from one of the channel projects. */
function projectOf(key: string): string | null {
  const serial = Number(/\d+$/.exec(key)?.[0])
  return serial % 7 === 3 ? `$project-${serial % 4}` : null
}

/** The goods of a quoted kitchen. */
const drawItems = (chance: Chance) =>
  kitchenGoods
    .filter((_, index) => index < 2 || chance.in100(55))
    .map((item, index) => ({
      lineNo: index + 1,
      ...item,
      qty: (chance.between(120, 960) / 100).toFixed(2),
      unitPrice: item.unitPrice.toFixed(2),
    }))

interface Measurement extends Pick<Wish, 'dealer' | 'key' | 'address'> {
  readonly order: string
  readonly worker: string
  readonly isDone: boolean
  readonly ageDays: number
}

/** Writes the designer's visit for an order that has been assigned. */
function addMeasurement(
  book: Book,
  chance: Chance,
  { dealer, key, order, worker, address, isDone, ageDays }: Measurement,
) {
  const day = isDone ? -ageDays + 1 : chance.between(0, 5)
  book.add('task', `${key}-measure`, {
    dealer,
    state: isDone ? 'done' : 'assigned',
    createdBy: '$dispatcher',
    createdAt: at(-ageDays, 15),
    stateAt: at(Math.min(0, day), 16),
    taskType: 'measure',
    order: `$${order}`,
    worker,
    date: on(day),
    period: chance.one(['am', 'pm']),
    address,
    fee: '0.00',
    remark: null,
  })
}

/** An order as it is written; `count`: the days since it began. */
interface DrawnOrder {
  readonly wish: Wish
  readonly designer: string
  readonly state: string
  readonly items: ReturnType<typeof drawItems>
  readonly count: number
}

/** Writes an order of the customer `key`; a deal has an effective contract, paid in parts. */
export function addOrder(book: Book, chance: Chance, wish: Wish): void {
  const { dealer, key, address, deal } = wish
  const designer = chance.one(['$designer', '$designer2'])
  const state = deal ? chance.one(['exploding', 'exploding', 'placing']) : chance.one(early)
  const items = deal || drawnStates.includes(state) ? drawItems(chance) : []
  const drawn = { wish, designer, state, items, count: drawAge(chance, wish) }
  book.add('order', `${key}-order`, orderRow(chance, drawn))
  if (state !== 'assigning')
    addMeasurement(book, chance, {
      dealer,
      key,
      order: `${key}-order`,
      worker: designer,
      address,
      isDone: state !== 'measuring',
      ageDays: drawn.count,
    })
  if (deal) addDeal(book, chance, drawn)
}

const drawnStates = ['inviting', 'caseConfirming', 'signing']

/** Days since the order began: deals lie over the whole period for reports by month, some still wait for the house. */
function drawAge(chance: Chance, { deal, born, last }: Wish): number {
  const late = chance.between(2, 12)
  const wait = Math.round(Math.max(0, Math.min(born, 130) - last - 3) * (1 - ((12 - late) / 10) ** 4))
  return Math.max(1, Math.min(born - 1, deal ? last + 2 + wait : last + late))
}

function orderRow(chance: Chance, { wish, designer, state, items, count }: DrawnOrder) {
  const { dealer, store, key, guide, address, deal } = wish
  const measured = !['assigning', 'measuring'].includes(state)
  const drawn = deal || drawnStates.includes(state)
  const reached = at(-Math.max(0, Math.min(count, chance.between(0, 6))), chance.between(9, 18), chance.below(60))
  return {
    dealer,
    state,
    createdBy: guide,
    createdAt: at(-count, chance.between(9, 18), chance.below(60)),
    stateAt: reached,
    orderType: '1',
    customer: `$${key}`,
    channelProject: deal && dealer === firstDealer ? projectOf(key) : null,
    category: items[0]?.category ?? chance.one(['cabinet', 'wardrobe']),
    store,
    guide,
    designer,
    address,
    urgency: chance.one(['normal', 'normal', 'normal', 'urgent', 'critical']),
    measuredAt: measured ? at(-count + 1, 10) : null,
    siteCondition: measured ? 'ready' : null,
    rooms: measured ? [{ room: 'kitchen', width: 3600, depth: 2400, height: 2750, remark: null }] : [],
    drawingType: drawn ? 'full' : null,
    designTool: drawn ? 'editor' : null,
    drawings: null,
    drawingVersion: drawn ? 1 : 0,
    items,
    parts: state === 'placing' ? partsOf(createChance(count), items) : [],
    expectInstallOn: on(chance.between(30, 75)),
    ...dealerFlags,
    remark: null,
  }
}

/** Writes the contract and what was paid under it. */
function addDeal(book: Book, chance: Chance, drawn: DrawnOrder): void {
  const { items, count } = drawn
  const list = items.reduce((sum, item) => sum + Math.round(Number(item.qty) * Number(item.unitPrice) * 100), 0)
  const discount = Math.round(list * 0.05)
  const total = list - discount
  const [sign, atPlacement] = [Math.round(total * 0.6), Math.round(total * 0.3)]
  const signed = Math.max(1, count - 6)
  addContract(book, drawn, { signed, list, discount, plan: [sign, atPlacement, total - sign - atPlacement] })
  addReceipt(book, chance, drawn, { part: 'sign', kind: 'sign', amount: sign, day: -signed, state: 'approved' })
  if (chance.in100(50))
    addReceipt(book, chance, drawn, {
      part: 'place',
      kind: 'progress',
      amount: atPlacement,
      day: -chance.between(0, signed - 1),
      state: chance.one(['approved', 'pending']),
    })
  // Draw the same number of values, so that later ones stay the same.
  if (chance.in100(60)) chance.between(chance.below(3), 8)
}

/** In cents; `signed`: days ago. */
interface Signed {
  readonly signed: number
  readonly list: number
  readonly discount: number
  readonly plan: readonly [sign: number, place: number, balance: number]
}

function addContract(book: Book, { wish }: DrawnOrder, { signed, list, discount, plan }: Signed): void {
  const { dealer, key, guide } = wish
  const [sign, place, balance] = plan
  book.add('contract', `${key}-contract`, {
    dealer,
    state: 'effective',
    createdBy: guide,
    createdAt: at(-signed, 11),
    stateAt: at(-signed, 16),
    order: `$${key}-order`,
    customer: `$${key}`,
    contractType: 'retail',
    signMethod: 'paper',
    signedOn: on(-signed),
    discount: money(discount),
    listAmount: money(list),
    deliverOn: on(45),
    plan: [
      { stage: 'sign', amount: money(sign), dueOn: on(-signed) },
      { stage: 'place', amount: money(place), dueOn: on(3) },
      { stage: 'balance', amount: money(balance), dueOn: on(40) },
    ],
    earnests: [],
    files: null,
    checker: '$manager',
    checkRemark: '资料齐全',
  })
}

interface Payment {
  readonly part: string
  readonly kind: string
  readonly amount: number
  readonly day: number
  readonly state: string
}

function addReceipt(book: Book, chance: Chance, { wish }: DrawnOrder, payment: Payment): void {
  const { dealer, store, key, guide, finance } = wish
  const { part, kind, amount, day, state } = payment
  book.add('receipt', `${key}-${part}`, {
    dealer,
    state,
    createdBy: guide,
    createdAt: at(day, chance.between(10, 17), chance.below(60)),
    stateAt: at(day, 18),
    kind,
    customer: `$${key}`,
    order: `$${key}-order`,
    store,
    amount: money(amount),
    payMethod: chance.one(['transfer', 'pos', 'wechat']),
    paidOn: on(day),
    payer: null,
    vouchers: null,
    auditor: state === 'approved' ? finance : null,
    auditRemark: null,
    remark: null,
  })
}

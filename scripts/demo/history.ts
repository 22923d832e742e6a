// Generates a history of more than a year: customers, delivered orders, money, store costs.
// Figures are compared with it. Has a seed of its own, so that nothing else depends on it.
import type { Chance } from './chance'
import { addEntry } from './accountEntries'
import { addDeliveredTo } from './delivered/delivered'
import { addScore } from './evaluations'
import { addOrder } from './orders'
import { home, person } from './people'
import { at, atMonth, type Book, dealer, on, onMonth } from './table'

const store = '$S1'
const formerGuides = ['$guide', '$guide2', '$guide3'] as const
const formerSources = [
  'walkIn',
  'walkIn',
  'online',
  'online',
  'livestream',
  'referral',
  'community',
  'designer',
  'decoration',
  'exhibition',
] as const
/** Deals per month, latest first: five to twenty-two months ago, with a quiet new year and two busy seasons. */
const deals = [7, 8, 7, 6, 5, 6, 6, 3, 5, 6, 7, 6, 5, 6, 6, 5, 4, 3] as const
/** Kinds of delivered orders: completed, scored, and not waiting for an invoice. */
const orderKinds = [1, 2, 6, 7, 8, 12, 13, 18] as const
/** Months before those whose costs finance.ts writes. */
const months = Array.from({ length: 20 }, (_, index) => index - 22)

export function addHistory(book: Book, chance: Chance): void {
  for (const [index, count] of deals.entries()) addMonth(book, chance, index, count)
  for (let index = 0; index < 6; index++) addRecent(book, chance, index)
  for (const month of months) addCosts(book, chance, month)
}

/** Writes one past month: buyers, lost customers, and the money that the dealer sent to the factory for it. */
function addMonth(book: Book, chance: Chance, monthIndex: number, count: number): void {
  const first = 152 + monthIndex * 30
  let cost = 0
  for (let index = 0; index < count; index++) {
    const key = `H${monthIndex}-${index}`
    const born = first + 2 + index * 3
    const row = addCustomer(book, chance, { key, state: 'deal', born, last: born - 12 })
    const kind = orderKinds[(monthIndex * 5 + index) % orderKinds.length]!
    const delivered = addDeliveredTo(book, chance, {
      key,
      born,
      row,
      index: kind,
      serial: 100 + monthIndex * 10 + index,
      whole: true,
    })
    cost += delivered.cost
    addScore(book, chance, `${key}-survey`, {
      kind: 'survey',
      order: delivered.order,
      items: ['product', 'service', 'delivery'],
      received: delivered.received - 36,
      open: false,
      low: index === 4,
    })
  }
  for (let index = 0; index < count + 2; index++)
    addCustomer(book, chance, {
      key: `H${monthIndex}-lost-${index}`,
      state: 'lost',
      born: first + index * 4,
      last: first - chance.between(6, 24),
    })
  const moment = at(-(first + 32), 9, 20)
  const remittance = book.add('remittance', `remit-history-${monthIndex}`, {
    dealer,
    state: 'posted',
    createdBy: '$finance',
    createdAt: moment,
    stateAt: moment,
    purpose: 'prepay',
    amount: (cost / 100).toFixed(2),
    bank: 'icbc',
    payerName: '杭州臻木家居有限公司',
    bankRef: `ICBC25${20_100 + monthIndex}`,
    paidOn: on(-(first + 32)),
    vouchers: null,
    remark: null,
  })
  addEntry(book, `entry-history-${monthIndex}`, moment, { type: 'remittance', cash: cost, of: { remittance } })
}

/** Writes a customer of the last weeks who has already decided. */
function addRecent(book: Book, chance: Chance, index: number): void {
  const key = `R${index}`
  const bought = index % 5 < 3
  const born = 4 + index * 2
  const last = Math.max(1, born - 5)
  const row = addCustomer(book, chance, { key, state: bought ? 'deal' : 'lost', born, last })
  if (bought)
    addOrder(book, chance, {
      dealer,
      store,
      key,
      guide: String(row.guide),
      finance: '$finance',
      address: row.address as object,
      deal: true,
      born,
      last,
    })
}

/** A customer who decided; `born` and `last`: the days since the record began and since the decision. */
interface Decided {
  readonly key: string
  readonly state: 'deal' | 'lost'
  readonly born: number
  readonly last: number
}

function addCustomer(book: Book, chance: Chance, decided: Decided): Record<string, unknown> {
  const row = customerRow(book, chance, decided)
  book.add('customer', decided.key, row)
  addContacts(book, chance, decided, row)
  return row
}

function customerRow(book: Book, chance: Chance, { state, born, last }: Decided) {
  const { name, gender } = person(chance)
  const { community, address } = home(chance)
  const guide = chance.one(formerGuides)
  const source = chance.one(formerSources)
  return {
    dealer,
    state,
    createdBy: guide,
    createdAt: at(-born, chance.between(9, 20), chance.below(60)),
    stateAt: at(-last, 18, chance.below(60)),
    name,
    gender,
    mobile: `19${String(book.tables().find(({ entity }) => entity === 'customer')!.rows.length + 570_000_000)}`,
    weixin: null,
    source,
    referrer: source === 'referral' ? person(chance).name : null,
    store,
    guide,
    designer: state === 'deal' ? chance.one(['$designer', '$designer2']) : null,
    intent: state === 'deal' ? 'A' : chance.one(['B', 'C', 'C', 'D']),
    city: '杭州市',
    address,
    community,
    houseType: 'apartment',
    houseState: chance.one(['new', 'secondHand', 'renovate']),
    layout: chance.one(['2r2l', '3r2l', '4r2l']),
    area: String(chance.between(72, 190)),
    stage: 'painting',
    style: chance.one(['modern', 'nordic', 'lightLuxury']),
    budget: `${chance.between(4, 22)}0000.00`,
    poolReason: null,
    lossReason: state === 'lost' ? chance.one(['price', 'competitor', 'design', 'noNeed', 'unreachable']) : null,
    lossRemark: null,
    nextFollowAt: null,
    remark: null,
  }
}

/** Writes a follow-up and, for most, a visit to the store. */
function addContacts(
  book: Book,
  chance: Chance,
  { key, born, last }: Decided,
  { guide, name, intent }: ReturnType<typeof customerRow>,
): void {
  const visited = at(-Math.round((born + last) / 2), chance.between(10, 17), chance.below(60))
  book.add('follow', `${key}-follow`, {
    dealer,
    state: 'done',
    createdBy: guide,
    createdAt: visited,
    stateAt: visited,
    customer: `$${key}`,
    method: chance.one(['phone', 'wechat', 'store']),
    content: chance.one([
      '到店看样，预算与工期都已说明',
      '电话沟通装修进度，约定下周到店',
      '发送方案与报价，客户与家人商量',
    ]),
    intent,
    nextAt: null,
    files: null,
  })
  if (chance.in100(65)) {
    const day = -Math.round((born * 2 + last) / 3)
    book.add('appointment', `${key}-visit`, {
      dealer,
      state: 'arrived',
      createdBy: guide,
      createdAt: at(day - 2, 11),
      stateAt: at(day, 17),
      customer: `$${key}`,
      type: 'storeVisit',
      at: at(day, chance.one([10, 14, 15])),
      store,
      contact: name,
      remark: null,
    })
  }
}

function addCosts(book: Book, chance: Chance, month: number): void {
  const costs = [
    ['rent', 26_000, 26_000, '门店月租'],
    ['salary', 34_000, 48_000, '工资与提成'],
    ['utilities', 1_800, 3_200, '水电物业'],
    ['promotion', 2_000, 7_000, '小区推广与线上投放'],
  ] as const
  for (const [costType, least, highest, remark] of costs)
    book.add('storeCost', `cost${month}-${costType}`, {
      dealer,
      state: 'recorded',
      createdBy: '$finance',
      createdAt: atMonth(month, 10),
      stateAt: atMonth(month, 10),
      store,
      costType,
      month: onMonth(month),
      amount: chance.between(least, highest).toFixed(2),
      order: null,
      vouchers: null,
      remark,
    })
}

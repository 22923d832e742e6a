// Generates earlier delivered demo orders: signed, paid, produced, received, mostly installed.
// Includes every document and account entry that belongs to them.
import { addEntry } from '../accountEntries'
import type { Chance } from '../chance'
import { addScore } from '../evaluations'
import { at, type Book, dayOf, dealer, dealerFlags, finder, on, type Row } from '../table'
import { money } from '../goods'
import { addGoods } from './deliveredGoods'
import type { Delivered, Sale } from './sale'

const carriers = ['deppon', 'ane', 'best', 'yimi', 'local'] as const

/** A customer; `born`: days before today of the first visit. */
interface OldBuyer {
  readonly key: string
  readonly born: number
  readonly row: Row
}

/** Customers whose deal is old enough for a delivery. */
const oldBuyers = (book: Book): OldBuyer[] =>
  finder(book)('customer', (row) => row.state === 'deal' && row.dealer === dealer).flatMap((row) => {
    const born = -dayOf(row.createdAt)
    return born >= 62 ? [{ key: String(row.key), born, row }] : []
  })

/** Writes at most `count` delivered orders, one per customer. */
export function addDelivered(book: Book, chance: Chance, count: number): Delivered[] {
  for (let part = 0; part < 4; part++) {
    const moment = at(-150 + part * 30, 9, 20)
    book.add('remittance', `remit-delivered-${part}`, {
      dealer,
      state: 'posted',
      createdBy: '$finance',
      createdAt: moment,
      stateAt: moment,
      purpose: 'prepay',
      amount: '120000.00',
      bank: 'icbc',
      payerName: '杭州臻木家居有限公司',
      bankRef: `ICBC2611${1000 + part}`,
      paidOn: on(-150 + part * 30),
      vouchers: null,
      remark: null,
    })
    addEntry(book, `entry-delivered-${part}`, moment, {
      type: 'remittance',
      cash: 12_000_000,
      of: { remittance: `$remit-delivered-${part}` },
    })
  }
  return oldBuyers(book)
    .slice(0, count)
    .map(({ key, born, row }, index) => addDeliveredTo(book, chance, { key, born, row, index }))
}

interface DeliveredOrder extends OldBuyer {
  /** Selects the kind of the order. */
  readonly index: number
  /** Makes the waybill unique. */
  readonly serial?: number
  /** For a whole home. */
  readonly whole?: boolean
}

/** Writes one delivered order of a customer. */
export function addDeliveredTo(book: Book, chance: Chance, options: DeliveredOrder): Delivered {
  const { key, born, row, index, serial = index, whole = false } = options
  const order = `${key}-delivered`
  const cabinet = index % 3 !== 2
  const state = index % 6 < 3 ? 'completed' : (['evaluating', 'assigningWork', 'installing'] as const)[index % 3]!
  // The goods of an unfinished order came a few days ago, those of a finished one soon after the customer's first
  // visit.
  const received = state === 'completed' ? Math.max(3, born - 40) : 3 + (index % 4)
  const area = chance.between(400, 1400) * (whole ? 4 : 1)
  const price = cabinet ? 228_000 : 128_000
  const total = Math.round((area * price) / 100)
  const designer = chance.one(['$designer', '$designer2'])
  const sale: Sale = {
    order,
    customer: key,
    name: String(row.name),
    mobile: String(row.mobile),
    address: row.address,
    guide: String(row.guide),
    shipment: `${order}-shipment`,
    placement: `${order}-placement`,
    carrier: chance.one(carriers),
    category: cabinet ? 'cabinet' : 'wardrobe',
    state,
    received,
    cabinet,
    cost: Math.round(total * 0.55),
    index,
    day: (ahead) => -Math.max(1, (state === 'completed' ? born : received + 42) - 2 - ahead),
    last: at(-Math.max(1, received - (state === 'completed' ? 8 : 2)), 16, chance.below(60)),
    total,
  }
  addOrder(book, chance, sale, {
    designer,
    name: whole ? '全屋定制柜体' : cabinet ? '整体橱柜' : '入墙衣柜',
    unit: cabinet ? 'm' : 'm2',
    qty: (area / 100).toFixed(2),
    unitPrice: money(price),
  })
  addContract(book, sale)
  addGoods(book, chance, sale, serial)
  addInstallation(book, chance, sale)
  return sale
}

function addOrder(
  book: Book,
  chance: Chance,
  { order, customer, address, guide, category, state, received, cabinet, day, last }: Sale,
  goods: Readonly<Record<'designer' | 'name' | 'unit' | 'qty' | 'unitPrice', string>>,
): void {
  book.add('order', order, {
    dealer,
    state,
    createdBy: guide,
    createdAt: at(day(0), 10, chance.below(60)),
    stateAt: last,
    orderType: '1',
    customer: `$${customer}`,
    channelProject: null,
    category,
    store: '$S1',
    guide,
    designer: goods.designer,
    address,
    urgency: 'normal',
    measuredAt: at(day(1), 10),
    siteCondition: 'ready',
    rooms: [{ room: cabinet ? 'kitchen' : 'master', width: 3600, depth: 2400, height: 2750, remark: null }],
    drawingType: 'full',
    designTool: 'editor',
    drawings: null,
    drawingVersion: 1,
    items: [
      {
        lineNo: 1,
        category,
        room: cabinet ? 'kitchen' : 'master',
        name: goods.name,
        material: 'particle',
        colour: 'warmWhite',
        unit: goods.unit,
        qty: goods.qty,
        unitPrice: goods.unitPrice,
      },
    ],
    parts: [],
    expectInstallOn: on(day(45)),
    ...dealerFlags,
    surveyRemindedOn: state === 'completed' && received >= 38 ? on(38 - received) : null,
    remark: null,
  })
}

function addContract(book: Book, { order, customer, guide, total, day }: Sale): void {
  book.add('contract', `${order}-contract`, {
    dealer,
    state: 'effective',
    createdBy: guide,
    createdAt: at(day(5), 11),
    stateAt: at(day(6), 16),
    order: `$${order}`,
    customer: `$${customer}`,
    contractType: 'retail',
    signMethod: 'paper',
    signedOn: on(day(5)),
    discount: '0.00',
    listAmount: money(total),
    deliverOn: on(day(45)),
    plan: [{ stage: 'sign', amount: money(total), dueOn: on(day(6)) }],
    earnests: [],
    files: null,
    checker: '$manager',
    checkRemark: '资料齐全',
  })
  book.add('receipt', `${order}-receipt`, {
    dealer,
    state: 'approved',
    createdBy: guide,
    createdAt: at(day(5), 14),
    stateAt: at(day(6), 10),
    kind: 'sign',
    customer: `$${customer}`,
    order: `$${order}`,
    store: '$S1',
    amount: money(total),
    payMethod: 'transfer',
    paidOn: on(day(5)),
    payer: null,
    vouchers: null,
    auditor: '$finance',
    auditRemark: null,
    remark: null,
  })
}

function addInstallation(book: Book, chance: Chance, { order, address, state, received, index, last }: Sale): void {
  if (state === 'installing')
    book.add('task', `${order}-install`, {
      dealer,
      state: 'assigned',
      createdBy: '$dispatcher',
      createdAt: last,
      stateAt: last,
      taskType: 'install',
      order: `$${order}`,
      worker: (['$installer', '$installer2', '$installer3'] as const)[index % 3]!,
      date: '@+1',
      period: 'day',
      address,
      fee: `${3 + (index % 5)}00.00`,
      remark: null,
    })
  if (state === 'completed' || state === 'evaluating') {
    book.add('task', `${order}-install`, {
      dealer,
      state: 'done',
      createdBy: '$dispatcher',
      createdAt: at(-received, 16),
      stateAt: last,
      taskType: 'install',
      order: `$${order}`,
      worker: chance.one(['$installer', '$installer2', '$installer3']),
      date: on(-Math.max(1, received - 3)),
      period: 'day',
      address,
      fee: `${chance.between(4, 9)}00.00`,
      result: 'complete',
      remark: null,
    })
    addScore(book, chance, `${order}-evaluation`, {
      kind: 'install',
      order,
      items: ['attitude', 'quality', 'punctual', 'tidy'],
      received: received - 6,
      open: state === 'evaluating',
      low: index % 7 === 1,
    })
  }
}

// Generates earlier delivered demo orders: signed, paid, produced, received, mostly installed.
// Includes every document and account entry that belongs to them.
import type { Chance } from './chance'
import { at, type Book, dealer, dealerFlags, on } from './table'
import { money } from './goods'

export interface Delivered {
  readonly order: string
  readonly customer: string
  readonly name: string
  readonly mobile: string
  readonly address: unknown
  readonly guide: string
  readonly shipment: string
  readonly placement: string
  readonly carrier: string
  readonly category: string
  readonly state: 'completed' | 'evaluating' | 'installing' | 'assigningWork'
  /** Days before today on which the goods arrived. */
  readonly received: number
  /** Cabinets, for which a deposit is held. */
  readonly cabinet: boolean
  /** In cents, the amount paid to the factory. */
  readonly cost: number
}

const carriers = ['deppon', 'ane', 'best', 'yimi', 'local'] as const
const praise = [
  '送货准时，包装完好',
  '师傅耐心，现场收拾得干净',
  '整体满意，会推荐给朋友',
  '沟通及时，安装很细致',
] as const

/** Writes an entry of the dealer's account; amounts in cents. */
export function addEntry(
  book: Book,
  key: string,
  moment: string,
  entry: {
    readonly type: string
    readonly cash?: number
    readonly credit?: number
    readonly deposit?: number
    readonly of?: Readonly<Record<string, string>>
  },
): void {
  book.add('accountEntry', key, {
    dealer,
    state: 'posted',
    createdBy: '$admin',
    createdAt: moment,
    stateAt: moment,
    type: entry.type,
    cashDelta: money(entry.cash ?? 0),
    creditDelta: money(entry.credit ?? 0),
    depositDelta: money(entry.deposit ?? 0),
    placement: entry.of?.placement ?? null,
    supplyOrder: entry.of?.supplyOrder ?? null,
    deposit: entry.of?.deposit ?? null,
    remittance: entry.of?.remittance ?? null,
    remark: null,
  })
}

/** Customers whose deal is old enough for a delivery. */
function buyers(book: Book): { key: string; born: number; row: Record<string, unknown> }[] {
  const table = book.tables().find(({ entity }) => entity === 'customer')!
  return table.rows.flatMap((cells) => {
    const row = Object.fromEntries(table.columns.map((name, index) => [name, cells[index]]))
    const born = -Number(/^@(-?\d+)/.exec(String(row.createdAt))?.[1])
    return row.state === 'deal' && row.dealer === dealer && born >= 62 ? [{ key: String(row.key), born, row }] : []
  })
}

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
  return buyers(book)
    .slice(0, count)
    .map(({ key, born, row }, index) => addDeliveredTo(book, chance, { key, born, row, index }))
}

/**
 * Writes one delivered order of a customer; `index` selects its kind, `serial` makes its waybill unique, `whole`: for a
 * whole home.
 */
export function addDeliveredTo(
  book: Book,
  chance: Chance,
  {
    key,
    born,
    row,
    index,
    serial = index,
    whole = false,
  }: { key: string; born: number; row: Record<string, unknown>; index: number; serial?: number; whole?: boolean },
): Delivered {
  const order = `${key}-delivered`
  const guide = String(row.guide)
  const { address } = row
  const cabinet = index % 3 !== 2
  const state = index % 6 < 3 ? 'completed' : (['evaluating', 'assigningWork', 'installing'] as const)[index % 3]!
  // The goods of an unfinished order came a few days ago, those of a finished one soon after the customer's first
  // visit.
  const received = state === 'completed' ? Math.max(3, born - 40) : 3 + (index % 4)
  const day = (ahead: number): number => -Math.max(1, (state === 'completed' ? born : received + 42) - 2 - ahead)
  const area = chance.between(400, 1400) * (whole ? 4 : 1)
  const price = cabinet ? 228_000 : 128_000
  const total = Math.round((area * price) / 100)
  const cost = Math.round(total * 0.55)
  const designer = chance.one(['$designer', '$designer2'])
  const category = cabinet ? 'cabinet' : 'wardrobe'
  const carrier = chance.one(carriers)
  const last = at(-Math.max(1, received - (state === 'completed' ? 8 : 2)), 16, chance.below(60))
  const item = {
    lineNo: 1,
    category,
    room: cabinet ? 'kitchen' : 'master',
    name: whole ? '全屋定制柜体' : cabinet ? '整体橱柜' : '入墙衣柜',
    material: 'particle',
    colour: 'warmWhite',
    unit: cabinet ? 'm' : 'm2',
    qty: (area / 100).toFixed(2),
    unitPrice: money(price),
  }
  const part = {
    partNo: 'P001',
    name: cabinet ? '柜体与门板' : '柜体板',
    measure: '1.000',
    factoryPrice: money(cost),
    surcharge: '0.00',
  }
  book.add('order', order, {
    dealer,
    state,
    createdBy: guide,
    createdAt: at(day(0), 10, chance.below(60)),
    stateAt: last,
    orderType: '1',
    customer: `$${key}`,
    channelProject: null,
    category,
    store: '$S1',
    guide,
    designer,
    address,
    urgency: 'normal',
    measuredAt: at(day(1), 10),
    siteCondition: 'ready',
    rooms: [{ room: cabinet ? 'kitchen' : 'master', width: 3600, depth: 2400, height: 2750, remark: null }],
    drawingType: 'full',
    designTool: 'editor',
    drawings: null,
    drawingVersion: 1,
    items: [item],
    parts: [],
    expectInstallOn: on(day(45)),
    ...dealerFlags,
    surveyRemindedOn: state === 'completed' && received >= 38 ? on(38 - received) : null,
    remark: null,
  })
  book.add('contract', `${order}-contract`, {
    dealer,
    state: 'effective',
    createdBy: guide,
    createdAt: at(day(5), 11),
    stateAt: at(day(6), 16),
    order: `$${order}`,
    customer: `$${key}`,
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
    customer: `$${key}`,
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
  book.add('placement', `${order}-placement`, {
    dealer,
    state: 'received',
    createdBy: '$orderclerk',
    createdAt: at(day(8), 11),
    stateAt: at(-received, 15),
    order: `$${order}`,
    lines: [part],
    files: null,
    deliveryMode: 'logistics',
    deliverTo: address,
    freight: '0.00',
    discountRate: '1',
    paidAt: at(day(9), 10),
    workshop: chance.one(['1 号线', '2 号线', '3 号线']),
    progress: 100,
    invoice: addInvoice(book, `${order}-placement`, index, received),
  })
  addEntry(book, `${order}-pay`, at(day(9), 10), {
    type: 'placementPay',
    cash: -cost,
    of: { placement: `$${order}-placement` },
  })
  const packages = chance.between(6, 28)
  book.add('shipment', `${order}-shipment`, {
    dealer,
    state: 'received',
    createdBy: '$admin',
    createdAt: at(-received - 4, 17),
    stateAt: at(-received, 15),
    placement: `$${order}-placement`,
    supplyOrder: null,
    order: `$${order}`,
    deliveryMode: 'logistics',
    carrier,
    waybillNo: `WB26${String(610_000 + serial * 37)}`,
    packages,
    freightPayer: 'factory',
    shippedAt: at(-received - 4, 17),
    eta: on(-received),
    deliveredAt: at(-received, 11),
    receivedPackages: packages,
    damagedPackages: index % 4 === 0 ? chance.between(1, 2) : 0,
    photos: null,
    remark: index % 4 === 0 ? '外箱破损，司机已签字' : null,
  })
  addScore(book, chance, `${order}-carrier`, {
    kind: 'carrier',
    order,
    shipment: `${order}-shipment`,
    items: ['speed', 'integrity', 'attitude'],
    received,
    open: index % 5 === 4,
    low: index % 4 === 0,
  })
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
  return {
    order,
    customer: key,
    name: String(row.name),
    mobile: String(row.mobile),
    address,
    guide,
    shipment: `${order}-shipment`,
    placement: `${order}-placement`,
    carrier,
    category,
    state,
    received,
    cabinet,
    cost,
  }
}

/** Adds an invoice for every fifth placement; returns it unless it was rejected, which frees the placement again. */
function addInvoice(book: Book, placement: string, index: number, received: number): string | null {
  if (index % 5 !== 0) return null
  const state = (['issued', 'rejected', 'pending'] as const)[(index / 5) % 3]!
  const day = state === 'pending' ? 0 : Math.min(-1, 2 - received)
  const invoice = book.add('invoice', `${placement}-invoice`, {
    dealer,
    state,
    createdBy: '$finance',
    createdAt: at(day, 9, 30),
    stateAt: at(day, state === 'pending' ? 9 : 15, 30),
    invoiceType: index % 2 === 0 ? 'special' : 'ordinary',
    title: '杭州臻木家居有限公司',
    taxNo: '91330106MA2B0X7K3Q',
    placements: [{ placement: `$${placement}` }],
    invoiceNo: state === 'issued' ? `2633200000${String(10_482_000 + index * 61)}` : null,
    issuedOn: state === 'issued' ? on(day) : null,
    files: null,
    remark: state === 'rejected' ? '税号与抬头不一致，请核对后重新申请' : null,
  })
  return state === 'rejected' ? null : invoice
}

/** Writes an evaluation; `open` ones have no scores yet. */
export function addScore(
  book: Book,
  chance: Chance,
  key: string,
  {
    kind,
    order,
    shipment,
    items,
    received,
    open,
    low,
  }: {
    readonly kind: string
    readonly order: string
    readonly shipment?: string
    readonly items: readonly string[]
    readonly received: number
    readonly open: boolean
    readonly low: boolean
  },
): void {
  const created = at(-Math.max(1, received), 16)
  const scores = open
    ? []
    : items.map((item) => ({ item, score: String(low ? chance.between(1, 3) : chance.between(4, 5)) }))
  book.add('evaluation', key, {
    dealer,
    state: open ? 'pending' : 'submitted',
    createdBy: '$dispatcher',
    createdAt: created,
    stateAt: open ? created : at(-Math.max(0, received - 1), 10),
    kind,
    order: `$${order}`,
    shipment: shipment ? `$${shipment}` : null,
    channel: open || kind === 'carrier' ? null : 'phone',
    scores,
    comment: open
      ? null
      : low
        ? chance.one(['有两处没有收好，已约师傅返工', '外箱破损，沟通较慢', '比约定晚到半天'])
        : (praise[received % (praise.length * 2)] ?? null),
    photos: null,
    evaluatedOn: open ? null : on(-Math.max(0, received - 1)),
  })
}

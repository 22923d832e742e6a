// What does a move send? Values that usually pass, for the order as it was a moment ago.
import type { RecordAnswer, RecordData, Value } from '../../src/protocol/calls'
import type { Chance } from '../../scripts/demo/chance'
import { moment } from '../story/teller'

/** What a move may look at: the order as it was a moment ago, and what refers to it. */
export interface Sight {
  readonly order: RecordData
  readonly related: RecordAnswer['related']
  readonly customer: number
  readonly file: unknown
  readonly designers: readonly number[]
  readonly installers: readonly number[]
  readonly chance: Chance
  readonly unique: () => string
}

export const address = { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 268 号' }
export const cents = (value: Value | undefined): number => Math.round(Number(value ?? 0) * 100)
export const money = (amount: number): string => (amount / 100).toFixed(2)
export const day = (from: number) => moment({ day: from })
export const rows = ({ related }: Sight, entity: string) => related.find((one) => one.entity === entity)?.rows ?? []

export function items({ chance }: Sight, least = 1) {
  return Array.from({ length: chance.between(least, 3) }, (_, at) => ({
    lineNo: at + 1,
    category: chance.one(['cabinet', 'wardrobe', 'countertop']),
    room: 'kitchen',
    name: `商品${at + 1}`,
    unit: chance.one(['m', 'm2', 'set']),
    qty: (chance.between(50, 900) / 100).toFixed(2),
    unitPrice: money(chance.between(20_000, 300_000)),
  }))
}

export function parts(sight: Sight) {
  const { order, chance } = sight
  const lines = (order.values.items as { lineNo: number }[] | null) ?? []
  return lines.flatMap(({ lineNo }) =>
    Array.from({ length: chance.between(1, 2) }, (_, at) => ({
      partNo: `P${lineNo}${at}`,
      itemLine: lineNo,
      name: '板件',
      material: 'particle',
      colour: 'warmWhite',
      edge: 'all',
      grain: 'none',
      length: chance.between(300, 2500),
      width: chance.between(200, 900),
      thickness: 18,
      qty: chance.between(1, 6),
      unit: chance.one(['m2', 'm', 'pcs']),
      factoryPrice: money(chance.between(3_000, 40_000)),
      marked: chance.in100(8),
    })),
  )
}

function plan(amount: number) {
  const [sign, place] = [Math.round(amount * 0.6), Math.round(amount * 0.3)]
  return [
    { stage: 'sign', amount: money(sign) },
    { stage: 'place', amount: money(place) },
    { stage: 'balance', amount: money(amount - sign - place) },
  ]
}

export function contract(sight: Sight) {
  const list = cents(sight.order.values.listAmount)
  const discount = Math.floor(list * sight.chance.one([0, 0.05, 0.1, 0.15]))
  return {
    contractType: 'retail',
    signMethod: 'paper',
    signedOn: day(0),
    discount: money(discount),
    deliverOn: day(45),
    plan: plan(list - discount),
    earnests: [],
    files: [sight.file],
  }
}

/** What is to be received next: usually the rest of a part of the plan. */
export function receipt(sight: Sight) {
  const { order, chance } = sight
  const total = cents(order.values.contractAmount) || cents(rows(sight, 'contract')[0]?.values.amount)
  const open = total - cents(order.values.netReceived)
  return {
    customer: sight.customer,
    kind: chance.one(['sign', 'progress', 'balance']),
    order: order.id,
    amount: money(
      chance.one([open, Math.round(total * 0.6), Math.round(total * 0.3), chance.between(1, Math.max(1, open))]),
    ),
    payMethod: 'transfer',
    paidOn: day(0),
    vouchers: [sight.file],
  }
}

export function payment(sight: Sight) {
  const payable = cents(rows(sight, 'placement').find(({ state }) => state === 'confirmed')?.values.payable)
  const credit = sight.chance.one([0, 0, Math.min(payable, 100_000), payable])
  return { cash: money(payable - credit), credit: money(credit) }
}

export function work(sight: Sight, workers: readonly number[]) {
  return {
    worker: sight.chance.one(workers),
    date: day(sight.chance.between(1, 60)),
    period: sight.chance.one(['am', 'pm', 'day']),
  }
}

export function supplement(sight: Sight) {
  const kind = sight.chance.one(['add', 'add', 'reduce'])
  return {
    order: sight.order.id,
    kind,
    reason: '增减',
    items: items(sight)
      .slice(0, 1)
      .map((one) => ({ ...one, qty: '1.00', unitPrice: money(sight.chance.between(100, 80_000)) })),
    needParts: kind === 'add' && sight.chance.in100(50),
    files: [sight.file],
  }
}

export const refusal = () => ({ auditRemark: '再核对', checkRemark: '再核对' })

export function nonstandardPart({ order }: Sight): string | null {
  const found =
    (order.values.parts as { partNo: string; isNonstandard: boolean }[] | null)?.filter(
      ({ isNonstandard }) => isNonstandard,
    ) ?? []
  return found[0]?.partNo ?? null
}

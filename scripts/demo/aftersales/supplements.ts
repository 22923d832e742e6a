// Generates supplements: parts ordered after delivery, free after a complaint or paid.
import { addEntry } from '../accountEntries'
import type { Delivered } from '../delivered/sale'
import { money } from '../goods'
import { at, on } from '../table'
import { complaintStates } from './complaints'
import { clerk, type Desk } from './desk'

const parts = [
  {
    partNo: 'MB-0715-03',
    name: '吊柜门板',
    material: 'pet',
    colour: 'pearlGrey',
    length: 715,
    width: 396,
    thickness: 18,
    price: 26_000,
  },
  {
    partNo: 'CB-2380-01',
    name: '柜体侧板',
    material: 'particle',
    colour: 'warmWhite',
    length: 2380,
    width: 580,
    thickness: 18,
    price: 19_000,
  },
  {
    partNo: 'CC-0860-02',
    name: '可调层板',
    material: 'particle',
    colour: 'warmWhite',
    length: 860,
    width: 540,
    thickness: 18,
    price: 9_600,
  },
  {
    partNo: 'TM-1860-01',
    name: '石英石台面',
    material: 'quartz',
    colour: 'snowWhite',
    length: 1860,
    width: 600,
    thickness: 15,
    price: 78_000,
  },
] as const

const states = [
  'submitted',
  'returned',
  'toPrice',
  'pricing',
  'priceReturned',
  'quoted',
  'refused',
  'toPay',
  'producing',
  'finished',
  'shipped',
  'received',
  'closed',
  'cancelled',
  'parsing',
  'parseFailed',
] as const

const pricedStates: readonly string[] = states.slice(states.indexOf('pricing'), states.indexOf('closed') + 1)
type State = (typeof states)[number]

/** Writes the supplements. @param ratios of each complaint, the percentage that the dealer bears */
export function addSupplements(desk: Desk, delivered: readonly Delivered[], ratios: readonly number[]): void {
  for (let index = 0; index < 48; index++) {
    const state = states[index % states.length]!
    const complaint = complaintOf(index, state, ratios)
    const item = delivered[complaint ?? index % delivered.length]!
    addSupplement(desk, { index, state, complaint, item, ratio: complaint === undefined ? 100 : ratios[complaint]! })
  }
}

interface Supplement {
  readonly index: number
  readonly state: State
  /** The complaint that it follows; absent: the dealer pays. */
  readonly complaint: number | undefined
  readonly item: Delivered
  /** The percentage that the dealer bears. */
  readonly ratio: number
}

const isFromTool = (index: number, state: State): boolean =>
  state.startsWith('pars') || (index >= 32 && ['submitted', 'toPrice', 'priceReturned'].includes(state))

/** Every second supplement follows a confirmed complaint for which the dealer bears something. */
function complaintOf(index: number, state: State, ratios: readonly number[]): number | undefined {
  if (isFromTool(index, state) || index >= 32 || index % 2 === 1) return undefined
  const stateOf = (complaint: number) => complaintStates[complaint % complaintStates.length]!
  const open = [...ratios.keys()].filter((complaint) => ['confirmed', 'closed'].includes(stateOf(complaint)))
  const complaint = open[(index >> 1) % open.length]!
  const isSettled = stateOf(complaint) === 'closed' && state !== 'closed' && state !== 'cancelled'
  return isSettled || ratios[complaint] === 0 ? undefined : complaint
}

/** The lines with their prices, and their total in cents. */
function priceOf(index: number, state: State) {
  const isPriced = pricedStates.includes(state) || (state === 'parseFailed' && index % 32 > 15)
  const isCompensation = state === 'refused' && index % 32 < 16
  const isQuoted = isPriced && !isCompensation && !['pricing', 'priceReturned', 'parseFailed'].includes(state)
  const chosen = [parts[index % parts.length]!, parts[(index + 1) % parts.length]!]
  const lines =
    state === 'parsing' || (state === 'parseFailed' && !isPriced)
      ? []
      : chosen.map(({ price, ...part }, line) => ({
          ...part,
          qty: line + 1,
          requestPrice: isPriced ? money(Math.round(price * 0.8)) : null,
          quotePrice: isQuoted ? money(price) : null,
          remark: null,
        }))
  const freight = isQuoted ? 4_000 : 0
  const cents = isQuoted ? chosen.reduce((sum, { price }, line) => sum + price * (line + 1), 0) + freight : 0
  return { isPriced, isCompensation, isQuoted, lines, freight, cents }
}

function refusalOf({ isCompensation, isQuoted, cents }: ReturnType<typeof priceOf>) {
  return {
    refusalType: isCompensation ? 'compensation' : 'price',
    reason: isCompensation ? 'evidence' : 'priceHigh',
    remark: isCompensation ? '请补充破损部位的清晰照片' : '补件不应收运费',
    files: null,
    amount: isQuoted ? money(cents) : null,
    by: isCompensation ? '$admin' : clerk,
    at: at(-1, 15),
  }
}

function addSupplement(desk: Desk, { index, state, complaint, item, ratio }: Supplement): void {
  const { book, chance, record, late } = desk
  const price = priceOf(index, state)
  const isParsedPrice = state === 'priceReturned' || (state === 'parseFailed' && price.isPriced)
  const days = late(item, 12) + 2
  const key = `supply-${index}`
  record(
    'supplyOrder',
    key,
    {
      state,
      order: `$${item.order}`,
      complaint: complaint === undefined ? null : `$complaint-${complaint}`,
      afterCase: null,
      redesign: null,
      supplyType: complaint === undefined ? 'paid' : 'free',
      channel: isFromTool(index, state) ? 'designTool' : 'platform',
      reason: complaint === undefined ? chance.one(['customerAdd', 'installDamage', 'sizeWrong']) : 'damaged',
      lines: price.lines,
      files: null,
      designFile: null,
      parseKind: isFromTool(index, state) ? (isParsedPrice ? 'price' : 'payment') : null,
      parseMessage:
        state === 'parseFailed'
          ? [
              '第 3 行缺少板材编码，请在设计软件中补全后重新导出',
              'Row 3 has no board code. Add it in the design tool and export again',
            ]
          : null,
      priceFiles: null,
      deliverTo: item.address,
      urgency: chance.one(['normal', 'normal', 'urgent']),
      returnRemark: state === 'returned' ? '缺少封边说明' : state === 'priceReturned' ? '报价单未盖章' : null,
      refusals: state === 'refused' || index % 16 === 5 ? [refusalOf(price)] : [],
      freight: price.isQuoted ? money(price.freight) : null,
    },
    { days, since: 1 },
  )
  if (['producing', 'finished', 'shipped', 'received', 'closed'].includes(state))
    addEntry(book, `${key}-pay`, at(-1, 11, index), {
      type: 'supplyPay',
      cash: -Math.round((price.cents * ratio) / 100),
      of: { supplyOrder: `$${key}` },
    })
  if (['shipped', 'received', 'closed'].includes(state)) addShipment(desk, key, { index, state, item })
}

function addShipment(
  { record }: Desk,
  key: string,
  { index, state, item }: Omit<Supplement, 'complaint' | 'ratio'>,
): void {
  record(
    'shipment',
    `${key}-shipment`,
    {
      createdBy: '$admin',
      state: state === 'shipped' ? 'shipped' : 'received',
      placement: null,
      supplyOrder: `$${key}`,
      order: `$${item.order}`,
      deliveryMode: 'logistics',
      carrier: 'ane',
      waybillNo: `AN26${1_100 + index}`,
      packages: 2,
      freightPayer: 'carrier',
      shippedAt: at(-2, 17),
      eta: on(1),
      deliveredAt: state === 'shipped' ? null : at(-1, 10),
      receivedPackages: state === 'shipped' ? null : 2,
      damagedPackages: state === 'shipped' ? null : 0,
      photos: null,
      remark: null,
    },
    { days: 2, since: 1 },
  )
}

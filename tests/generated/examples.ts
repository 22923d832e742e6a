// What does no type tell? Amounts that must fit each other, and lines that belong to other lines: examples of what
// people in the business write.
import type { RecordAnswer, RecordData } from '../../src/protocol/calls'
import { moment } from '../story/teller'

/** The order as it is, and what refers to it. */
export interface Sight {
  readonly order?: RecordData
  readonly related?: RecordAnswer['related']
  readonly record?: RecordData
  readonly nonstandard?: boolean
  /** The deposit that the contract applies. */
  readonly receipt?: number
}

type Example = (sight: Sight) => Readonly<Record<string, unknown>>

const rows = ({ related }: Sight, entity: string) => related?.find((one) => one.entity === entity)?.rows ?? []
const value = (record: RecordData | undefined, name: string) => Number(record?.values[name] ?? 0)
const line = { category: 'cabinet', room: 'kitchen', name: '橱柜', unit: 'set', qty: '2', unitPrice: '5000' }
const items = [{ lineNo: 1, ...line }]

const contract: Example = ({ order, receipt }) => {
  const listed = value(order, 'listAmount')
  const total = (listed > 0 ? listed : 10_000).toFixed(2)
  return {
    discount: '0',
    deliverOn: moment({ day: 45 }),
    plan: [{ stage: 'sign', amount: total }],
    // Offered in the form only where the order has none.
    ...(listed === 0 && { items }),
    ...(receipt !== undefined && { earnests: [{ receipt }] }),
  }
}

const parts: Example = (sight) => ({
  parts: ((sight.order?.values.items ?? []) as { lineNo: number }[]).map(({ lineNo }, at) => ({
    partNo: `P${lineNo}`,
    itemLine: lineNo,
    name: '板件',
    material: 'particle',
    colour: 'warmWhite',
    edge: 'all',
    grain: 'none',
    length: 600,
    width: 400,
    thickness: 18,
    qty: 1,
    unit: 'pcs',
    factoryPrice: '100',
    marked: sight.nonstandard === true && at === 0,
  })),
})

const scores: Readonly<Record<string, readonly string[]>> = {
  install: ['attitude', 'quality', 'punctual', 'tidy'],
  survey: ['product', 'service', 'delivery'],
  carrier: ['speed', 'integrity', 'attitude'],
}

let days = 0
/** Nobody is at two places on one day. */
const visit: Example = () => ({ date: moment({ day: (days += 1) }), period: 'day' })

export const examples: Readonly<Record<string, Example | undefined>> = {
  'contract.create': contract,
  'order.createSample': () => ({ items }),
  'order.submitDraw': () => ({ items }),
  'order.confirmCase': ({ order }) => (value(order, 'listAmount') > 0 ? {} : { items }),
  'order.assignRuler': visit,
  'order.assignWork': visit,
  'order.measure': () => ({ siteCondition: 'ready' }),
  'order.saveParts': parts,
  'order.explode': parts,
  'order.install': () => ({ installResult: 'complete' }),
  'nonstandard.create': () => ({ partNo: 'P1' }),
  'receipt.create': (sight) => {
    const contracted = value(sight.order, 'contractAmount') || value(rows(sight, 'contract')[0], 'amount')
    const waits = (state?: string) => state === 'pending' || state === 'approved'
    const taken = rows(sight, 'receipt').reduce((sum, one) => sum + (waits(one.state) ? value(one, 'amount') : 0), 0)
    return { kind: 'sign', amount: (contracted - taken).toFixed(2), payMethod: 'cash' }
  },
  'placement.pay': ({ record }) => ({ cash: value(record, 'payable').toFixed(2), credit: '0' }),
  'shipment.receive': ({ record }) => ({ receivedPackages: value(record, 'packages'), damagedPackages: 0 }),
  'evaluation.submit': ({ record }) => ({
    scores: (scores[String(record?.values.kind)] ?? []).map((item) => ({ item, score: '5' })),
  }),
  'supplement.create': () => ({ kind: 'add', items: [{ lineNo: 1, ...line, unitPrice: '500' }], needParts: false }),
}

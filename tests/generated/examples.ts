// What does neither type nor `example` tell? Amounts that must fit each other, and what depends on the record: what
// people in the business write.
import type { App } from '../../src/manifest/model/app'
import type { RecordAnswer, RecordData } from '../../src/protocol/calls'
import { moment } from '../story/teller'

/** The order as it is, and what refers to it. */
export interface Sight {
  readonly app?: App
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

const contract: Example = ({ app, order, receipt }) => {
  const listed = value(order, 'listAmount')
  const items = app!.entities.order!.fields.items!.example
  const total = (listed > 0 ? listed : 10_000).toFixed(2)
  return {
    deliverOn: moment({ day: 45 }),
    plan: [{ stage: 'sign', amount: total }],
    // Offered in the form only where the order has none.
    ...(listed === 0 && { items }),
    ...(receipt !== undefined && { earnests: [{ receipt }] }),
  }
}

/** The parts of the manifest, the first of them marked as nonstandard where the order is to have one. */
const parts: Example = ({ app, nonstandard }) => {
  const usual = app!.entities.order!.fields.parts!.example as readonly object[]
  return nonstandard === true ? { parts: usual.map((part, at) => ({ ...part, marked: at === 0 })) } : {}
}

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
  'order.assignRuler': visit,
  'order.assignWork': visit,
  'order.saveParts': parts,
  'order.explode': parts,
  'receipt.create': (sight) => {
    const contracted = value(sight.order, 'contractAmount') || value(rows(sight, 'contract')[0], 'amount')
    const waits = (state?: string) => state === 'pending' || state === 'approved'
    const taken = rows(sight, 'receipt').reduce((sum, one) => sum + (waits(one.state) ? value(one, 'amount') : 0), 0)
    return { kind: 'sign', amount: (contracted - taken).toFixed(2), payMethod: 'cash' }
  },
  'nonstandard.create': (sight) => {
    const parts = (sight.order?.values.parts ?? []) as readonly Readonly<Record<string, unknown>>[]
    const asked = rows(sight, 'nonstandard').map((one) => one.values.partNo)
    const part = parts.find(({ marked, partNo }) => marked === true && !asked.includes(partNo as string))
    return part ? { partNo: part.partNo } : {}
  },
  'placement.pay': ({ record }) => ({ cash: value(record, 'payable').toFixed(2), credit: '0' }),
  'supplyOrder.pay': ({ record }) => ({ cash: value(record, 'dealerPayable').toFixed(2), credit: '0' }),
  'shipment.receive': ({ record }) => ({ receivedPackages: value(record, 'packages'), damagedPackages: 0 }),
  'evaluation.submit': ({ record }) => ({
    scores: (scores[String(record?.values.kind)] ?? []).map((item) => ({ item, score: '5' })),
  }),
}

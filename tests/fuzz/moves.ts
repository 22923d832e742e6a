// What may a caller try with an order and its money? Moves with the role that usually makes them and values that
// usually pass; the walk also makes
// them by wrong roles, at wrong times and with wrong values.
import { moment } from '../story/teller'
import {
  address,
  cents,
  contract,
  day,
  items,
  money,
  nonstandardPart,
  parts,
  payment,
  receipt,
  refusal,
  rows,
  supplement,
  work,
  type Sight,
} from './moveValues'

export interface Move {
  /** entity.transition */
  readonly action: string
  readonly role: string
  /** Also tried when no record says that it can be done: it creates, for an order in this state. */
  readonly when?: readonly string[]
  readonly values?: (sight: Sight) => Record<string, unknown>
  readonly note?: boolean
  /** How often it is chosen beside others; 1 when absent. */
  readonly weight?: number
}

/** Everything that is tried. */
export const moves: readonly Move[] = [
  { action: 'order.assignRuler', role: 'dispatcher', values: (sight) => work(sight, sight.designers) },
  { action: 'order.returnAssign', role: 'manager', note: true, weight: 0.2 },
  {
    action: 'order.measure',
    role: 'manager',
    values: () => ({
      measuredAt: moment({ day: -1, time: '23:59' }),
      siteCondition: 'ready',
      rooms: [{ room: 'kitchen', width: 3600, depth: 2400, height: 2750 }],
    }),
  },
  {
    action: 'order.submitDraw',
    role: 'manager',
    values: (sight) => ({ drawingType: 'full', designTool: 'editor', drawings: [sight.file], items: items(sight) }),
  },
  {
    action: 'order.recordInvite',
    role: 'guide',
    weight: 0.2,
    values: () => ({ inviteMethod: 'phone', inviteResult: 'unreachable' }),
  },
  {
    action: 'order.invite',
    role: 'guide',
    values: (sight) => ({
      inviteMethod: 'phone',
      visitAt: moment({ day: sight.chance.between(1, 300), time: '10:00' }),
    }),
  },
  { action: 'order.confirmCase', role: 'guide', weight: 3, values: (sight) => ({ confirmFiles: [sight.file] }) },
  { action: 'order.rejectCase', role: 'guide', note: true, weight: 0.4 },
  { action: 'order.close', role: 'guide', note: true, weight: 0.01 },
  {
    action: 'contract.create',
    role: 'guide',
    when: ['signing'],
    values: (sight) => ({ order: sight.order.id, ...contract(sight) }),
  },
  { action: 'contract.edit', role: 'guide', weight: 0.2, values: contract },
  { action: 'contract.submit', role: 'guide' },
  { action: 'contract.pass', role: 'manager', weight: 2 },
  { action: 'contract.fail', role: 'manager', weight: 0.2, values: refusal },
  { action: 'contract.void', role: 'guide', weight: 0.1 },
  {
    action: 'receipt.create',
    role: 'guide',
    when: [
      'signing',
      'checking',
      'exploding',
      'placing',
      'ordering',
      'producing',
      'shipping',
      'assigningWork',
      'evaluating',
    ],
    values: receipt,
  },
  { action: 'receipt.approve', role: 'finance', weight: 3 },
  { action: 'receipt.reject', role: 'finance', weight: 0.2, values: refusal },
  { action: 'receipt.resubmit', role: 'guide' },
  { action: 'receipt.cancel', role: 'guide', weight: 0.2 },
  {
    action: 'refund.create',
    role: 'guide',
    when: ['exploding', 'placing'],
    weight: 0.3,
    values: (sight) => ({
      customer: sight.customer,
      refundType: 'reduction',
      order: sight.order.id,
      amount: money(sight.chance.between(1, 30_000)),
      payMethod: 'transfer',
      payee: '客户',
      account: '6222',
      reason: '多收',
    }),
  },
  {
    action: 'refund.complete',
    role: 'guide',
    values: () => ({ payMethod: 'transfer', payee: '客户', account: '6222', reason: '退款' }),
    weight: 0.5,
  },
  { action: 'refund.approve', role: 'finance' },
  { action: 'refund.reject', role: 'finance', weight: 0.2, values: refusal },
  { action: 'refund.pay', role: 'finance', values: (sight) => ({ paidOn: day(0), vouchers: [sight.file] }) },
  { action: 'supplement.create', role: 'manager', when: ['exploding', 'placing'], weight: 0.5, values: supplement },
  { action: 'supplement.pass', role: 'owner', weight: 2 },
  { action: 'supplement.fail', role: 'owner', weight: 0.2, values: refusal },
  {
    action: 'supplement.resubmit',
    role: 'manager',
    values: (sight) => {
      const { order: _, needParts: _parts, ...rest } = supplement(sight)
      return rest
    },
  },
  { action: 'order.saveParts', role: 'orderclerk', values: (sight) => ({ parts: parts(sight) }), weight: 0.5 },
  { action: 'order.explode', role: 'orderclerk', values: (sight) => ({ parts: parts(sight) }), weight: 2 },
  { action: 'order.reExplode', role: 'orderclerk', weight: 0.15 },
  { action: 'order.fixParts', role: 'orderclerk', values: (sight) => ({ parts: parts(sight) }), weight: 0.5 },
  {
    action: 'nonstandard.create',
    role: 'orderclerk',
    when: ['exploding'],
    weight: 3,
    values: (sight) => ({
      order: sight.order.id,
      partNo: nonstandardPart(sight),
      nsType: 'oversize',
      description: '超高',
      files: [sight.file],
    }),
  },
  {
    action: 'nonstandard.quote',
    role: 'admin',
    values: (sight) => ({
      surcharge: money(sight.chance.between(0, 50_000)),
      extraDays: sight.chance.between(0, 9),
      reply: '可做',
    }),
  },
  { action: 'nonstandard.refuse', role: 'admin', weight: 0.2, values: () => ({ reply: '不可做' }) },
  { action: 'nonstandard.confirm', role: 'orderclerk', weight: 2 },
  { action: 'nonstandard.cancel', role: 'orderclerk', weight: 0.3 },
  {
    action: 'nonstandard.reapply',
    role: 'orderclerk',
    values: (sight) => ({ description: '再申请', files: [sight.file] }),
  },
  {
    action: 'placement.submit',
    role: 'orderclerk',
    when: ['placing'],
    weight: 3,
    values: (sight) => ({ order: sight.order.id, deliveryMode: 'logistics', deliverTo: address, files: [sight.file] }),
  },
  {
    action: 'placement.return',
    role: 'admin',
    weight: 0.4,
    values: () => ({ returnReason: 'drawing', returnRemark: '不清' }),
  },
  {
    action: 'placement.resubmit',
    role: 'orderclerk',
    values: (sight) => ({ deliverTo: address, files: [sight.file] }),
  },
  {
    action: 'placement.quote',
    role: 'admin',
    values: (sight) => ({ freight: money(sight.chance.between(0, 30_000)) }),
  },
  { action: 'placement.confirmPrice', role: 'orderclerk' },
  { action: 'placement.refusePrice', role: 'orderclerk', note: true, weight: 0.2 },
  { action: 'placement.pay', role: 'finance', weight: 3, values: payment },
  { action: 'placement.start', role: 'admin', values: () => ({ workshop: '1 号线' }), weight: 0.7 },
  { action: 'placement.finish', role: 'admin' },
  { action: 'placement.cancel', role: 'orderclerk', weight: 0.1 },
  {
    action: 'shipment.create',
    role: 'admin',
    when: ['producing'],
    weight: 2,
    values: (sight) => ({
      placement: rows(sight, 'placement').find(({ state }) => state === 'finished')?.id ?? null,
      deliveryMode: 'logistics',
      carrier: 'deppon',
      waybillNo: sight.unique(),
      packages: sight.chance.between(1, 20),
      freightPayer: 'dealer',
      eta: day(0),
    }),
  },
  {
    action: 'shipment.deliver',
    role: 'finance',
    weight: 0.5,
    values: () => ({ deliveredAt: moment({ day: 0, time: '00:00' }) }),
  },
  {
    action: 'shipment.receive',
    role: 'dispatcher',
    values: ({ chance, file }) => ({
      receivedPackages: chance.between(0, 3),
      damagedPackages: chance.between(0, 1),
      photos: chance.in100(80) ? [file] : [],
    }),
  },
  {
    action: 'order.assignWork',
    role: 'dispatcher',
    weight: 2,
    values: (sight) => ({ ...work(sight, sight.installers), fee: money(sight.chance.between(0, 80_000)) }),
  },
  { action: 'order.returnWork', role: 'dispatcher', weight: 0.2 },
  {
    action: 'order.install',
    role: 'dispatcher',
    values: (sight) => ({
      installResult: sight.chance.one(['complete', 'issueLeft']),
      issueType: 'damaged',
      photos: [sight.file],
    }),
  },
  {
    action: 'order.reportNotDone',
    role: 'dispatcher',
    weight: 0.2,
    values: (sight) => ({ issueType: 'missing', photos: [sight.file] }),
  },
  {
    action: 'task.reschedule',
    role: 'dispatcher',
    weight: 0.2,
    values: (sight) => work(sight, [...sight.installers, ...sight.designers]),
  },
  {
    action: 'evaluation.submit',
    role: 'dispatcher',
    values: ({ chance }) => ({
      scores: ['attitude', 'quality', 'punctual', 'tidy'].map((item) => ({
        item,
        score: String(chance.between(1, 5)),
      })),
      comment: '一般',
    }),
  },
  { action: 'deposit.apply', role: 'aftersales' },
  { action: 'deposit.refund', role: 'admin' },
  { action: 'deposit.forfeit', role: 'admin' },
  {
    action: 'chargeback.create',
    role: 'guide',
    when: ['signing', 'checking', 'exploding', 'placing', 'ordering', 'producing'],
    weight: 0.03,
    values: (sight) => ({
      order: sight.order.id,
      reason: 'price',
      description: '客户要求',
      deduction: money(sight.chance.one([0, 0, 10_000, cents(sight.order.values.netReceived)])),
    }),
  },
  { action: 'chargeback.approve', role: 'manager', weight: 2 },
  { action: 'chargeback.reject', role: 'manager', values: refusal },
  { action: 'chargeback.cancel', role: 'guide', weight: 0.3 },
]

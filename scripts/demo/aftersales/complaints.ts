// Generates complaints to the factory, judged by who is responsible.
import type { Delivered } from '../delivered/sale'
import { at } from '../table'
import { caseStates } from './cases'
import { clerk, type Desk } from './desk'

/** The basis of each share of the responsibility. */
const grounds: Readonly<Record<string, string>> = {
  carrier: '签收时外箱破损，物流单有备注',
  factory: '出厂检验漏检',
  dealer: '卸货搬运保护不足',
  designer: '图纸尺寸标注有误',
  installer: '安装时未按图施工',
  customer: '客户自行改动水电位',
}
/** The parties found responsible, with their shares. */
const judgements: readonly (readonly (readonly [string, number])[])[] = [
  [
    ['carrier', 80],
    ['dealer', 20],
  ],
  [
    ['factory', 60],
    ['designer', 40],
  ],
  [
    ['carrier', 50],
    ['factory', 30],
    ['dealer', 20],
  ],
  [['installer', 100]],
  [
    ['factory', 70],
    ['installer', 30],
  ],
  [
    ['designer', 50],
    ['customer', 50],
  ],
  [
    ['carrier', 70],
    ['dealer', 30],
  ],
]
/** Parties whose share the dealer bears. */
const dealerParties = new Set(['dealer', 'designer', 'installer', 'customer'])
const wrongs: Readonly<Record<string, string>> = {
  damage: '到货开箱发现吊柜门板破损，外箱有压痕',
  quality: '柜体封边起翘，门板有色差，客户要求处理',
  shortage: '按装箱单清点少两块层板和一包五金',
}
/** The states of the complaints, in turn. */
export const complaintStates = [
  'pending',
  'judging',
  'judged',
  'objected',
  'confirmed',
  'confirmed',
  'confirmed',
  'refused',
  'closed',
  'confirmed',
] as const

/** Returns the share that the dealer bears of each complaint, in percent. */
export function addComplaints({ chance, record, late }: Desk, delivered: readonly Delivered[]): readonly number[] {
  const ratios: number[] = []
  for (const [index, item] of delivered.slice(0, 30).entries()) {
    const state = complaintStates[index % complaintStates.length]!
    const free = index % 20 === 6
    const shares = free ? ([['factory', 100]] as const) : judgements[index % judgements.length]!
    ratios.push(shares.reduce((sum, [party, ratio]) => sum + (dealerParties.has(party) ? ratio : 0), 0))
    const judged = ['judged', 'objected', 'confirmed', 'closed'].includes(state)
    const refusal = {
      refusalType: state === 'refused' ? 'compensation' : 'judgement',
      reason: state === 'refused' ? 'evidence' : 'notOurFault',
      remark: state === 'refused' ? '照片看不出出厂时的破损' : '签收单已注明外箱破损',
      files: null,
      amount: null,
      by: state === 'refused' ? '$admin' : clerk,
      at: at(-2, 15),
    }
    const day = late(item, 8) + 1
    const level = chance.one(['1', '1', '2', '3'] as const)
    const daysLate = state === 'closed' ? 0 : day - { 1: 7, 2: 5, 3: 2 }[level]
    const complaintType = chance.one(['damage', 'quality', 'shortage'])
    record(
      'complaint',
      `complaint-${index}`,
      {
        state,
        order: `$${item.order}`,
        afterCase: ['accepted', 'visiting'].includes(caseStates[index % caseStates.length]!) ? `$case-${index}` : null,
        shipment: `$${item.shipment}`,
        complaintType,
        level,
        claim: chance.one(['supply', 'supply', 'exchange', 'compensate']),
        description: wrongs[complaintType],
        photos: null,
        judgements: judged
          ? shares.map(([party, ratio]) => ({
              party,
              carrier: party === 'carrier' ? item.carrier : null,
              ratio,
              remark: grounds[party],
            }))
          : [],
        refusals: ['refused', 'objected'].includes(state) ? [refusal] : [],
        appealCount: 0,
        overdue: daysLate > 0,
        ...(daysLate > 0 && {
          markOverdueStep: daysLate >= 7 ? 3 : daysLate >= 3 ? 2 : 1,
          markOverdueSince: `@-${daysLate}`,
        }),
      },
      { days: day, since: 1 },
    )
  }
  return ratios
}

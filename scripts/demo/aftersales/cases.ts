// Generates after-sales cases, with the visits to the customer.
import type { Delivered } from '../delivered/sale'
import { on } from '../table'
import { clerk, type Desk } from './desk'

const problems = [
  ['damaged', '吊柜门板右下角磕碰，漆面开裂'],
  ['missing', '少一块可调层板和两个拉手'],
  ['sizeWrong', '台面比现场短 12 mm，靠墙留缝'],
  ['colourDiff', '两扇门板有色差，阳光下明显'],
  ['quality', '柜体封边起翘，约 20 cm'],
  ['hardware', '阻尼铰链失效，门关不严'],
  ['adjust', '抽屉推拉不顺，需上门调试'],
  ['other', '客户希望加装一组拉篮'],
] as const
/** The states of the cases, in turn. */
export const caseStates = [
  'pending',
  'accepted',
  'accepted',
  'visiting',
  'resolved',
  'closed',
  'closed',
  'rejected',
] as const
const sources = ['phone', 'weixin', 'receipt', 'weixin', 'store', 'install', 'survey', 'phone'] as const

export function addCases({ chance, record, late }: Desk, delivered: readonly Delivered[]): void {
  for (const [index, item] of delivered.entries()) {
    const state = caseStates[index % caseStates.length]!
    const [problemType, description] = problems[(index * 3) % problems.length]!
    const day = late(item, state === 'pending' ? 2 : 14)
    record(
      'afterCase',
      `case-${index}`,
      {
        state,
        source: sources[(index >> 1) % sources.length],
        order: `$${item.order}`,
        customer: `$${item.customer}`,
        problemType,
        urgency: chance.one(['normal', 'normal', 'urgent', 'critical']),
        description,
        photos: null,
        contact: item.name,
        contactMobile: item.mobile,
        handler: ['pending', 'rejected'].includes(state) ? null : clerk,
        solution: ['resolved', 'closed'].includes(state) ? '已上门更换并调试，客户确认' : null,
        satisfaction: state === 'closed' ? chance.one(['5', '4', '4', '3']) : null,
      },
      { days: day, since: late(item, 2) },
    )
    if (state === 'visiting' || state === 'closed')
      record(
        'task',
        `case-${index}-visit`,
        {
          state: state === 'closed' ? 'done' : 'assigned',
          taskType: 'aftermarket',
          order: `$${item.order}`,
          afterCase: `$case-${index}`,
          worker: chance.one(['$installer', '$installer2', '$installer3']),
          date: on(state === 'closed' ? -day : chance.between(1, 6)),
          period: chance.one(['am', 'pm']),
          address: item.address,
          fee: '150.00',
          remark: null,
        },
        { days: day, since: 1 },
      )
  }
}

// Generates demands: wishes of the dealer for headquarters.
import { clerk, type Desk } from './desk'

const wishes = [
  ['product', '希望增加 45 cm 窄边冰箱柜标准件'],
  ['system', '补单列表希望能按楼盘筛选'],
  ['material', '申请秋季新品画册 200 份'],
  ['training', '希望安排一次岩板台面安装培训'],
  ['activity', '国庆团购会需要总部讲师支持'],
  ['other', '样品间灯光改造费用能否补贴'],
] as const
const stages = ['submitted', 'processing', 'replied', 'closed'] as const

export function addDemands({ chance, record }: Desk): void {
  for (let index = 0; index < 14; index++) {
    const [demandType, title] = wishes[index % wishes.length]!
    const state = stages[index % stages.length]!
    record(
      'demand',
      `demand-${index}`,
      {
        createdBy: chance.one(['$manager', clerk, '$guide']),
        state,
        demandType,
        title,
        content: `${title}，请总部评估并回复。`,
        files: null,
        urgency: chance.one(['normal', 'normal', 'urgent']),
        store: '$S1',
        reply: ['replied', 'closed'].includes(state) ? '已收到，计划下月上线，届时另行通知。' : null,
      },
      { days: index * 2 + 1, since: index },
    )
  }
}

// Generates redesigns: drawings that are made again after delivery.
import type { Delivered } from '../delivered/sale'
import type { Desk } from './desk'

const redrawn = [
  '现场墙体加厚 35 mm，需重新出转角柜图纸',
  '烟道位置与量尺不符，吊柜需改浅 80 mm',
  '客户改选嵌入式蒸烤箱，高柜开孔要重画',
  '地面找平后净高少 20 mm，衣柜顶封要改',
  '水管包立柱后宽度变小，台下盆柜需重新设计',
] as const
const redesignStates = ['applied', 'approved', 'uploaded', 'returned', 'passed', 'rejected', 'cancelled'] as const

export function addRedesigns({ chance, record, late }: Desk, delivered: readonly Delivered[]): void {
  for (const [index, item] of delivered.slice(0, 16).entries()) {
    const state = redesignStates[index % redesignStates.length]!
    const uploads = { applied: 0, approved: 0, uploaded: 1, returned: 1, passed: 2, rejected: 0, cancelled: 0 }[state]
    record(
      'redesign',
      `redesign-${index}`,
      {
        state,
        order: `$${item.order}`,
        complaint: index % 4 === 1 ? `$complaint-${index}` : null,
        reason: chance.one(['measureError', 'designError', 'siteChanged', 'customerChange']),
        description: redrawn[index % redrawn.length],
        files: null,
        designer: chance.one(['$designer', '$designer2']),
        newFiles: null,
        uploadCount: uploads,
        reply: state === 'returned' ? '转角封板尺寸未标注' : state === 'rejected' ? '不涉及结构，请按补件处理' : null,
      },
      { days: late(item, 15) + 1, since: 1 },
    )
  }
}

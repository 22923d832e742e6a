// Generates the projects of sales channels, and the acceptances of samples.
import type { Chance } from '../chance'
import { home, person } from '../people'
import { at, type Book, dealer, on } from '../table'

export function addChannels(book: Book, chance: Chance): void {
  const names = [
    '钱塘印月拎包入住',
    '亚运村精装升级',
    '云栖小镇人才公寓',
    '宸阅之城团装',
    '湖印宸院合作',
    '半岛蓝湾整装',
    '望江府样板间',
    '东方润园整装',
  ] as const
  const projectStates = ['draft', 'filed', 'rejected', 'finished'] as const
  for (const [index, name] of names.entries()) {
    const state = index === names.length - 1 ? 'void' : projectStates[index % projectStates.length]!
    book.add('channelProject', `channel-${index}`, {
      dealer,
      state,
      createdBy: '$storebuilder',
      createdAt: at(-60 + index, 10),
      stateAt: at(-index - 1, 14),
      kind: index < 4 ? 'lb' : 'zz',
      name,
      cooperation: chance.one(['developer', 'property', 'decorator', 'platform']),
      partnerName: chance.one(['杭州城投置业有限公司', '浙江宏川装饰集团', '绿意物业服务有限公司']),
      contact: `${person(chance).name}`,
      mobile: `1395720000${index}`,
      store: '$S1',
      manager: '$storebuilder',
      city: '杭州市',
      address: home(chance).address,
      households: chance.between(200, 900),
      targetUnits: chance.between(30, 120),
      commissionRate: '0.04',
      startOn: on(-50),
      endOn: on(state === 'finished' ? -2 : 180),
      files: null,
      auditRemark: state === 'rejected' ? '请补充合作协议的盖章页' : null,
    })
  }
}

export function addAcceptances(book: Book, chance: Chance): void {
  const acceptanceStates = ['pending', 'submitted', 'rectify', 'passed'] as const
  const line = (item: string, category: string, result: string) => ({
    category,
    item,
    result,
    photos: null,
    remark: result === '0' ? chance.one(['台面接缝明显', '门板色差', '抽屉阻尼偏紧']) : null,
  })
  for (let index = 0; index < 10; index++) {
    const state = acceptanceStates[index % acceptanceStates.length]!
    const isProject = index % 3 === 2
    const sample = [9, 10, 11, 21, 22][index % 5]!
    const lines =
      state === 'pending'
        ? []
        : [
            line('地柜', 'cabinet', '1'),
            line('吊柜', 'cabinet', '1'),
            line('衣柜', 'wardrobe', '1'),
            line('台面', 'countertop', state === 'passed' ? '1' : '0'),
          ]
    book.add('sampleAcceptance', `acceptance-${index}`, {
      dealer,
      state,
      createdBy: '$storebuilder',
      createdAt: at(-20 + index, 10),
      stateAt: at(-index, 15),
      source: isProject ? 'project' : 'store',
      store: isProject || sample > 20 ? '$S1' : `$built-${sample}`,
      order: isProject ? null : `$sample-${sample}`,
      channelProject: isProject ? `$project-${index % 4}` : null,
      lines,
      checkedOn: state === 'pending' ? null : on(-index),
      inspector: state === 'pending' ? null : '$storebuilder',
      reply: state === 'rectify' ? '请整改后重新提交' : state === 'passed' ? '合格' : null,
      round: state === 'passed' ? 2 : 1,
    })
  }
}

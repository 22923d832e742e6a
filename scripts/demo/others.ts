// Generates demo transfers, partner cases and channel projects.
import type { Chance } from './chance'
import { at, type Book, dealer, finder, on, refTo, type Row } from './table'

export function addOthers(book: Book, chance: Chance): void {
  addProjects(book, chance)
  const find = finder(book)
  const customersIn = (state: string) => find('customer', (row) => row.state === state && row.dealer === dealer)
  const followed = customersIn('following')
  addTransfers(book, chance, followed)
  addOrderTransfers(book, customersIn('deal'))
  addPartnerCases(book, chance, followed)
}

function addProjects(book: Book, chance: Chance): void {
  for (const [index, name] of ['西溪里业主团装', '未来科技城精装升级', '彩虹豪庭整装', '翡翠城整装合作'].entries())
    book.add('channelProject', `project-${index}`, {
      dealer,
      state: 'active',
      createdBy: '$storebuilder',
      createdAt: at(-80 + index, 10),
      stateAt: at(-70, 10),
      kind: index < 2 ? 'lb' : 'zz',
      name,
      cooperation: chance.one(['developer', 'property', 'decorator']),
      partnerName: '杭州恒筑装饰工程有限公司',
      contact: '吴经理',
      mobile: `1395710000${index}`,
      store: '$S1',
      manager: '$storebuilder',
      city: '杭州市',
      address: { province: '浙江省', city: '杭州市', district: '余杭区', detail: '文一西路 998 号' },
      households: 480,
      targetUnits: 120,
      commissionRate: '0.05',
      startOn: on(-70),
      endOn: on(200),
      files: null,
    })
}

function addTransfers(book: Book, chance: Chance, followed: readonly Row[]): void {
  for (let index = 0; index < 14; index++) {
    const state = index < 6 ? 'pending' : index < 11 ? 'approved' : 'rejected'
    book.add('transfer', `transfer-${index}`, {
      dealer,
      state,
      createdBy: index % 2 ? '$guide2' : '$guide',
      createdAt: at(-index, 11, index),
      stateAt: at(-index, 15),
      kind: 'customer',
      customer: refTo(followed[index]!),
      order: null,
      fromStore: '$S1',
      fromGuide: '$guide',
      toStore: '$S1',
      toGuide: '$guide3',
      reason: chance.one(['客户居住地离另一位导购更近', '原导购休假，请同事继续跟进', '客户指定由熟人服务']),
      auditor: state === 'pending' ? null : '$manager',
      auditRemark: state === 'rejected' ? '请先与客户沟通确认' : null,
    })
  }
}

function addOrderTransfers(book: Book, buyers: readonly Row[]): void {
  for (let index = 0; index < 5; index++) {
    // The first buyer of each twenty customers.
    const customer = refTo(buyers[4 * index]!)
    book.add('transfer', `transfer-order-${index}`, {
      dealer,
      state: index < 3 ? 'pending' : 'approved',
      createdBy: '$guide2',
      createdAt: at(-index - 1, 14),
      stateAt: at(-index - 1, 16),
      kind: 'order',
      customer,
      order: `${customer}-order`,
      fromStore: '$S1',
      fromGuide: '$guide',
      toStore: '$S1',
      toGuide: '$guide3',
      reason: '客户要求更换跟单人员',
      auditor: index < 3 ? null : '$manager',
      auditRemark: null,
    })
  }
}

function addPartnerCases(book: Book, chance: Chance, followed: readonly Row[]): void {
  const states = [
    'subscribed',
    'subscribed',
    'drawing',
    'drawing',
    'drawChecking',
    'drawChecking',
    'priceChecking',
    'priceChecking',
    'signing',
    'signed',
  ] as const
  for (let index = 0; index < 30; index++) {
    const state = states[index % states.length]!
    const passed = states.indexOf(state)
    book.add('partnerCase', `partner-${index}`, {
      dealer,
      state,
      createdBy: '$designer',
      createdAt: at(-30 + (index % 20), 10),
      stateAt: at(-index % 7, 11),
      partner: chance.one(['zowee', 'zowee', 'ea']),
      customer: refTo(followed[index + 20]!),
      order: null,
      partnerNo: `ZW${26_110_000 + index}`,
      subscribeAt: at(-20 + index, 10),
      designer: passed >= 2 ? chance.one(['李工', '王工', '赵工']) : null,
      drawings: null,
      drawCheck: passed >= 6 ? 'passed' : passed >= 4 ? 'waiting' : null,
      price: passed >= 6 ? `${chance.between(12, 48)}800.00` : null,
      priceCheck: passed >= 8 ? 'passed' : passed >= 6 ? 'waiting' : null,
      contractNo: state === 'signed' ? `ZWHT${26_001_000 + index}` : null,
      syncedAt: at(0, 7, 30),
      remark: null,
    })
  }
}

// What else is on the desks of the demo data? Transfers, partner cases, channel projects, articles and messages.
import type { Chance } from './chance'
import { at, on, type Book } from './table'

const dealer = '$J10001'

export function addOthers(book: Book, chance: Chance): void {
  for (const [index, name] of ['西溪里业主团装', '未来科技城精装升级', '彩虹豪庭拎包入住', '翡翠城整装合作'].entries())
    book.add('channelProject', `project-${index}`, { dealer, state: 'active', createdBy: '$storebuilder', createdAt: at(-80 + index, 10), stateAt: at(-70, 10), kind: index < 2 ? 'lb' : 'zz', name, cooperation: chance.one(['developer', 'property', 'decorator']), partnerName: '杭州恒筑装饰工程有限公司', contact: '吴经理', mobile: `1395710000${index}`, store: '$S1', manager: '$storebuilder', city: '杭州市', address: { province: '浙江省', city: '杭州市', district: '余杭区', detail: '文一西路 998 号' }, households: 480, targetUnits: 120, commissionRate: '0.05', startOn: on(-70), endOn: on(200), files: null })

  const followed = (index: number) => `K${20 * Math.floor(index / 9) + 5 + (index % 9)}`
  for (let index = 0; index < 14; index++) {
    const state = index < 6 ? 'pending' : index < 11 ? 'approved' : 'rejected'
    book.add('transfer', `transfer-${index}`, { dealer, state, createdBy: index % 2 ? '$guide2' : '$guide', createdAt: at(-index, 11, index), stateAt: at(-index, 15), kind: 'customer', customer: `$${followed(index)}`, order: null, fromStore: '$S1', fromGuide: '$guide', toStore: '$S1', toGuide: '$guide3', reason: chance.one(['客户居住地离另一位导购更近', '原导购休假，请同事继续跟进', '客户指定由熟人服务']), auditor: state === 'pending' ? null : '$manager', auditRemark: state === 'rejected' ? '请先与客户沟通确认' : null })
  }
  for (let index = 0; index < 5; index++) {
    const key = `K${20 * index + 14}`
    book.add('transfer', `transfer-order-${index}`, { dealer, state: index < 3 ? 'pending' : 'approved', createdBy: '$guide2', createdAt: at(-index - 1, 14), stateAt: at(-index - 1, 16), kind: 'order', customer: `$${key}`, order: `$${key}-order`, fromStore: '$S1', fromGuide: '$guide', toStore: '$S1', toGuide: '$guide3', reason: '客户要求更换跟单人员', auditor: index < 3 ? null : '$manager', auditRemark: null })
  }
  const states = ['subscribed', 'subscribed', 'drawing', 'drawing', 'drawChecking', 'drawChecking', 'priceChecking', 'priceChecking', 'signing', 'signed'] as const
  for (let index = 0; index < 30; index++) {
    const state = states[index % states.length]!
    const passed = states.indexOf(state)
    book.add('partnerCase', `partner-${index}`, { dealer, state, createdBy: '$designer', createdAt: at(-30 + (index % 20), 10), stateAt: at(-index % 7, 11), partner: chance.one(['zowee', 'zowee', 'ea']), customer: `$${followed(index + 20)}`, order: null, partnerNo: `ZW${26_110_000 + index}`, subscribeAt: at(-20 + index, 10), designer: passed >= 2 ? chance.one(['平台设计师 李工', '平台设计师 王工', '平台设计师 赵工']) : null, drawings: null, drawCheck: passed >= 6 ? 'passed' : passed >= 4 ? 'waiting' : null, price: passed >= 6 ? `${chance.between(12, 48)}800.00` : null, priceCheck: passed >= 8 ? 'passed' : passed >= 6 ? 'waiting' : null, contractNo: state === 'signed' ? `ZWHT${26_001_000 + index}` : null, syncedAt: at(0, 7, 30), remark: null })
  }
  const articles: readonly (readonly [string, string, string])[] = [
    ['factory', '关于国庆期间工厂排产与发货安排的通知', '各经销商：国庆期间工厂照常排产，10 月 1 日至 3 日暂停发货，请提前安排客户安装时间。'],
    ['factory', '岩板台面新花色“雪山白”上市', '新花色即日起可下单，常规工期 15 天，样块可向区域经理申领。'],
    ['dmms', '系统升级：列表支持按列宽记忆', '本次升级后，列表的列宽、顺序和固定列会按账号保存。'],
    ['dmms', '请尽快完善员工手机号', '未绑定手机号的员工将无法使用验证码登录。'],
    ['study', '量尺规范（2026 版）', '量尺前确认水电、吊顶与地面完成面高度，复核门洞与窗台。'],
    ['case', '108 ㎡ 三居室原木风全屋案例', '客厅、厨房与主卧统一原木橡花色，收纳面积增加 30%。'],
    ['script', '客户说“太贵了”怎么接', '先确认比较对象，再按板材、五金、环保、质保四点拆解。'],
    ['news', '集团入选年度绿色工厂名单', '新工厂屋顶光伏年发电量约 620 万度。'],
  ]
  for (const [index, [kind, title, body]] of articles.entries())
    book.add('article', `article-${index}`, { state: 'published', createdBy: '$admin', createdAt: at(-index * 3 - 1, 9), stateAt: at(-index * 3 - 1, 10), kind, title, cover: null, body, files: null, tags: null, isTop: index === 0, publicRead: kind === 'study', publishedAt: at(-index * 3 - 1, 10), readCount: chance.between(20, 400) })

  const told: readonly (readonly [string, string, readonly [string, string]])[] = [
    ['guide', 'order_information', ['今天有客户预约到店，请提前准备资料', 'A customer visits today: please prepare']], ['guide', 'order_information', ['客户转移申请已通过', 'A customer transfer was approved']], ['guide', 'information', ['您有超过 5 天未跟进的客户', 'Some of your customers were not followed for 5 days']],
    ['manager', 'order_information', ['有新的客户转移申请待审核', 'A customer transfer waits for your audit']], ['manager', 'stores_information', ['本月门店目标已更新', 'The store target of this month was updated']], ['finance', 'order_information', ['有新的定金收款待审核', 'A deposit waits for your audit']], ['finance', 'order_information', ['有新的签约款待审核', 'A signing payment waits for your audit']], ['owner', 'stores_information', ['本周新增客户 23 位', '23 new customers this week']], ['designer', 'order_information', ['明天上午有一个量尺任务', 'A measuring task tomorrow morning']],
  ]
  for (const [index, [to, kind, title]] of told.entries())
    book.add('message', `message-${index}`, { dealer, state: index % 4 === 3 ? 'read' : 'unread', createdBy: '$admin', createdAt: at(-index, 9, 10), stateAt: at(-index, 9, 10), kind, to: `$${to}`, title, body: title, route: kind === 'order_information' ? '/customer/CustomerList' : null })
}

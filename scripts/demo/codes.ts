// Adds every code that rules read and chance does not choose,
// with the values that rules expect beside it.
import { addPayments } from './payments'
import { at, type Book, dayOf, dealer, type Find, finder, on, refTo, type Row } from './table'

export function addCodes(book: Book): void {
  const find = finder(book)
  changePlacements(book, find)
  changeInstallations(book, find)
  addPayments(book, find)
  addSupplements(book, find)
  addRefund(book, find)
  addOthers(book, find)
  addNotice(book)
  addReach(book)
}

/** Which messages employees want to receive elsewhere, where it is not what every employee begins with. */
function addReach(book: Book): void {
  book.change('employee', 'guide3', { wechatMessages: 'orders', smsMessages: 'none' })
  book.change('employee', 'designer2', { wechatMessages: 'none', smsMessages: 'all' })
  book.change('employee', 'installer3', { wechatMessages: 'all', smsMessages: 'orders' })
}

/** Ways of delivery, and reasons for which the factory returned a placement. */
function changePlacements(book: Book, find: Find): void {
  const made = find('placement', ({ state }) => state === 'producing')
  for (const [index, deliveryMode] of ['door', 'pickup', 'factoryCar'].entries())
    book.change('placement', String(made[index]!.key), { deliveryMode })
  const reasons = [
    ['material', '花色停产，请改选'],
    ['nonstandard', '超高门板需先申请非标'],
    ['amount', '下单金额与部件表不一致'],
    ['other', '收货地址缺少门牌号'],
  ]
  for (const [index, [returnReason, returnRemark]] of reasons.entries())
    book.change('placement', String(made[index + 3]!.key), { returnReason, returnRemark, returnCount: 1 })
}

/** Installations with open points, and those not completed at the first visit. */
function changeInstallations(book: Book, find: Find): void {
  const cases = new Set(find('afterCase', ({ source }) => source === 'install').map(({ order }) => order))
  const done = find('task', ({ state, taskType }) => state === 'done' && taskType === 'install')
  const told = done.filter(({ order }) => cases.has(order))
  // Before the test run none of the cases was opened.
  const before = done.find(({ order }) => !cases.has(order))!
  for (const [index, issueType] of ['damaged', 'missing', 'sizeWrong'].entries())
    book.change('task', String((told[index] ?? before).key), { result: 'issueLeft', issueType })
  const seconds = done.filter(({ order }) => String(order).endsWith('-second'))
  const reasons = [
    ['siteNotReady', '厨房台面未到，改日再装'],
    ['other', '客户临时外出，改日再装'],
  ]
  for (const [index, [issueType, remark]] of reasons.entries()) {
    const { key, ...values } = seconds[index]!
    const day = dayOf(values.date) - 2
    const times = { createdAt: at(day - 1, 9), stateAt: at(day, 17), date: on(day) }
    book.add('task', `${String(key)}-before`, { ...values, ...times, result: 'notDone', issueType, remark })
  }
}

/** Additions and omissions of customers after the contract, with their amounts. */
function addSupplements(book: Book, find: Find): void {
  const [added, reduced] = find('order', ({ key, state }) => state === 'completed' && String(key).endsWith('-second'))
  const [example] = find('supplement', ({ state }) => state === 'pending')
  const supplement = (order: Row, kind: string, reason: string) => {
    const { key: _key, ...values } = example!
    const day = dayOf(order.stateAt) - 40
    const times = { createdAt: at(day, 11), stateAt: at(day, 15) }
    const to = { order: refTo(order), kind, reason, state: 'effective', checkRemark: '资料齐全' }
    book.add('supplement', `${String(order.key)}-${kind}`, { ...values, ...times, ...to, createdBy: order.guide })
    return day
  }
  const [item] = example!.items as { qty: string; unitPrice: string }[]
  const amount = (Number(item!.unitPrice) * Number(item!.qty)).toFixed(2)
  const receiptOf = (order: Row) => find('receipt', (row) => row.order === refTo(order))[0]!
  const { key: _key, ...receipt } = receiptOf(added!)
  const on1 = supplement(added!, 'add', '客户加购收纳五金')
  const taken = { createdAt: at(on1, 16), stateAt: at(on1, 18), paidOn: on(on1) }
  book.add('receipt', `${String(added!.key)}-supplement-paid`, { ...receipt, ...taken, kind: 'supplement', amount })
  const on2 = supplement(reduced!, 'reduce', '客户取消一套收纳拉篮')
  const { payer, guide = reduced!.guide } = receiptOf(reduced!)
  book.add('refund', `${String(reduced!.key)}-reduction`, {
    dealer,
    state: 'paid',
    createdBy: guide,
    createdAt: at(on2 + 1, 10),
    stateAt: at(on2 + 2, 11),
    refundType: 'reduction',
    customer: reduced!.customer,
    order: refTo(reduced!),
    amount,
    payMethod: 'transfer',
    payee: payer,
    account: '6222 0212 0200 8888',
    reason: '减项退款',
    paidOn: on(on2 + 2),
    vouchers: null,
    auditor: '$finance',
    auditRemark: null,
  })
}

/** A compensation promised to a customer. */
function addRefund(book: Book, find: Find): void {
  const [found] = find('afterCase', ({ state, order }) => state === 'visiting' && order !== null)
  const [order] = find('order', (row) => refTo(row) === found!.order)
  book.add('refund', 'refund-aftersale', {
    dealer,
    state: 'pending',
    createdBy: '$aftersales',
    createdAt: at(-1, 10),
    stateAt: at(-1, 10),
    refundType: 'aftersale',
    customer: order!.customer,
    order: refTo(order!),
    afterCase: refTo(found!),
    amount: '200.00',
    payMethod: 'transfer',
    payee: found!.contact,
    account: '6222 0212 0200 8888',
    reason: '门板色差，补偿客户',
    vouchers: null,
  })
}

function addNotice(book: Book): void {
  book.add('article', 'article-partner', {
    state: 'published',
    createdBy: '$admin',
    createdAt: at(-6, 9),
    stateAt: at(-6, 9),
    kind: 'partner',
    title: '平台结算时间调整通知',
    body: '<p>自下月起，平台订单的佣金于每月 <b>15 日</b> 结算，遇节假日顺延。</p>',
    isTop: false,
    publicRead: false,
    publishedAt: at(-6, 9),
    sourceNo: 'DEMO0001',
  })
}

function addOthers(book: Book, find: Find): void {
  const [renovated] = find('storeProject', ({ buildType }) => buildType === 'renovate')
  book.change('storeProject', String(renovated!.key), { buildType: 'relocate' })
  const [brought] = find('order', ({ orderType, channelProject }) => orderType !== '5' && channelProject !== null)
  book.change('customer', String(brought!.customer).slice(1), {
    source: 'bagIn',
    channelProject: brought!.channelProject,
  })
  const redesigned = find('redesign', ({ state }) => state === 'passed')
  const supply = find('supplyOrder', ({ state, supplyType }) => state === 'parseFailed' && supplyType === 'paid').find(
    ({ order }) => redesigned.some((redesign) => redesign.order === order),
  )!
  const redesign = refTo(redesigned.find(({ order }) => order === supply.order)!)
  book.change('supplyOrder', String(supply.key), { supplyType: 'redesign', redesign })
  const [quoted] = find('nonstandard', ({ state }) => state === 'quoted')
  book.change('nonstandard', String(quoted!.key), { state: 'confirmed' })
}

// Generates demo money apart from orders: refunds, store costs, bank transfers, credit lines.
// Includes the account of the second dealer.
import type { Chance } from './chance'
import { at, atMonth, type Book, dealer, on, onMonth } from './table'

const monthly = [
  ['rent', 26_000, 26_000, '门店月租'],
  ['salary', 38_000, 56_000, '工资与提成'],
  ['utilities', 1_800, 3_200, '水电物业'],
  ['promotion', 3_000, 9_000, '小区推广与线上投放'],
] as const
/** What does not come every month: month, order and the rest. */
const single = [
  ['freight', -1, '$K35-order', '680.00', '二次搬运'],
  ['install', 0, '$K16-order', '450.00', '旧柜拆除'],
  ['other', -1, null, '320.00', '展厅灯具更换'],
] as const
/** Months from the month of loading on. */
const months = [-2, -1, 0]

export function addFinance(book: Book, chance: Chance): void {
  addStoreCosts(book, chance)
  addTransfers(book)
  addRefunds(book, chance)
}

function addStoreCosts(book: Book, chance: Chance): void {
  const cost = (key: string, month: number, values: Readonly<Record<string, unknown>>) =>
    book.add('storeCost', key, {
      dealer,
      state: 'recorded',
      createdBy: '$finance',
      createdAt: atMonth(month, 10),
      stateAt: atMonth(month, 10),
      store: '$S1',
      costType: null,
      month: onMonth(month),
      amount: null,
      order: null,
      vouchers: null,
      ...values,
    })
  for (const month of months)
    for (const [costType, least, highest, remark] of monthly)
      cost(`cost${month}-${costType}`, month, { costType, amount: chance.between(least, highest).toFixed(2), remark })
  for (const [costType, month, order, amount, remark] of single)
    cost(`cost-${costType}`, month, { costType, order, amount, remark })
  cost('cost-void', 0, {
    state: 'void',
    stateAt: atMonth(0, 15),
    costType: 'promotion',
    amount: '3000.00',
    remark: '重复登记',
  })
}

function addTransfers(book: Book): void {
  addRemittance(book, 'remit-1', -1, { state: 'pending', amount: '60000.00', bank: 'icbc' })
  addRemittance(book, 'remit-2', -3, {
    state: 'rejected',
    amount: '30000.00',
    bank: 'cmb',
    remark: '回单与登记金额不符，请核对后重新提交',
  })
  const posted = [
    ['remit-3', -40, '120000.00'],
    ['remit-4', -12, '50000.00'],
  ] as const
  for (const [key, day, amount] of posted) {
    addRemittance(book, key, day, {
      dealer: '$J10002',
      createdBy: '$restricted',
      payerName: '宁波恒居家居有限公司',
      state: 'posted',
      amount,
      bank: 'ccb',
    })
    entry(book, `entry-${key}`, day, { type: 'remittance', cashDelta: amount, remittance: `$${key}` })
  }
  entry(book, 'entry-opening', -60, { type: 'opening', cashDelta: '8600.00', remark: '原系统结余' })
  entry(book, 'entry-subsidy', -20, { type: 'subsidy', cashDelta: '12000.00', remark: '门头升级补贴' })
  entry(book, 'entry-adjust', -8, { type: 'adjust', cashDelta: '-300.00', remark: '上月对账尾差' })
  for (const [key, line] of Object.entries(creditLines)) addCreditLine(book, key, line)
}

/** Writes a bank transfer of the first dealer, unless the values say another one. */
function addRemittance(book: Book, key: string, day: number, values: Readonly<Record<string, unknown>>): void {
  book.add('remittance', key, {
    dealer,
    state: null,
    createdBy: '$finance',
    createdAt: at(day, 9, 40),
    stateAt: at(day, 16),
    purpose: 'prepay',
    amount: null,
    bank: null,
    payerName: '杭州臻木家居有限公司',
    bankRef: `DEMO${key.replaceAll(/\D/g, '').padStart(8, '0')}`,
    paidOn: on(day),
    vouchers: null,
    remark: null,
    ...values,
  })
}

interface CreditLine {
  readonly debtor?: string
  readonly state: string
  readonly type: 'temporary' | 'permanent'
  readonly limit: string
  readonly days: readonly [from: number, to: number]
  readonly remark: string
}

const creditLines: Readonly<Record<string, CreditLine>> = {
  'credit-1': { state: 'expired', type: 'temporary', limit: '30000.00', days: [-120, -30], remark: '双十一备货' },
  'credit-0': { state: 'expired', type: 'permanent', limit: '60000.00', days: [-420, -56], remark: '上一年度固定授信' },
  'credit-5': { state: 'active', type: 'permanent', limit: '50000.00', days: [-55, 310], remark: '年度固定授信' },
  'credit-6': { state: 'active', type: 'temporary', limit: '20000.00', days: [-12, 48], remark: '年末冲量备货' },
  'credit-4': { state: 'frozen', type: 'temporary', limit: '20000.00', days: [-25, 65], remark: '展会备货，待补资料' },
  'credit-2': {
    debtor: '$J10002',
    state: 'active',
    type: 'permanent',
    limit: '80000.00',
    days: [-200, 165],
    remark: '年度固定授信',
  },
  'credit-3': {
    debtor: '$J10002',
    state: 'frozen',
    type: 'temporary',
    limit: '20000.00',
    days: [-15, 75],
    remark: '展会备货',
  },
}

function addCreditLine(
  book: Book,
  key: string,
  { debtor = dealer, state, type, limit, days: [from, to], remark }: CreditLine,
): void {
  book.add('creditLine', key, {
    dealer: debtor,
    state,
    createdBy: '$admin',
    createdAt: at(from, 9),
    stateAt: at(state === 'expired' ? to : from, 9),
    creditType: type,
    limit,
    validFrom: on(from),
    validTo: on(to),
    remark,
  })
}

function entry(book: Book, key: string, day: number, values: Readonly<Record<string, unknown>>): void {
  book.add('accountEntry', key, {
    dealer: '$J10002',
    state: 'posted',
    createdBy: '$admin',
    createdAt: at(day, 16),
    stateAt: at(day, 16),
    cashDelta: '0.00',
    creditDelta: '0.00',
    depositDelta: '0.00',
    remittance: null,
    remark: null,
    ...values,
  })
}

/** Refunds of parts of customers' deposits, in every state. */
function addRefunds(book: Book, chance: Chance): void {
  const receipts = book.tables().find(({ entity }) => entity === 'receipt')!
  const column = (name: string) => receipts.columns.indexOf(name)
  const deposits = receipts.rows.filter(
    (row) =>
      row[column('dealer')] === dealer && row[column('kind')] === 'earnest' && row[column('state')] === 'approved',
  )
  const states = ['pending', 'pending', 'approved', 'paid', 'paid', 'paid', 'rejected'] as const
  for (const [index, state] of states.entries()) {
    const receipt = deposits[index * 2]!
    const day = -chance.between(0, 5)
    const audited = state !== 'pending'
    book.add('refund', `refund-${index}`, {
      dealer,
      state,
      createdBy: receipt[column('createdBy')],
      createdAt: at(day, 9 + index),
      stateAt: at(day, 17),
      refundType: 'earnest',
      customer: receipt[column('customer')],
      order: null,
      chargeback: null,
      afterCase: null,
      amount: '500.00',
      payMethod: 'transfer',
      payee: receipt[column('payer')],
      account: '6222 0212 0200 8888 123',
      reason: chance.one(['客户缩小装修范围，退部分定金', '活动名额已满，退部分定金']),
      paidOn: state === 'paid' ? on(day) : null,
      vouchers: null,
      auditor: audited ? '$finance' : null,
      auditRemark: state === 'rejected' ? '收款账号与户名不符' : null,
    })
  }
}

// The demo's accounts of programs.
import { at, type Book, dealer, on } from './table'

/** Accounts of other systems: one at work, one that was ended. */
export function addServiceAccounts(book: Book): void {
  const common = {
    dealer,
    createdBy: '$owner',
    store: '$S1',
    employeeType: '98',
    disabledMenus: [],
    regChannel: 'pc',
    canLogin: false,
    weixinBound: false,
  }
  book.add('employee', 'service-erp', {
    ...common,
    state: 'service',
    createdAt: at(-30, 10),
    stateAt: at(-30, 10),
    name: 'ERP [API]',
    role: '$role-finance',
    dataScope: 'dealer',
    remark: '财务系统取数',
    serviceUntil: on(335),
    addresses: '203.0.113.0/24',
  })
  book.add('employee', 'service-shop', {
    ...common,
    state: 'serviceEnded',
    createdAt: at(-120, 10),
    stateAt: at(-60, 10),
    name: '网店 [API]',
    role: '$role-guide',
    dataScope: 'self',
    remark: '网店已关闭',
    serviceUntil: on(200),
  })
}

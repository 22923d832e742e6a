// What happens in the first story, step by step, with every number and every refusal? Data for the API run and for the browser run.
// Numbers of steps are those of the story; days are counted from the day of the run, since appointments must lie in the future.

/** A value of a form: `$KH1` is the record kept under KH1, `@guide` an account, {day,time} a moment or day from today on, `#name` an uploaded file. */
export type StoryValue = string | number | boolean | { readonly day: number; readonly time?: string } | { readonly [field: string]: StoryValue } | readonly StoryValue[]

export interface Step {
  readonly step: number
  readonly role: string
  readonly screen: string
  /** entity.transition */
  readonly action: string
  /** The record that it runs on. */
  readonly on?: string
  /** The name under which a created record is kept. */
  readonly keep?: string
  readonly values?: Readonly<Record<string, StoryValue>>
  readonly note?: string
  readonly refused?: { readonly code: number; readonly says: RegExp }
  /** States afterwards, by kept name. */
  readonly states?: Readonly<Record<string, string>>
  /** Values afterwards: "KH1.netReceived": "2000.00"; of a line "BD1.lines.0.qty"; a day counted from today. */
  readonly numbers?: Readonly<Record<string, string | number | null | { readonly day: number }>>
  /** Records kept afterwards by what refers to them: name -> [kept record, its reference]. */
  readonly refs?: Readonly<Record<string, readonly [of: string, field: string]>>
  /** Records found afterwards and kept: name -> [entity, field of it, kept record it refers to, state]. */
  readonly find?: Readonly<Record<string, readonly [entity: string, by: string, of: string, state?: string]>>
  /** The part that the browser walks. */
  readonly browser?: true
}

const item = (category: string, room: string, name: string, unit: string, qty: string, unitPrice: string, lineNo: number) => ({ lineNo, category, room, name, unit, qty, unitPrice })
const items = [
  item('cabinet', 'kitchen', '地柜', 'm', '3.60', '2280.00', 1),
  item('cabinet', 'kitchen', '吊柜', 'm', '2.40', '1650.00', 2),
  item('countertop', 'kitchen', '台面', 'm', '3.60', '880.00', 3),
  item('wardrobe', 'master', '衣柜', 'm2', '7.20', '1280.00', 4),
]
const address = { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 268 号 1-1201' }

export const story1: readonly Step[] = [
  { step: 4, browser: true, role: 'manager', screen: '/customer/AddCustomer', action: 'customer.createPool', keep: 'KH1', values: { name: '陈晓明', mobile: '13911110001', source: 'online', intent: 'B' }, states: { KH1: 'pool' }, numbers: { 'KH1.poolReason': 'newLead' } },
  { step: 5, browser: true, role: 'guide', screen: '/customer/HighSeas', action: 'customer.claim', on: 'KH1', states: { KH1: 'following' }, numbers: { 'KH1.guide': '@guide', 'KH1.store': '@guide.store' } },
  { step: 6, browser: true, role: 'guide', screen: '/customer/AddCustomer', action: 'customer.create', values: { name: '陈先生', mobile: '13911110001', source: 'walkIn', intent: 'C' }, refused: { code: 2001, says: /陈晓明/ } },
  { step: 7, browser: true, role: 'guide', screen: '/customer/Follow', action: 'follow.create', keep: 'GJ1', values: { customer: '$KH1', method: 'phone', content: '客户已交房，约周六到店', intent: 'A', nextAt: { day: 2, time: '10:00' } }, states: { GJ1: 'done' }, numbers: { 'KH1.followCount': 1, 'KH1.intent': 'A' } },
  { step: 8, browser: true, role: 'guide', screen: '/customer/Subscribe', action: 'appointment.create', keep: 'YY1', values: { customer: '$KH1', type: 'storeVisit', at: { day: 2, time: '10:00' } }, states: { YY1: 'booked' } },
  { step: 9, browser: true, role: 'guide', screen: '/customer/Subscribe', action: 'appointment.arrive', on: 'YY1', note: '到店', states: { YY1: 'arrived' }, numbers: { 'KH1.followCount': 2 } },
  { step: 10, browser: true, role: 'guide', screen: '/customer/CustomerList', action: 'customer.edit', on: 'KH1', values: { address, layout: '3r2l', area: '108', stage: 'tiling' }, states: { KH1: 'following' }, numbers: { 'KH1.area': '108.00', 'KH1.layout': '3r2l' } },
  { step: 11, browser: true, role: 'guide', screen: '/customer/Receipting', action: 'receipt.create', keep: 'SK1', values: { customer: '$KH1', kind: 'earnest', amount: '2000.00', payMethod: 'wechat', paidOn: { day: 0 }, vouchers: ['#voucher.png'] }, states: { SK1: 'pending' } },
  { step: 12, browser: true, role: 'finance', screen: '/customer/AuditEarnest', action: 'receipt.approveEarnest', on: 'SK1', values: { auditRemark: '已到账' }, states: { SK1: 'approved' }, numbers: { 'KH1.netReceived': '2000.00' } },
  { step: 13, browser: true, role: 'guide', screen: '/customer/CustomerList', action: 'customer.lose', on: 'KH1', values: { lossReason: 'price' }, refused: { code: 2001, says: /净收款 2,?000\.00/ }, states: { KH1: 'following' } },
  { step: 14, role: 'guide', screen: '/customer/CustomerList', action: 'order.create', keep: 'DD1', values: { customer: '$KH1', orderType: '1', category: 'cabinet', urgency: 'normal', designer: '@designer', expectInstallOn: { day: 60 }, address }, states: { DD1: 'assigning' } },
  { step: 15, role: 'dispatcher', screen: '/order/AssignRuler', action: 'order.assignRuler', on: 'DD1', values: { worker: '@designer', date: { day: 40 }, period: 'am' }, states: { DD1: 'measuring' }, find: { PG1: ['task', 'order', 'DD1', 'assigned'] }, numbers: { 'PG1.fee': '0.00' } },
  { step: 16, role: 'designer', screen: '/order/Measure', action: 'order.measure', on: 'DD1', values: { measuredAt: { day: 0, time: '00:30' }, siteCondition: 'ready', rooms: [{ room: 'kitchen', width: 3600, depth: 2400, height: 2750 }, { room: 'master', width: 3900, depth: 3600, height: 2750 }] }, states: { DD1: 'drawing', PG1: 'done' } },
  { step: 17, role: 'designer', screen: '/order/Draw', action: 'order.submitDraw', on: 'DD1', values: { drawingType: 'full', designTool: 'editor', drawings: ['#plan.png', '#elevation.png'], items }, states: { DD1: 'inviting' }, numbers: { 'DD1.listAmount': '24552.00', 'DD1.drawingVersion': 1 } },
  { step: 18, role: 'guide', screen: '/order/Invitation', action: 'order.recordInvite', on: 'DD1', values: { inviteMethod: 'phone', inviteResult: 'unreachable' }, states: { DD1: 'inviting' } },
  { step: 19, role: 'guide', screen: '/order/Invitation', action: 'order.invite', on: 'DD1', values: { inviteMethod: 'wechat', visitAt: { day: 9, time: '14:00' } }, states: { DD1: 'caseConfirming' }, find: { YY2: ['appointment', 'customer', 'KH1', 'booked'] }, numbers: { 'YY2.type': 'design' } },
  { step: 20, role: 'guide', screen: '/order/CaseConfirm', action: 'order.rejectCase', on: 'DD1', note: '吊柜高度要改', states: { DD1: 'drawing', YY2: 'arrived' } },
  { step: 21, role: 'designer', screen: '/order/Draw', action: 'order.submitDraw', on: 'DD1', values: { drawingType: 'full', designTool: 'editor', drawings: ['#plan2.png'], items }, states: { DD1: 'inviting' }, numbers: { 'DD1.drawingVersion': 2 } },
  { step: 22, role: 'guide', screen: '/order/Invitation', action: 'order.invite', on: 'DD1', values: { inviteMethod: 'phone', visitAt: { day: 10, time: '15:00' } }, states: { DD1: 'caseConfirming' }, find: { YY3: ['appointment', 'customer', 'KH1', 'booked'] } },
  { step: 23, role: 'guide', screen: '/order/CaseConfirm', action: 'order.confirmCase', on: 'DD1', values: { confirmFiles: ['#signed.png'] }, states: { DD1: 'signing', YY3: 'arrived' }, numbers: { 'DD1.listAmount': '24552.00' } },
  { step: 24, role: 'guide', screen: '/order/SignContract', action: 'contract.create', keep: 'HT1', values: { order: '$DD1', contractType: 'retail', signMethod: 'paper', signedOn: { day: 0 }, discount: '1552.00', deliverOn: { day: 50 }, plan: [{ stage: 'sign', amount: '13800.00' }, { stage: 'place', amount: '6900.00' }, { stage: 'balance', amount: '2300.00' }], earnests: [{ receipt: '$SK1' }], files: ['#contract.png'] }, states: { HT1: 'draft' }, numbers: { 'HT1.amount': '23000.00', 'HT1.planned': '23000.00' } },
  { step: 25, role: 'guide', screen: '/order/SignContract', action: 'contract.submit', on: 'HT1', states: { HT1: 'pending', DD1: 'checking' }, numbers: { 'DD1.netReceived': '2000.00' } },
  { step: 26, role: 'manager', screen: '/order/CheckContract', action: 'contract.pass', on: 'HT1', refused: { code: 2001, says: /13,?800\.00/ }, states: { HT1: 'pending' } },
  { step: 27, browser: true, role: 'guide', screen: '/customer/Receipting', action: 'receipt.create', keep: 'SK2', values: { customer: '$KH1', kind: 'sign', order: '$DD1', amount: '11800.00', payMethod: 'transfer', paidOn: { day: 0 }, vouchers: ['#blurred.png'] }, states: { SK2: 'pending' } },
  { step: 28, browser: true, role: 'finance', screen: '/customer/Examine', action: 'receipt.reject', on: 'SK2', values: { auditRemark: '凭证不清' }, states: { SK2: 'rejected' } },
  { step: 29, browser: true, role: 'guide', screen: '/customer/Receipting', action: 'receipt.resubmit', on: 'SK2', values: { vouchers: ['#voucher.png'] }, states: { SK2: 'pending' } },
  { step: 30, browser: true, role: 'finance', screen: '/customer/Examine', action: 'receipt.approve', on: 'SK2', states: { SK2: 'approved' }, numbers: { 'DD1.netReceived': '13800.00' } },
  { step: 31, role: 'manager', screen: '/order/CheckContract', action: 'contract.pass', on: 'HT1', values: { checkRemark: '资料齐全' }, states: { HT1: 'effective', DD1: 'exploding', KH1: 'deal' }, numbers: { 'DD1.contractAmount': '23000.00', 'DD1.balanceDue': '9200.00' } },
]

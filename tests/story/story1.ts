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
  /** Values afterwards: "KH1.netReceived": "2000.00"; of a line "BD1.lines.0.qty"; a day counted from today; '+500.00': more than before. */
  readonly numbers?: Readonly<Record<string, string | number | boolean | null | { readonly day: number }>>
  /** Records kept afterwards by what refers to them: name -> [kept record, its reference]. */
  readonly refs?: Readonly<Record<string, readonly [of: string, field: string]>>
  /** Cells of lines afterwards, from the first line to the last: "DD1.parts.amount": [...]. */
  readonly cells?: Readonly<Record<string, readonly (string | number | boolean)[]>>
  /** Records found afterwards and kept: name -> [entity, field of it, kept record it refers to, state, kind]. */
  readonly find?: Readonly<Record<string, readonly [entity: string, by: string, of: string, state?: string, kind?: string]>>
}

const item = (category: string, room: string, name: string, unit: string, qty: string, unitPrice: string, lineNo: number) => ({ lineNo, category, room, name, unit, qty, unitPrice })
const items = [
  item('cabinet', 'kitchen', '地柜', 'm', '3.60', '2280.00', 1),
  item('cabinet', 'kitchen', '吊柜', 'm', '2.40', '1650.00', 2),
  item('countertop', 'kitchen', '台面', 'm', '3.60', '880.00', 3),
  item('wardrobe', 'master', '衣柜', 'm2', '7.20', '1280.00', 4),
]
const address = { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 268 号 1-1201' }

const part = (partNo: string, itemLine: number, name: string, material: string, size: readonly [length: number, width: number, thickness: number], qty: number, unit: string, factoryPrice: string) =>
  ({ partNo, itemLine, name, material, colour: 'warmWhite', edge: 'all', grain: 'none', length: size[0], width: size[1], thickness: size[2], qty, unit, factoryPrice, marked: false })
const parts = [
  part('P001', 1, '地柜侧板', 'particle', [720, 560, 18], 10, 'm2', '120.00'),
  part('P002', 1, '烤漆门板', 'lacquer', [700, 450, 20], 8, 'm2', '560.00'),
  part('P003', 2, '吊柜侧板', 'particle', [700, 330, 18], 12, 'm2', '120.00'),
  part('P004', 2, '吊柜门板', 'lacquer', [690, 450, 20], 6, 'm2', '560.00'),
  part('P005', 3, '石英石台面', 'quartz', [3600, 600, 15], 1, 'm', '420.00'),
  part('P006', 4, '衣柜侧板', 'particle', [2380, 580, 18], 14, 'm2', '120.00'),
  part('P007', 4, 'PET 门板', 'pet', [2650, 900, 20], 2, 'm2', '380.00'),
  part('P008', 4, '五金', 'metal', [100, 100, 10], 6, 'pcs', '85.00'),
]
export const story1: readonly Step[] = [
  { step: 1, role: 'admin', screen: '/order/QueryShouxin', action: 'creditLine.grant', keep: 'SX1', values: { dealer: '@owner.dealer', creditType: 'permanent', limit: '50000.00', validFrom: { day: 0 }, validTo: { day: 300 } }, states: { SX1: 'active' }, numbers: { 'J10001.creditLimit': '50000.00' } },
  { step: 2, role: 'owner', screen: '/order/Remittance', action: 'remittance.create', keep: 'DK1', values: { purpose: 'prepay', amount: '80000.00', bank: 'icbc', payerName: '杭州经销商', bankRef: 'ICBC0301', paidOn: { day: 0 }, vouchers: ['#voucher.png'] }, states: { DK1: 'pending' } },
  { step: 3, role: 'admin', screen: '/order/Remittance', action: 'remittance.post', on: 'DK1', states: { DK1: 'posted' }, numbers: { 'J10001.cashBalance': '80000.00', 'J10001.creditUsed': '0.00', 'J10001.creditAvailable': '50000.00', 'J10001.depositHeld': '+0.00' } },
  { step: 4, role: 'manager', screen: '/customer/AddCustomer', action: 'customer.createPool', keep: 'KH1', values: { name: '陈晓明', mobile: '13911110001', source: 'online', intent: 'B' }, states: { KH1: 'pool' }, numbers: { 'KH1.poolReason': 'newLead' } },
  { step: 5, role: 'guide', screen: '/customer/HighSeas', action: 'customer.claim', on: 'KH1', states: { KH1: 'following' }, numbers: { 'KH1.guide': '@guide', 'KH1.store': '@guide.store' } },
  { step: 6, role: 'guide', screen: '/customer/AddCustomer', action: 'customer.create', values: { name: '陈先生', mobile: '13911110001', source: 'walkIn', intent: 'C' }, refused: { code: 2001, says: /陈晓明/ } },
  { step: 7, role: 'guide', screen: '/customer/Follow', action: 'follow.create', keep: 'GJ1', values: { customer: '$KH1', method: 'phone', content: '客户已交房，约周六到店', intent: 'A', nextAt: { day: 2, time: '10:00' } }, states: { GJ1: 'done' }, numbers: { 'KH1.followCount': 1, 'KH1.intent': 'A' } },
  { step: 8, role: 'guide', screen: '/customer/Subscribe', action: 'appointment.create', keep: 'YY1', values: { customer: '$KH1', type: 'storeVisit', at: { day: 2, time: '10:00' } }, states: { YY1: 'booked' } },
  { step: 9, role: 'guide', screen: '/customer/Subscribe', action: 'appointment.arrive', on: 'YY1', note: '到店', states: { YY1: 'arrived' }, numbers: { 'KH1.followCount': 2 } },
  { step: 10, role: 'guide', screen: '/customer/CustomerList', action: 'customer.edit', on: 'KH1', values: { address, layout: '3r2l', area: '108', stage: 'tiling' }, states: { KH1: 'following' }, numbers: { 'KH1.area': '108.00', 'KH1.layout': '3r2l' } },
  { step: 11, role: 'guide', screen: '/customer/Receipting', action: 'receipt.create', keep: 'SK1', values: { customer: '$KH1', kind: 'earnest', amount: '2000.00', payMethod: 'wechat', paidOn: { day: 0 }, vouchers: ['#voucher.png'] }, states: { SK1: 'pending' } },
  { step: 12, role: 'finance', screen: '/customer/AuditEarnest', action: 'receipt.approveEarnest', on: 'SK1', values: { auditRemark: '已到账' }, states: { SK1: 'approved' }, numbers: { 'KH1.netReceived': '2000.00' } },
  { step: 13, role: 'guide', screen: '/customer/CustomerList', action: 'customer.lose', on: 'KH1', values: { lossReason: 'price' }, refused: { code: 2001, says: /净收款 2,?000\.00/ }, states: { KH1: 'following' } },
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
  { step: 27, role: 'guide', screen: '/customer/Receipting', action: 'receipt.create', keep: 'SK2', values: { customer: '$KH1', kind: 'sign', order: '$DD1', amount: '11800.00', payMethod: 'transfer', paidOn: { day: 0 }, vouchers: ['#blurred.png'] }, states: { SK2: 'pending' } },
  { step: 28, role: 'finance', screen: '/customer/Examine', action: 'receipt.reject', on: 'SK2', values: { auditRemark: '凭证不清' }, states: { SK2: 'rejected' } },
  { step: 29, role: 'guide', screen: '/customer/Receipting', action: 'receipt.resubmit', on: 'SK2', values: { vouchers: ['#voucher.png'] }, states: { SK2: 'pending' } },
  { step: 30, role: 'finance', screen: '/customer/Examine', action: 'receipt.approve', on: 'SK2', states: { SK2: 'approved' }, numbers: { 'DD1.netReceived': '13800.00' } },
  { step: 31, role: 'manager', screen: '/order/CheckContract', action: 'contract.pass', on: 'HT1', values: { checkRemark: '资料齐全' }, states: { HT1: 'effective', DD1: 'exploding', KH1: 'deal' }, numbers: { 'DD1.contractAmount': '23000.00', 'DD1.balanceDue': '9200.00' } },
  { step: 32, role: 'orderclerk', screen: '/order/Explode', action: 'order.saveParts', on: 'DD1', values: { parts }, states: { DD1: 'exploding' }, numbers: { 'DD1.partsAmount': '9424.68', 'DD1.nonstandardParts': 1 }, cells: { 'DD1.parts.amount': ['483.84', '1411.20', '332.64', '1043.28', '1512.00', '2319.12', '1812.60', '510.00'], 'DD1.parts.isNonstandard': [false, false, false, false, false, false, true, false] } },
  { step: 33, role: 'orderclerk', screen: '/order/Explode', action: 'order.explode', on: 'DD1', refused: { code: 2001, says: /非标/ }, states: { DD1: 'exploding' } },
  { step: 34, role: 'orderclerk', screen: '/order/Nonstandard', action: 'nonstandard.create', keep: 'FB1', values: { order: '$DD1', partNo: 'P007', nsType: 'oversize', description: '门高2650一门到顶', files: ['#door.png'] }, states: { FB1: 'pending' } },
  { step: 35, role: 'admin', screen: '/order/Nonstandard', action: 'nonstandard.quote', on: 'FB1', values: { surcharge: '320.00', extraDays: 5 }, states: { FB1: 'quoted' } },
  { step: 36, role: 'orderclerk', screen: '/order/Nonstandard', action: 'nonstandard.confirm', on: 'FB1', states: { FB1: 'confirmed' } },
  { step: 37, role: 'orderclerk', screen: '/order/Explode', action: 'order.explode', on: 'DD1', states: { DD1: 'placing' } },
  { step: 38, role: 'manager', screen: '/order/supplement', action: 'supplement.create', keep: 'ZJ1', values: { order: '$DD1', kind: 'add', reason: '非标加价', items: [item('wardrobe', 'master', '非标加价', 'set', '1.00', '480.00', 1)], needParts: false, nonstandard: '$FB1', files: ['#signed.png'] }, states: { ZJ1: 'pending' }, numbers: { 'ZJ1.amount': '480.00', 'DD1.contractAmount': '23000.00' } },
  { step: 39, role: 'manager', screen: '/order/CheckContract', action: 'supplement.pass', on: 'ZJ1', refused: { code: 2001, says: /./ }, states: { ZJ1: 'pending' } },
  { step: 40, role: 'owner', screen: '/order/CheckContract', action: 'supplement.pass', on: 'ZJ1', states: { ZJ1: 'effective', DD1: 'placing' }, numbers: { 'DD1.contractAmount': '23480.00', 'DD1.balanceDue': '9680.00' } },
  { step: 41, role: 'orderclerk', screen: '/order/Pload', action: 'placement.submit', values: { order: '$DD1', deliveryMode: 'door', deliverTo: address, files: ['#order.png'] }, refused: { code: 2001, says: /20,?700\.00/ }, states: { DD1: 'placing' } },
  { step: 42, role: 'guide', screen: '/customer/Receipting', action: 'receipt.create', keep: 'SK3', values: { customer: '$KH1', kind: 'progress', order: '$DD1', amount: '6900.00', payMethod: 'pos', paidOn: { day: 0 }, vouchers: ['#voucher.png'] }, states: { SK3: 'pending' } },
  { step: 43, role: 'finance', screen: '/customer/Examine', action: 'receipt.approve', on: 'SK3', states: { SK3: 'approved' }, numbers: { 'DD1.netReceived': '20700.00' } },
  { step: 44, role: 'orderclerk', screen: '/order/Pload', action: 'placement.submit', keep: 'XD1', values: { order: '$DD1', deliveryMode: 'logistics', deliverTo: address, files: ['#order.png'] }, states: { XD1: 'submitted', DD1: 'ordering' }, numbers: { 'XD1.goodsAmount': '9424.68' } },
  { step: 45, role: 'admin', screen: '/order/Detailed', action: 'placement.return', on: 'XD1', values: { returnReason: 'drawing', returnRemark: 'P007 图纸不清' }, states: { XD1: 'returned' }, numbers: { 'XD1.returnCount': 1 } },
  { step: 46, role: 'orderclerk', screen: '/order/RePload', action: 'placement.resubmit', on: 'XD1', values: { files: ['#drawing.png'] }, states: { XD1: 'submitted' } },
  { step: 47, role: 'admin', screen: '/order/Detailed', action: 'placement.quote', on: 'XD1', values: { freight: '180.00' }, states: { XD1: 'quoted' }, numbers: { 'XD1.surchargeAmount': '320.00', 'XD1.payable': '9924.68', 'XD1.depositAmount': '500.00' } },
  { step: 48, role: 'orderclerk', screen: '/order/Confirm', action: 'placement.confirmPrice', on: 'XD1', states: { XD1: 'confirmed' } },
  { step: 49, role: 'finance', screen: '/order/Factory', action: 'placement.pay', on: 'XD1', values: { cash: '4000.00', credit: '5000.00' }, refused: { code: 2001, says: /9,?924\.68/ }, states: { XD1: 'confirmed', DD1: 'ordering' } },
  { step: 50, role: 'finance', screen: '/order/Factory', action: 'placement.pay', on: 'XD1', values: { cash: '4924.68', credit: '5000.00' }, states: { XD1: 'paid', DD1: 'producing' }, find: { BZ1: ['deposit', 'order', 'DD1', 'held'] }, numbers: { 'XD1.cashPaid': '4924.68', 'XD1.creditPaid': '5000.00', 'J10001.cashBalance': '74575.32', 'J10001.creditUsed': '5000.00', 'J10001.creditAvailable': '45000.00', 'J10001.depositHeld': '+500.00', 'XD1.leadDays': 30, 'XD1.planShipOn': { day: 30 }, 'DD1.factoryAmount': '9924.68' } },
  { step: 51, role: 'admin', screen: '/order/Detailed', action: 'placement.start', on: 'XD1', values: { workshop: '3 号线' }, states: { XD1: 'producing' }, numbers: { 'XD1.progress': 1 } },
  { step: 52, role: 'guide', screen: '/order/Chargeback', action: 'chargeback.create', values: { order: '$DD1', reason: 'price', description: '客户嫌贵', deduction: '0.00' }, refused: { code: 2001, says: /生产/ }, states: { DD1: 'producing' } },
  { step: 53, role: 'admin', screen: '/order/Detailed', action: 'placement.finish', on: 'XD1', states: { XD1: 'finished' }, numbers: { 'XD1.progress': 100 } },
  { step: 54, role: 'admin', screen: '/order/DeliveryInformation', action: 'shipment.create', keep: 'FH1', values: { placement: '$XD1', deliveryMode: 'logistics', carrier: 'deppon', waybillNo: 'DP25042201', packages: 18, freightPayer: 'dealer', eta: { day: 0 } }, states: { FH1: 'shipped', XD1: 'shipped', DD1: 'shipping' } },
  { step: 55, role: 'finance', screen: '/order/DeliveryInformation', action: 'shipment.deliver', on: 'FH1', values: { deliveredAt: { day: 0, time: '00:01' } }, states: { FH1: 'delivered' }, numbers: { 'FH1.lateDays': 0 } },
  { step: 56, role: 'dispatcher', screen: '/order/Receipt', action: 'shipment.receive', on: 'FH1', values: { receivedPackages: 18, damagedPackages: 0 }, states: { FH1: 'received', XD1: 'received', DD1: 'assigningWork' }, find: { PJ1: ['evaluation', 'order', 'DD1', 'pending'] }, numbers: { 'FH1.hasException': false, 'PJ1.kind': 'carrier' } },
  { step: 57, role: 'dispatcher', screen: '/order/AssignWork', action: 'order.assignWork', on: 'DD1', values: { worker: '@installer', date: { day: 41 }, period: 'day', fee: '600.00' }, refused: { code: 2001, says: /2,?780\.00/ }, states: { DD1: 'assigningWork' } },
  { step: 58, role: 'guide', screen: '/customer/Receipting', action: 'receipt.create', keep: 'SK4', values: { customer: '$KH1', kind: 'balance', order: '$DD1', amount: '2300.00', payMethod: 'wechat', paidOn: { day: 0 }, vouchers: ['#voucher.png'] }, states: { SK4: 'pending' } },
  { step: 59, role: 'guide', screen: '/customer/Receipting', action: 'receipt.create', keep: 'SK5', values: { customer: '$KH1', kind: 'supplement', order: '$DD1', amount: '480.00', payMethod: 'wechat', paidOn: { day: 0 }, vouchers: ['#voucher.png'] }, states: { SK5: 'pending' } },
  { step: 60, role: 'guide', screen: '/customer/Receipting', action: 'receipt.create', values: { customer: '$KH1', kind: 'balance', order: '$DD1', amount: '0.01', payMethod: 'cash', paidOn: { day: 0 } }, refused: { code: 2001, says: /23,?480\.00/ }, states: { DD1: 'assigningWork' } },
  { step: 61, role: 'finance', screen: '/customer/Examine', action: 'receipt.approve', on: 'SK4', states: { SK4: 'approved' } },
  { step: 62, role: 'finance', screen: '/customer/Examine', action: 'receipt.approve', on: 'SK5', states: { SK5: 'approved' }, numbers: { 'DD1.netReceived': '23480.00', 'DD1.balanceDue': '0.00' } },
  { step: 63, role: 'dispatcher', screen: '/order/AssignWork', action: 'order.assignWork', on: 'DD1', values: { worker: '@installer', date: { day: 41 }, period: 'day', fee: '600.00' }, states: { DD1: 'installing' }, find: { PG2: ['task', 'order', 'DD1', 'assigned'] }, numbers: { 'PG2.fee': '600.00', 'PG2.period': 'day' } },
  { step: 64, role: 'dispatcher', screen: '/order/Install', action: 'order.install', on: 'DD1', values: { installResult: 'complete', photos: ['#one.png', '#two.png', '#three.png'] }, states: { DD1: 'evaluating', PG2: 'done' }, find: { PJ2: ['evaluation', 'order', 'DD1', 'pending', 'install'] }, numbers: { 'PJ2.kind': 'install' } },
  { step: 65, role: 'dispatcher', screen: '/order/Evaluate', action: 'evaluation.submit', on: 'PJ2', values: { scores: [{ item: 'attitude', score: '5' }, { item: 'quality', score: '5' }, { item: 'punctual', score: '4' }, { item: 'tidy', score: '5' }] }, states: { PJ2: 'submitted', DD1: 'completed' }, numbers: { 'PJ2.average': '4.75' } },
  { step: 66, role: 'aftersales', screen: '/aftermarket/cg_deposit_refund', action: 'deposit.apply', on: 'BZ1', states: { BZ1: 'applied' }, numbers: { 'BZ1.ratio': '1.00', 'BZ1.refundable': '500.00' } },
  { step: 67, role: 'admin', screen: '/aftermarket/cg_deposit_refund', action: 'deposit.refund', on: 'BZ1', states: { BZ1: 'refunded' }, numbers: { 'J10001.cashBalance': '75075.32', 'J10001.creditUsed': '5000.00', 'J10001.creditAvailable': '45000.00', 'J10001.depositHeld': '+0.00' } },
  { step: 68, role: 'finance', screen: '/order/Remittance', action: 'remittance.create', keep: 'DK2', values: { purpose: 'creditRepay', amount: '5000.00', bank: 'icbc', payerName: '杭州经销商', bankRef: 'ICBC0510', paidOn: { day: 0 }, vouchers: ['#voucher.png'] }, states: { DK2: 'pending' } },
  { step: 69, role: 'admin', screen: '/order/Remittance', action: 'remittance.post', on: 'DK2', states: { DK2: 'posted' }, numbers: { 'J10001.cashBalance': '75075.32', 'J10001.creditUsed': '0.00', 'J10001.creditAvailable': '50000.00', 'J10001.depositHeld': '+0.00' } },
  { step: 70, role: 'aftersales', screen: '/channelManage/carrier', action: 'evaluation.submit', on: 'PJ1', values: { scores: [{ item: 'speed', score: '4' }, { item: 'integrity', score: '5' }, { item: 'attitude', score: '4' }] }, states: { PJ1: 'submitted' }, numbers: { 'PJ1.average': '4.33' } },
  { step: 71, role: 'aftersales', screen: '/aftermarket/survey_satisfaction', action: 'evaluation.createSurvey', keep: 'PJ3', values: { order: '$DD1' }, states: { PJ3: 'pending' }, numbers: { 'PJ3.kind': 'survey' } },
  { step: 72, role: 'aftersales', screen: '/aftermarket/survey_satisfaction', action: 'evaluation.submit', on: 'PJ3', values: { channel: 'phone', scores: [{ item: 'product', score: '5' }, { item: 'service', score: '5' }, { item: 'delivery', score: '4' }] }, states: { PJ3: 'submitted', DD1: 'completed' }, numbers: { 'PJ3.average': '4.67', 'DD1.grossProfit': '12955.32' } },
  { step: 73, role: 'finance', screen: '/order/FinanceInvoice', action: 'invoice.create', keep: 'FP1', values: { invoiceType: 'special', title: '杭州家居有限公司', taxNo: '91330100MA2B000001', placements: [{ placement: '$XD1' }] }, states: { FP1: 'pending' }, numbers: { 'FP1.amount': '9924.68' } },
  { step: 74, role: 'admin', screen: '/order/FinanceInvoice', action: 'invoice.issue', on: 'FP1', values: { invoiceNo: '25330001', issuedOn: { day: 0 }, files: ['#invoice.png'] }, states: { FP1: 'issued' }, numbers: { 'DD1.grossProfit': '12955.32' } },
]

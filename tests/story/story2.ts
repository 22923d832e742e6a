// What happens in the second story: a complaint about damaged goods, with the carrier judged responsible and a supplement quoted twice.
// Before it stands how its order came to be on its way; steps have the numbers of the story.
import type { Step } from './story1'

const address = { province: '浙江省', city: '杭州市', district: '滨江区', detail: '江南大道 588 号 2-1502' }
const wardrobe = [{ lineNo: 1, category: 'wardrobe', room: 'master', name: '衣柜', unit: 'm2', qty: '12', unitPrice: '1300.00' }]
const part = { partNo: 'P001', itemLine: 1, name: '柜体板', material: 'particle', colour: 'warmWhite', edge: 'all', grain: 'none', length: 2000, width: 1000, thickness: 18, qty: 20, unit: 'm2', factoryPrice: '0.00', marked: false }

/** An order that was measured, drawn, signed, paid, produced and delivered: what the story finds. */
export const before2: readonly Step[] = [
  { step: 1, role: 'guide', screen: '/customer/AddCustomer', action: 'customer.create', keep: 'KH2', values: { name: '沈立群', mobile: '13922220002', source: 'walkIn', intent: 'A' }, states: { KH2: 'following' } },
  { step: 2, role: 'guide', screen: '/customer/CustomerList', action: 'order.create', keep: 'DD2', values: { customer: '$KH2', orderType: '1', category: 'wardrobe', urgency: 'normal', designer: '@designer', address }, states: { DD2: 'assigning' } },
  { step: 3, role: 'dispatcher', screen: '/order/AssignRuler', action: 'order.assignRuler', on: 'DD2', values: { worker: '@designer', date: { day: 41 }, period: 'pm' }, states: { DD2: 'measuring' } },
  { step: 4, role: 'designer', screen: '/order/Measure', action: 'order.measure', on: 'DD2', values: { measuredAt: { day: 0, time: '00:30' }, siteCondition: 'ready', rooms: [{ room: 'master', width: 3900, depth: 3600, height: 2750 }] }, states: { DD2: 'drawing' } },
  { step: 5, role: 'designer', screen: '/order/Draw', action: 'order.submitDraw', on: 'DD2', values: { drawingType: 'full', designTool: 'editor', drawings: ['#plan.png'], items: wardrobe }, states: { DD2: 'inviting' }, numbers: { 'DD2.listAmount': '15600.00' } },
  { step: 6, role: 'guide', screen: '/order/Invitation', action: 'order.invite', on: 'DD2', values: { inviteMethod: 'phone', visitAt: { day: 5, time: '14:00' } }, states: { DD2: 'caseConfirming' } },
  { step: 7, role: 'guide', screen: '/order/CaseConfirm', action: 'order.confirmCase', on: 'DD2', values: { confirmFiles: ['#signed.png'] }, states: { DD2: 'signing' } },
  { step: 8, role: 'guide', screen: '/order/SignContract', action: 'contract.create', keep: 'HT2', values: { order: '$DD2', contractType: 'retail', signMethod: 'paper', signedOn: { day: 0 }, discount: '0.00', deliverOn: { day: 50 }, plan: [{ stage: 'sign', amount: '15600.00' }], files: ['#contract.png'] }, states: { HT2: 'draft' } },
  { step: 9, role: 'guide', screen: '/order/SignContract', action: 'contract.submit', on: 'HT2', states: { HT2: 'pending', DD2: 'checking' } },
  { step: 10, role: 'guide', screen: '/customer/Receipting', action: 'receipt.create', keep: 'SK6', values: { customer: '$KH2', kind: 'sign', order: '$DD2', amount: '15600.00', payMethod: 'transfer', paidOn: { day: 0 }, vouchers: ['#voucher.png'] }, states: { SK6: 'pending' } },
  { step: 11, role: 'finance', screen: '/customer/Examine', action: 'receipt.approve', on: 'SK6', states: { SK6: 'approved' } },
  { step: 12, role: 'manager', screen: '/order/CheckContract', action: 'contract.pass', on: 'HT2', states: { HT2: 'effective', DD2: 'exploding', KH2: 'deal' }, numbers: { 'DD2.balanceDue': '0.00' } },
  { step: 13, role: 'orderclerk', screen: '/order/Explode', action: 'order.explode', on: 'DD2', values: { parts: [part] }, states: { DD2: 'placing' } },
  { step: 14, role: 'orderclerk', screen: '/order/Pload', action: 'placement.submit', keep: 'XD2', values: { order: '$DD2', deliveryMode: 'logistics', files: ['#parts.png'] }, states: { XD2: 'submitted', DD2: 'ordering' } },
  { step: 15, role: 'admin', screen: '/order/Detailed', action: 'placement.quote', on: 'XD2', values: { freight: '8600.00' }, states: { XD2: 'quoted' }, numbers: { 'XD2.payable': '8600.00', 'XD2.depositAmount': '0.00' } },
  { step: 16, role: 'orderclerk', screen: '/order/Confirm', action: 'placement.confirmPrice', on: 'XD2', states: { XD2: 'confirmed' } },
  { step: 17, role: 'finance', screen: '/order/Remittance', action: 'remittance.create', keep: 'DK3', values: { purpose: 'prepay', amount: '20000.00', bank: 'icbc', payerName: '杭州臻木家居有限公司', bankRef: 'ICBC0420', paidOn: { day: 0 }, vouchers: ['#bank.png'] }, states: { DK3: 'pending' } },
  { step: 18, role: 'admin', screen: '/order/Remittance', action: 'remittance.post', on: 'DK3', states: { DK3: 'posted' }, numbers: { 'J10001.cashBalance': '20000.00' } },
  { step: 19, role: 'finance', screen: '/order/Factory', action: 'placement.pay', on: 'XD2', values: { cash: '8600.00', credit: '0.00' }, states: { XD2: 'paid', DD2: 'producing' } },
  { step: 20, role: 'admin', screen: '/order/Detailed', action: 'placement.start', on: 'XD2', values: { workshop: '2 号线' }, states: { XD2: 'producing' } },
  { step: 21, role: 'admin', screen: '/order/Detailed', action: 'placement.finish', on: 'XD2', states: { XD2: 'finished' } },
  { step: 22, role: 'admin', screen: '/order/DeliveryInformation', action: 'shipment.create', keep: 'FH2', values: { placement: '$XD2', deliveryMode: 'logistics', carrier: 'deppon', waybillNo: 'DPK25050601', packages: 10, freightPayer: 'factory', eta: { day: 2 } }, states: { FH2: 'shipped', XD2: 'shipped', DD2: 'shipping' } },
  { step: 23, role: 'dispatcher', screen: '/order/DeliveryInformation', action: 'shipment.deliver', on: 'FH2', states: { FH2: 'delivered' } },
]

const evidence = ['#broken1.png', '#broken2.png', '#broken3.png', '#broken4.png']
const sheet = ['#pricesheet.png']
const price = (requestPrice: string) => ({ requestPrice })
const quote = (quotePrice: string) => ({ quotePrice })
const lines = [
  { name: 'PET 门板', length: 2650, width: 900, thickness: 18, qty: 2 },
  { name: '柜体侧板', length: 2380, width: 580, thickness: 18, qty: 2 },
]
const supply = { order: '$DD2', supplyType: 'free', complaint: '$KS1', afterCase: '$SH1', reason: 'damaged', urgency: 'urgent', lines, files: ['#broken1.png'] }

export const story2: readonly Step[] = [
  { step: 1, role: 'aftersales', screen: '/aftermarket/Complaint_list', action: 'complaint.create', values: { order: '$DD2', shipment: '$FH2', complaintType: 'damage', level: '2', claim: 'supply', description: '破损', photos: evidence }, refused: { code: 2001, says: /还没有收到货/ }, numbers: { 'J10001.cashBalance': '11400.00', 'J10001.creditUsed': '0.00', 'J10001.creditAvailable': '0.00' } },
  { step: 2, role: 'dispatcher', screen: '/order/Receipt', action: 'shipment.receive', on: 'FH2', values: { receivedPackages: 10, damagedPackages: 2 }, refused: { code: 2001, says: /照片/ }, states: { FH2: 'delivered' } },
  { step: 3, role: 'dispatcher', screen: '/order/Receipt', action: 'shipment.receive', on: 'FH2', values: { receivedPackages: 10, damagedPackages: 2, photos: evidence, remark: '司机已签字' }, states: { FH2: 'received', XD2: 'received', DD2: 'assigningWork', SH1: 'pending', PJ1: 'pending' }, find: { SH1: ['afterCase', 'order', 'DD2', 'pending'], PJ1: ['evaluation', 'shipment', 'FH2', 'pending'] }, numbers: { 'SH1.source': 'receipt', 'PJ1.kind': 'carrier' } },
  { step: 4, role: 'aftersales', screen: '/aftermarket/AftermarketList', action: 'afterCase.accept', on: 'SH1', values: { handler: '@aftersales' }, states: { SH1: 'accepted' } },
  { step: 5, role: 'aftersales', screen: '/aftermarket/Complaint_list', action: 'complaint.create', keep: 'KS1', values: { order: '$DD2', afterCase: '$SH1', shipment: '$FH2', complaintType: 'damage', level: '2', claim: 'supply', description: '2 门板 2 侧板破损', photos: evidence }, states: { KS1: 'pending' }, numbers: { 'KS1.dueOn': { day: 5 }, 'SH1.openComplaints': 1 } },
  { step: 6, role: 'admin', screen: '/aftermarket/Responsibility', action: 'complaint.accept', on: 'KS1', states: { KS1: 'judging' } },
  { step: 7, role: 'admin', screen: '/aftermarket/Responsibility', action: 'complaint.judge', on: 'KS1', values: { judgements: [{ party: 'carrier', carrier: 'deppon', ratio: 60 }, { party: 'dealer', ratio: 30 }] }, refused: { code: 2001, says: /比例合计 90/ }, states: { KS1: 'judging' } },
  { step: 8, role: 'admin', screen: '/aftermarket/Responsibility', action: 'complaint.judge', on: 'KS1', values: { judgements: [{ party: 'carrier', carrier: 'deppon', ratio: 70 }, { party: 'dealer', ratio: 30, remark: '收货未当场开箱' }] }, states: { KS1: 'judged' }, numbers: { 'KS1.dealerRatio': '0.30' } },
  { step: 9, role: 'aftersales', screen: '/aftermarket/Responsibility', action: 'complaint.object', on: 'KS1', values: { refusalReason: 'notOurFault', refusalRemark: '签收单已注明外箱破损' }, states: { KS1: 'objected' }, numbers: { 'KS1.objections': 1, 'KS1.refusals.0.refusalType': 'judgement', 'KS1.refusals.0.remark': '签收单已注明外箱破损' } },
  { step: 10, role: 'admin', screen: '/aftermarket/Responsibility', action: 'complaint.judge', on: 'KS1', values: { judgements: [{ party: 'carrier', carrier: 'deppon', ratio: 80 }, { party: 'dealer', ratio: 20 }] }, states: { KS1: 'judged' }, numbers: { 'KS1.dealerRatio': '0.20' } },
  { step: 11, role: 'aftersales', screen: '/aftermarket/Added', action: 'supplyOrder.create', values: supply, refused: { code: 2001, says: /客诉/ } },
  { step: 12, role: 'aftersales', screen: '/aftermarket/Responsibility', action: 'complaint.confirmJudge', on: 'KS1', note: '同意', states: { KS1: 'confirmed' } },
  { step: 13, role: 'aftersales', screen: '/aftermarket/Added', action: 'supplyOrder.create', keep: 'BD1', values: supply, states: { BD1: 'submitted' }, numbers: { 'SH1.openSupplies': 1 } },
  { step: 14, role: 'admin', screen: '/aftermarket/SupplyList', action: 'supplyOrder.returnIt', on: 'BD1', values: { returnRemark: '缺少封边说明' }, states: { BD1: 'returned' } },
  { step: 15, role: 'aftersales', screen: '/aftermarket/Again', action: 'supplyOrder.resubmit', on: 'BD1', values: { lines: lines.map((line) => ({ ...line, remark: '四边封 1.0 同色 PVC' })) }, states: { BD1: 'submitted' }, numbers: { 'BD1.lines.1.remark': '四边封 1.0 同色 PVC' } },
  { step: 16, role: 'admin', screen: '/aftermarket/SupplyList', action: 'supplyOrder.accept', on: 'BD1', states: { BD1: 'toPrice' }, numbers: { 'BD1.dealerRatio': '0.20' } },
  { step: 17, role: 'aftersales', screen: '/aftermarket/SupplyPriceAdd', action: 'supplyOrder.addPrice', on: 'BD1', values: { lines: [price('420.00'), price('160.00')], priceFiles: sheet }, states: { BD1: 'pricing' }, numbers: { 'BD1.requestAmount': '1160.00' } },
  { step: 18, role: 'admin', screen: '/aftermarket/PriceList', action: 'supplyOrder.returnPrice', on: 'BD1', values: { returnRemark: '报价单未盖章' }, states: { BD1: 'priceReturned' } },
  { step: 19, role: 'aftersales', screen: '/aftermarket/SupplyPriceReupload', action: 'supplyOrder.reuploadPriceSheet', on: 'BD1', values: { priceFiles: ['#stamped.png'] }, states: { BD1: 'pricing' }, numbers: { 'BD1.requestAmount': '1160.00' } },
  { step: 20, role: 'admin', screen: '/aftermarket/PriceList', action: 'supplyOrder.quote', on: 'BD1', values: { lines: [quote('640.00'), quote('220.00')], freight: '140.00' }, states: { BD1: 'quoted' }, numbers: { 'BD1.quotedAmount': '1860.00', 'BD1.dealerPayable': '372.00', 'KS1.carrierCharge': '1488.00' } },
  { step: 21, role: 'aftersales', screen: '/aftermarket/Refuse', action: 'supplyOrder.refuse', on: 'BD1', values: { refusalReason: 'priceHigh', refusalRemark: '补件不应收运费' }, states: { BD1: 'refused' }, numbers: { 'BD1.refusedCount': 1, 'BD1.refusals.0.amount': '1860.00', 'BD1.lastRefusal': 'price' } },
  { step: 22, role: 'aftersales', screen: '/aftermarket/PriceList', action: 'supplyOrder.confirmPrice', on: 'BD1', refused: { code: 2001, says: /已拒绝/ }, states: { BD1: 'refused' } },
  { step: 23, role: 'aftersales', screen: '/aftermarket/PriceReupload', action: 'supplyOrder.reuploadPrice', on: 'BD1', values: { lines: [price('500.00'), price('180.00')], priceFiles: ['#comparison.png'] }, note: '对比报价', states: { BD1: 'pricing' }, numbers: { 'BD1.requestAmount': '1360.00' } },
  { step: 24, role: 'admin', screen: '/aftermarket/PriceList', action: 'supplyOrder.quote', on: 'BD1', values: { lines: [quote('520.00'), quote('190.00')], freight: '0.00' }, states: { BD1: 'quoted' }, numbers: { 'BD1.quotedAmount': '1420.00', 'BD1.dealerPayable': '284.00' } },
  { step: 25, role: 'aftersales', screen: '/aftermarket/PriceList', action: 'supplyOrder.confirmPrice', on: 'BD1', states: { BD1: 'toPay' } },
  { step: 26, role: 'aftersales', screen: '/aftermarket/PriceList', action: 'supplyOrder.pay', on: 'BD1', values: { cash: '200.00', credit: '84.00' }, refused: { code: 2001, says: /可用授信不足/ }, states: { BD1: 'toPay' } },
  { step: 27, role: 'aftersales', screen: '/aftermarket/PriceList', action: 'supplyOrder.pay', on: 'BD1', values: { cash: '284.00', credit: '0.00' }, states: { BD1: 'producing' }, numbers: { 'J10001.cashBalance': '11116.00', 'J10001.creditUsed': '0.00', 'J10001.creditAvailable': '0.00', 'BD1.paidAmount': '284.00' } },
  { step: 28, role: 'aftersales', screen: '/aftermarket/AftermarketList', action: 'afterCase.resolve', on: 'SH1', values: { solution: '补件生产中' }, refused: { code: 2001, says: /1 个未结客诉、1 个未结补单/ }, states: { SH1: 'accepted' }, numbers: { 'SH1.openComplaints': 1, 'SH1.openSupplies': 1 } },
  { step: 29, role: 'admin', screen: '/aftermarket/SupplyList', action: 'supplyOrder.finish', on: 'BD1', states: { BD1: 'finished' } },
  { step: 30, role: 'admin', screen: '/order/DeliveryInformation', action: 'shipment.create', keep: 'FH3', values: { supplyOrder: '$BD1', deliveryMode: 'logistics', carrier: 'ane', waybillNo: 'AN25052001', packages: 2, freightPayer: 'carrier', eta: { day: 2 } }, states: { FH3: 'shipped', BD1: 'shipped' } },
  { step: 31, role: 'dispatcher', screen: '/order/Receipt', action: 'shipment.receive', on: 'FH3', values: { receivedPackages: 2, damagedPackages: 0 }, states: { FH3: 'received', BD1: 'received', PJ2: 'pending', DD2: 'assigningWork' }, find: { PJ2: ['evaluation', 'shipment', 'FH3', 'pending'] } },
  { step: 32, role: 'aftersales', screen: '/aftermarket/AftermarketList', action: 'afterCase.visit', on: 'SH1', values: { worker: '@installer', date: { day: 43 }, period: 'pm', fee: '150.00' }, states: { SH1: 'visiting', PG1: 'assigned' }, find: { PG1: ['task', 'afterCase', 'SH1', 'assigned'] } },
  { step: 33, role: 'aftersales', screen: '/aftermarket/AftermarketList', action: 'afterCase.finishVisit', on: 'SH1', values: { visitPhotos: ['#done1.png', '#done2.png'], finding: '更换完成' }, states: { SH1: 'accepted', PG1: 'done' }, numbers: { 'PG1.fee': '150.00' } },
  { step: 34, role: 'aftersales', screen: '/aftermarket/Complaint_list', action: 'complaint.close', on: 'KS1', refused: { code: 2001, says: /1 个补单未关闭/ }, states: { KS1: 'confirmed' } },
  { step: 35, role: 'aftersales', screen: '/aftermarket/SupplyList', action: 'supplyOrder.close', on: 'BD1', states: { BD1: 'closed' }, numbers: { 'SH1.openSupplies': 0 } },
  { step: 36, role: 'aftersales', screen: '/aftermarket/Complaint_list', action: 'complaint.close', on: 'KS1', states: { KS1: 'closed' }, numbers: { 'KS1.cost': '1420.00', 'KS1.dealerCharge': '284.00', 'KS1.carrierCharge': '1136.00', 'KS1.factoryCharge': '0.00' } },
  { step: 37, role: 'aftersales', screen: '/aftermarket/AftermarketList', action: 'afterCase.resolve', on: 'SH1', values: { solution: '更换门板与侧板各 2 件' }, states: { SH1: 'resolved' } },
  { step: 38, role: 'aftersales', screen: '/aftermarket/AftermarketList', action: 'afterCase.close', on: 'SH1', values: { satisfaction: '4' }, states: { SH1: 'closed' } },
  { step: 39, role: 'aftersales', screen: '/channelManage/carrier', action: 'evaluation.submit', on: 'PJ1', values: { scores: [{ item: 'speed', score: '3' }, { item: 'integrity', score: '1' }, { item: 'attitude', score: '2' }] }, refused: { code: 2001, says: /评价内容|comment/ }, states: { PJ1: 'pending' } },
  { step: 40, role: 'aftersales', screen: '/channelManage/carrier', action: 'evaluation.submit', on: 'PJ1', values: { scores: [{ item: 'speed', score: '3' }, { item: 'integrity', score: '1' }, { item: 'attitude', score: '2' }], comment: '外箱破损 2 件' }, states: { PJ1: 'submitted' }, numbers: { 'PJ1.average': '2.00' } },
  { step: 41, role: 'aftersales', screen: '/order/Query', action: 'order.close', on: 'DD2', note: '结案', refused: { code: 2001, says: /待派安装/ }, states: { DD2: 'assigningWork', XD2: 'received', FH2: 'received', FH3: 'received', BD1: 'closed', KS1: 'closed', SH1: 'closed', PJ2: 'pending', PG1: 'done' }, numbers: { 'DD2.grossProfit': '6566.00' } },
]

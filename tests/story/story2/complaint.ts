// The second story from the damaged goods to the verdict that the carrier pays.
import type { Step } from '../step'

const evidence = ['#broken1.png', '#broken2.png', '#broken3.png', '#broken4.png']

export const complaintSteps: readonly Step[] = [
  {
    step: 1,
    role: 'aftersales',
    screen: '/aftermarket/Complaint_list',
    action: 'complaint.create',
    values: {
      order: '$DD2',
      shipment: '$FH2',
      complaintType: 'damage',
      level: '2',
      claim: 'supply',
      description: '破损',
      photos: evidence,
    },
    refused: { code: 2001, says: /还没有收到货/ },
    numbers: { 'J10001.cashBalance': '11400.00', 'J10001.creditUsed': '0.00', 'J10001.creditAvailable': '0.00' },
  },
  {
    step: 2,
    role: 'dispatcher',
    screen: '/order/Receipt',
    action: 'shipment.receive',
    on: 'FH2',
    values: { receivedPackages: 10, damagedPackages: 2 },
    refused: { code: 2001, says: /照片/ },
    states: { FH2: 'delivered' },
  },
  {
    step: 3,
    role: 'dispatcher',
    screen: '/order/Receipt',
    action: 'shipment.receive',
    on: 'FH2',
    values: { receivedPackages: 10, damagedPackages: 2, photos: evidence, remark: '司机已签字' },
    states: { FH2: 'received', XD2: 'received', DD2: 'assigningWork', SH1: 'pending', PJ1: 'pending' },
    find: { SH1: ['afterCase', 'order', 'DD2', 'pending'], PJ1: ['evaluation', 'shipment', 'FH2', 'pending'] },
    numbers: { 'SH1.source': 'receipt', 'PJ1.kind': 'carrier' },
  },
  {
    step: 4,
    role: 'aftersales',
    screen: '/aftermarket/AftermarketList',
    action: 'afterCase.accept',
    on: 'SH1',
    values: { handler: '@aftersales' },
    states: { SH1: 'accepted' },
  },
  {
    step: 5,
    role: 'aftersales',
    screen: '/aftermarket/Complaint_list',
    action: 'complaint.create',
    keep: 'KS1',
    values: {
      order: '$DD2',
      afterCase: '$SH1',
      level: '2',
      claim: 'supply',
      description: '2 门板 2 侧板破损',
    },
    states: { KS1: 'pending' },
    // The case brings its shipment, photos and kind of damage.
    numbers: {
      'KS1.dueOn': { day: 5 },
      'KS1.complaintType': 'damage',
      'KS1.shippedBy': 'deppon',
      'SH1.openComplaints': 1,
    },
  },
  {
    step: 6,
    role: 'admin',
    screen: '/aftermarket/Responsibility',
    action: 'complaint.accept',
    on: 'KS1',
    states: { KS1: 'judging' },
  },
  {
    step: 7,
    role: 'admin',
    screen: '/aftermarket/Responsibility',
    action: 'complaint.judge',
    on: 'KS1',
    values: {
      judgements: [
        { party: 'carrier', carrier: 'deppon', ratio: 60 },
        { party: 'dealer', ratio: 30 },
      ],
    },
    refused: { code: 2001, says: /比例合计 90/ },
    states: { KS1: 'judging' },
  },
  {
    step: 8,
    role: 'admin',
    screen: '/aftermarket/Responsibility',
    action: 'complaint.judge',
    on: 'KS1',
    values: {
      judgements: [
        { party: 'carrier', carrier: 'deppon', ratio: 70 },
        { party: 'dealer', ratio: 30, remark: '收货未当场开箱' },
      ],
    },
    states: { KS1: 'judged' },
    numbers: { 'KS1.dealerRatio': '0.30' },
  },
  {
    step: 9,
    role: 'aftersales',
    screen: '/aftermarket/Responsibility',
    action: 'complaint.object',
    on: 'KS1',
    values: { refusalReason: 'notOurFault', refusalRemark: '签收单已注明外箱破损' },
    states: { KS1: 'objected' },
    numbers: {
      'KS1.objections': 1,
      'KS1.refusals.0.refusalType': 'judgement',
      'KS1.refusals.0.remark': '签收单已注明外箱破损',
    },
  },
  {
    step: 10,
    role: 'admin',
    screen: '/aftermarket/Responsibility',
    action: 'complaint.judge',
    on: 'KS1',
    values: {
      judgements: [
        { party: 'carrier', carrier: 'deppon', ratio: 80 },
        { party: 'dealer', ratio: 20 },
      ],
    },
    states: { KS1: 'judged' },
    numbers: { 'KS1.dealerRatio': '0.20' },
  },
]

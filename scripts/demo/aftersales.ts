// Generates after-sales demo data: cases, complaints, supplements, redesigns, deposits, surveys.
// Includes demands; every state occurs.
import type { Chance } from './chance'
import { addEntry, addScore, type Delivered } from './delivered'
import { at, type Book, dealer, on } from './table'
import { money } from './goods'

const clerk = '$aftersales'
const problems = [
  ['damaged', '吊柜门板右下角磕碰，漆面开裂'],
  ['missing', '少一块可调层板和两个拉手'],
  ['sizeWrong', '台面比现场短 12 mm，靠墙留缝'],
  ['colourDiff', '两扇门板有色差，阳光下明显'],
  ['quality', '柜体封边起翘，约 20 cm'],
  ['hardware', '阻尼铰链失效，门关不严'],
  ['adjust', '抽屉推拉不顺，需上门调试'],
  ['other', '客户希望加装一组拉篮'],
] as const
const parts = [
  {
    partNo: 'MB-0715-03',
    name: '吊柜门板',
    material: 'pet',
    colour: 'pearlGrey',
    length: 715,
    width: 396,
    thickness: 18,
    price: 26_000,
  },
  {
    partNo: 'CB-2380-01',
    name: '柜体侧板',
    material: 'particle',
    colour: 'warmWhite',
    length: 2380,
    width: 580,
    thickness: 18,
    price: 19_000,
  },
  {
    partNo: 'CC-0860-02',
    name: '可调层板',
    material: 'particle',
    colour: 'warmWhite',
    length: 860,
    width: 540,
    thickness: 18,
    price: 9_600,
  },
  {
    partNo: 'TM-1860-01',
    name: '石英石台面',
    material: 'quartz',
    colour: 'snowWhite',
    length: 1860,
    width: 600,
    thickness: 15,
    price: 78_000,
  },
] as const

/** Initial states, whose records have been in them since creation. */
const firstStates: Readonly<Record<string, readonly string[]>> = {
  afterCase: ['pending'],
  complaint: ['pending'],
  supplyOrder: ['submitted', 'parsing'],
  redesign: ['applied'],
  deposit: ['held'],
  demand: ['submitted'],
}
/** The basis of each share of the responsibility. */
const grounds: Readonly<Record<string, string>> = {
  carrier: '签收时外箱破损，物流单有备注',
  factory: '出厂检验漏检',
  dealer: '卸货搬运保护不足',
  designer: '图纸尺寸标注有误',
  installer: '安装时未按图施工',
  customer: '客户自行改动水电位',
}
/** The parties found responsible, with their shares. */
const judgements: readonly (readonly (readonly [string, number])[])[] = [
  [
    ['carrier', 80],
    ['dealer', 20],
  ],
  [
    ['factory', 60],
    ['designer', 40],
  ],
  [
    ['carrier', 50],
    ['factory', 30],
    ['dealer', 20],
  ],
  [['installer', 100]],
  [
    ['factory', 70],
    ['installer', 30],
  ],
  [
    ['designer', 50],
    ['customer', 50],
  ],
  [
    ['carrier', 70],
    ['dealer', 30],
  ],
]
/** Parties whose share the dealer bears. */
const dealerParties = new Set(['dealer', 'designer', 'installer', 'customer'])
const wrongs: Readonly<Record<string, string>> = {
  damage: '到货开箱发现吊柜门板破损，外箱有压痕',
  quality: '柜体封边起翘，门板有色差，客户要求处理',
  shortage: '按装箱单清点少两块层板和一包五金',
}
const redrawn = [
  '现场墙体加厚 35 mm，需重新出转角柜图纸',
  '烟道位置与量尺不符，吊柜需改浅 80 mm',
  '客户改选嵌入式蒸烤箱，高柜开孔要重画',
  '地面找平后净高少 20 mm，衣柜顶封要改',
  '水管包立柱后宽度变小，台下盆柜需重新设计',
] as const

export function addAftersales(book: Book, chance: Chance, delivered: readonly Delivered[]): void {
  const late = (item: Delivered, limit: number): number =>
    Math.max(0, Math.min(item.received - 1, chance.between(0, limit)))
  const record = (entity: string, key: string, values: Record<string, unknown>, day: number, done: number) => {
    const createdAt = at(-day, chance.between(9, 17), chance.below(60))
    const moved = at(-Math.min(day, done), 18, chance.below(60))
    return book.add(entity, key, {
      dealer,
      createdBy: clerk,
      createdAt,
      stateAt: firstStates[entity]?.includes(String(values.state)) ? createdAt : moved,
      ...values,
    })
  }

  const cases = ['pending', 'accepted', 'accepted', 'visiting', 'resolved', 'closed', 'closed', 'rejected'] as const
  const complaintSources = ['phone', 'weixin', 'receipt', 'weixin', 'store', 'install', 'survey', 'phone'] as const
  for (const [index, item] of delivered.entries()) {
    const state = cases[index % cases.length]!
    const [problemType, description] = problems[(index * 3) % problems.length]!
    const day = late(item, state === 'pending' ? 2 : 14)
    record(
      'afterCase',
      `case-${index}`,
      {
        state,
        source: complaintSources[(index >> 1) % complaintSources.length],
        order: `$${item.order}`,
        customer: `$${item.customer}`,
        problemType,
        urgency: chance.one(['normal', 'normal', 'urgent', 'critical']),
        description,
        photos: null,
        contact: item.name,
        contactMobile: item.mobile,
        handler: ['pending', 'rejected'].includes(state) ? null : clerk,
        solution: ['resolved', 'closed'].includes(state) ? '已上门更换并调试，客户确认' : null,
        satisfaction: state === 'closed' ? chance.one(['5', '4', '4', '3']) : null,
      },
      day,
      late(item, 2),
    )
    if (state === 'visiting' || state === 'closed')
      record(
        'task',
        `case-${index}-visit`,
        {
          state: state === 'closed' ? 'done' : 'assigned',
          taskType: 'aftermarket',
          order: `$${item.order}`,
          afterCase: `$case-${index}`,
          worker: chance.one(['$installer', '$installer2', '$installer3']),
          date: on(state === 'closed' ? -day : chance.between(1, 6)),
          period: chance.one(['am', 'pm']),
          address: item.address,
          fee: '150.00',
          remark: null,
        },
        day,
        1,
      )
  }

  const complaints = [
    'pending',
    'judging',
    'judged',
    'objected',
    'confirmed',
    'confirmed',
    'confirmed',
    'refused',
    'closed',
    'confirmed',
  ] as const
  const ratios = new Map<number, number>()
  for (const [index, item] of delivered.slice(0, 30).entries()) {
    const state = complaints[index % complaints.length]!
    const free = index % 20 === 6
    const shares = free ? ([['factory', 100]] as const) : judgements[index % judgements.length]!
    ratios.set(
      index,
      shares.reduce((sum, [party, ratio]) => sum + (dealerParties.has(party) ? ratio : 0), 0),
    )
    const judged = ['judged', 'objected', 'confirmed', 'closed'].includes(state)
    const refusal = {
      refusalType: state === 'refused' ? 'compensation' : 'judgement',
      reason: state === 'refused' ? 'evidence' : 'notOurFault',
      remark: state === 'refused' ? '照片看不出出厂时的破损' : '签收单已注明外箱破损',
      files: null,
      amount: null,
      by: state === 'refused' ? '$admin' : clerk,
      at: at(-2, 15),
    }
    const day = late(item, 8) + 1
    const level = chance.one(['1', '1', '2', '3'] as const)
    const complaintType = chance.one(['damage', 'quality', 'shortage'])
    record(
      'complaint',
      `complaint-${index}`,
      {
        state,
        order: `$${item.order}`,
        afterCase: ['accepted', 'visiting'].includes(cases[index % cases.length]!) ? `$case-${index}` : null,
        shipment: `$${item.shipment}`,
        complaintType,
        level,
        claim: chance.one(['supply', 'supply', 'exchange', 'compensate']),
        description: wrongs[complaintType],
        photos: null,
        judgements: judged
          ? shares.map(([party, ratio]) => ({
              party,
              carrier: party === 'carrier' ? item.carrier : null,
              ratio,
              remark: grounds[party],
            }))
          : [],
        refusals: ['refused', 'objected'].includes(state) ? [refusal] : [],
        appealCount: 0,
        overdue: state !== 'closed' && day > { 1: 7, 2: 5, 3: 2 }[level],
      },
      day,
      1,
    )
  }

  const states = [
    'submitted',
    'returned',
    'toPrice',
    'pricing',
    'priceReturned',
    'quoted',
    'refused',
    'toPay',
    'producing',
    'finished',
    'shipped',
    'received',
    'closed',
    'cancelled',
    'parsing',
    'parseFailed',
  ] as const
  const open = [...ratios.keys()].filter((index) =>
    ['confirmed', 'closed'].includes(complaints[index % complaints.length]!),
  )
  for (let index = 0; index < 48; index++) {
    const state = states[index % states.length]!
    const tool = state.startsWith('pars') || (index >= 32 && ['submitted', 'toPrice', 'priceReturned'].includes(state))
    const byComplaint = !tool && index < 32 && index % 2 === 0
    const complaint = open[(index >> 1) % open.length]!
    const closed = complaints[complaint % complaints.length] === 'closed'
    const settled = closed && state !== 'closed' && state !== 'cancelled'
    const of = byComplaint && !settled && ratios.get(complaint) !== 0 ? complaint : undefined
    const item = delivered[of ?? index % delivered.length]!
    const priced =
      [
        'pricing',
        'priceReturned',
        'quoted',
        'refused',
        'toPay',
        'producing',
        'finished',
        'shipped',
        'received',
        'closed',
      ].includes(state) ||
      (state === 'parseFailed' && index % 32 > 15)
    const compensation = state === 'refused' && index % 32 < 16
    const quoted = priced && !compensation && !['pricing', 'priceReturned', 'parseFailed'].includes(state)
    const chosen = [parts[index % parts.length]!, parts[(index + 1) % parts.length]!]
    const lines =
      state === 'parsing' || (state === 'parseFailed' && !priced)
        ? []
        : chosen.map(({ price, ...part }, index) => ({
            ...part,
            qty: index + 1,
            requestPrice: priced ? money(Math.round(price * 0.8)) : null,
            quotePrice: quoted ? money(price) : null,
            remark: null,
          }))
    const freight = quoted ? 4_000 : 0
    const cents = quoted ? chosen.reduce((sum, { price }, index) => sum + price * (index + 1), 0) + freight : 0
    const payable = Math.round((cents * (of === undefined ? 100 : ratios.get(of)!)) / 100)
    const day = late(item, 12) + 2
    const key = `supply-${index}`
    const refusal = {
      refusalType: compensation ? 'compensation' : 'price',
      reason: compensation ? 'evidence' : 'priceHigh',
      remark: compensation ? '请补充破损部位的清晰照片' : '补件不应收运费',
      files: null,
      amount: quoted ? money(cents) : null,
      by: compensation ? '$admin' : clerk,
      at: at(-1, 15),
    }
    record(
      'supplyOrder',
      key,
      {
        state,
        order: `$${item.order}`,
        complaint: of === undefined ? null : `$complaint-${of}`,
        afterCase: null,
        redesign: null,
        supplyType: of === undefined ? 'paid' : 'free',
        channel: tool ? 'designTool' : 'platform',
        reason: of === undefined ? chance.one(['customerAdd', 'installDamage', 'sizeWrong']) : 'damaged',
        lines,
        files: null,
        designFile: null,
        parseKind: tool
          ? state === 'priceReturned' || (state === 'parseFailed' && priced)
            ? 'price'
            : 'payment'
          : null,
        parseMessage:
          state === 'parseFailed'
            ? [
                '第 3 行缺少板材编码，请在设计软件中补全后重新导出',
                'Row 3 has no board code. Add it in the design tool and export again',
              ]
            : null,
        priceFiles: null,
        deliverTo: item.address,
        urgency: chance.one(['normal', 'normal', 'urgent']),
        returnRemark: state === 'returned' ? '缺少封边说明' : state === 'priceReturned' ? '报价单未盖章' : null,
        refusals: state === 'refused' || index % 16 === 5 ? [refusal] : [],
        freight: quoted ? money(freight) : null,
      },
      day,
      1,
    )
    if (['producing', 'finished', 'shipped', 'received', 'closed'].includes(state))
      addEntry(book, `${key}-pay`, at(-1, 11, index), {
        type: 'supplyPay',
        cash: -payable,
        of: { supplyOrder: `$${key}` },
      })
    if (['shipped', 'received', 'closed'].includes(state))
      record(
        'shipment',
        `${key}-shipment`,
        {
          createdBy: '$admin',
          state: state === 'shipped' ? 'shipped' : 'received',
          placement: null,
          supplyOrder: `$${key}`,
          order: `$${item.order}`,
          deliveryMode: 'logistics',
          carrier: 'ane',
          waybillNo: `AN26${1_100 + index}`,
          packages: 2,
          freightPayer: 'carrier',
          shippedAt: at(-2, 17),
          eta: on(1),
          deliveredAt: state === 'shipped' ? null : at(-1, 10),
          receivedPackages: state === 'shipped' ? null : 2,
          damagedPackages: state === 'shipped' ? null : 0,
          photos: null,
          remark: null,
        },
        2,
        1,
      )
  }

  const redesigns = ['applied', 'approved', 'uploaded', 'returned', 'passed', 'rejected', 'cancelled'] as const
  for (const [index, item] of delivered.slice(0, 16).entries()) {
    const state = redesigns[index % redesigns.length]!
    const uploads = { applied: 0, approved: 0, uploaded: 1, returned: 1, passed: 2, rejected: 0, cancelled: 0 }[state]
    record(
      'redesign',
      `redesign-${index}`,
      {
        state,
        order: `$${item.order}`,
        complaint: index % 4 === 1 ? `$complaint-${index}` : null,
        reason: chance.one(['measureError', 'designError', 'siteChanged', 'customerChange']),
        description: redrawn[index % redrawn.length],
        files: null,
        designer: chance.one(['$designer', '$designer2']),
        newFiles: null,
        uploadCount: uploads,
        reply: state === 'returned' ? '转角封板尺寸未标注' : state === 'rejected' ? '不涉及结构，请按补件处理' : null,
      },
      late(item, 15) + 1,
      1,
    )
  }

  for (const [index, item] of delivered.filter(({ cabinet }) => cabinet).entries()) {
    const low = item.state === 'completed' && delivered.indexOf(item) % 7 === 1
    const state =
      item.state !== 'completed' ? 'held' : low ? 'forfeited' : (['refunded', 'applied', 'held'] as const)[index % 3]!
    const key = `deposit-${index}`
    record(
      'deposit',
      key,
      {
        createdBy: '$finance',
        state,
        order: `$${item.order}`,
        placement: `$${item.placement}`,
        amount: '500.00',
        files: null,
        remark: null,
      },
      item.received + 25,
      2,
    )
    addEntry(book, `${key}-hold`, at(-item.received - 25, 10), {
      type: 'satisfactionDeposit',
      cash: -50_000,
      deposit: 50_000,
      of: { deposit: `$${key}` },
    })
    if (state === 'forfeited')
      addEntry(book, `${key}-forfeit`, at(-2, 10), {
        type: 'depositForfeit',
        deposit: -50_000,
        of: { deposit: `$${key}` },
      })
    if (state === 'refunded')
      addEntry(book, `${key}-refund`, at(-2, 10), {
        type: 'depositRefund',
        cash: 50_000,
        deposit: -50_000,
        of: { deposit: `$${key}` },
      })
  }

  for (const [index, item] of delivered
    .filter(({ state }) => state === 'completed')
    .slice(0, 10)
    .entries())
    addScore(book, chance, `survey-${index}`, {
      kind: 'survey',
      order: item.order,
      items: ['product', 'service', 'delivery'],
      received: Math.min(20, item.received - 10),
      open: index % 3 === 0,
      low: index === 4,
    })

  const wishes = [
    ['product', '希望增加 45 cm 窄边冰箱柜标准件'],
    ['system', '补单列表希望能按楼盘筛选'],
    ['material', '申请秋季新品画册 200 份'],
    ['training', '希望安排一次岩板台面安装培训'],
    ['activity', '国庆团购会需要总部讲师支持'],
    ['other', '样品间灯光改造费用能否补贴'],
  ] as const
  const stages = ['submitted', 'processing', 'replied', 'closed'] as const
  for (let index = 0; index < 14; index++) {
    const [demandType, title] = wishes[index % wishes.length]!
    const state = stages[index % stages.length]!
    record(
      'demand',
      `demand-${index}`,
      {
        createdBy: chance.one(['$manager', clerk, '$guide']),
        state,
        demandType,
        title,
        content: `${title}，请总部评估并回复。`,
        files: null,
        urgency: chance.one(['normal', 'normal', 'urgent']),
        store: '$S1',
        reply: ['replied', 'closed'].includes(state) ? '已收到，计划下月上线，届时另行通知。' : null,
      },
      index * 2 + 1,
      index,
    )
  }
}

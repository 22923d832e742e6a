// Generates store-building, channel and staff demo data: projects, samples, applications.
// Also logs how long orders stayed in each stage. Has a seed of its own.
import { createChance, type Chance } from './chance'
import { home, person } from './people'
import { addServiceAccounts } from './serviceAccounts'
import { at, type Book, dealer, dealerFlags, on } from './table'

const states = [
  'planning',
  'planConfirming',
  'buildDrawing',
  'buildConfirming',
  'sampleDrawing',
  'sampleConfirming',
  'policyIssuing',
  'policyConfirming',
  'building',
  'installConfirming',
  'evaluating',
  'opened',
  'cancelled',
] as const
const fileKinds = {
  plan: 'plan 平面方案.png',
  construction: 'front 施工图.png',
  sampleCabinet: 'front 样品柜图.png',
  policyLetter: 'page 政策告知函.png',
} as const
/** By index of the project state: a shop's name, district, address, and the days its project has been in that state. */
const shops = [
  ['滨江龙湖店', '滨江区', '江汉路 1515 号龙湖天街 3 层 L3-12', 1],
  ['萧山银隆店', '萧山区', '金城路 927 号银隆百货 5 层 508', 4],
  ['余杭未来科技城店', '余杭区', '文一西路 1008 号 2 幢 101', 2],
  ['拱墅运河店', '拱墅区', '金华路 58 号运河家居城 2 层 216', 3],
  ['临平新城店', '临平区', '南大街 265 号 1 层 103', 5],
  ['富阳店', '富阳区', '江滨西大道 18 号家居广场 3 层 309', 1],
  ['钱塘金沙店', '钱塘区', '金沙大道 560 号 4 层 L4-06', 2],
  ['上城近江店', '上城区', '望江东路 332 号 1 层 105', 4],
  ['西湖文三店', '西湖区', '文三路 478 号 2 层 201', 25],
  ['桐庐店', '桐庐县', '迎春南路 210 号 1 层 108', 2],
  ['建德店', '建德市', '新安路 168 号家居广场 2 层 212', 3],
  ['淳安店', '淳安县', '新安大街 89 号 1 层 102', 4],
  ['良渚店', '余杭区', '古墩路 1899 号 1 层 111', 6],
] as const
/** Days from the application to each state, by index, matching the documents below. */
const takes = [0, 9, 10, 13, 14, 20, 21, 27, 28, 95, 98, 100, 12] as const
const shopTypes = ['flagship', 'standard', 'mall', 'community'] as const

/** Writes everything of the store-building, channel and staff desks. */
export function addStores(book: Book): void {
  const chance = createChance(20_261_122)
  for (const [index, state] of states.entries()) addProject(book, chance, index, state)
  for (let index = 0; index < 3; index++) addPackage(book, chance, index)
  addChannels(book, chance)
  addAcceptances(book, chance)
  addStaff(book, chance)
  addServiceAccounts(book)
  addStoreStages(book, chance)
}

function address(chance: Chance) {
  return home(chance).address
}

/**
 * The documents of a project in that state: earlier ones confirmed, the current one waiting, the first plan once
 * returned.
 */
function documents(state: string, began: number) {
  const reached = state === 'cancelled' ? 2 : states.indexOf(state as (typeof states)[number])
  const lines: Record<string, unknown>[] = []
  for (const [index, [fileKind, file]] of Object.entries(fileKinds).entries()) {
    const step = index * 2 + 1
    if (reached < step) break
    const day = -began + 6 + index * 7
    const line = (fileVersion: number, confirmed: string | null, shift: number, remark: string | null) =>
      lines.push({
        fileKind,
        fileVersion,
        files: [file],
        uploadedAt: at(day + shift, 10),
        confirmed,
        confirmedBy: confirmed === null ? null : '$storebuilder',
        confirmedAt: confirmed === null ? null : at(day + shift + 1, 15),
        remark,
      })
    if (index === 0) line(1, '0', 0, '主通道过窄，收银台请移到门厅左侧')
    line(index === 0 ? 2 : 1, reached > step ? '1' : null, index === 0 ? 3 : 0, null)
  }
  return lines
}

function addProject(book: Book, chance: Chance, index: number, state: string): void {
  const [name, district, detail, since] = shops[index]!
  const began = since + takes[index]!
  const isOpen = state === 'opened'
  const where = { province: '浙江省', city: '杭州市', district, detail }
  const [area, storeType] = [String(chance.between(90, 420)), shopTypes[index % shopTypes.length]]
  const [applied, reached] = [at(-began, 9, index), at(-since, 11, index)]
  const isSettled = isOpen || state === 'cancelled'
  const store = book.add('store', `built-${index}`, {
    dealer,
    state: isOpen ? 'open' : state === 'cancelled' ? 'closed' : 'building',
    createdAt: applied,
    stateAt: isSettled ? reached : applied,
    storeNo: `J10001${String(index + 2).padStart(2, '0')}`,
    name,
    storeType,
    level: isOpen ? 'B' : null,
    series: 'wholeHome',
    address: where,
    area,
    phone: null,
    meipingOpened: false,
    openedOn: isOpen ? on(-since) : null,
    project: `$store-project-${index}`,
  })
  const decided = states.indexOf(state as (typeof states)[number]) >= 7 && state !== 'cancelled'
  const done = ['installConfirming', 'evaluating', 'opened'].includes(state)
  const project = book.add('storeProject', `store-project-${index}`, {
    dealer,
    state,
    createdBy: '$storebuilder',
    createdAt: applied,
    stateAt: reached,
    kind: 'standard',
    buildType: 'new',
    store,
    name,
    series: 'wholeHome',
    storeType,
    city: '杭州市',
    address: where,
    area,
    budget: `${chance.between(18, 60)}0000.00`,
    planOpenOn: on(isOpen ? -since : 120 - began),
    contact: '方国强',
    mobile: '13800000008',
    documents: documents(state, began),
    sampleRate: decided ? '0.5' : null,
    subsidyPerM2: decided ? '200.00' : null,
    builtOn: done ? on(95 - began) : null,
    photos: null,
  })
  if (['building', 'installConfirming', 'evaluating', 'opened'].includes(state))
    addSample(book, chance, index, project, store, where, done)
  if (state === 'evaluating' || isOpen)
    book.add('evaluation', `store-evaluation-${index}`, {
      dealer,
      state: isOpen ? 'submitted' : 'pending',
      createdBy: '$admin',
      createdAt: at(98 - began, 11, index),
      stateAt: reached,
      kind: 'store',
      storeProject: project,
      scores: isOpen
        ? [
            { item: 'design', score: '5' },
            { item: 'progress', score: '4' },
            { item: 'cost', score: '4' },
            { item: 'support', score: '5' },
          ]
        : [],
      comment: isOpen ? '设计和安装都很到位，施工周期略长' : null,
      evaluatedOn: isOpen ? on(-since) : null,
    })
}

function addPackage(book: Book, chance: Chance, index: number): void {
  const state = (['building', 'installConfirming', 'evaluating'] as const)[index]!
  const project = book.add('storeProject', `package-project-${index}`, {
    dealer,
    state,
    createdBy: '$admin',
    createdAt: at(-50 + index, 9),
    stateAt: at(-3, 11, index),
    kind: 'package',
    buildType: 'renovate',
    store: '$S1',
    name: `拎包样板店 ${index + 1} 期`,
    series: 'wholeHome',
    storeType: 'flagship',
    city: '杭州市',
    address: address(chance),
    area: '180',
    budget: null,
    planOpenOn: on(20),
    contact: '方国强',
    mobile: '13800000008',
    documents: [],
    sampleRate: '0.6',
    subsidyPerM2: '150.00',
    builtOn: index > 0 ? on(-2 - index) : null,
    photos: null,
  })
  addSample(book, chance, 20 + index, project, '$S1', address(chance), index > 0)
  if (state === 'evaluating')
    book.add('evaluation', `package-evaluation-${index}`, {
      dealer,
      state: 'pending',
      createdBy: '$admin',
      createdAt: at(-3, 11, index),
      stateAt: at(-3, 11, index),
      kind: 'store',
      storeProject: project,
      scores: [],
      comment: null,
      evaluatedOn: null,
    })
}

function addSample(
  book: Book,
  chance: Chance,
  index: number,
  project: string,
  store: string,
  where: object,
  isDone: boolean,
): void {
  const count = chance.between(18, 30)
  book.add('order', `sample-${index}`, {
    dealer,
    state: isDone ? 'completed' : 'exploding',
    createdBy: '$storebuilder',
    createdAt: at(-count, 10),
    stateAt: at(isDone ? -10 : -count, 11),
    orderType: '5',
    storeProject: project,
    customer: null,
    channelProject: null,
    category: 'cabinet',
    store,
    guide: '$storebuilder',
    designer: null,
    address: where,
    urgency: 'normal',
    items: [
      {
        lineNo: 1,
        category: 'cabinet',
        room: 'kitchen',
        name: '厨房样品套装',
        unit: 'set',
        qty: '1',
        unitPrice: '38000.00',
      },
      {
        lineNo: 2,
        category: 'wardrobe',
        room: 'master',
        name: '衣柜样品',
        unit: 'set',
        qty: '1',
        unitPrice: '12000.00',
      },
    ],
    parts: [],
    expectInstallOn: on(10),
    ...dealerFlags,
    remark: null,
  })
}

function addChannels(book: Book, chance: Chance): void {
  const names = [
    '钱塘印月拎包入住',
    '亚运村精装升级',
    '云栖小镇人才公寓',
    '宸阅之城团装',
    '湖印宸院合作',
    '半岛蓝湾整装',
    '望江府样板间',
    '东方润园整装',
  ] as const
  const projectStates = ['draft', 'filed', 'rejected', 'finished'] as const
  for (const [index, name] of names.entries()) {
    const state = index === names.length - 1 ? 'void' : projectStates[index % projectStates.length]!
    book.add('channelProject', `channel-${index}`, {
      dealer,
      state,
      createdBy: '$storebuilder',
      createdAt: at(-60 + index, 10),
      stateAt: at(-index - 1, 14),
      kind: index < 4 ? 'lb' : 'zz',
      name,
      cooperation: chance.one(['developer', 'property', 'decorator', 'platform']),
      partnerName: chance.one(['杭州城投置业有限公司', '浙江宏川装饰集团', '绿意物业服务有限公司']),
      contact: `${person(chance).name}`,
      mobile: `1395720000${index}`,
      store: '$S1',
      manager: '$storebuilder',
      city: '杭州市',
      address: address(chance),
      households: chance.between(200, 900),
      targetUnits: chance.between(30, 120),
      commissionRate: '0.04',
      startOn: on(-50),
      endOn: on(state === 'finished' ? -2 : 180),
      files: null,
      auditRemark: state === 'rejected' ? '请补充合作协议的盖章页' : null,
    })
  }
}

function addAcceptances(book: Book, chance: Chance): void {
  const acceptanceStates = ['pending', 'submitted', 'rectify', 'passed'] as const
  const line = (item: string, category: string, result: string) => ({
    category,
    item,
    result,
    photos: null,
    remark: result === '0' ? chance.one(['台面接缝明显', '门板色差', '抽屉阻尼偏紧']) : null,
  })
  for (let index = 0; index < 10; index++) {
    const state = acceptanceStates[index % acceptanceStates.length]!
    const isProject = index % 3 === 2
    const sample = [9, 10, 11, 21, 22][index % 5]!
    const lines =
      state === 'pending'
        ? []
        : [
            line('地柜', 'cabinet', '1'),
            line('吊柜', 'cabinet', '1'),
            line('衣柜', 'wardrobe', '1'),
            line('台面', 'countertop', state === 'passed' ? '1' : '0'),
          ]
    book.add('sampleAcceptance', `acceptance-${index}`, {
      dealer,
      state,
      createdBy: '$storebuilder',
      createdAt: at(-20 + index, 10),
      stateAt: at(-index, 15),
      source: isProject ? 'project' : 'store',
      store: isProject || sample > 20 ? '$S1' : `$built-${sample}`,
      order: isProject ? null : `$sample-${sample}`,
      channelProject: isProject ? `$project-${index % 4}` : null,
      lines,
      checkedOn: state === 'pending' ? null : on(-index),
      inspector: state === 'pending' ? null : '$storebuilder',
      reply: state === 'rectify' ? '请整改后重新提交' : state === 'passed' ? '合格' : null,
      round: state === 'passed' ? 2 : 1,
    })
  }
}

function addStaff(book: Book, chance: Chance): void {
  const staffStates = [
    'applied',
    'applied',
    'applied',
    'rejected',
    'rejected',
    'disabled',
    'disabled',
    'resigned',
    'resigned',
  ] as const
  for (const [index, state] of staffStates.entries()) {
    const isApplied = state === 'applied' || state === 'rejected'
    const [name, employeeType] = [person(chance).name, chance.one(['3', '4'])]
    book.add('employee', `staff-${index}`, {
      dealer,
      state,
      createdBy: '$manager',
      createdAt: at(isApplied ? -index - 1 : -150 - index * 9, 10),
      stateAt: state === 'applied' ? at(-index - 1, 10) : at(-index, 16),
      name,
      mobile: `1380000010${index}`,
      store: '$S1',
      employeeType,
      role: isApplied ? null : employeeType === '4' ? '$role-designer' : '$role-guide',
      dataScope: 'self',
      disabledMenus: [],
      regChannel: chance.one(['pc', 'qr', 'wechat']),
      canLogin: true,
      weixinBound: false,
      remark: isApplied ? chance.one(['有三年橱柜销售经验', '同行转岗', '门店推荐']) : null,
    })
  }
}

/** Writes how the signed orders went through their stages, one log row per stage. */
function addStoreStages(book: Book, chance: Chance): void {
  const flow = [
    'assigning',
    'measuring',
    'drawing',
    'inviting',
    'caseConfirming',
    'signing',
    'checking',
    'exploding',
  ] as const
  const actions = ['assignRuler', 'measure', 'submitDraw', 'invite', 'confirmCase', 'signed', 'contractPassed'] as const
  const allowed = [1, 3, 5, 3, 5, 7, 1]
  for (let index = 13; index < 300; index += index % 20 === 16 ? 17 : 1) {
    let day = -chance.between(34, 60)
    for (let stageIndex = 0; stageIndex + 1 < flow.length; stageIndex++) {
      const stayed = Math.min(
        chance.in100(30) ? allowed[stageIndex]! + chance.between(1, 5) : chance.between(0, allowed[stageIndex]!),
        -day - 1,
      )
      const [since, moment] = [at(day, 9, 10), at(day + stayed, 17, 20)]
      book.add('log', `K${index + 1}-stage-${stageIndex}`, {
        dealer,
        createdBy: '$guide',
        createdAt: moment,
        entity: 'order',
        recordId: `$K${index + 1}-order`,
        action: actions[stageIndex],
        fromState: flow[stageIndex],
        toState: flow[stageIndex + 1],
        by: '$guide',
        at: moment,
        since,
        data: '{}',
      })
      day += stayed
    }
  }
}

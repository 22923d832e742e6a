// Generates projects that build or renovate a store, with documents, samples and evaluations.
import type { Chance } from '../chance'
import { home } from '../people'
import { at, type Book, dealer, dealerFlags, on } from '../table'

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

/** Writes one project in each state, and the renovations of the first store. */
export function addStoreProjects(book: Book, chance: Chance): void {
  for (const [index, state] of states.entries()) addProject(book, chance, index, state)
  for (let index = 0; index < 3; index++) addPackage(book, chance, index)
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
  const address = { province: '浙江省', city: '杭州市', district, detail }
  const [area, storeType] = [String(chance.between(90, 420)), shopTypes[index % shopTypes.length]]
  const [applied, reached] = [at(-began, 9, index), at(-since, 11, index)]
  const store = book.add('store', `built-${index}`, {
    dealer,
    state: isOpen ? 'open' : state === 'cancelled' ? 'closed' : 'building',
    createdAt: applied,
    stateAt: isOpen || state === 'cancelled' ? reached : applied,
    storeNo: `J10001${String(index + 2).padStart(2, '0')}`,
    name,
    storeType,
    level: isOpen ? 'B' : null,
    series: 'wholeHome',
    address,
    area,
    phone: null,
    meipingOpened: false,
    openedOn: isOpen ? on(-since) : null,
    project: `$store-project-${index}`,
  })
  const isDecided = states.indexOf(state as (typeof states)[number]) >= 7 && state !== 'cancelled'
  const isBuilt = ['installConfirming', 'evaluating', 'opened'].includes(state)
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
    address,
    area,
    budget: `${chance.between(18, 60)}0000.00`,
    planOpenOn: on(isOpen ? -since : 120 - began),
    contact: '方国强',
    mobile: '13800000008',
    documents: documents(state, began),
    sampleRate: isDecided ? '0.5' : null,
    subsidyPerM2: isDecided ? '200.00' : null,
    builtOn: isBuilt ? on(95 - began) : null,
    photos: null,
  })
  if (isBuilt || state === 'building') addSample(book, chance, { index, project, store, address, isDone: isBuilt })
  if (state === 'evaluating' || isOpen)
    addEvaluation(book, `store-evaluation-${index}`, {
      project,
      created: at(98 - began, 11, index),
      reached,
      submittedOn: isOpen ? on(-since) : null,
    })
}

interface StoreEvaluation {
  readonly project: string
  readonly created: string
  /** When it reached its state. */
  readonly reached: string
  /** null: pending. */
  readonly submittedOn: string | null
}

function addEvaluation(book: Book, key: string, { project, created, reached, submittedOn }: StoreEvaluation): void {
  book.add('evaluation', key, {
    dealer,
    state: submittedOn ? 'submitted' : 'pending',
    createdBy: '$admin',
    createdAt: created,
    stateAt: reached,
    kind: 'store',
    storeProject: project,
    scores: submittedOn
      ? [
          { item: 'design', score: '5' },
          { item: 'progress', score: '4' },
          { item: 'cost', score: '4' },
          { item: 'support', score: '5' },
        ]
      : [],
    comment: submittedOn ? '设计和安装都很到位，施工周期略长' : null,
    evaluatedOn: submittedOn,
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
    address: home(chance).address,
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
  addSample(book, chance, {
    index: 20 + index,
    project,
    store: '$S1',
    address: home(chance).address,
    isDone: index > 0,
  })
  if (state === 'evaluating')
    addEvaluation(book, `package-evaluation-${index}`, {
      project,
      created: at(-3, 11, index),
      reached: at(-3, 11, index),
      submittedOn: null,
    })
}

interface Sample {
  readonly index: number
  readonly project: string
  readonly store: string
  readonly address: object
  readonly isDone: boolean
}

function addSample(book: Book, chance: Chance, { index, project, store, address, isDone }: Sample): void {
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
    address,
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

// Generates some 300 demo customers in all states, with their history until today.
import type { Chance } from './chance'
import { home, person } from './people'
import { at, on, type Book } from './table'
import { addOrder } from './orders'

const guideKeys = ['guide', 'guide', 'guide2', 'guide3'] as const
const customerSources = [
  'walkIn',
  'walkIn',
  'walkIn',
  'online',
  'online',
  'livestream',
  'referral',
  'telemarketing',
  'community',
  'designer',
  'decoration',
  'exhibition',
  'hq',
] as const
const layouts = ['2r1l', '2r2l', '3r1l', '3r2l', '3r2l', '3r2l', '4r2l', '5r2l'] as const
const stages = ['notHanded', 'planning', 'plumbing', 'tiling', 'carpentry', 'painting', 'softDecor'] as const
const styles = ['modern', 'modern', 'nordic', 'newChinese', 'lightLuxury', 'french', 'japanese'] as const
const talks = [
  '电话沟通，客户已交房，准备下周量房',
  '微信发送了三套案例，客户喜欢原木风',
  '到店看样，对岩板台面很感兴趣，预算需要再确认',
  '客户在对比两家品牌，答应周末再来店里谈',
  '讲解了橱柜五金与质保，客户要求出一份初步报价',
  '回访装修进度，水电已完成，准备进入泥瓦阶段',
  '客户出差，约定回来后到店',
  '邀约参加周六工厂团购会，客户答应带家人一起来',
  '客户希望衣柜做到顶，已请设计师评估',
  '发送报价单，客户反馈略超预算，正在调整配置',
  '客户咨询环保等级，已发送检测报告',
  '老客户介绍，意向明确，尽快安排设计师上门',
]
const losses = [
  'price',
  'competitor',
  'competitor',
  'design',
  'noNeed',
  'unreachable',
  'delivery',
  'duplicate',
] as const

interface Shop {
  readonly dealer: string
  readonly store: string
  readonly prefix: string
  readonly guides?: readonly string[]
  readonly finance: string
}

/** Writes `count` customers of the store with their follow-ups, appointments, receipts, orders and history. */
export function addCustomers(book: Book, chance: Chance, count: number, shop: Shop): void {
  const { dealer, store, finance } = shop
  for (let index = 0; index < count; index++) {
    const customer = drawCustomer(chance, index, shop)
    const { key, state, guide, address, born, last } = customer
    addProfile(book, chance, shop, customer)
    addHistory(book, shop, customer)
    addFollows(book, chance, shop, customer)
    if (customer.owned && chance.in100(45)) addVisit(book, chance, shop, customer)
    if (customer.owned && state !== 'lost' && chance.in100(state === 'deal' ? 100 : 22))
      addEarnest(book, chance, shop, customer)
    if (state === 'deal' || (state === 'following' && chance.in100(25)))
      addOrder(book, chance, {
        dealer,
        store,
        key,
        guide: `$${guide}`,
        finance,
        address,
        deal: state === 'deal',
        born,
        last,
      })
  }
}

type Customer = ReturnType<typeof drawCustomer>

/** What the records of a customer share. `born`, `last`: days since the first and the latest contact. */
function drawCustomer(chance: Chance, index: number, { prefix, guides = guideKeys }: Shop) {
  const state = index % 20 < 4 ? 'pool' : index % 20 < 13 ? 'following' : index % 20 < 17 ? 'deal' : 'lost'
  const guide = chance.one(guides)
  const born = chance.between(...firstContact(index, state))
  const { community, address } = home(chance)
  const source = chance.one(customerSources)
  const asPool = state === 'pool' || chance.in100(30)
  const pastReason = chance.one(['newLead', 'newLead', 'released', 'unfollowed'])
  const intent = state === 'deal' ? 'A' : chance.one(['A', 'B', 'B', 'C', 'C', 'D'])
  const owned = state !== 'pool'
  const followed = owned ? chance.between(1, state === 'deal' ? 6 : 4) : 0
  const last = Math.min(born, state === 'following' ? chance.between(0, 5) : chance.between(1, 20))
  const nextDay = chance.between(-2, 6)
  return {
    key: `${prefix}${index + 1}`,
    mobile: mobile(prefix, index),
    state,
    guide,
    born,
    community,
    address,
    source,
    asPool,
    pastReason,
    intent,
    owned,
    followed,
    last,
    nextDay,
    stateDay: state === 'pool' || state === 'following' ? -born : -last,
    ...person(chance),
  }
}

/** How many days ago it may have been. Some decide quickly, so that the figures of this month have deals and losses. */
function firstContact(index: number, state: string): [least: number, most: number] {
  if (index % 20 === 16 || index % 20 === 19) return [5, 18]
  if (state === 'deal') return [25, 150]
  return state === 'lost' ? [20, 170] : [1, 60]
}

function addProfile(book: Book, chance: Chance, { dealer, store }: Shop, customer: Customer): void {
  const { key, state, guide, owned, born, source, address } = customer
  book.add('customer', key, {
    dealer,
    state,
    createdBy: owned ? `$${guide}` : '$manager',
    createdAt: at(-born, chance.between(9, 20), chance.below(60)),
    stateAt: at(customer.stateDay, 20, chance.below(60)),
    name: customer.name,
    gender: customer.gender,
    mobile: customer.mobile,
    weixin: chance.in100(40) ? `wx_${chance.between(100_000, 999_999)}` : null,
    source,
    referrer: source === 'referral' ? person(chance).name : null,
    store: owned ? store : null,
    guide: owned ? `$${guide}` : null,
    designer: owned && chance.in100(state === 'deal' ? 100 : 35) ? chance.one(['$designer', '$designer2']) : null,
    intent: customer.intent,
    city: '杭州市',
    address: (owned && chance.in100(85)) || state === 'deal' ? address : null,
    community: customer.community,
    houseType: chance.one(['apartment', 'apartment', 'apartment', 'villa', 'duplex', 'loft']),
    houseState: chance.one(['new', 'new', 'secondHand', 'renovate']),
    layout: chance.one(layouts),
    area: String(chance.between(68, 240)),
    stage: chance.one(stages),
    style: chance.one(styles),
    budget: `${chance.between(3, 30)}0000.00`,
    poolReason: state === 'pool' ? customer.pastReason : null,
    lossReason: state === 'lost' ? chance.one(losses) : null,
    lossRemark: state === 'lost' && chance.in100(60) ? '客户已与其他品牌签约，后续保持联系' : null,
    nextFollowAt:
      state === 'following' && chance.in100(70)
        ? at(customer.nextDay, chance.one([10, 11, 14, 15, 16, 19]), chance.one([0, 30]))
        : null,
    remark: chance.in100(15) ? '客户时间紧，希望节前完工' : null,
  })
}

function addHistory(book: Book, { dealer }: Shop, { key, state, guide, asPool, owned, born, last }: Customer): void {
  const log = (action: string, [from, to]: readonly [from: string | null, to: string], by: string, moment: string) =>
    book.add('log', `${key}-${action}-${moment}`, {
      dealer,
      createdBy: by,
      createdAt: moment,
      entity: 'customer',
      recordId: `$${key}`,
      action,
      fromState: from,
      toState: to,
      by,
      at: moment,
      data: '{}',
    })
  if (asPool) log('createPool', [null, 'pool'], '$manager', at(-born, 9, 5))
  else log('create', [null, 'following'], `$${guide}`, at(-born, 9, 5))
  if (asPool && owned) log('claim', ['pool', 'following'], `$${guide}`, at(-born, 11, 20))
  if (state === 'deal') log('win', ['following', 'deal'], '$manager', at(-last, 17, 5))
  if (state === 'lost') log('lose', ['following', 'lost'], `$${guide}`, at(-last, 18, 5))
}

function addFollows(book: Book, chance: Chance, { dealer }: Shop, customer: Customer): void {
  const { key, state, guide, followed, born, last, nextDay } = customer
  for (let turn = 0; turn < followed; turn++) {
    const isLatest = turn === followed - 1
    const day = isLatest ? -last : -last - Math.floor(((born - last) * (followed - 1 - turn)) / followed)
    const moment = at(day, chance.between(9, 18), chance.below(60))
    book.add('follow', `${key}-follow-${turn}`, {
      dealer,
      state: 'done',
      createdBy: `$${guide}`,
      createdAt: moment,
      stateAt: moment,
      customer: `$${key}`,
      method: chance.one(['phone', 'phone', 'wechat', 'store', 'home']),
      content: chance.one(talks),
      intent: customer.intent,
      nextAt: isLatest && state === 'following' ? at(nextDay, 10) : null,
      files: null,
    })
  }
}

function addVisit(book: Book, chance: Chance, { dealer, store }: Shop, customer: Customer): void {
  const { key, state, guide, last, name } = customer
  const day = state === 'following' ? chance.between(-6, 6) : chance.between(-last - 10, -last)
  const visit = day > 0 ? 'booked' : chance.one(['arrived', 'arrived', 'arrived', 'noShow', 'cancelled'])
  const created = at(Math.min(day, 0) - 2, chance.between(9, 18), chance.below(60))
  book.add('appointment', `${key}-visit`, {
    dealer,
    state: visit,
    createdBy: `$${guide}`,
    createdAt: created,
    stateAt: day > 0 ? created : at(day, 17),
    customer: `$${key}`,
    type: chance.one(['storeVisit', 'storeVisit', 'design']),
    at: at(day, chance.one([10, 14, 15, 16]), chance.one([0, 30])),
    store,
    contact: name,
    remark: null,
  })
}

function addEarnest(book: Book, chance: Chance, { dealer, store, finance }: Shop, customer: Customer): void {
  const { key, state, guide, born, last, name } = customer
  const day = -chance.between(0, Math.min(last + 3, born))
  const review = state === 'deal' ? 'approved' : chance.one(['pending', 'pending', 'approved', 'rejected'])
  const created = at(day, chance.between(10, 18), chance.below(60))
  book.add('receipt', `${key}-earnest`, {
    dealer,
    state: review,
    createdBy: `$${guide}`,
    createdAt: created,
    stateAt: created,
    kind: 'earnest',
    customer: `$${key}`,
    order: null,
    store,
    amount: chance.one(['1000.00', '2000.00', '3000.00', '5000.00']),
    payMethod: chance.one(['wechat', 'alipay', 'cash', 'pos']),
    paidOn: on(day),
    payer: name,
    vouchers: null,
    auditor: review === 'pending' ? null : finance,
    auditRemark: review === 'rejected' ? '凭证金额与填写不符，请核对后重新提交' : null,
    remark: null,
  })
}

const mobile = (prefix: string, index: number) =>
  `1${['35', '36', '37', '38', '39', '50', '58', '86', '87', '88'][index % 10]}${prefix.length}${String(5_710_000 + index * 37).slice(-7)}`

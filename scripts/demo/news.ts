// Generates demo content: articles of every kind, their readers, and messages for each role.
import type { Chance } from './chance'
import { at, type Book, dealer } from './table'

const people = [
  'owner',
  'manager',
  'guide',
  'guide2',
  'guide3',
  'designer',
  'designer2',
  'finance',
  'dispatcher',
  'aftersales',
  'storebuilder',
  'orderclerk',
  'restricted',
  'guideAtJ10002',
  'admin',
] as const

interface Article {
  readonly kind: string
  readonly title: string
  readonly tags: string
  readonly body: string
  readonly state?: 'draft' | 'offline'
}
const articles: readonly Article[] = [
  {
    kind: 'factory',
    title: '关于设备检修期间排产与发货安排的通知',
    tags: '排产、发货',
    body: '<p>各经销商：</p><p>设备检修期间工厂<b>照常排产</b>，发货安排如下，请提前与客户约好安装时间。</p><table><thead><tr><th>日期</th><th>排产</th><th>发货</th></tr></thead><tbody><tr><td>检修前一天</td><td>正常</td><td>16:00 截单</td></tr><tr><td>检修三天</td><td>正常</td><td>暂停</td></tr><tr><td>检修后</td><td>正常</td><td>正常</td></tr></tbody></table><p>加急订单请联系区域跟单。</p>',
  },
  {
    kind: 'factory',
    title: '岩板台面新花色“雪山白”上市',
    tags: '新品、台面',
    body: '<p>新花色即日起可下单，常规工期 15 天。</p><ul><li>规格：3200 × 1600，厚 12 mm</li><li>样块可向区域经理申领，每店 2 套</li><li>出厂价见报价表 2026 版第 4 页</li></ul>',
  },
  {
    kind: 'dmms',
    title: '系统升级：列表支持按列宽记忆',
    tags: '系统',
    body: '<p>本次升级后，列表的列宽、顺序和固定列会按账号保存，换电脑也一样。</p>',
  },
  {
    kind: 'dmms',
    title: '请尽快完善员工手机号',
    tags: '账号',
    body: '未绑定手机号的员工将无法使用验证码登录，请店长在本周内核对员工资料。',
  },
  {
    kind: 'store',
    title: '杭州区域团购会排期',
    tags: '活动',
    body: '<p>团购会定于本月最后一个周六，请各店：</p><ol><li>会前一周报名并上报意向客户</li><li>会前三天完成预热海报</li><li>当天 8:30 到场布置</li></ol>',
  },
  {
    kind: 'study',
    title: '量尺规范（2026 版）',
    tags: '量尺、必读',
    body: '<h3>量尺前</h3><p>确认水电、吊顶与地面完成面高度，复核门洞与窗台。</p><h3>量尺时</h3><ul><li>每面墙量上、中、下三处，取最小值</li><li>标出烟道、水管、插座的中心位置</li></ul><blockquote>数据当天上传，隔天复核。</blockquote>',
  },
  {
    kind: 'study',
    title: '安装交付二十条',
    tags: '安装、交付',
    body: '<p>进场先铺保护，离场清洁拍照；五金调试三遍，客户当面签字。</p>',
  },
  {
    kind: 'study',
    title: '售后补件拍照要求',
    tags: '售后',
    body: '<p>每个问题三张照片：全景、局部、带尺寸。外箱破损请连同物流标签一起拍。</p>',
  },
  {
    kind: 'case',
    title: '108 ㎡ 三居室原木风全屋案例',
    tags: '原木、三居',
    body: '<p>客厅、厨房与主卧统一原木橡花色，收纳面积增加 30%。</p><p>橱柜 L 型布局，操作台净长 3.6 m；主卧衣柜到顶，转角用旋转衣架。</p>',
  },
  {
    kind: 'case',
    title: '72 ㎡ 小户型的收纳方案',
    tags: '小户型、收纳',
    body: '<p>餐边柜与鞋柜一体，客厅零电视柜，床箱与地台合计 4.2 m³ 收纳。</p>',
  },
  {
    kind: 'case',
    title: '别墅轻奢橱柜与酒柜',
    tags: '轻奢、别墅',
    body: '<p>岩板岛台与高柜同色，铝框玻璃酒柜带感应灯。</p>',
  },
  {
    kind: 'script',
    title: '客户说“太贵了”怎么接',
    tags: '价格',
    body: '<p>先确认比较对象，再按<b>板材、五金、环保、质保</b>四点拆解。</p><blockquote>“您比的是哪一家的哪一款？我把两份配置放在一起给您看。”</blockquote>',
  },
  {
    kind: 'script',
    title: '邀约到店的三个理由',
    tags: '邀约',
    body: '<ol><li>新样品到店</li><li>设计师在店，可当面改方案</li><li>活动名额保留到周日</li></ol>',
  },
  { kind: 'news', title: '集团入选年度绿色工厂名单', tags: '集团', body: '<p>新工厂屋顶光伏年发电量约 620 万度。</p>' },
  {
    kind: 'news',
    title: '第三条柔性生产线投产',
    tags: '集团、产能',
    body: '<p>日产能提升 18%，非标订单平均工期缩短 3 天。</p>',
  },
  {
    kind: 'study',
    title: '橱柜安装十二步',
    tags: '安装',
    body: '<p>从地柜定位到调门收口，每一步附验收标准与常见问题。</p>',
  },
  {
    kind: 'study',
    title: '非标部件判定与申请要点',
    tags: '拆单',
    body: '<p>长度超过 <b>2420 mm</b> 或宽度超过 <b>1200 mm</b> 的板件需申请非标，附图并说明用途。</p>',
  },
  {
    kind: 'case',
    title: '四代同堂的 160 ㎡ 现代中式',
    tags: '中式、大平层',
    body: '<p>老人房设低位拉篮，书房与茶室共用一面背景墙。</p>',
  },
  {
    kind: 'script',
    title: '客户要求先付一半再下单怎么答',
    tags: '付款',
    body: '<p>说明工厂按单排产，可按签约、下单、尾款三次付款。</p>',
  },
  {
    kind: 'news',
    title: '定制家居展即将开幕，经销商可免费领票',
    tags: '展会',
    body: '<p>展位在 3 号馆 A18，请在本月底前报名。</p>',
  },
  {
    kind: 'news',
    title: '上季度交付准时率达到 96.4%',
    tags: '交付',
    body: '<p>准时率较去年同期提高 2.1 个百分点。</p>',
  },
  {
    kind: 'factory',
    title: '板材环保等级升级为 ENF 级',
    tags: '环保',
    body: '<p>新订单起全部基材升级，价格不变，检测报告可在资料中下载。</p>',
  },
  {
    kind: 'store',
    title: '门店陈列检查安排',
    tags: '陈列',
    body: '<p>区域经理将于月中到店检查样柜、灯光与价签，请提前自查。</p>',
  },
  { kind: 'factory', title: '春季画册征订', tags: '物料', body: '<p>草稿：征订数量与费用待定。</p>', state: 'draft' },
  { kind: 'factory', title: '五金件涨价说明', tags: '价格', body: '<p>已并入 2026 版报价表。</p>', state: 'offline' },
]

export function addNews(book: Book, chance: Chance): void {
  for (const [index, { kind, title, tags, body, state = 'published' }] of articles.entries()) {
    const day = -1 - index * 2
    const key = book.add('article', `article-${index}`, {
      state,
      createdBy: '$admin',
      createdAt: at(day, 9),
      stateAt: at(day, 10),
      kind,
      title,
      cover: null,
      body,
      files: null,
      tags,
      isTop: index === 0,
      publicRead: kind === 'study',
      publishedAt: state === 'draft' ? null : at(day, 10),
    })
    if (state === 'draft') continue
    const share = Math.min(95, 35 + index * 5)
    for (const reader of people) if (chance.in100(share)) addReading(book, chance, key, index, reader, day)
  }
  addMessages(book)
}

function addReading(book: Book, chance: Chance, article: string, index: number, reader: string, day: number): void {
  const moment = at(Math.min(0, day + chance.between(0, 2)), chance.between(10, 18), chance.below(60))
  book.add('articleRead', `read-${index}-${reader}`, {
    state: 'read',
    createdBy: `$${reader}`,
    createdAt: moment,
    stateAt: moment,
    article,
    reader: `$${reader}`,
  })
}

type Told = readonly [
  to: string,
  kind: 'order_information' | 'stores_information' | 'information',
  zh: string,
  en: string,
  route: string | null,
]
const tolds: readonly Told[] = [
  [
    'guide',
    'order_information',
    '今天有客户预约到店，请提前准备资料',
    'A customer visits today. Please prepare',
    '/customer/Subscribe',
  ],
  ['guide', 'order_information', '客户转移申请已通过', 'A customer transfer was approved', '/customer/CustomerList'],
  [
    'guide',
    'information',
    '您有超过 5 天未跟进的客户',
    'Some of your customers have had no follow-up for 5 days',
    '/customer/Follow',
  ],
  [
    'guide',
    'order_information',
    '合同审核通过，已生效',
    'A contract was approved and took effect',
    '/order/SignContract',
  ],
  [
    'manager',
    'order_information',
    '有新的客户转移申请待审核',
    'A customer transfer is pending your review',
    '/customer/AuditTransferCustomer',
  ],
  ['manager', 'order_information', '有合同待审核', 'A contract is pending your review', '/order/CheckContract'],
  [
    'manager',
    'stores_information',
    '本月门店目标已更新',
    'The store target of this month was updated',
    '/statistics/OrderAnalyse',
  ],
  [
    'manager',
    'stores_information',
    '有新员工登记待审核',
    'A new employee registered and is pending your review',
    '/store/Register',
  ],
  [
    'finance',
    'order_information',
    '有新的定金收款待审核',
    'A down payment is pending your review',
    '/customer/AuditEarnest',
  ],
  [
    'finance',
    'order_information',
    '有新的签约款待审核',
    'A payment at signing is pending your review',
    '/customer/Examine',
  ],
  ['finance', 'information', '授信额度将于 30 天后到期', 'A credit line expires in 30 days', null],
  ['owner', 'stores_information', '本周新增客户 23 位', '23 new customers this week', '/customer/CustomerList'],
  [
    'owner',
    'order_information',
    '三张订单已超过交付日期',
    'Three orders are past their delivery date',
    '/statistics/BreachAnalyse',
  ],
  [
    'owner',
    'information',
    '上月经营数据已更新',
    'The statistics of last month are ready',
    '/statistics/BusinessAnalyse',
  ],
  [
    'designer',
    'order_information',
    '明天上午有一个量尺任务',
    'Site measurement tomorrow morning',
    '/customer/DispatchCalendar',
  ],
  [
    'designer',
    'order_information',
    '重新设计申请已通过，请上传图纸',
    'A redesign was approved. Please upload the drawings',
    '/aftermarket/RedesignUpload',
  ],
  [
    'dispatcher',
    'order_information',
    '有订单到货，待派安装',
    'Goods were delivered. Please schedule the installation',
    '/order/AssignWork',
  ],
  [
    'dispatcher',
    'order_information',
    '明日三单安装，请与客户确认时间',
    'Three installations tomorrow. Please confirm the times',
    '/customer/DispatchCalendar',
  ],
  [
    'aftersales',
    'order_information',
    '新售后单：吊柜门板磕碰',
    'New service case: damaged cabinet door',
    '/aftermarket/AftermarketList',
  ],
  [
    'aftersales',
    'order_information',
    '补单已报价，请确认',
    'A replacement order was quoted. Please confirm',
    '/aftermarket/PriceList',
  ],
  [
    'aftersales',
    'order_information',
    '责任判定已出，请在两天内确认',
    'Liability was decided. Please confirm it within two days',
    '/aftermarket/Responsibility',
  ],
  [
    'aftersales',
    'order_information',
    '设计文件解析失败，请重新上传',
    'A design file could not be parsed. Please upload it again',
    '/supplement/paymentReupload',
  ],
  [
    'aftersales',
    'information',
    '有六张订单该回访了',
    'Six orders are due for a survey',
    '/aftermarket/survey_satisfaction',
  ],
  [
    'storebuilder',
    'order_information',
    '建店方案已上传，请确认',
    'A store plan was uploaded. Please approve it',
    '/buildStore/planConfirm',
  ],
  ['storebuilder', 'order_information', '政策告知函已发出', 'A policy notice was issued', '/buildStore/policyConfirm'],
  ['dispatcher', 'stores_information', '本周安装评价平均 4.6 分', 'Installations of this week were rated 4.6', null],
  [
    'owner',
    'order_information',
    '有退单申请等待审核',
    'An order cancellation is pending your review',
    '/order/Chargeback',
  ],
  [
    'admin',
    'order_information',
    '三张下单等待工厂报价',
    'Three factory orders are awaiting a quote',
    '/order/Detailed',
  ],
  ['orderclerk', 'order_information', '非标审核已回复', 'A non-standard request was answered', '/order/Nonstandard'],
  [
    'orderclerk',
    'order_information',
    '工厂退回一张下单，请修改',
    'The factory returned a factory order. Please correct it',
    '/order/RePload',
  ],
]

function addMessages(book: Book): void {
  const counts = new Map<string, number>()
  const add = (
    to: string,
    kind: string,
    title: readonly [string, string],
    route: string | null,
    day: number,
    isRead: boolean,
  ) => {
    const count = counts.get(to) ?? 0
    counts.set(to, count + 1)
    book.add('message', `message-${to}-${count}`, {
      dealer: to === 'admin' ? '$HQ000' : dealer,
      state: isRead ? 'read' : 'unread',
      createdBy: '$admin',
      createdAt: at(day, 9, 10 + count),
      stateAt: at(day, 9, 10 + count),
      kind,
      to: `$${to}`,
      title,
      body: null,
      route,
    })
  }
  for (const [to, kind, zh, en, route] of tolds)
    add(to, kind, [zh, en], route, -(counts.get(to) ?? 0), (counts.get(to) ?? 0) > 3)
  for (const to of new Set(tolds.map(([item]) => item))) {
    add(
      to,
      'stores_information',
      ['门店公告：杭州区域团购会排期', 'Store notice: 杭州区域团购会排期'],
      '/content/Notice',
      -9,
      true,
    )
    add(
      to,
      'information',
      ['新公告：岩板台面新花色“雪山白”上市', 'New notice: 岩板台面新花色“雪山白”上市'],
      '/content/Notice',
      -3,
      to !== 'owner',
    )
  }
}

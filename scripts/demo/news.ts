// What is there to read in the demo data? Notices, news, cases, scripts and study files for everybody, and messages for each account.
import type { Chance } from './chance'
import { at, type Book } from './table'

const dealer = '$J10001'

/** kind, title, body, tags */
const articles: readonly (readonly [string, string, string, string?])[] = [
  ['factory', '关于国庆期间工厂排产与发货安排的通知', '各经销商：国庆期间工厂照常排产，10 月 1 日至 3 日暂停发货，请提前安排客户安装时间。', '排产'],
  ['factory', '岩板台面新花色“雪山白”上市', '新花色即日起可下单，常规工期 15 天，样块可向区域经理申领。', '新品'],
  ['dmms', '系统升级：列表支持按列宽记忆', '本次升级后，列表的列宽、顺序和固定列会按账号保存。', '升级'],
  ['dmms', '请尽快完善员工手机号', '未绑定手机号的员工将无法使用验证码登录。'],
  ['study', '量尺规范（2026 版）', '量尺前确认水电、吊顶与地面完成面高度，复核门洞与窗台。', '量尺'],
  ['case', '108 ㎡ 三居室原木风全屋案例', '客厅、厨房与主卧统一原木橡花色，收纳面积增加 30%。', '原木 三居'],
  ['script', '客户说“太贵了”怎么接', '先确认比较对象，再按板材、五金、环保、质保四点拆解。', '价格'],
  ['news', '集团入选年度绿色工厂名单', '新工厂屋顶光伏年发电量约 620 万度。', '集团'],
  ['store', '十二月门店陈列检查安排', '区域经理将于月中到店检查样柜、灯光与价签，请提前自查。', '陈列'],
  ['study', '橱柜安装十二步', '从地柜定位到调门收口，每一步附验收标准与常见问题。', '安装'],
  ['case', '89 ㎡ 小户型收纳改造', '玄关、卡座与阳台柜一体设计，新增收纳 11.6 ㎡。', '小户型'],
  ['script', '邀约客户到店看方案的三句话', '先说已经做好，再说能解决什么，最后给两个时间请客户选。', '邀约'],
  ['news', '定制家居展十二月开幕，经销商可免费领票', '展位在 3 号馆 A18，请在本月底前报名。', '展会'],
  ['study', '非标部件判定与申请要点', '长度超过 2420 mm 或宽度超过 1200 mm 的板件需申请非标，附图并说明用途。', '拆单'],
  ['case', '四代同堂的 160 ㎡ 现代中式', '老人房设低位拉篮，书房与茶室共用一面背景墙。', '中式 大平层'],
  ['script', '客户要求先付一半再下单怎么答', '说明工厂按单排产，可按签约、下单、尾款三次付款。', '付款'],
  ['factory', '板材环保等级升级为 ENF 级', '新订单起全部基材升级，价格不变，检测报告可在资料中下载。', '环保'],
  ['news', '今年第三季度交付准时率达到 96.4%', '准时率较去年同期提高 2.1 个百分点。', '交付'],
]

/** To whom, kind, title, the screen it leads to */
const messages: readonly (readonly [string, string, readonly [string, string], string?])[] = [
  ['guide', 'order_information', ['今天有客户预约到店，请提前准备资料', 'A customer visits today: please prepare'], '/customer/Subscribe'],
  ['guide', 'order_information', ['客户转移申请已通过', 'A customer transfer was approved'], '/customer/CustomerList'],
  ['guide', 'information', ['您有超过 5 天未跟进的客户', 'Some of your customers were not followed for 5 days'], '/customer/Follow'],
  ['manager', 'order_information', ['有新的客户转移申请待审核', 'A customer transfer waits for your audit'], '/customer/AuditTransferCustomer'],
  ['manager', 'stores_information', ['本月门店目标已更新', 'The store target of this month was updated']],
  ['finance', 'order_information', ['有新的定金收款待审核', 'A deposit waits for your audit'], '/customer/AuditEarnest'],
  ['finance', 'order_information', ['有新的签约款待审核', 'A signing payment waits for your audit'], '/customer/Examine'],
  ['owner', 'stores_information', ['本周新增客户 23 位', '23 new customers this week']],
  ['designer', 'order_information', ['明天上午有一个量尺任务', 'A measuring task tomorrow morning'], '/customer/DispatchCalendar'],
  ['dispatcher', 'order_information', ['有订单已收货，等待派安装', 'An order was received: assign its installation'], '/order/AssignWork'],
  ['dispatcher', 'order_information', ['有一车货预计明天到达', 'A delivery is expected tomorrow'], '/order/Receipt'],
  ['dispatcher', 'stores_information', ['本周安装评价平均 4.6 分', 'Installations of this week were rated 4.6']],
  ['aftersales', 'order_information', ['新的客诉等待判定', 'A new complaint waits for a judgement'], '/aftermarket/Responsibility'],
  ['aftersales', 'order_information', ['补单报价已返回，请确认', 'The quote of a supplement is there: please confirm'], '/aftermarket/PriceList'],
  ['storebuilder', 'stores_information', ['建店方案已上传，请确认', 'A plan was uploaded: please confirm'], '/buildStore/planConfirm'],
  ['orderclerk', 'order_information', ['工厂退回一张下单，请修改后重新提交', 'The factory returned a placement: please correct it'], '/order/RePload'],
  ['orderclerk', 'order_information', ['非标申请已报价，请确认', 'A nonstandard part was quoted: please confirm'], '/order/Nonstandard'],
  ['owner', 'order_information', ['有退单申请等待审核', 'A chargeback waits for your audit'], '/order/Chargeback'],
  ['admin', 'order_information', ['三张下单等待工厂报价', 'Three placements wait for a quote'], '/order/Detailed'],
]

export function addNews(book: Book, chance: Chance): void {
  for (const [index, [kind, title, body, tags]] of articles.entries())
    book.add('article', `article-${index}`, { state: 'published', createdBy: '$admin', createdAt: at(-index * 3 - 1, 9), stateAt: at(-index * 3 - 1, 10), kind, title, cover: null, body, files: null, tags: tags ?? null, isTop: index === 0, publicRead: kind === 'study', publishedAt: at(-index * 3 - 1, 10), readCount: chance.between(20, 400) })
  for (const [index, [to, kind, title, route]] of messages.entries())
    book.add('message', `message-${index}`, { dealer: to === 'admin' ? '$HQ000' : dealer, state: index % 4 === 3 ? 'read' : 'unread', createdBy: '$admin', createdAt: at(-index % 9, 9, 10), stateAt: at(-index % 9, 9, 10), kind, to: `$${to}`, title, body: title, route: route ?? null })
}

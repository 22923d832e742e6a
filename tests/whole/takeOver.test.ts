// Tests migrating orders of a former system by a sheet, at their stage with contract and money;
// they can continue and be taken back.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ListAnswer, OptionsAnswer, RecordAnswer, RefValue, RunAnswer } from '../../src/protocol/calls'
import type { ImportRowsAnswer, ImportState } from '../../src/protocol/exchange/exchangeCalls'
import { moment } from '../story/teller'
import { goOn } from './goOn'
import { uploadFile } from './uploadFile'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
const screen = '/order/Query?list=takenOver'
const head = '原单号,客户,主品类,进行到,合同金额,签约日期,约定交货日,已收款,最近收款日,支付方式'

async function answer<T>(role: string, path: string, body: object): Promise<T> {
  const { code, msg, data } = await suite.teller.call<T>(role, path, body)
  expect(code, `${path} ${msg}`).toBe(2000)
  return data
}
const run = (role: string, entity: string, transition: string, request: object) =>
  suite.teller.call<RunAnswer>(role, '/api/run', { entity, transition, key: randomUUID(), ...request })
const list = async (role: string, request: object) =>
  (await answer<ListAnswer>(role, '/api/list', { size: 200, want: { rows: true }, ...request })).rows!
const record = async (entity: string, id: number) =>
  (await answer<RecordAnswer>('owner', '/api/record', { entity, id })).record

async function stepped(state: ImportState): Promise<ImportState> {
  let now = state
  while (['checking', 'writing', 'takingBack'].includes(now.phase))
    now = await answer<ImportState>('owner', '/api/exchange/step', { import: now.id })
  return now
}

async function compared(lines: readonly string[], titles = head): Promise<ImportState> {
  const place = { address: suite.product.address, token: await suite.teller.token('owner') }
  const { id: file } = await uploadFile(place, 'orders.csv', [titles, ...lines, ''].join('\n'))
  return stepped(await answer<ImportState>('owner', '/api/exchange/begin', { screen, file }))
}
const confirmed = async ({ id }: ImportState) =>
  stepped(await answer<ImportState>('owner', '/api/exchange/confirm', { import: id, overwrite: false }))
const rowsOf = async ({ id }: ImportState) =>
  (await answer<ImportRowsAnswer>('owner', '/api/exchange/rows', { import: id })).rows
const withNumber = (value: string) =>
  list('owner', { screen, filters: [{ field: 'formerNo', operator: 'contains', value }] })
const takenOver = async (formerNo: string) => (await withNumber(formerNo))[0]!

async function customers(count: number, called = '接续客户', series = '138770010'): Promise<string[]> {
  const { id: guide, store } = await suite.teller.account('guide')
  const names = Array.from({ length: count }, (_, index) => `${called}${index + 1}`)
  for (const [index, name] of names.entries()) {
    const values = { name, mobile: `${series}${10 + index}`, source: 'walkIn', intent: 'A', store, guide, address }
    const { code, msg } = await run('guide', 'customer', 'create', { values })
    expect(code, msg).toBe(2000)
  }
  return names
}
const address = { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 1 号' }

describe('the balances of a former system', () => {
  const opening = (role: string, values: object) => run(role, 'accountEntry', 'takeOver', { values })

  it('come in once for a dealer, by the headquarters alone, with no more credit in use than is granted', async () => {
    // The demo data give this dealer neither credit nor a balance.
    const [{ id: dealer } = { id: 0 }] = await suite.product.server.dependencies.database.query<{ id: string }>(
      sql`SELECT "id" FROM "dealer" WHERE "joinno" = 'J10003'`,
    )
    const values = { dealer: Number(dealer), cashDelta: '1200.50', creditDelta: '300', depositDelta: '5000' }
    for (const role of ['owner', 'finance']) expect(await opening(role, values)).toMatchObject({ code: 2002 })
    expect(await opening('admin', { ...values, cashDelta: '0', creditDelta: '0', depositDelta: '0' })).toMatchObject({
      code: 2001,
      data: { fields: { cashDelta: '请填写期初现金、授信占用或保证金' } },
    })
    expect(await opening('admin', { ...values, cashDelta: '-1' })).toMatchObject({ code: 2001 })
    const beyond = await opening('admin', values)
    expect([beyond.code, beyond.msg]).toEqual([2001, '授信不足：额度 0.00 元，本笔后占用 300.00 元'])

    const grant = { dealer: values.dealer, creditType: 'permanent', limit: '300', validTo: '2099-12-31' }
    expect(await run('admin', 'creditLine', 'grant', { values: grant })).toMatchObject({ code: 2000 })
    expect(await opening('admin', { ...values, creditDelta: '300.01' })).toMatchObject({ code: 2001 })
    expect(await opening('admin', values)).toMatchObject({ code: 2000 })
    const again = await opening('admin', { ...values, creditDelta: '0' })
    expect([again.code, again.data]).toMatchObject([2001, { fields: { dealer: '该经销商已录入期初' } }])

    const read = await answer<RecordAnswer>('admin', '/api/record', { entity: 'dealer', id: values.dealer })
    const balances = { cashBalance: '1200.50', creditUsed: '300.00', creditAvailable: '0.00', depositHeld: '5000.00' }
    expect(read.record.values).toMatchObject(balances)
  })

  it('are corrected by an adjustment, the deposits never below what orders hold', async () => {
    const { database } = suite.product.server.dependencies
    const dealers = await database.query<{ id: string; joinno: string }>(
      sql`SELECT "id", "joinno" FROM "dealer" WHERE "joinno" IN ('J10001', 'J10003') ORDER BY "joinno"`,
    )
    const [working, broughtIn] = dealers.map(({ id }) => Number(id))
    const adjust = (dealer: number, values: object) =>
      run('admin', 'accountEntry', 'adjust', { values: { dealer, remark: '期初更正', ...values } })
    const heldBy = async (id: number) =>
      (await answer<RecordAnswer>('admin', '/api/record', { entity: 'dealer', id })).record.values.depositHeld

    expect(await adjust(broughtIn!, {})).toMatchObject({
      code: 2001,
      data: { fields: { cashDelta: '请填写现金、授信或保证金的变动' } },
    })
    expect(await adjust(broughtIn!, { depositDelta: '-4500' })).toMatchObject({ code: 2000 })
    expect(await heldBy(broughtIn!)).toBe('500.00')
    expect(await adjust(broughtIn!, { depositDelta: '-500.01' })).toMatchObject({ code: 2001 })
    expect(await heldBy(broughtIn!)).toBe('500.00')

    // The whole balance of this dealer is held for orders.
    const before = await heldBy(working!)
    expect(Number(before)).toBeGreaterThan(0)
    const refused = await adjust(working!, { cashDelta: '0.01', depositDelta: '-0.01' })
    expect(refused.data).toEqual({ fields: { depositDelta: expect.stringMatching(/在押的 [\d,]+\.00 元/) } })
    expect(await heldBy(working!)).toBe(before)
  })
})

describe('orders of a former system', () => {
  it('come in at their stage with contract and money, and go on from there', async () => {
    const [one, two, three] = await customers(3)
    const state = await compared([
      `XT-1,${one},橱柜,未签约,20000,,,3000,2026-01-05,现金`,
      `XT-2,${two},衣柜,"已签约，未下单",30000.5,2026-01-02,2026-06-01,10000,2026-01-03,`,
      `XT-3,${three},橱柜,"已送货，待安装",40000,2025-11-02,2026-02-01,40000,2026-01-03,微信`,
      `XT-4,${one},橱柜,"已签约，未下单",20000,,2026-06-01,0,,`,
      `XT-5,${one},橱柜,未签约,20000,,,20000.01,,`,
      `XT-1,${two},橱柜,未签约,100,,,0,,`,
    ])
    const rows = await rowsOf(state)
    expect(
      rows.map(({ row, state: judged, message, cells }) => [
        row,
        judged,
        cells.flatMap(({ title, error }) => (error ? [title.zh] : [])).join(),
        message,
      ]),
    ).toEqual([
      [2, 'create', '', undefined],
      [3, 'create', '', undefined],
      [4, 'create', '', undefined],
      [5, 'refused', '签约日期', expect.any(String)],
      [6, 'refused', '已收款', expect.any(String)],
      [7, 'refused', '', '与第 2 行重复'],
    ])
    expect(rows[4]!.cells[0]!.error).toBe('已收款不能超过合同金额')
    expect(await confirmed(state)).toMatchObject({ counts: { created: 3, refused: 3 } })

    const [unsigned, signed, delivered] = [await takenOver('XT-1'), await takenOver('XT-2'), await takenOver('XT-3')]
    expect(unsigned).toMatchObject({ state: 'signing', values: { netReceived: '0.00' } })
    expect(signed).toMatchObject({
      state: 'exploding',
      values: { agreedAmount: '30000.50', netReceived: '10000.00', expectedBalance: '20000.50' },
    })
    expect(delivered).toMatchObject({ state: 'assigningWork', values: { expectedBalance: '0.00' } })
    const history = await answer<{ entries: { transition?: string }[] }>('owner', '/api/timeline', {
      entity: 'order',
      id: signed.id,
    })
    expect(JSON.stringify(history)).toContain('接续订单')

    const { id: customer } = unsigned.values.customer as RefValue
    const earnest = await list('owner', {
      screen: '/customer/ReceiptInfo',
      filters: [{ field: 'customer', operator: 'in', value: [customer] }],
    })
    expect(earnest).toMatchObject([{ state: 'approved', values: { kind: 'earnest', amount: '3000.00' } }])
    const worker = (await list('owner', { screen: '/store/Staff' })).find(({ state: now }) => now === 'active')!
    const booked = await run('dispatcher', 'order', 'assignWork', {
      id: delivered.id,
      version: delivered.version,
      values: { worker: worker.id, date: moment({ day: 40 }), period: 'day', fee: '200' },
    })
    expect(booked).toMatchObject({ code: 2000 })
    // Nobody is offered to complete an installation whose day has not come.
    expect(booked.data).not.toHaveProperty('next')
  })

  it('are taken back with what came along, and nobody without the right brings any', async () => {
    const two = '接续客户2'
    const state = await confirmed(
      await compared([`XT-9,${two},衣柜,"已签约，未下单",5000,2026-01-02,2026-06-01,1000,2026-01-03,`]),
    )
    const { id } = await takenOver('XT-9')
    const begun = await answer<ImportState>('owner', '/api/exchange/takeBack', { import: state.id })
    expect(await stepped(begun)).toMatchObject({ phase: 'takenBack', counts: { voided: 1 } })
    expect(await record('order', id)).toMatchObject({ state: 'closed', values: { netReceived: '0.00' } })
    expect(await withNumber('XT-9')).toEqual([])
    const again = await confirmed(await compared([`XT-9,${two},衣柜,未签约,5000,,,0,,`]))
    expect(again).toMatchObject({ counts: { created: 1 } })
    expect(await suite.teller.call('guide', '/api/list', { screen, size: 20, want: { rows: true } })).toMatchObject({
      code: 2002,
    })
    const values = {
      formerNo: 'XT-10',
      customer: 1,
      category: 'cabinet',
      address,
      stage: 'unsigned',
      total: '1',
      paid: '0',
    }
    expect(await run('guide', 'order', 'takeOver', { values })).toMatchObject({ code: 2002 })
  })
})

describe('each stage of a former system', () => {
  const signed = { 合同金额: '9000', 签约日期: moment({ day: -40 }), 约定交货日: moment({ day: 40 }) }
  const ordered = { ...signed, 出厂金额: '4000', 工厂打款时间: `${moment({ day: -20 })} 09:30`, 送货方式: '物流专线' }
  const shipped = { ...ordered, 承运商: '德邦物流', 件数: '6', 发货时间: `${moment({ day: -2 })} 08:00` }
  const visit = { 上门人员: '', 上门日期: moment({ day: 90 }), 时段: '上午' }
  const booked = { ...visit, 上门日期: moment({ day: 91 }), 安装费: '300' }
  const stages: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
    ['待量尺', 'assigning', {}],
    ['待量尺', 'measuring', visit],
    ['已量尺，待出图', 'drawing', {}],
    ['已出图，待邀约', 'inviting', { 合同金额: '9000' }],
    ['已出图，待方案确认', 'caseConfirming', { 合同金额: '9000' }],
    ['未签约', 'signing', { 合同金额: '9000' }],
    ['已签约，未下单', 'exploding', signed],
    ['已下单打款，生产中', 'producing', ordered],
    ['已发货，待收货', 'shipping', { ...shipped, 预计到达: moment({ day: 3 }) }],
    ['已送货，待安装', 'assigningWork', signed],
    ['已派安装', 'installing', { ...signed, ...booked }],
    ['已安装，待评价', 'evaluating', signed],
    ['已完成，未结清', 'completed', signed],
  ]

  const columns = [
    ...new Set(['原单号', '客户', '主品类', '进行到', '已收款', ...stages.flatMap(([, , more]) => Object.keys(more))]),
  ]
  const isBooked = (more: object) => '上门人员' in more
  let people: string[]
  let worker: string
  beforeAll(async () => {
    people = await customers(stages.length, '各阶段客户', '138770020')
    const asked = { entity: 'order', transition: 'assignWork', field: 'worker' }
    worker = (await answer<OptionsAnswer>('owner', '/api/options', asked)).options[0]!.label
  })

  function line(place: number, given: Readonly<Record<string, string>> = {}): string {
    const [stage, , more] = stages[place]!
    const fixed = { 原单号: `JD-${place + 10}`, 客户: people[place]!, 主品类: '橱柜', 进行到: stage, 已收款: '500' }
    const cells: Record<string, string> = { ...fixed, ...more, ...(isBooked(more) && { 上门人员: worker }), ...given }
    return columns.map((title) => cells[title] ?? '').join()
  }
  const all = (heads: readonly string[] = columns) =>
    compared(
      stages.map((_, place) => line(place)),
      heads.join(),
    )

  it('comes in with what it has, and is taken back without a trace of it on any list', async () => {
    const inbox = () => list('admin', { screen: '/message' })
    const before = new Set((await inbox()).map(({ id }) => id))
    const state = await confirmed(await all())
    expect(state).toMatchObject({ counts: { created: stages.length } })
    // The headquarters is told of all that the factory was paid for at once.
    const placed = stages.filter(([, , more]) => '出厂金额' in more).length
    const sent = (await inbox()).filter(({ id }) => !before.has(id))
    expect(sent.map(({ label }) => label)).toEqual([`导入：接续订单 ${placed} 条`])
    const reached = await list('owner', {
      screen,
      filters: [{ field: 'formerNo', operator: 'contains', value: 'JD-' }],
    })
    const ids = stages.map((_, place) => reached.find(({ values }) => values.formerNo === `JD-${place + 10}`)!)
    expect(ids.map((one) => one.state)).toEqual(stages.map(([, one]) => one))

    const begun = await answer<ImportState>('owner', '/api/exchange/takeBack', { import: state.id })
    expect(await stepped(begun)).toMatchObject({ phase: 'takenBack', counts: { voided: stages.length } })
    for (const { id } of ids) {
      const gone = await answer<RecordAnswer>('owner', '/api/record', { entity: 'order', id })
      expect(gone.record).toMatchObject({ state: 'closed', values: { netReceived: '0.00', contractAmount: '0.00' } })
      const left = gone.related.flatMap(({ entity, rows }) => rows.map((one) => `${entity} ${one.state}`))
      expect(left.filter((one) => !/ (cancelled|void|revoked)$/.test(one))).toEqual([])
    }
  })

  it('is refused at the cell that it lacks, and at one that it cannot have', async () => {
    const at = (code: string) => stages.findIndex(([, state]) => state === code)
    const wrong: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
      ['measuring', { 上门人员: '' }, '上门人员'],
      ['measuring', { 上门日期: moment({ day: -400 }) }, '上门日期'],
      ['drawing', { 承运商: '德邦物流' }, '承运商'],
      ['inviting', { 合同金额: '' }, '合同金额'],
      ['producing', { 出厂金额: '', 工厂打款时间: '' }, '出厂金额,工厂打款时间'],
      ['producing', { 工厂打款时间: `${moment({ day: 2 })} 08:00` }, '工厂打款时间'],
      ['shipping', { 件数: '0' }, '件数'],
      ['shipping', { 发货时间: `${moment({ day: -21 })} 08:00` }, '发货时间'],
      ['shipping', { 预计到达: moment({ day: -3 }) }, '预计到达'],
      ['installing', { 安装费: '' }, '安装费'],
      ['completed', { 已收款: '9000' }, '已收款'],
    ]
    const lines = wrong.map(([code, cells], index) => line(at(code), { ...cells, 原单号: `JC-${index}` }))
    const judged = await rowsOf(await compared(lines, columns.join()))
    const errors = judged.map(({ row, state, cells }) => [
      row,
      state,
      cells.flatMap(({ title, error }) => (error ? [title.zh] : [])).join(),
    ])
    expect(errors).toEqual(wrong.map(([, , titles], index) => [index + 2, 'refused', titles]))
  })

  it('comes in again under the same numbers, in a sheet with a heading of before', async () => {
    const before = columns.map((title) => (title === '合同金额' ? 'Contract total' : title))
    expect(await confirmed(await all(before))).toMatchObject({ counts: { created: stages.length } })
  })

  it('gets its goods by a form that takes a file, for the total that was taken over', async () => {
    const { id, version } = await takenOver(`JD-${stages.findIndex(([, state]) => state === 'exploding') + 10}`)
    const good = { category: 'cabinet', room: 'kitchen', unit: 'set', qty: '1' }
    const goods = (second: string) => [
      { ...good, lineNo: 1, name: '地柜', unitPrice: '6000' },
      { ...good, lineNo: 2, name: '吊柜', unitPrice: second },
    ]
    const enter = (items: object) => run('owner', 'order', 'enterItems', { id, version, values: { items } })
    expect(await enter(goods('2999.99'))).toMatchObject({
      data: { fields: { items: expect.stringMatching('不一致') } },
    })
    expect(await enter(goods('3000'))).toMatchObject({ code: 2000 })
    expect((await record('order', id)).values).toMatchObject({ listAmount: '9000.00', contractAmount: '9000.00' })
  })

  it.each(stages.map(([stage, state], place) => [stage, state, place] as const))(
    '%s goes on from %s to its end',
    async (_stage, state, place) => {
      const { id } = await takenOver(`JD-${place + 10}`)
      const states = await goOn(suite.product.server.dependencies.liveApp.current, suite.teller, id)
      expect([states[0], states.at(-1)]).toEqual([state, 'completed'])
      const done = await record('order', id)
      expect(Number(done.values.balanceDue)).toBe(0)
      const { code, msg } = await run('owner', 'order', 'revoke', { id, version: done.version })
      expect([code, msg]).toEqual([2001, expect.stringMatching(/接续|已向工厂下单/)])
    },
  )
})

// Tests migrating orders of a former system by a sheet, at their stage with contract and money;
// they can continue and be taken back.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { ListAnswer, RecordAnswer, RefValue, RunAnswer } from '../../src/protocol/calls'
import type { ImportRowsAnswer, ImportState } from '../../src/protocol/exchange/exchangeCalls'
import { moment } from '../story/teller'
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

async function compared(lines: readonly string[]): Promise<ImportState> {
  const place = { address: suite.product.address, token: await suite.teller.token('owner') }
  const { id: file } = await uploadFile(place, 'orders.csv', [head, ...lines, ''].join('\n'))
  return stepped(await answer<ImportState>('owner', '/api/exchange/begin', { screen, file }))
}
const confirmed = async ({ id }: ImportState) =>
  stepped(await answer<ImportState>('owner', '/api/exchange/confirm', { import: id, overwrite: false }))
const rowsOf = async ({ id }: ImportState) =>
  (await answer<ImportRowsAnswer>('owner', '/api/exchange/rows', { import: id })).rows
const withNumber = (value: string) =>
  list('owner', { screen, filters: [{ field: 'formerNo', operator: 'contains', value }] })
const takenOver = async (formerNo: string) => (await withNumber(formerNo))[0]!

async function customers(count: number): Promise<string[]> {
  const { id: guide, store } = await suite.teller.account('guide')
  const names = Array.from({ length: count }, (_, index) => `接续客户${index + 1}`)
  for (const [index, name] of names.entries()) {
    const values = { name, mobile: `138770010${10 + index}`, source: 'walkIn', intent: 'A', store, guide, address }
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
        cells.map(({ title }) => title.zh).join(),
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

// Tests that all bad cells of a refused row are reported at once:
// unreadable ones, those refused by the form, and broken rules. What depends on an unreadable cell is not judged.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import readWorkbook from 'read-excel-file/universal'
import type { ListAnswer, RunAnswer } from '../../src/protocol/calls'
import type { ImportRow } from '../../src/protocol/exchange/exchangeCalls'
import { createTeller, type Teller } from '../story/teller'
import { startProduct, type Product } from './product'
import { createImporter } from './importing'
import { readSchemas } from './schemas'

const projects = '/channelManage/lbProject'
let product: Product
let teller: Teller
beforeAll(async () => {
  product = await startProduct({ environment: { JOBS: 'off' } })
  teller = createTeller(product.transport)
  const stores = await answer<ListAnswer>('admin', '/api/list', {
    screen: '/store/StoreStore',
    tab: 'open',
    want: { rows: true },
  })
  store = stores.rows![0]!.label
  openStores = stores.rows!.map(({ label }) => label)
}, 300_000)
afterAll(() => product?.stop())

const { answer, compared, rowsOf, written } = createImporter({
  get product() {
    return product
  },
  get teller() {
    return teller
  },
})

const sound = {
  项目名称: '试项目',
  合作模式: '',
  合作单位: '试单位',
  联系人: '甲',
  电话: '13912345678',
  归属门店: '',
  项目负责人: '',
  城市: '杭州',
  项目地址: '浙江省杭州市西湖区文三路1号',
  总户数: '100',
  目标户数: '10',
  佣金比例: '0.05',
  开始日期: '2027-01-01',
  结束日期: '2027-12-31',
}
const app = readSchemas()
const { dictionary = '' } = app.entities.channelProject!.fields.cooperation!
const cooperation = app.dictionaries[dictionary]!.items[0]!.title.zh!
let store = ''
let openStores: readonly string[] = []
type Row = Partial<Record<keyof typeof sound, string>>

/** The rows of a sheet with these cells; names of the product fill the rest. */
async function refused(...rows: readonly Row[]): Promise<readonly ImportRow[]> {
  const titles = Object.keys(sound) as (keyof typeof sound)[]
  const lines = rows.map((row, index) =>
    titles.map((title) => ({ ...sound, 项目名称: `试项目${index}`, ...row })[title]).join(),
  )
  const state = await compared('admin', projects, 'projects.csv', `${titles.join()}\n${lines.join('\n')}\n`)
  return rowsOf('admin', state)
}

const errorsOf = ({ cells }: ImportRow) =>
  Object.fromEntries(cells.flatMap(({ title, error }) => (error ? [[title.zh, error]] : [])))

it('names cells that cannot be read, required ones and those of broken rules together', async () => {
  const [row] = await refused({ 电话: '1.38E+10', 城市: '', 目标户数: '0', 结束日期: '2026-01-01', 归属门店: '无此店' })
  expect(row!.state).toBe('refused')
  const errors = errorsOf(row!)
  expect(errors).toEqual({
    合作模式: expect.stringMatching(/^必填，可填，如：.+、/),
    电话: expect.stringContaining('缩写'),
    归属门店: expect.stringMatching(new RegExp(`^没有名为“无此店”的归属门店，可填，如：(${openStores.join('|')})`)),
    城市: '必填',
    目标户数: '不能小于1',
    结束日期: '结束日期必须晚于开始日期',
  })
  // In the order of the form.
  expect(Object.keys(errors)).toEqual(['合作模式', '电话', '归属门店', '城市', '目标户数', '结束日期'])
})

it('names some records where a required one is missing, in the first rows', async () => {
  const people = Array.from({ length: 11 }, (_, index) => `试人${index},139123456${index + 10},`)
  const state = await compared('owner', '/store/Staff', 'staff.csv', `姓名,手机,角色\n${people.join('\n')}\n`)
  const errors = (await rowsOf('owner', state)).map(errorsOf)
  expect(errors[0]!.角色).toMatch(/^必填，可填，如：.*导购/)
  // A file without a column for it has thousands of such rows.
  expect(errors[10]!.角色).toBe('必填')
})

it('names all broken rules of a row whose cells can be read', async () => {
  const [row] = await refused({ 合作模式: cooperation, 归属门店: store, 目标户数: '200', 结束日期: '2026-01-01' })
  expect(errorsOf(row!)).toEqual({
    目标户数: '目标户数不能超过总户数',
    结束日期: '结束日期必须晚于开始日期',
  })
})

it('does not judge what reads a cell that cannot be read', async () => {
  const [row, other] = await refused(
    { 合作模式: cooperation, 归属门店: store, 开始日期: '某天', 目标户数: '200' },
    { 合作模式: cooperation, 归属门店: store, 总户数: '很多', 目标户数: '200', 结束日期: '2026-01-01' },
  )
  expect(errorsOf(row!)).toEqual({
    开始日期: expect.stringContaining('某天'),
    目标户数: '目标户数不能超过总户数',
  })
  expect(errorsOf(other!)).toEqual({
    总户数: expect.stringContaining('很多'),
    结束日期: '结束日期必须晚于开始日期',
  })
})

it('tells them in the receipt and its file as well, quoting no more of a cell than is read', async () => {
  const long = '长'.repeat(5_000)
  const file = `${Object.keys(sound).join()}\n${Object.values({ ...sound, 合作模式: long, 目标户数: '多' }).join()}\n`
  const state = await compared('admin', projects, 'long.csv', file)
  const done = await written('admin', state)
  const [row] = await rowsOf('admin', done)
  expect(Object.keys(errorsOf(row!))).toEqual(['合作模式', '目标户数'])
  const reply = await fetch(`${product.address}/api/exchange/outcome`, {
    method: 'POST',
    headers: { 'X-Token': await teller.token('admin'), 'content-type': 'application/json' },
    body: JSON.stringify({ import: state.id }),
  })
  const [sheet] = await readWorkbook(await reply.arrayBuffer())
  const reason = String(sheet!.data[1]![3])
  for (const [title, error] of Object.entries(errorsOf(row!))) expect(reason).toContain(`${title}: ${error}`)
  expect(reason.length).toBeLessThan(500)
})

it('one that is refused among new ones keeps none of them back, each has its own number, and few statements do it', async () => {
  const customers = '/customer/CustomerList'
  const mobiles = Array.from({ length: 30 }, (_, index) => `137${String(60_000_000 + index)}`)
  const text = ['姓名,手机,客户来源', ...mobiles.map((mobile, index) => `同批${index + 10},${mobile},自然进店`)].join(
    '\n',
  )
  const statements = { count: 0 }
  const { database } = product.server.dependencies
  const state = await counting('check', () => compared('owner', customers, 'together.csv', text))
  expect(state.counts).toEqual({ create: mobiles.length })
  // Another one takes the value between the comparison and the confirmation.
  const taken = { entity: 'customer', transition: 'create', key: randomUUID() }
  const values = { name: '抢先', mobile: mobiles[14], source: 'walkIn' }
  await answer<RunAnswer>('owner', '/api/run', { ...taken, values })
  const done = await counting('write', () => written('owner', state))
  expect(done.counts).toEqual({ created: mobiles.length - 1, failed: 1 })
  const rows = await rowsOf('owner', done)
  expect(rows.filter((row) => row.state === 'failed')).toMatchObject([
    { row: 16, label: '同批24', cells: [{ file: mobiles[14], error: expect.any(String) }] },
  ])
  const request = { screen: customers, words: '同批', size: 200, want: { rows: true } }
  const { rows: listed } = await answer<ListAnswer>('owner', '/api/list', request)
  const numbered = listed!.map(({ label, values: { no } }) => [String(no), label] as const).sort()
  // In the order of the file, and without a gap but that of the refused one.
  expect(numbered.map(([, label]) => label)).toEqual(
    mobiles.flatMap((_, index) => (index === 14 ? [] : [`同批${index + 10}`])),
  )
  expect(new Set(numbered.map(([no]) => no)).size).toBe(mobiles.length - 1)

  async function counting<T>(what: string, run: () => Promise<T>): Promise<T> {
    statements.count = 0
    database.onStatement = () => (statements.count += 1)
    const result = await run()
    database.onStatement = undefined
    expect(statements.count / mobiles.length, `statements a row to ${what}`).toBeLessThan(what === 'check' ? 8 : 12)
    return result
  }
})

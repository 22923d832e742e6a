// Tests imports into lists whose creating form requires files.
// Projects stay drafts until their agreement is uploaded, and payments must satisfy the rules of their form.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { ListAnswer, RecordAnswer, RefValue, RunAnswer } from '../../src/protocol/calls'
import type { ImportRow } from '../../src/protocol/exchange/exchangeCalls'
import { png } from '../story/teller'
import { readSheet } from './editedSheet'
import { createImporter } from './importing'
import { readSchemas } from './schemas'
import { uploadFile } from './uploadFile'
import { useProduct } from './useProduct'

const app = readSchemas()
const suite = useProduct({ environment: { JOBS: 'off' } })
const { answer, compared, exported, rowsOf, written, takenBack } = createImporter(suite)
const listed = async (role: string, screen: string, words: string) =>
  (await answer<ListAnswer>(role, '/api/list', { screen, words, size: 200, want: { rows: true } })).rows!
/** The wrong cells of a row. */
const errorsOf = ({ cells }: ImportRow) => cells.flatMap(({ title, error }) => (error ? [[title.zh, error]] : []))
const run = (role: string, entity: string, transition: string, request: object) =>
  suite.teller.call<RunAnswer>(role, '/api/run', { entity, transition, key: randomUUID(), ...request })

it.each(['lb', 'zz'])(
  'projects of the kind %s come in as drafts and are registered with their agreement',
  async (kind) => {
    const screen = `/channelManage/${kind}Project`
    const name = `导入项目${kind}`
    const head =
      '项目名称,合作模式,合作单位,联系人,电话,归属门店,项目负责人,城市,项目地址,总户数,目标户数,佣金比例,开始日期,结束日期'
    const {
      entity,
      id: manager,
      store,
      name: person,
    } = { entity: 'channelProject', ...(await suite.teller.account('owner')) }
    const stores = (await listed('owner', '/store/StoreStore', '')).find(({ id }) => id === store)!
    const cooperation = app.dictionaries[app.entities.channelProject!.fields.cooperation!.dictionary!]!.items[0]!
    const row = (project: string, target: number) =>
      `${project},${cooperation.title.zh},绿城,张工,13900001111,${stores.label},${person},杭州,浙江省杭州市西湖区文三路1号,200,${target},0.05,2026-03-01,2026-12-31`
    const state = await compared(
      'owner',
      screen,
      'projects.csv',
      [head, row(name, 50), row(`${name}多`, 500), ''].join('\n'),
    )
    const [added, refused] = await rowsOf('owner', state)
    // All that will be written; the same after it was.
    const filled = (cells: ImportRow['cells']) => cells.map(({ title, file }) => `${title.zh}=${file}`).sort()
    const texts = row(name, 50).split(',')
    const all = head.split(',').map((title, place) => `${title}=${texts[place]}`)
    expect([added!.state, filled(added!.cells)]).toEqual(['create', all.sort()])
    expect([refused!.state, errorsOf(refused!)]).toEqual(['refused', [['目标户数', '目标户数不能超过总户数']]])
    const done = await written('owner', state)
    expect(done.counts).toEqual({ created: 1, refused: 1 })
    expect(filled((await rowsOf('owner', done))[0]!.cells)).toEqual(all)
    const [project] = await listed('owner', screen, name)
    expect(project).toMatchObject({ state: 'draft', label: name })
    const record = async () => (await answer<RecordAnswer>('owner', '/api/record', { entity, id: project!.id })).record
    expect((await record()).values).toMatchObject({ kind, manager: { id: manager } })

    // Without its agreement it is not registered; with it, it is.
    const { version } = await record()
    const early = await run('owner', entity, 'file', { id: project!.id, version })
    expect(early).toMatchObject({ code: 2001, msg: expect.stringContaining('请先上传合作协议') })
    const place = { address: suite.product.address, token: await suite.teller.token('owner') }
    const agreement = await uploadFile(place, 'agreement.png', png)
    expect(
      await run('owner', entity, 'edit', { id: project!.id, version, values: { files: [agreement] } }),
    ).toMatchObject({
      code: 2000,
    })
    expect(await run('owner', entity, 'file', { id: project!.id, version: (await record()).version })).toMatchObject({
      code: 2000,
    })
    // It went on since it was brought in, and stays.
    expect((await takenBack('owner', done)).counts).toMatchObject({ wentOn: 1 })
    const second = await written(
      'owner',
      await compared('owner', screen, 'b.csv', [head, row(`${name}二`, 5), ''].join('\n')),
    )
    expect((await takenBack('owner', second)).counts).toEqual({ voided: 1 })
  },
)

it('payments come in where their form needs no voucher, and are taken back', async () => {
  const [customer] = (await listed('guide', '/customer/CustomerList', '')).filter(({ state }) => state === 'following')
  const rows = [
    '收款类型,客户,金额,支付方式,收款日期,备注',
    `定金,${customer!.label},500,现金,2026-01-05,纸质收据 12`,
    `定金,${customer!.label},500,微信,2026-01-05,`,
    `定金,${customer!.label},-1,现金,2026-01-05,`,
    `定金,没有这个客户,5,现金,2026-01-05,`,
  ]
  const state = await compared('guide', '/customer/Receipting', 'receipts.csv', rows.join('\n'))
  const judged = await rowsOf('guide', state)
  expect(judged.map((row) => [row.state, errorsOf(row).map(([title]) => title), row.message])).toEqual([
    ['create', [], undefined],
    ['refused', [], expect.stringContaining('凭证')],
    ['refused', ['金额'], expect.any(String)],
    ['refused', ['客户'], undefined],
  ])
  const done = await written('guide', state)
  expect(done.counts).toEqual({ created: 1, refused: 3 })
  const [payment] = await listed('guide', '/customer/Receipting', '')
  expect(payment).toMatchObject({ state: 'pending', values: { amount: '500.00', customer: { id: customer!.id } } })
  expect((await takenBack('guide', done)).counts).toMatchObject({ voided: 1 })
})

it('customers of one name are told apart by number, by mobile, or by both in a file, and in an export', async () => {
  const { store, id: guide } = await suite.teller.account('guide')
  const [first, second] = await Promise.all(
    ['13612349001', '13612349002'].map(async (mobile) => {
      const values = { name: '张同名', mobile, source: 'walkIn', intent: 'A', store, guide }
      const { code, msg, data } = await run('guide', 'customer', 'create', { values })
      expect(code, msg).toBe(2000)
      const { record } = await answer<RecordAnswer>('guide', '/api/record', { entity: 'customer', id: data.id! })
      return { id: record.id, no: String(record.values.no), mobile }
    }),
  )
  const named = [
    '张同名',
    first!.no,
    second!.mobile,
    `张同名 · ${second!.no}`,
    `张同名 · ${first!.no} · ${first!.mobile}`,
  ]
  const rows = ['收款类型,客户,金额,支付方式,收款日期', ...named.map((name) => `定金,${name},500,现金,2026-01-05`)]
  const screen = '/customer/Receipting'
  const state = await compared('guide', screen, 'namesakes.csv', rows.join('\n'))
  const [ambiguous, ...sound] = await rowsOf('guide', state)
  const choices = [second!, first!].map(({ no, mobile }) => `张同名 · ${no} · ${mobile}`).join('、')
  expect(ambiguous).toMatchObject({
    state: 'refused',
    cells: [{ error: `有多条记录名为“张同名”，请写明是哪一条：${choices}` }],
  })
  expect(sound.map(({ state: outcome, cells }) => [outcome, cells.map(({ file }) => file)])).toEqual(
    named.slice(1).map((name) => ['create', expect.arrayContaining(['定金', name, '500'])]),
  )
  expect((await written('guide', state)).counts).toEqual({ created: 4, refused: 1 })
  const payments = (await listed('guide', screen, '')).slice(0, 4).map(({ id, values }) => ({ id, values }))
  const customersOf = payments.map(({ values: { customer } }) => (customer as RefValue).id)
  expect(customersOf.sort()).toEqual([first!.id, second!.id, second!.id, first!.id].sort())

  // An export names them so too, and comes back untouched.
  const file = await readSheet(await exported('guide', { screen }))
  for (const { id, values } of payments) {
    const { no } = (values.customer as RefValue).id === first!.id ? first! : second!
    expect(file.rows.get(id)!.get('customer')).toBe(`张同名 · ${no}`)
  }
  const back = await compared('guide', screen, 'back.xlsx', file.bytes)
  expect(back.counts).toEqual({ same: file.rows.size })
})

it('a cell that the form would not ask beside the others is refused, not left out in silence', async () => {
  const { fields } = app.entities.customer!
  const [head, name] = [['name', 'mobile', 'source', 'referrer'], '介绍来的']
  const source = (code: string) =>
    app.dictionaries[fields.source!.dictionary!]!.items.find((item) => item.code === code)!.title.zh!
  const rows = [
    head.map((field) => fields[field]!.title.zh!).join(),
    `${name},13612340001,${source('walkIn')},老周`,
    `${name},13612340002,${source('referral')},老周`,
  ]
  const state = await compared('guide', '/customer/CustomerList', 'introduced.csv', rows.join('\n'))
  const judged = await rowsOf('guide', state)
  expect(judged.map((row) => [row.state, errorsOf(row)])).toEqual([
    ['refused', [[fields.referrer!.title.zh, '按本行的其他内容，此项不填']]],
    ['create', []],
  ])
  expect((await written('guide', state)).counts).toEqual({ created: 1, refused: 1 })
  const [record] = await listed('guide', '/customer/CustomerList', name)
  const { values } = (await answer<RecordAnswer>('guide', '/api/record', { entity: 'customer', id: record!.id })).record
  expect(values.referrer).toBe('老周')
})

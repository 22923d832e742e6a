// Tests the exchange of lists with sheets:
// unchanged rows write nothing, conflicts are presented, invalid cells are reported, and nothing is written before
// confirmation.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sql, { type Sql } from 'sql-template-tag'
import readWorkbook from 'read-excel-file/universal'
import type { ListAnswer, RecordAnswer, RunAnswer } from '../../src/protocol/calls'
import type { BegunImport, ImportRowsAnswer, ImportState } from '../../src/protocol/exchange/exchangeCalls'
import { createTeller, type Teller } from '../story/teller'
import { editedBook } from './editedBook'
import { startProduct, type Product } from './product'
import { createImporter } from './importing'
import { readSchemas } from './schemas'

const app = readSchemas()
const screens = Object.values(app.screens)
  .flatMap((screen) => [screen, ...screen.moreLists])
  .filter(({ exchange }) => exchange)
const customers = '/customer/CustomerList'
let product: Product
let teller: Teller
beforeAll(async () => {
  product = await startProduct({ environment: { JOBS: 'off' } })
  teller = createTeller(product.transport)
}, 300_000)
afterAll(() => product?.stop())

const { answer, uploaded, stepped, compared, rowsOf, written } = createImporter({
  get product() {
    return product
  },
  get teller() {
    return teller
  },
})
async function download(role: string, path: string, body: object): Promise<Buffer> {
  const reply = await fetch(`${product.address}${path}`, {
    method: 'POST',
    headers: { 'X-Token': await teller.token(role), 'content-type': 'application/json', 'x-language': 'en' },
    body: JSON.stringify(body),
  })
  expect(reply.headers.get('content-type')).toContain('spreadsheetml')
  return Buffer.from(await reply.arrayBuffer())
}
const listed = async (role: string, screen: string, words = '') =>
  (await answer<ListAnswer>(role, '/api/list', { screen, words, size: 200, want: { rows: true } })).rows!
const recordOf = async (role: string, entity: string, id: number) =>
  (await answer<RecordAnswer>(role, '/api/record', { entity, id })).record
const head = '姓名,手机,客户来源'
const mobile = () => `139${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

describe.each(screens)('$path', ({ path, exchange }) => {
  it('goes out and comes back untouched without a write', async () => {
    const before = await teller.counted()
    const state = await compared(
      'admin',
      path,
      'back.xlsx',
      await download('admin', '/api/exchange/export', { screen: path }),
    )
    const total = Object.values(state.counts).reduce((sum, count) => sum + count, 0)
    expect(state).toMatchObject({ phase: 'checked', counts: { same: total }, ignored: [] })
    expect(total).toBeGreaterThan(0)
    expect(await written('admin', state)).toMatchObject({ phase: 'done', counts: { same: total } })
    const after = await teller.counted()
    expect(after).toEqual(before)
  })

  it('has a template of what its form asks, with the required marked', async () => {
    if (exchange!.create === undefined && !exchange!.lines) {
      expect(await teller.call('admin', '/api/exchange/template', { screen: path })).toMatchObject({ code: 2001 })
      return
    }
    const [sheet] = await readWorkbook(
      new Uint8Array(await download('admin', '/api/exchange/template', { screen: path })).buffer,
    )
    const { fields, transitions } = app.entities[screens.find((item) => item.path === path)!.entity!]!
    const { form, inputs } = transitions[exchange!.create ?? exchange!.update!]!
    const required = form.filter((ask) => ask.required && !Object.hasOwn(exchange!.values, ask.field))
    // A record whose lines are exchanged is known by its key.
    const asks = exchange!.lines ? exchange!.key.map((field) => ({ field, input: false })) : required
    const titles = asks.map(({ field, input }) => `${(input ? inputs : fields)[field]!.title.en!}*`)
    expect(sheet!.data[0]).toEqual(expect.arrayContaining(titles))
  })
})

describe('a file of new customers', () => {
  const [good, second] = [mobile(), mobile()]

  it('writes nothing before it is confirmed, and everything once', async () => {
    const before = await teller.counted()
    const source = app.dictionaries[app.entities.customer!.fields.source!.dictionary!]!.items[0]!.title.zh!
    const state = await compared(
      'guide',
      customers,
      '客户.csv',
      `${head}\n导入甲,${good},${source}\n导入乙,${second},${source}\n`,
    )
    expect(state).toMatchObject({ phase: 'checked', counts: { create: 2 } })
    expect(await teller.counted()).toEqual(before)
    expect(await listed('guide', customers, '导入')).toEqual([])
    const done = await written('guide', state)
    expect(done).toMatchObject({ phase: 'done', counts: { created: 2 } })
    const [record] = await listed('guide', customers, '导入甲')
    expect(record).toMatchObject({ label: '导入甲', state: 'following' })
    expect(String(record!.values.no)).toMatch(/^KH/)
    expect(await teller.call('guide', '/api/exchange/confirm', { import: state.id, overwrite: false })).toMatchObject({
      code: 2001,
    })
    const rows = await rowsOf('guide', done)
    expect(rows.map(({ row, state: outcome, label }) => [row, outcome, label])).toEqual([
      [2, 'created', '导入甲'],
      [3, 'created', '导入乙'],
    ])
    const outcome = await readWorkbook(
      new Uint8Array(await download('guide', '/api/exchange/outcome', { import: state.id })).buffer,
    )
    expect(outcome[0]!.data.slice(1).map((row) => row.slice(0, 3))).toEqual([
      [2, 'Added', '导入甲'],
      [3, 'Added', '导入乙'],
    ])
    expect(outcome[0]!.data[1]![5]).toBe('客户.csv')
  })

  it('is read in the encoding of Chinese spreadsheets, and finds its customer by the key', async () => {
    // 姓名,手机 / 导入丙 in GB18030
    const bytes = Buffer.concat([
      Buffer.from([0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xca, 0xd6, 0xbb, 0xfa, 0x0a, 0xb5, 0xbc, 0xc8, 0xeb, 0xb1, 0xfb]),
      Buffer.from(`,${good}\n`),
    ])
    const state = await compared('guide', customers, 'gb.csv', bytes)
    expect(state.counts).toEqual({ update: 1 })
    expect(await rowsOf('guide', state)).toMatchObject([{ cells: [{ file: '导入丙', now: '导入甲' }] }])
    await written('guide', state)
    expect((await listed('guide', customers, '导入')).map(({ label }) => label).sort()).toEqual(
      ['导入丙', '导入乙'].sort(),
    )
  })

  it('is refused at the cell, with the sentence of the rule', async () => {
    const text = [
      head,
      `短,1.38E+10,`,
      `来源错,${mobile()},月球`,
      `手机错,123,`,
      `,${mobile()},`,
      `重复,${second},`,
      `重复,${second},`,
    ].join('\n')
    const before = await teller.counted()
    const state = await compared('guide', customers, 'wrong.csv', text)
    const rows = await rowsOf('guide', state)
    const outcomes = rows.map(({ row, state: outcome, cells, message }) => [
      row,
      outcome,
      cells.map(({ title, error }) => `${title.zh!} ${error ?? ''}`).join(),
      message,
    ])
    expect(outcomes[0]).toEqual([
      2,
      'refused',
      expect.stringMatching(/^手机 .*缩写.*,客户来源 必填，可填，如：/),
      expect.any(String),
    ])
    expect(outcomes[1]).toEqual([3, 'refused', expect.stringMatching(/无法识别“月球”，可填，如：/), undefined])
    expect(outcomes[2]).toEqual([4, 'refused', expect.stringMatching(/手机 .*11/), expect.any(String)])
    expect(outcomes[3]).toEqual([5, 'refused', expect.stringMatching(/姓名 必填/), expect.any(String)])
    expect(outcomes[5]).toEqual([7, 'refused', '', '与第 6 行重复'])
    await written('guide', state)
    expect((await teller.counted()).customer).toBe(before.customer)
  })
})

describe('an export that was edited', () => {
  it('takes what was changed, asks about what another user changed, and goes on after an interruption', async () => {
    const [one, two] = (await listed('admin', customers)).filter(({ can }) => can.includes('edit'))
    const exported = await download('admin', '/api/exchange/export', { screen: customers })
    const file = await editedBook(exported, (xml) =>
      [one!, two!].reduce((all, { label }) => all.replaceAll(`>${label}<`, `>${label}改<`), xml),
    )
    const seen = await recordOf('admin', 'customer', two!.id)
    await answer<RunAnswer>('admin', '/api/run', {
      entity: 'customer',
      transition: 'edit',
      id: two!.id,
      version: seen.version,
      key: randomUUID(),
      values: { name: '别人改的' },
    })
    const state = await compared('admin', customers, 'edited.xlsx', file)
    expect(state.counts).toMatchObject({ update: 1, conflict: 1 })
    const contested = (
      await answer<ImportRowsAnswer>('admin', '/api/exchange/rows', { import: state.id, states: ['conflict'] })
    ).rows
    const cells = [{ contested: true, base: two!.label, file: `${two!.label}改`, now: '别人改的' }]
    // By the version in the hidden sheet, which decides nothing.
    const message = expect.stringMatching(/^导出后记录有过修改，最近由 \S.* 于 \d{4}-\d\d-\d\d \d\d:\d\d$/)
    expect(contested).toMatchObject([{ cells, message }])
    expect(await teller.call('owner', '/api/exchange/rows', { import: state.id })).toMatchObject({ code: 2001 })
    const done = await written('admin', state)
    expect(done.counts).toMatchObject({ updated: 1, kept: 1 })
    expect((await recordOf('admin', 'customer', one!.id)).label).toBe(`${one!.label}改`)
    expect((await recordOf('admin', 'customer', two!.id)).label).toBe('别人改的')
    const again = await compared('admin', customers, 'edited.xlsx', file)
    expect(again.counts).toMatchObject({ conflict: 1 })
    expect(await answer('admin', '/api/exchange/latest', { screen: customers })).toMatchObject({
      id: again.id,
      phase: 'checked',
    })
    const chosen = { columns: [], cells: [{ row: contested[0]!.row, field: 'name' }] }
    expect((await written('admin', again, chosen)).counts).toMatchObject({ updated: 1 })
    expect((await recordOf('admin', 'customer', two!.id)).label).toBe(`${two!.label}改`)
    expect(await answer('admin', '/api/exchange/latest', { screen: customers })).toBeNull()
  })

  it('opens nothing by a number that its screen does not show', async () => {
    const own = new Set((await listed('guide', customers)).map(({ id }) => id))
    const other = (await listed('admin', customers)).find(({ id }) => !own.has(id))!
    const title = '记录编号（请勿修改）'
    const state = await compared('guide', customers, 'numbers.csv', `${title},姓名\n${other.id},偷改\n`)
    expect(await rowsOf('guide', state)).toMatchObject([
      { state: 'refused', message: '记录不存在，或不在此列表中', cells: [] },
    ])
    await written('guide', state)
    expect((await recordOf('admin', 'customer', other.id)).label).toBe(other.label)
  })

  it('takes a column by a synonym, or as its user matched it, and tells what it knows where none is', async () => {
    const file = await uploaded('guide', 'own.csv', `客户姓名,打给谁,Source\n甲,${mobile()},自然进店\n`)
    const begin = (columns?: Record<string, string | null>) =>
      teller.call<BegunImport>('guide', '/api/exchange/begin', { screen: customers, file, columns })
    const fields = (await begin()).data.matching.headings.map(({ field }) => field)
    expect(fields).toEqual(['name', null, 'source'])
    const matched = (await begin({ 打给谁: 'mobile' })).data
    expect(matched.matching.headings[1]).toEqual({ heading: '打给谁', field: 'mobile' })
    const state = await stepped('guide', matched)
    expect([state.ignored, (await rowsOf('guide', state)).map(({ state: row }) => row)]).toEqual([[], ['create']])
    const unknown = await begin({ 客户姓名: null, 打给谁: 'nothing', Source: null })
    expect(unknown).toMatchObject({ key: 'import_columns_unknown', data: { matching: { headings: [{}, {}, {}] } } })
    expect(await begin({ 打给谁: 'name' })).toMatchObject({ key: 'import_columns_repeated' })
  })

  it('is refused to who may neither add nor change', async () => {
    for (const path of ['template', 'export'])
      expect(await teller.call('finance', `/api/exchange/${path}`, { screen: '/store/Staff' })).toMatchObject({
        code: 2002,
      })
    const file = await uploaded('admin', 'a.csv', `${head}\n`)
    expect(await teller.call('owner', '/api/exchange/begin', { screen: customers, file })).toMatchObject({ code: 2001 })
  })
})

it.each([
  ['empty', 'a.csv', `${head}\n`, /没有数据行/],
  ['without a head that is known', 'a.csv', 'x,y\n1,2\n', /没有可识别的列名/],
  ['with a column twice', 'a.csv', '姓名,姓名\n甲,乙\n', /列名相同/],
  ['of too many rows', 'a.csv', `姓名\n${'甲\n'.repeat(10_001)}`, /最多 10000 行/],
  ['that is no workbook', 'a.xlsx', 'PK\u0003\u0004 broken', /无法读取|xlsx/],
])('refuses a file %s', async (_, name, content, sentence) => {
  const file = await uploaded('guide', name, content)
  const { code, msg } = await teller.call('guide', '/api/exchange/begin', { screen: customers, file })
  expect([code, msg]).toEqual([2001, expect.stringMatching(sentence)])
})

const address = { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 1 号' }

describe('an import that is taken back', () => {
  const back = (role: string, { id }: ImportState) =>
    teller.call<ImportState>(role, '/api/exchange/takeBack', { import: id })
  const receipt = async (role: string, screen: string, { id }: ImportState) =>
    (await answer<ImportState[]>(role, '/api/exchange/receipts', { screen })).find((state) => state.id === id)
  const read = (statement: Sql) => product.server.dependencies.database.query(statement)
  const run = (role: string, entity: string, transition: string, request: object) =>
    answer<RunAnswer>(role, '/api/run', { entity, transition, key: randomUUID(), ...request })
  const first = (entity: string, field: string) =>
    app.dictionaries[app.entities[entity]!.fields[field]!.dictionary!]!.items[0]!.title.zh!

  it('voids what it added, gives back what it changed, and leaves what went on since or is refused', async () => {
    const source = first('customer', 'source')
    const [changed] = (await listed('guide', customers)).filter(({ can }) => can.includes('edit'))
    const old = await recordOf('guide', 'customer', changed!.id)
    const title = '记录编号（请勿修改）'
    const state = await written(
      'guide',
      await compared(
        'guide',
        customers,
        '撤回.csv',
        [
          `${title},${head},预算,小区,备注,房屋地址`,
          `,撤回甲,${mobile()},${source},,,,`,
          `,撤回乙,${mobile()},${source},,,,`,
          // With an address, as the first order of a customer without one adds it.
          `,撤回丙,${mobile()},${source},,,,浙江省杭州市西湖区文三路1号`,
          `${changed!.id},撤回丁,,,1234.5,翠苑,改过,`,
        ].join('\n'),
      ),
      true,
    )
    expect(state).toMatchObject({ phase: 'done', counts: { created: 3, updated: 1 } })
    const named = async (name: string) => (await listed('guide', customers, name))[0]!
    const [one, two, three] = [await named('撤回甲'), await named('撤回乙'), await named('撤回丙')]
    expect((await recordOf('guide', 'customer', old.id)).values).toMatchObject({ name: '撤回丁', community: '翠苑' })
    await run('guide', 'customer', 'edit', { id: two.id, version: two.version, values: { remark: '后来' } })
    await run('guide', 'order', 'create', {
      values: { customer: three.id, orderType: '1', category: 'wardrobe', address },
    })

    expect((await receipt('guide', customers, state))!.takeBackUntil).toMatch(/^\d{4}-/)
    expect(await back('manager', state)).toMatchObject({ code: 2001, msg: '没有这次导入' })
    const begun = await Promise.all([back('guide', state), back('guide', state)])
    expect(begun.map(({ code }) => code).sort()).toEqual([2000, 2001])
    expect(await back('guide', state)).toMatchObject({ code: 2001, msg: '这次导入正在撤回' })
    const counts = { voided: 1, restored: 1, wentOn: 1, notTakenBack: 1 }
    const done = await stepped('guide', begun.find(({ code }) => code === 2000)!.data)
    expect(done).toMatchObject({ phase: 'takenBack', counts })
    expect((await rowsOf('guide', state)).map((row) => [row.row, row.state, row.message])).toEqual([
      [2, 'voided', undefined],
      [3, 'wentOn', undefined],
      [4, 'notTakenBack', '客户还有 1 个未完成订单'],
      [5, 'restored', undefined],
    ])
    const voided = await recordOf('guide', 'customer', one.id)
    expect(voided).toMatchObject({ state: 'lost', values: { lossReason: 'invalid' } })
    expect(await recordOf('guide', 'customer', two.id)).toMatchObject({
      state: 'following',
      values: { remark: '后来' },
    })
    const restored = await recordOf('guide', 'customer', old.id)
    for (const name of ['name', 'budget', 'community', 'remark'])
      expect(restored.values[name], name).toEqual(old.values[name])

    // As it is when the server is killed after the rows were taken back and before that was noted.
    await read(sql`UPDATE "_import" SET "phase" = 'takingBack' WHERE "id" = ${state.id}`)
    await read(sql`UPDATE "_importRow" SET "state" = 'created' WHERE "import" = ${state.id} AND "row" = 2`)
    await read(sql`UPDATE "_importRow" SET "state" = 'updated' WHERE "import" = ${state.id} AND "row" = 5`)
    expect(await answer('guide', '/api/exchange/latest', { screen: customers })).toMatchObject({ id: state.id })
    expect(await stepped('guide', { ...state, phase: 'takingBack' })).toMatchObject({ phase: 'takenBack', counts })
    expect((await recordOf('guide', 'customer', one.id)).version).toBe(voided.version)
    expect((await recordOf('guide', 'customer', old.id)).version).toBe(restored.version)

    expect(await back('guide', state)).toMatchObject({ code: 2001, msg: '这次导入已经撤回' })
    expect(await receipt('guide', customers, state)).not.toHaveProperty('takeBackUntil')
    const [sheet] = await readWorkbook(
      new Uint8Array(await download('guide', '/api/exchange/outcome', { import: state.id })).buffer,
    )
    expect(sheet!.data.slice(1).map((row) => row[1])).toEqual([
      'Taken back: voided',
      'Changed since, not taken back',
      'Could not be taken back',
      'Taken back: old values',
    ])
  })

  it('is refused after a day, row by row as well, and where no old values were kept', async () => {
    const text = `${head}\n撤回晚,${mobile()},${first('customer', 'source')}\n`
    const state = await written('guide', await compared('guide', customers, 'late.csv', text))
    const shift = (doneAt: Sql) => read(sql`UPDATE "_import" SET "doneAt" = ${doneAt} WHERE "id" = ${state.id}`)
    await shift(sql`NULL`)
    const unkept = '这次导入没有保留撤回所需的原值，不能撤回'
    expect((await receipt('guide', customers, state))!.takeBackRefusal).toBe(unkept)
    expect(await back('guide', state)).toMatchObject({ code: 2001, msg: unkept })
    await shift(sql`now() - interval '25 hours'`)
    const late = '导入完成已超过 24 小时，不能撤回'
    expect((await receipt('guide', customers, state))!.takeBackRefusal).toBe(late)
    expect(await back('guide', state)).toMatchObject({ code: 2001, msg: late })
    await shift(sql`now() - interval '23 hours'`)
    const begun = await back('guide', state)
    await shift(sql`now() - interval '25 hours'`)
    expect(await stepped('guide', begun.data)).toMatchObject({ phase: 'takenBack', counts: { notTakenBack: 1 } })
    expect(await rowsOf('guide', state)).toMatchObject([{ state: 'notTakenBack', message: late }])
    expect((await listed('guide', customers, '撤回晚'))[0]).toMatchObject({ state: 'following' })
  })

  it.each([
    ['/store/Staff', 'employee', 'disabled', ['name', 'mobile', 'store', 'employeeType', 'role']],
    ['/store/StoreStore', 'store', 'closed', ['name', 'storeType', 'series', 'address']],
  ])('leaves what %s added in a state of its own, with a note', async (path, entity, end, names) => {
    const { fields } = app.entities[entity]!
    const [model] = (await listed('owner', path)).filter(({ can }) => can.includes('edit'))
    const { values } = await recordOf('owner', entity, model!.id)
    const cells = names.map((name) => {
      const { type, dictionary } = fields[name]!
      if (name === 'name') return '撤回试用'
      if (type === 'mobile') return mobile()
      if (type === 'address') return '浙江省杭州市西湖区文三路1号'
      if (type === 'ref') return (values[name] as { label: string }).label
      return app.dictionaries[dictionary!]!.items.find(({ code }) => code === values[name])!.title.zh!
    })
    const heads = names.map((name) => fields[name]!.title.zh!)
    const state = await written('owner', await compared('owner', path, 'new.csv', `${heads.join()}\n${cells.join()}\n`))
    expect(state.counts, JSON.stringify(await rowsOf('owner', state))).toEqual({ created: 1 })
    const [added] = await listed('owner', path, '撤回试用')
    expect(await stepped('owner', (await back('owner', state)).data)).toMatchObject({ counts: { voided: 1 } })
    expect(await recordOf('owner', entity, added!.id)).toMatchObject({ state: end })
    const timeline = await answer('owner', '/api/timeline', { entity, id: added!.id })
    expect(JSON.stringify(timeline)).toContain('撤回导入：new.csv')
  })
})

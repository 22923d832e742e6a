// Tests imports of files that are older than the records:
// one again adds its rows again only where the user wants it, and one that lost its originals overwrites nothing alone.
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import type { ListAnswer, RecordAnswer, RecordData } from '../../src/protocol/calls'
import type { ImportState } from '../../src/protocol/exchange/exchangeCalls'
import { originOf } from '../../src/server/endpoints/exchange/fileOrigin'
import { editedBook } from './editedBook'
import { asCsv, readSheet, withCells } from './editedSheet'
import { createImporter } from './importing'
import { readSchemas } from './schemas'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
const { answer, compared, exported, rowsOf, stepped, takenBack, written } = createImporter(suite)
const screen = '/customer/Receipting'
const app = readSchemas()

/** Payments that no key tells from others. */
async function payments(...amounts: readonly number[]): Promise<string> {
  const { rows } = await answer<{ rows: { label: string; state: string }[] }>('guide', '/api/list', {
    screen: '/customer/CustomerList',
    want: { rows: true },
  })
  const customer = rows.find(({ state }) => state === 'following')!.label
  const lines = amounts.map((amount) => `定金,${customer},${amount},现金,2026-01-05`)
  return ['收款类型,客户,金额,支付方式,收款日期', ...lines].join('\n')
}
const counted = async () =>
  (await answer<ListAnswer>('guide', '/api/list', { screen, want: { total: 'exact' } })).total!.count

it('the same file is told with who, when and how many, and its rows are left out', async () => {
  const file = await payments(41, 42)
  const first = await compared('guide', screen, 'payments.csv', file)
  expect(first).not.toHaveProperty('earlier')
  await written('guide', first)
  const before = await counted()
  for (const role of ['guide', 'finance']) {
    const again = await compared(role, screen, 'payments.csv', file).catch(() => undefined)
    if (!again) continue
    expect(again, role).toMatchObject({
      counts: { repeated: 2 },
      earlier: { rows: 2, by: expect.stringMatching(/.+/) },
    })
    expect(await rowsOf(role, again)).toMatchObject([
      { state: 'repeated', message: '与以前导入的“payments.csv”第 2 行相同，已新增过' },
      { state: 'repeated' },
    ])
    expect((await written(role, again)).counts).toEqual({ repeated: 2 })
  }
  expect(await counted()).toBe(before)
})

it('a row is added again that its user wants again, and each of a file that was taken back', async () => {
  const file = await payments(51, 52)
  const first = await written('guide', await compared('guide', screen, 'wanted.csv', file))
  const before = await counted()
  const again = await compared('guide', screen, 'wanted.csv', file)
  const confirmed = await answer<ImportState>('guide', '/api/exchange/confirm', {
    import: again.id,
    overwrite: false,
    again: [3],
  })
  expect((await stepped('guide', confirmed)).counts).toEqual({ created: 1, repeated: 1 })
  expect(await counted()).toBe(before + 1)
  await takenBack('guide', again)
  await takenBack('guide', first)
  const later = await compared('guide', screen, 'wanted.csv', file)
  expect(later.counts).toEqual({ create: 2 })
  expect(later).not.toHaveProperty('earlier')
  await answer('guide', '/api/exchange/discard', { import: later.id })
})

it('two comparisons of one file that are confirmed one after the other add its rows once', async () => {
  const file = await payments(61, 62)
  const [one, two] = [
    await compared('guide', screen, 'twice.csv', file),
    await compared('guide', screen, 'twice.csv', file),
  ]
  expect([one.counts, two.counts]).toEqual([{ create: 2 }, { create: 2 }])
  const before = await counted()
  expect((await written('guide', one)).counts).toEqual({ created: 2 })
  expect((await written('guide', two)).counts).toEqual({ repeated: 2 })
  expect(await counted()).toBe(before + 2)
})

it('the rows of another file of the account are known again, those of another dealer are not', async () => {
  await written('guide', await compared('guide', screen, 'small.csv', await payments(71)))
  const larger = await compared('guide', screen, 'larger.csv', await payments(71, 72))
  expect(larger.counts).toEqual({ repeated: 1, create: 1 })
  expect(larger).not.toHaveProperty('earlier')
  await answer('guide', '/api/exchange/discard', { import: larger.id })
})

it('an import that begins to be written while it is discarded stays', async () => {
  const { id } = await compared('guide', screen, 'kept.csv', await payments(81))
  const { database } = suite.product.server.dependencies
  let discarded
  await database.transaction(async ({ query }) => {
    await query(sql`update "_import" set "phase" = 'writing' where "id" = ${id}`)
    discarded = suite.teller.call('guide', '/api/exchange/discard', { import: id })
    const waits = () => database.query(sql`select 1 from pg_locks where not "granted"`)
    await expect.poll(async () => (await waits()).length).toBeGreaterThan(0)
  })
  expect(await discarded).toMatchObject({ key: 'import_at_another_step' })
  expect(await database.query(sql`select "phase" from "_import" where "id" = ${id}`)).toEqual([{ phase: 'writing' }])
})

it('a row of a record that was taken back to a closed state is refused with the reason', async () => {
  const stores = '/store/StoreStore'
  const { rows } = await answer<{ rows: { values: Record<string, string> }[] }>('owner', '/api/list', {
    screen: stores,
    tab: 'open',
    want: { rows: true },
  })
  const titleOf = (dictionary: string, code: string | undefined) =>
    app.dictionaries[dictionary]!.items.find((item) => item.code === code)!.title.zh
  const { storeType, series } = app.entities.store!.fields
  const [kind, range] = [storeType, series].map((field) => titleOf(field!.dictionary!, rows[0]!.values[field!.name]))
  const file = `门店名称,门店类型,品牌系列,门店地址\n撤回的门店,${kind},${range},浙江省杭州市西湖区文三路1号\n`
  const first = await written('owner', await compared('owner', stores, 'stores.csv', file))
  expect(first.counts, JSON.stringify(await rowsOf('owner', first))).toEqual({ created: 1 })
  expect((await takenBack('owner', first)).counts).toEqual({ voided: 1 })
  expect(await rowsOf('owner', await compared('owner', stores, 'stores.csv', file))).toMatchObject([
    { state: 'refused', cells: [{ error: '已有这条记录，但它“已关店”，不能再导入；请先在列表中恢复它' }] },
  ])
})

it('a row is new whose record is closed and leaves its key to others', async () => {
  const staff = '/store/Staff'
  type People = { rows: { id: number; version: number; state: string; values: Record<string, unknown> }[] }
  const request = { screen: staff, filters: [{ field: 'state', operator: 'in', value: ['active'] }] }
  const { rows } = await answer<People>('owner', '/api/list', { ...request, want: { rows: true } })
  const { values } = rows[0]!
  const { dictionary } = app.entities.employee!.fields.employeeType!
  const kind = app.dictionaries[dictionary!]!.items.find(({ code }) => code === values.employeeType)!.title.zh
  const [store, role] = [values.store, values.role].map((value) => (value as { label: string }).label)
  const file = `姓名,手机,所属门店,员工类型,角色\n再来的人,13711112222,${store},${kind},${role}\n`
  const first = await written('owner', await compared('owner', staff, 'staff.csv', file))
  expect(first.counts, JSON.stringify(await rowsOf('owner', first))).toEqual({ created: 1 })
  const { database } = suite.product.server.dependencies
  await database.query(sql`update "employee" set "state" = 'resigned' where "mobile" = '13711112222'`)
  const again = await compared('owner', staff, 'again.csv', file.replace('再来', '重来'))
  expect(again.counts, JSON.stringify(await rowsOf('owner', again))).toEqual({ create: 1 })
})

const customers = '/customer/CustomerList'
const recordOf = async (id: number) =>
  (await answer<RecordAnswer>('owner', '/api/record', { entity: 'customer', id })).record
const editable = async () =>
  (await answer<ListAnswer>('owner', '/api/list', { screen: customers, want: { rows: true } })).rows!.filter(
    ({ can }) => can.includes('edit'),
  )
const edit = (id: number, values: object) => suite.teller.act('owner', 'customer.edit', id, values)

it('leaves every difference to its user where the file has lost its originals', async () => {
  const [one, two] = await editable()
  const sheet = await exported('owner', { screen: customers })
  const file = (await asCsv(sheet)).replaceAll(`"${one!.label}"`, `"${one!.label}改"`)
  // An emptied cell of the file leaves what a colleague has entered.
  await edit(two!.id, { name: '同事改的', remark: '同事写的' })
  const state = await compared('owner', customers, 'saved.csv', file)
  const rows = Object.values(state.counts).reduce((sum, count) => sum + count, 0)
  const origin = { rowsWithoutOriginals: rows, isOtherRevision: false }
  expect(state).toMatchObject({ counts: { conflict: 2, same: rows - 2 }, origin })
  const contested = (await rowsOf('owner', state)).filter((row) => row.state === 'conflict')
  const message = '文件中没有导出时的原值，无法判断差异来自您还是他人的修改'
  const title = { zh: app.entities.customer!.fields.name!.title.zh }
  expect(contested.sort((a, b) => a.label.localeCompare(b.label))).toEqual(
    [
      {
        label: one!.label,
        message,
        cells: [{ title, contested: true, field: 'name', file: `${one!.label}改`, now: one!.label }],
      },
      {
        label: '同事改的',
        message,
        cells: [{ title, contested: true, field: 'name', file: two!.label, now: '同事改的' }],
      },
    ]
      .map((row) => ({ ...row, row: expect.any(Number), state: 'conflict' }))
      .sort((a, b) => a.label.localeCompare(b.label)),
  )
  expect((await written('owner', state)).counts).toEqual({ kept: 2, same: rows - 2 })
  expect((await recordOf(one!.id)).label).toBe(one!.label)
  expect((await recordOf(two!.id)).values).toMatchObject({
    name: '同事改的',
    remark: '同事写的',
  })
  const again = await compared('owner', customers, 'saved.csv', file)
  expect((await written('owner', again, true)).counts).toEqual({ updated: 2, same: rows - 2 })
  expect((await recordOf(two!.id)).values).toMatchObject({
    name: two!.label,
    remark: '同事写的',
  })
})

it('shows what goes with a changed answer though the file contains it, and gives it back', async () => {
  const [one] = await editable()
  await edit(one!.id, { source: 'referral', referrer: '老邻居' })
  const { fields } = app.entities.customer!
  const source = (code: string) =>
    app.dictionaries[fields.source!.dictionary!]!.items.find((item) => item.code === code)!.title.zh!
  const sheet = await readSheet(await exported('owner', { screen: customers }))
  const file = await withCells(sheet, new Map([[one!.id, new Map([['source', source('walkIn')]])]]))
  const state = await compared('owner', customers, 'walkIn.xlsx', file)
  const [row] = (await rowsOf('owner', state)).filter((item) => item.state !== 'same')
  expect(row).toMatchObject({
    state: 'update',
    cells: [
      { title: { zh: fields.source!.title.zh }, file: source('walkIn'), now: source('referral') },
      { title: { zh: fields.referrer!.title.zh }, file: '', now: '老邻居' },
    ],
  })
  expect((await written('owner', state)).counts).toMatchObject({ updated: 1 })
  expect((await recordOf(one!.id)).values).toMatchObject({ source: 'walkIn', referrer: null })
  expect((await takenBack('owner', state)).counts).toMatchObject({ restored: 1 })
  expect((await recordOf(one!.id)).values).toMatchObject({ source: 'referral', referrer: '老邻居' })
})

it('refuses to clear by other edits what another user changed, and tells what needs a contested cell', async () => {
  const [one, two, three] = await editable()
  const { fields } = app.entities.customer!
  const source = (code: string) =>
    app.dictionaries[fields.source!.dictionary!]!.items.find((item) => item.code === code)!.title.zh!
  await edit(one!.id, { source: 'referral', referrer: '老邻居' })
  for (const { id } of [two!, three!]) await edit(id, { source: 'walkIn' })
  const sheet = await readSheet(await exported('owner', { screen: customers }))
  const referred = new Map([
    ['source', source('referral')],
    ['referrer', '新介绍人'],
  ])
  const file = await withCells(
    sheet,
    new Map([
      [one!.id, new Map([['source', source('walkIn')]])],
      [two!.id, referred],
      [three!.id, new Map([...referred, ['remark', '文件改的']])],
    ]),
  )
  await edit(one!.id, { referrer: '同事改的邻居' })
  for (const { id } of [two!, three!]) await edit(id, { source: 'online' })
  const state = await compared('owner', customers, 'cleared.xlsx', file)
  const rows = (await rowsOf('owner', state)).filter((item) => item.state !== 'same')
  const byLabel = ({ label }: RecordData) => rows.find((row) => row.label === label)!
  const cleared = '本行的其他修改会清空此项，而它在导出后被他人改过'
  expect(byLabel(one!)).toMatchObject({
    state: 'refused',
    cells: [{ now: source('referral') }, { base: '老邻居', file: '', now: '同事改的邻居', error: cleared }],
  })
  for (const record of [two!, three!])
    expect(byLabel(record)).toMatchObject({
      state: 'conflict',
      message: expect.stringMatching(/；保留他人改过的值时，本行的其他修改不能写入：按本行的其他内容，此项不填$/),
    })
  // Taken with the contested cell of one, and of the other without.
  const cells = [{ row: byLabel(two!).row, field: 'source' }]
  const done = await written('owner', state, { columns: [], cells })
  expect(done.counts).toMatchObject({ updated: 1, failed: 1, refused: 1 })
  expect((await rowsOf('owner', done)).find(({ state: end }) => end === 'failed')).toMatchObject({
    label: three!.label,
    cells: expect.arrayContaining([expect.objectContaining({ file: '新介绍人', error: expect.any(String) })]),
  })
  expect((await recordOf(one!.id)).values).toMatchObject({ source: 'referral', referrer: '同事改的邻居' })
  expect((await recordOf(two!.id)).values).toMatchObject({ source: 'referral', referrer: '新介绍人' })
  expect((await recordOf(three!.id)).values).toMatchObject({ source: 'online', referrer: null })
})

it('clears by no other edit of a row what its user has left to a colleague', async () => {
  const [one, two] = await editable()
  const { fields } = app.entities.customer!
  const source = (code: string) =>
    app.dictionaries[fields.source!.dictionary!]!.items.find((item) => item.code === code)!.title.zh!
  for (const { id } of [one!, two!]) await edit(id, { source: 'referral', referrer: '老邻居', remark: '原来的' })
  const sheet = await readSheet(await exported('owner', { screen: customers }))
  const walkedIn = ['source', source('walkIn')] as const
  const file = await withCells(
    sheet,
    new Map([
      [one!.id, new Map([walkedIn, ['referrer', '']])],
      [two!.id, new Map([walkedIn, ['referrer', ''], ['remark', '文件改的']])],
    ]),
  )
  await edit(one!.id, { referrer: '同事的邻居' })
  await edit(two!.id, { referrer: '同事的邻居', remark: '同事改的' })
  const state = await compared('owner', customers, 'left.xlsx', file)
  expect(state.counts).toMatchObject({ conflict: 2 })
  for (const row of (await rowsOf('owner', state)).filter((item) => item.state === 'conflict'))
    expect(row.message).toContain('保留他人改过的值时，本行的其他修改不能写入')
  const done = await written('owner', state)
  expect(done.counts).toMatchObject({ failed: 2 })
  const cleared = '本行的其他修改会清空此项，而它在导出后被他人改过'
  for (const row of (await rowsOf('owner', done)).filter((item) => item.state === 'failed'))
    expect(row.cells.filter(({ error }) => error)).toMatchObject([{ now: '同事的邻居', error: cleared }])
  for (const { id } of [one!, two!])
    expect((await recordOf(id)).values).toMatchObject({ source: 'referral', referrer: '同事的邻居' })
})

/** The first sheet without the texts of its numbers: their heading and all, or the heading only. */
const unnumbered = (sheet: Buffer, part: 'column' | 'heading') =>
  editedBook(sheet, (xml) =>
    part === 'heading'
      ? xml.replace('记录编号（请勿修改）', ' 记录 编号')
      : xml.replace(/<c r="A\d+"[^>]*?(?:\/>|>.*?<\/c>)/gs, ''),
  )

it.each(['column', 'heading'] as const)('reverts nothing where the %s of the record numbers is lost', async (part) => {
  const [one, two] = await editable()
  const { label } = await recordOf(one!.id)
  const sheet = await exported('owner', { screen: customers })
  await edit(one!.id, { name: `${label}同事`, remark: `同事在此期间写的${part}` })
  // One cell of a record that nobody else has changed is edited in the file.
  const edited = await editedBook(await unnumbered(sheet, part), (xml) =>
    xml.replaceAll(`>${two!.label}<`, `>${two!.label}新${part}<`),
  )
  const state = await compared('owner', customers, `${part}.xlsx`, edited)
  const rows = Object.values(state.counts).reduce((sum, count) => sum + count, 0)
  expect(state.counts, JSON.stringify(await rowsOf('owner', state))).toEqual({ update: 1, same: rows - 1 })
  expect((await written('owner', state)).counts).toEqual({ updated: 1, same: rows - 1 })
  const { values } = await recordOf(one!.id)
  expect(values).toMatchObject({ name: `${label}同事`, remark: `同事在此期间写的${part}` })
  expect((await recordOf(two!.id)).label).toBe(`${two!.label}新${part}`)
})

it('leaves a row to its user that was added to an export and has the key of a record that the export lacks', async () => {
  const [one, two] = await editable()
  const { values } = await recordOf(two!.id)
  const sheet = await exported('owner', { screen: customers, words: one!.label })
  const number = (await recordOf(one!.id)).values.mobile
  const state = await compared(
    'owner',
    customers,
    'added.xlsx',
    await editedBook(await unnumbered(sheet, 'column'), (xml) =>
      xml.replaceAll(`>${String(number)}<`, `>${String(values.mobile)}<`),
    ),
  )
  expect(state.counts).toEqual({ conflict: 1 })
  expect(await rowsOf('owner', state)).toMatchObject([
    { message: '文件中没有导出时的原值，无法判断差异来自您还是他人的修改' },
  ])
  await answer('owner', '/api/exchange/discard', { import: state.id })
})

it('tells of a file of a former version, and leaves to its user the field that it names otherwise', async () => {
  const [one, two] = await editable()
  await edit(two!.id, { remark: '写过' })
  const sheet = await exported('owner', { screen: customers })
  const former = (xml: string) =>
    xml.replace(`>${customers}<`, '>/customer/Former<').replace('>remark<', '>memo<').replace(app.revision, 'former')
  // Its originals show that the name was not edited; of the remark they show nothing.
  await edit(one!.id, { name: '后来改的' })
  await edit(two!.id, { remark: '后来写的' })
  const state = await compared('owner', customers, 'older.xlsx', await editedBook(sheet, former, 3))
  expect(state.origin).toEqual({ rowsWithoutOriginals: 0, isOtherRevision: true })
  expect(state.counts).toEqual({ conflict: 1, same: expect.any(Number) })
  const contested = (await rowsOf('owner', state)).filter((row) => row.state === 'conflict')
  const message = expect.stringMatching(/无法判断.*；导出后记录有过修改/)
  expect(contested).toMatchObject([{ message, cells: [{ contested: true, file: '写过', now: '后来写的' }] }])
})

it('finds the originals of a field that was renamed since', async () => {
  const [path, screen] = [customers, app.screens[customers]!]
  const { customer } = app.entities
  const entity = { ...customer!, migration: { ...customer!.migration, rename: { memo: 'remark' } } }
  const hidden = [
    ['exchange', path, 'former', 'zh'],
    ['', '', 'name', 'memo', '__proto__'],
    ['7', '3', '甲', '写过', ''],
  ]
  const { records, isOtherRevision } = await originOf(app, { screen, entity }, hidden)
  expect([isOtherRevision, records.get(7)]).toMatchObject([true, { base: { name: '甲', remark: '写过' }, version: 3 }])
  const foreign = [['exchange', '/other', 'former', 'zh', 'employee'], ...hidden.slice(1)]
  expect((await originOf(app, { screen, entity }, foreign)).records.size).toBe(0)
})

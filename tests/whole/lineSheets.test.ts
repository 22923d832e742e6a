// Tests exchanging lines of forms with sheets, in every form with them:
// only for those who may run it, refused cells with the form's rule, and nothing written before submission.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import readWorkbook from 'read-excel-file/universal'
import type { Field } from '../../src/manifest/model/field'
import type { LineValue, ListAnswer } from '../../src/protocol/calls'
import type { FormLines, ReadLines } from '../../src/protocol/exchange/linesCalls'
import { accounts, png } from '../story/teller'
import { bookOf } from './foreignWorkbook'
import { createImporter } from './importing'
import { readSchemas } from './schemas'
import { useProduct } from './useProduct'

const app = readSchemas()
const suite = useProduct({ environment: { JOBS: 'off' } })
const { answer, uploaded } = createImporter(suite)

const forms = Object.values(app.entities).flatMap((entity) =>
  Object.values(entity.transitions).flatMap(({ name, form, inputs, permissions }) =>
    // What effects alone run has no form on a page.
    (permissions.every(({ permission }) => permission === 'system') ? [] : form).flatMap(
      ({ field: asked, input, readOnly, editOnlyFields, omitFields = [] }) => {
        const field = input ? inputs[asked]! : entity.fields[asked]!
        if (!field.exchange || readOnly || editOnlyFields) return []
        const columns = Object.values(field.fields!).filter(
          (cell) => !cell.compute && !cell.aggregate && !omitFields.includes(cell.name),
        )
        const named = { entity: entity.name, transition: name, field: asked }
        return [{ title: `${entity.name}.${name}`, form: named, field: asked, columns }]
      },
    ),
  ),
)

/** A value of a cell, as a form holds it. */
function valueOf({ type, dictionary, scale = 2 }: Field, line: number): LineValue[string] {
  if (type === 'choice') return app.dictionaries[dictionary!]!.items.filter(({ retired }) => !retired).at(line)!.code
  if (type === 'int') return 12 + line
  if (type === 'money') return `${1_200 + line}.50`
  if (type === 'decimal') return `${3 + line}.${'1'.repeat(Math.min(scale, 2))}`
  if (type === 'date') return `2026-03-0${line + 1}`
  return type === 'boolean' ? line === 0 : `“甲” & <${line}>`
}

async function sheet(role: string, request: FormLines & { lines?: readonly LineValue[] }): Promise<Buffer> {
  const reply = await fetch(`${suite.product.address}/api/exchange/linesSheet`, {
    method: 'POST',
    headers: { 'X-Token': await suite.teller.token(role), 'content-type': 'application/json', 'x-language': 'zh' },
    body: JSON.stringify(request),
  })
  expect(reply.headers.get('content-type')).toContain('spreadsheetml')
  return Buffer.from(await reply.arrayBuffer())
}

const read = async (role: string, request: FormLines, name: string, content: string | Uint8Array) =>
  answer<ReadLines>(role, '/api/exchange/lines', { ...request, file: await uploaded(role, name, content) })

it('there are forms whose lines are many or stand in a sheet already', () => {
  expect(forms.map(({ form: { entity, field } }) => `${entity}.${field}`)).toEqual(
    expect.arrayContaining(['order.items', 'contract.items', 'supplement.items', 'supplyOrder.lines']),
  )
})

it.each(forms)('$title gives a template, and takes its $field back unchanged', async ({ columns, form }) => {
  const [template] = await readWorkbook(new Uint8Array(await sheet('admin', form)).buffer)
  expect(template!.data[0]).toEqual(columns.map(({ title, required }) => `${title.zh!}${required ? '*' : ''}`))
  expect(template!.data).toHaveLength(1)
  const lines = [0, 1].map((line) =>
    Object.fromEntries(columns.map((cell) => [cell.name, valueOf(cell, line)])),
  ) as LineValue[]
  const answered = await read('admin', form, 'lines.xlsx', await sheet('admin', { ...form, lines }))
  expect(answered.lines.map(({ row, line }) => ({ row, line }))).toEqual([
    { row: 2, line: lines[0] },
    { row: 3, line: lines[1] },
  ])
  expect(answered.ignored).toEqual([])
})

it.each(forms)('$title gives its $field to a role as its form does', async ({ form }) => {
  for (const role of Object.keys(accounts)) {
    const { entity, transition } = form
    const key = randomUUID()
    const numbered = app.entities[entity]!.transitions[transition]!.creates ? {} : { id: 999_999, version: 1 }
    const { key: sent = '' } = await suite.teller.call(role, '/api/run', {
      entity,
      transition,
      ...numbered,
      values: {},
      key,
    })
    const file = await uploaded(role, 'a.csv', 'a\n1\n')
    const { key: refusal } = await suite.teller.call(role, '/api/exchange/lines', { ...form, file })
    const isForbidden = sent.startsWith('permission_')
    expect(refusal, role).toBe(isForbidden ? sent : 'import_columns_unknown')
    if (!isForbidden) continue
    expect(await suite.teller.call(role, '/api/exchange/linesSheet', form), role).toMatchObject({
      code: 2002,
      key: sent,
    })
  }
})

const supplement = { entity: 'supplement', transition: 'create', field: 'items' }
const head = '行号,品类,空间,名称,单位,数量,零售单价,颜料'

it('cells that the form would refuse are named with its rule, and nothing is written', async () => {
  const before = await suite.teller.counted()
  const rows = [
    head,
    '1,橱柜,厨房,地柜,套,2,1200.00,x,旁注',
    '2,飞船,厨房,吊柜,套,1,800,',
    '3,橱柜,厨房,,套,1,800,',
    '4,橱柜,厨房,台面,套,0,800,',
    '4,橱柜,厨房,水槽,套,1,-5,',
    '5,橱柜,厨房,拉篮,套,两,3.999,',
  ]
  const { lines, ignored } = await read('guide', supplement, '明细.csv', rows.join('\n'))
  expect(ignored).toEqual(['颜料', 'I 列（没有列名）'])
  const errors = lines.map(({ row, errors: cells }) => [
    row,
    ...cells.map(({ title, message }) => `${title.zh!}: ${message}`),
  ])
  expect(errors).toEqual([
    [2],
    [3, expect.stringMatching(/^品类: 无法识别“飞船”，可填，如：/)],
    [4, '名称: 必填'],
    [5, '数量: 不能小于0.01'],
    [6, expect.stringMatching(/^行号: /), '零售单价: 不能小于0'],
    [7, '数量: 无法识别“两”，可填，如：12.5', '零售单价: 最多2位小数'],
  ])
  expect(await suite.teller.counted()).toEqual(before)
})

it('a merged cell is refused as such, beside what cannot be read and what the form refuses in the same line', async () => {
  const rows = [
    head.split(','),
    ['1', '橱柜', '厨房', '地柜', '套', '2', '1200.00'],
    ['2', '橱柜', '', '吊柜', '套', '两', '-5'],
    ['', '橱柜', '厨房', '台面', '套', '1', '800'],
  ]
  const { lines } = await read('guide', supplement, '明细.xlsx', await bookOf(rows, 'C2:C3', 'A3:A4'))
  const merged = (cell: string) => `已与 ${cell} 合并，没有自己的值；请取消合并，再填写每一格`
  expect(lines.map(({ errors }) => errors.map(({ title, message }) => `${title.zh!}: ${message}`))).toEqual([
    [],
    [`空间: ${merged('C2')}`, '数量: 无法识别“两”，可填，如：12.5', '零售单价: 不能小于0'],
    [`行号: ${merged('A3')}`],
  ])
})

it('lines without their number are tried with the ones that the form fills in', async () => {
  const rows = [head, '7,橱柜,厨房,地柜,套,2,1200.00,', ',橱柜,厨房,吊柜,套,1,800,', ',橱柜,厨房,,套,1,800,']
  const { lines } = await read('guide', supplement, '明细.csv', rows.join('\n'))
  expect(lines.map(({ line, errors }) => [line.lineNo ?? null, ...errors.map(({ field }) => field)])).toEqual([
    [7],
    [null],
    [null, 'name'],
  ])
})

it('what was read is what the form writes', async () => {
  const orders = await answer<ListAnswer>('guide', '/api/list', {
    screen: '/order/Query',
    size: 200,
    want: { rows: true },
  })
  const order = orders.rows!.find(({ state }) => state === 'placing' || state === 'exploding')!
  const input = { order: order.id, kind: 'add', reason: '加柜' }
  const rows = [head, '1,橱柜,厨房,地柜,套,2,1200.00,', '2,橱柜,厨房,吊柜,套,1,800,']
  const { lines } = await read('guide', { ...supplement, input }, '明细.csv', rows.join('\n'))
  expect(lines.map(({ errors }) => errors)).toEqual([[], []])
  const evidence = { id: await uploaded('guide', 'a.png', png), name: 'a.png', size: png.length, type: 'image/png' }
  const values = { ...input, files: [evidence], items: lines.map(({ line }) => line), needParts: false }
  const done = await suite.teller.call<{ id: number }>('guide', '/api/run', {
    entity: 'supplement',
    transition: 'create',
    key: randomUUID(),
    values,
  })
  expect(done.code, JSON.stringify(done)).toBe(2000)
  const { id } = done.data
  const { record } = await answer<{ record: { values: { items: LineValue[] } } }>('guide', '/api/record', {
    entity: 'supplement',
    id,
  })
  expect(record.values.items).toMatchObject([
    { lineNo: 1, name: '地柜', qty: '2.00', unitPrice: '1200.00' },
    { lineNo: 2, name: '吊柜', qty: '1.00', unitPrice: '800.00' },
  ])
  const present = { ...supplement, input, lines: record.values.items }
  const again = await read('guide', supplement, '明细.xlsx', await sheet('guide', present))
  expect(again.lines.map(({ line }) => line)).toEqual(
    // What is computed is no column.
    record.values.items.map((line) => ({ ...line, amount: undefined })),
  )
})

it.each([
  ['another account uploaded', 'import_file_missing', async () => uploaded('admin', 'a.csv', `${head}\n`)],
  ['has no known heading', 'import_columns_unknown', async () => uploaded('guide', 'a.csv', 'x\n1\n')],
  ['has headings alone', 'import_without_rows', async () => uploaded('guide', 'a.csv', `${head}\n`)],
  ['has a column twice', 'import_columns_repeated', async () => uploaded('guide', 'a.csv', '名称,名称\n1,2\n')],
  ['has too many rows', 'import_too_large', async () => uploaded('guide', 'a.csv', `名称\n${'a\n'.repeat(501)}`)],
  ['is none', 'import_file_type', async () => uploaded('guide', 'a.xlsx', 'PK\u0003\u0004 broken')],
])('a file that %s is refused', async (_, key, file) => {
  const request = { ...supplement, file: await file() }
  expect(await suite.teller.call('guide', '/api/exchange/lines', request)).toMatchObject({ code: 2001, key })
})

it('a record out of the row scope gives no sheet, and lines without the key none either', async () => {
  const contracts = async (role: string) =>
    (await answer<ListAnswer>(role, '/api/list', { screen: '/order/Contract', size: 200, want: { rows: true } })).rows!
  const visible = await contracts('guide')
  const foreign = (await contracts('admin')).find(({ id }) => !visible.some((row) => row.id === id))!
  const edit = { entity: 'contract', transition: 'edit', field: 'items' }
  expect(await suite.teller.call('guide', '/api/exchange/linesSheet', { ...edit, id: foreign.id })).toMatchObject({
    key: 'record_not_reachable',
  })
  const earnests = { entity: 'contract', transition: 'create', field: 'earnests' }
  expect(await suite.teller.call('admin', '/api/exchange/linesSheet', earnests)).toMatchObject({
    key: 'import_not_offered',
  })
})

// Tests that hostile or careless workbooks get a clear answer on import, and nothing in them runs
// or is written.
import { expect, it } from 'vitest'
import type { ListAnswer } from '../../src/protocol/calls'
import { main, number, text, workbook } from './foreignWorkbook'
import { createImporter } from './importing'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
const { answer, compared, rowsOf, uploaded, written } = createImporter(suite)
const screen = '/customer/CustomerList'
const heads = ['姓名', '手机', '客户来源', '备注', '生日']
const head = `<row r="1">${heads.map((title, index) => text(`${'ABCDE'[index]}1`, title)).join('')}</row>`
const sheet = (rows: string, { before = '', after = '' } = {}) => [
  `<worksheet xmlns="${main}">${before}<sheetData>${head}${rows}</sheetData>${after}</worksheet>`,
]
const row = (line: number, name: string, mobile: string, more = '') =>
  `<row r="${line}">${text(`A${line}`, name)}${mobile}${text(`C${line}`, '自然进店')}${more}</row>`

async function judged(name: string, rows: string, parts?: { before?: string; after?: string }) {
  const state = await compared('guide', screen, name, await workbook(sheet(rows, parts)))
  return { state, rows: await rowsOf('guide', state) }
}

it('a mobile that is a number is exact, also where it is shown abbreviated', async () => {
  const { state, rows } = await judged(
    'numbers.xlsx',
    row(2, '数字甲', number('B2', '13855550001')) + row(3, '数字乙', number('B3', '1.3855550002E10')),
  )
  expect(
    rows.map((one) => one.state),
    JSON.stringify(rows),
  ).toEqual(['create', 'create'])
  await written('guide', state)
  const again = '姓名,手机\n数字甲,13855550001\n数字乙,13855550002\n'
  expect((await compared('guide', screen, 'again.csv', again)).counts).toEqual({ same: 2 })
})

it('a formula is a text or its last value, and runs nowhere', async () => {
  const formula = '<c r="D2" t="str"><f>HYPERLINK("http://a.test","x")</f><v>旧值</v></c>'
  const { state, rows } = await judged(
    'formulas.xlsx',
    row(2, '公式甲', number('B2', '13855550011'), formula) +
      row(3, '公式乙', number('B3', '13855550012'), text('D3', '=cmd|&apos;/c calc&apos;!A1')),
  )
  expect(
    rows.map((one) => one.state),
    JSON.stringify(rows),
  ).toEqual(['create', 'create'])
  expect((await written('guide', state)).counts).toEqual({ created: 2 })
  const again = `姓名,手机,备注\n公式甲,13855550011,旧值\n公式乙,13855550012,=cmd|'/c calc'!A1\n`
  expect((await compared('guide', screen, 'again.csv', again)).counts).toEqual({ same: 2 })
})

it('merged cells are refused at the cell, hidden columns and rows are read and told', async () => {
  const { state, rows } = await judged(
    'merged.xlsx',
    row(2, '合并甲', number('B2', '13855550021')) +
      `<row r="3">${number('B3', '13855550022')}</row>` +
      `<row r="5" hidden="1">${text('A5', '合并乙')}</row>` +
      row(7, '合并丙', number('B7', '13855550023')).replace('<row ', "<row hidden = 'true' "),
    {
      before: '<cols><col min="2" max="3" width="10" hidden="1"/><col min="6" max="16384" hidden="1"/></cols>',
      after: '<mergeCells count="2"><mergeCell ref="A2:A3"/><mergeCell ref="C2:D4"/></mergeCells>',
    },
  )
  const errors = rows.map(({ row: line, state: outcome, cells }) => [
    line,
    outcome,
    cells.flatMap(({ title, error }) => (error ? [`${title.zh} ${error}`] : [])),
  ])
  const merged = (cell: string) => `已与 ${cell} 合并，没有自己的值；请取消合并，再填写每一格`
  expect(errors).toEqual([
    [2, 'refused', [`备注 ${merged('C2')}`]],
    [3, 'refused', [`姓名 ${merged('A2')}`, `客户来源 ${merged('C2')}`, `备注 ${merged('C2')}`]],
    [5, 'refused', [expect.stringMatching(/^手机 必填/), expect.stringMatching(/^客户来源 必填/)]],
    [7, 'create', []],
  ])
  expect(state.origin).toMatchObject({ hiddenColumns: ['手机', '客户来源'], hiddenRows: 2 })
  // A record keeps what it has where its cell is merged.
  const found = await compared('guide', screen, 'found.csv', '姓名,手机,客户来源\n合并丁,13855550024,自然进店\n')
  expect((await written('guide', found)).counts).toEqual({ created: 1 })
  const changed = await judged(
    'changed.xlsx',
    row(2, '合并戊', number('B2', '13855550025')) +
      `<row r="3">${number('B3', '13855550024')}${text('C3', '自然进店')}</row>`,
    { after: '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>' },
  )
  expect(changed.rows[1]).toMatchObject({ state: 'refused', label: '合并丁', cells: [{ error: merged('A2') }] })
  expect(changed.state).not.toHaveProperty('origin')
})

it('a row whose record number is merged changes no record, and columns without a heading are named', async () => {
  const names = ['合并己', '合并庚']
  const people = names.map((name, at) => `${name},1385555002${6 + at},自然进店`)
  const added = await compared('guide', screen, 'added.csv', ['姓名,手机,客户来源', ...people].join('\n'))
  await written('guide', added)
  const request = { screen, words: names[0], want: { rows: true } }
  const { rows: [customer] = [] } = await answer<ListAnswer>('guide', '/api/list', request)
  const numbered = head.replace('</row>', `${text('F1', '记录编号（请勿修改）')}</row>`)
  const [content = ''] = sheet(
    names
      .map((name, at) => {
        const line = at + 2
        const more = text(`D${line}`, '已到店') + (at === 0 ? number('F2', String(customer!.id)) : text('H3', '旁注'))
        return row(line, name, number(`B${line}`, `1385555002${6 + at}`), more)
      })
      .join(''),
    { after: '<mergeCells count="1"><mergeCell ref="F2:F3"/></mergeCells>' },
  )
  const state = await compared('guide', screen, 'numbers.xlsx', await workbook([content.replace(head, numbered)]))
  const error = { zh: '记录编号（请勿修改）', error: '已与 F2 合并，没有自己的值；请取消合并，再填写每一格' }
  const rows = await rowsOf('guide', state)
  expect(rows.map(({ state: outcome, label }) => [outcome, label])).toEqual([
    ['conflict', names[0]],
    ['refused', names[1]],
  ])
  expect(rows[1]!.cells.map((cell) => ({ zh: cell.title.zh, error: cell.error }))).toEqual([error])
  expect(state.ignored).toEqual(['生日', 'H 列（没有列名）'])
})

it.each([
  ['entities', '13855550031', '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>', '&b;'],
  ['a file of the server', '13855550032', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>', '&a;'],
])('%s in the XML stay the words that name them', async (_, mobile, doctype, name) => {
  const file = await workbook(sheet(row(2, name, number('B2', mobile))), doctype)
  const done = await written('guide', await compared('guide', screen, 'entities.xlsx', file))
  expect(await rowsOf('guide', done)).toMatchObject([{ state: 'created', label: name }])
})

it('a bomb is refused with how much it may unfold to', async () => {
  function* content() {
    yield `<worksheet xmlns="${main}"><sheetData>${head}`
    for (let part = 0; part < 110; part += 1) yield ' '.repeat(1024 * 1024)
    yield '</sheetData></worksheet>'
  }
  const file = await uploaded('guide', 'large.xlsx', await workbook(content()))
  const { code, msg } = await suite.teller.call('guide', '/api/exchange/begin', { screen, file })
  expect([code, msg]).toEqual([2001, expect.stringMatching(/解压后最多 100 MB/)])
})

it('a million rows are refused with how many may come, without a thread having read them', async () => {
  function* content() {
    yield `<worksheet xmlns="${main}"><sheetData>${head}`
    for (let part = 0; part < 1_000; part += 1) yield '<row><c><v>1</v></c></row>'.repeat(1_000)
    yield '</sheetData></worksheet>'
  }
  const file = await uploaded('guide', 'million.xlsx', await workbook(content()))
  const { code, msg } = await suite.teller.call('guide', '/api/exchange/begin', { screen, file })
  expect([code, msg]).toEqual([2001, expect.stringMatching(/最多 10000 行/)])
})

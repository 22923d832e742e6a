// Tests that a date in a file is accepted only if unambiguous, and otherwise refused at its cell
// with the reason.
import { expect, it } from 'vitest'
import sql from 'sql-template-tag'
import { main, number, text, workbook } from './foreignWorkbook'
import { createImporter } from './importing'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
const { answer, compared, rowsOf } = createImporter(suite)
const screen = '/customer/Receipting'
const titles = ['收款类型', '客户', '金额', '支付方式', '收款日期']

/** A payment on the day of the cell: what became of it, and the day that would be written. */
async function payment(day: string, options: Parameters<typeof workbook>[2] = {}) {
  const { rows } = await answer<{ rows: { label: string; state: string }[] }>('guide', '/api/list', {
    screen: '/customer/CustomerList',
    want: { rows: true },
  })
  const customer = rows.find(({ state }) => state === 'following')!.label
  const cells = [text('A2', '定金'), text('B2', customer), number('C2', '5'), text('D2', '现金'), day].join('')
  const head = titles.map((title, place) => text(`${'ABCDE'[place]}1`, title)).join('')
  const sheet = `<worksheet xmlns="${main}"><sheetData><row r="1">${head}</row><row r="2">${cells}</row></sheetData></worksheet>`
  const state = await compared('guide', screen, 'days.xlsx', await workbook([sheet], '', options))
  const [row] = await rowsOf('guide', state)
  const [kept] = await suite.product.server.dependencies.database.query<{ plan: { values: { paidOn?: string } } }>(
    sql`SELECT "plan" FROM "_importRow" WHERE "import" = ${state.id}`,
  )
  await answer('guide', '/api/exchange/discard', { import: state.id })
  return { state: row!.state, errors: row!.cells.flatMap(({ error }) => error ?? []), day: kept!.plan.values.paidOn }
}

it.each([
  ['2026/3/5', '2026-03-05'],
  ['2026年3月5日', '2026-03-05'],
  ['2025.12.31', '2025-12-31'],
  ['20260305', '2026-03-05'],
])('%s as text is the day %s', async (written, day) => {
  expect(await payment(text('E2', written))).toEqual({ state: 'create', errors: [], day })
})

it.each([
  ['the year last', text('E2', '3/5/2026'), '“3/5/2026”分不清年、月、日，请写成 2026-03-01'],
  ['a year of two digits', text('E2', '26.3.5'), '“26.3.5”分不清年、月、日，请写成 2026-03-01'],
  ['a number alone', number('E2', '46086'), '“46086”是数字，不是日期；请把该列设为日期格式，或写成 2026-03-01'],
  ['a day that no month has', text('E2', '2026-02-30'), '无法识别“2026-02-30”，可填，如：2026-03-01'],
])('a date with %s is refused', async (_, cell, reason) => {
  expect(await payment(cell)).toMatchObject({ state: 'refused', errors: [reason] })
})

it('a cell with NULs is read without them, however late in a file they come', async () => {
  const row = (nul: string, filling: string) => `定金,无此客户${nul},5${nul},现金,${nul}2026-03-05,${filling}`
  const content = [[...titles, '填充'].join(), row('', 'x'.repeat(9_000)), row('\0', '\0')].join('\n')
  const [plain, filled] = await rowsOf('guide', await compared('guide', screen, 'filled.csv', content))
  expect(plain!.cells.map(({ error }) => error)).toEqual([expect.stringContaining('无此客户')])
  expect(filled).toEqual({ ...plain, row: 3 })
})

it.each([
  ['1900', '', '46086'],
  ['1904', '<workbookPr date1904="1"/>', '44624'],
])('a cell with the format of a date is its day in a workbook that counts from %s', async (_, properties, serial) => {
  const cell = `<c r="E2" s="1"><v>${serial}</v></c>`
  const taken = { state: 'create', errors: [], day: '2026-03-05' }
  expect(await payment(cell, { properties, dates: true })).toEqual(taken)
})

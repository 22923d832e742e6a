// Tests that every exported file can be imported again:
// up to the maximum number of records; larger ones are refused with the bound, on export and import.
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sql, { raw } from 'sql-template-tag'
import { expect, it, vi } from 'vitest'
import * as tableFile from '../../src/protocol/exchange/tableFile'
import { maxCellCharacters, maxColumns } from '../../src/protocol/exchange/workbookBounds'
import { acquireExportSlot } from '../../src/server/endpoints/lists/exportSlots'
import { usualLongestPieceMs } from '../server/longestPiece'
import { main, text, workbook } from './foreignWorkbook'
import { createImporter } from './importing'
import { useProduct } from './useProduct'

// Small bounds in the place of the real ones, and still more rows than any list of choices has.
const bounds = vi.hoisted(() => ({ maxRecords: 130, maxBytes: 100_000 }))
vi.mock('../../src/protocol/exchange/tableFile', async (original) =>
  Object.defineProperties(
    { ...(await original<typeof tableFile>()) },
    Object.fromEntries(Object.keys(bounds).map((name) => [name, { get: () => bounds[name as keyof typeof bounds] }])),
  ),
)

const suite = useProduct({ environment: { JOBS: 'off' } })
const { compared, exported, uploaded, written } = createImporter(suite)
const screen = '/customer/CustomerList'
const asked = { screen, words: '边界' }
const customers = (count: number, from = 0) =>
  [
    '姓名,手机,客户来源',
    ...Array.from({ length: count }, (_, at) => `边界${from + at},1365550${1000 + from + at},自然进店`),
  ].join('\n')
const begun = async (name: string, content: string | Uint8Array) =>
  suite.teller.call('guide', '/api/exchange/begin', { screen, file: await uploaded('guide', name, content) })

it('as many records as a file may hold go out and come back', async () => {
  await written('guide', await compared('guide', screen, 'all.csv', customers(bounds.maxRecords)))
  const file = await exported('guide', asked)
  expect(await compared('guide', screen, 'back.xlsx', file)).toMatchObject({ counts: { same: bounds.maxRecords } })
})

it('a file of one row more is refused with how many there may be', async () => {
  const csv = customers(bounds.maxRecords + 1)
  const rows = csv.split('\n').map((line, row) => {
    const cells = line.split(',').map((cell, at) => text(`${'ABC'[at]}${row + 1}`, cell))
    return `<row r="${row + 1}">${cells.join('')}</row>`
  })
  const xlsx = await workbook([`<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`])
  for (const [name, content] of [
    ['more.csv', csv],
    ['more.xlsx', xlsx],
  ] as const)
    expect(await begun(name, content)).toMatchObject({
      key: 'import_too_large',
      msg: `文件“${name}”过大：最多 130 行`,
    })
})

it('a file with a cell longer than any text is refused with how long it may be', async () => {
  const csv = `姓名,备注\n边界甲,${'长'.repeat(maxCellCharacters + 1)}\n`
  bounds.maxBytes = csv.length * 4
  expect(await begun('long.csv', csv)).toMatchObject({
    key: 'import_too_large',
    msg: '文件“long.csv”过大：一个单元格最多 100000 字',
  })
})

it('a file of more columns than are read is refused, not read without them', async () => {
  const head = (more: number) => ['姓名', ...Array.from({ length: maxColumns - 2 + more }, () => '其他')].join(',')
  const begin = (more: number) => begun('wide.csv', `${head(more)},备注,,\n边界甲${','.repeat(maxColumns)}\n`)
  expect(await begin(1)).toMatchObject({ key: 'import_too_large', msg: '文件“wide.csv”过大：最多 200 列' })
  expect(await begin(0)).toMatchObject({ code: 2000 })
})

it('one of more bytes is refused with how many there may be, and so is an export that would have more', async () => {
  const file = await exported('guide', asked)
  bounds.maxBytes = file.length
  expect(await begun('fits.xlsx', file)).toMatchObject({ code: 2000 })
  expect((await exported('guide', asked)).length).toBe(bounds.maxBytes)
  const exports = () =>
    suite.product.server.dependencies.database.query(sql`SELECT "id" FROM "audit" WHERE "action" = 'export'`)
  const noted = (await exports()).length
  bounds.maxBytes = file.length - 1
  expect(await begun('large.xlsx', file)).toMatchObject({ msg: expect.stringMatching(/过大：最多 \d+ (MB|kB)$/) })
  expect(await suite.teller.call('guide', '/api/exchange/export', asked)).toMatchObject({
    key: 'export_to_edit_too_large',
    msg: expect.stringMatching(/最多 \d+ (MB|kB)/),
  })
  expect((await exports()).length, 'what was refused is no export').toBe(noted)
  bounds.maxBytes = 100_000
})

it('an export of one record more is refused with how many there may be', async () => {
  await written('guide', await compared('guide', screen, 'one.csv', customers(1, bounds.maxRecords)))
  expect(await suite.teller.call('guide', '/api/exchange/export', asked)).toMatchObject({
    key: 'export_to_edit_too_large',
    msg: '导出用于修改的内容过多（最多 130 行），请先筛选',
  })
})

it('counts as an export of its account', async () => {
  const { database } = suite.product.server.dependencies
  const { id } = await suite.teller.account('guide')
  const [leave, leaveToo] = [acquireExportSlot(database, id), acquireExportSlot(database, id)]
  const few = { screen, words: '边界1' }
  expect(await suite.teller.call('guide', '/api/exchange/export', few)).toMatchObject({ key: 'own_exports_running' })
  leave()
  for (const time of ['first', 'second']) expect((await exported('guide', few)).length, time).toBeGreaterThan(0)
  leaveToo()
})

it.runIf(process.platform === 'linux')('one of as many records as may be keeps nobody else waiting', async () => {
  Object.assign(bounds, { maxRecords: 10_000, maxBytes: 10 * 1024 * 1024 })
  const { owner } = suite.product.server.dependencies.database
  const columns = await owner.query<{ column: string }>(
    sql`select quote_ident(column_name) as "column" from information_schema.columns
      where table_name = 'customer' and table_schema = current_schema() and is_generated = 'NEVER'
        and column_name not in ('id', 'no', 'name', 'mobile')`,
  )
  const copied = raw(columns.map(({ column }) => column).join(', '))
  await owner.query(
    sql`insert into "customer" (${copied}, "no", "name", "mobile")
      select ${copied}, 'B' || number, '大量' || number, (17000000000 + number)::text
      from (select * from "customer" where "name" = '边界0') as one, generate_series(1, ${bounds.maxRecords}) as number`,
  )
  const headers = { 'x-token': await suite.teller.token('guide'), 'x-language': 'zh' }
  let bytes = 0
  const work = async () => {
    const body = { screen, words: '大量' }
    const reply = await suite.product.transport({ method: 'POST', path: '/api/exchange/export', headers, body })
    bytes = (await buffer(reply.body as Readable)).length
  }
  expect(await usualLongestPieceMs(100, work)).toBeLessThan(100)
  expect(bytes).toBeGreaterThan(500_000)
})

it('an export that is sent when the server is asked to end arrives whole', async () => {
  const { address, server } = suite.product
  const headers = { 'x-token': await suite.teller.token('guide'), 'content-type': 'application/json' }
  const body = JSON.stringify({ screen, words: '大量', format: 'csv' })
  const { body: file } = await fetch(`${address}/api/export`, { method: 'POST', headers, body })
  const chunks = file!.values()
  const first = await chunks.next()
  const ending = server.close()
  const isServed = () =>
    fetch(`${address}/api/boot`, { headers }).then(
      () => true,
      () => false,
    )
  await expect.poll(isServed).toBe(false)
  let text = Buffer.from(first.value!).toString('latin1')
  expect(text.split('\n').length).toBeLessThan(bounds.maxRecords)
  for await (const chunk of chunks) text += Buffer.from(chunk).toString('latin1')
  expect(text.trim().split('\n')).toHaveLength(1 + bounds.maxRecords)
  await ending
})

// Proves that a file becomes the intended lines, and that every unreadable cell is reported with
// its position.
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { Field } from '../../src/manifest/model/field'
import { importTable, type ImportContext } from '../../src/ui/inputs/lineModel/importTable'
import { numberedRows, readTable } from '../../src/protocol/exchange/tableFile'
import { xlsxFile } from '../../src/server/files/spreadsheets/xlsx'
import { compiledBindery } from '../manifest/sources'
import { describeImportedLines, importOf } from './importCases'

const app = compiledBindery()
const { typed, context, sample } = importOf(app)
const head = typed.map((column) => column.title.zh!)
const rowOf = (at: number): string[] => typed.map((column) => sample(column, at))
const row = rowOf(0)
const at = (type: Field['type']) =>
  typed.findIndex((column) => column.type === type && column.required && (type !== 'int' || column.min !== undefined))
let rows = 0
/** A row like no other, but for one cell. */
const rowWith = (place: number, text: string) => rowOf((rows += 1)).map((cell, one) => (one === place ? text : cell))
const importRows = (table: readonly (readonly string[])[], read: ImportContext) =>
  importTable(numberedRows(table), read)

describe('a table', () => {
  it('becomes lines by the titles of either language', async () => {
    for (const titles of [head, typed.map((column) => column.title.en!), typed.map((column) => column.name)]) {
      const { lines: read, unknown } = await importRows([titles, row], context)
      expect(read).toMatchObject([{ row: 2, errors: [] }])
      expect(Object.keys(read[0]!.line).sort()).toEqual(typed.map((column) => column.name).sort())
      expect(unknown).toEqual([])
    }
  })
  it('tells each cell that cannot be taken, by the rows that a spreadsheet shows, and no line is lost for another', async () => {
    const { lines: read } = await importRows(
      [
        head,
        row,
        [],
        rowWith(at('choice'), '没有这种'),
        head.map(() => ''),
        rowWith(at('int'), '许多'),
        rowWith(at('int'), '-5'),
        rowWith(at('string'), ''),
      ],
      context,
    )
    expect(read.map(({ row: place, errors }) => [place, errors.map(({ column, text }) => [column, text])])).toEqual([
      [2, []],
      [4, [[head[at('choice')], '没有这种']]],
      [6, [[head[at('int')], '许多']]],
      [7, [[head[at('int')], '-5']]],
      [8, [[head[at('string')], '']]],
    ])
  })
  it('needs no number of its lines where the form fills it in, and takes none before them', async () => {
    const line = typed.find((column) => column.type === 'int' && column.required)!
    const field = { ...context.field, uniqueBy: [line.name] }
    const numbered = importOf(app, field).context
    const place = typed.indexOf(line)
    const { lines: read } = await importRows([head, rowWith(place, ''), rowWith(place, '')], numbered)
    expect(read.map(({ line: cells, errors }) => [cells[line.name], errors])).toEqual([
      [undefined, []],
      [undefined, []],
    ])
  })
  it('without a known column is none', async () =>
    expect(
      await importRows(
        [
          ['甲', '乙'],
          ['1', '2'],
        ],
        context,
      ),
    ).toMatchObject({ headless: true, lines: [] }))
  it('says which columns it does not use', async () =>
    expect(
      (
        await importRows(
          [
            [...head, '备用'],
            [...row, 'x'],
          ],
          context,
        )
      ).unknown,
    ).toEqual(['备用']))
})

describeImportedLines(app)

describe('a file', () => {
  const file = (name: string, bytes: string | Uint8Array<ArrayBuffer>) => new File([bytes], name)
  it('of separated values, in UTF-8 and in the Chinese encoding', async () => {
    expect(
      await readTable('a.csv', await file('a.csv', '\ufeff名称,数量\r\n,\r\n\r\n"门,板", 2 \r\n,\r\n').arrayBuffer()),
    ).toEqual([
      { number: 1, cells: ['名称', '数量'] },
      { number: 4, cells: ['门,板', '2'] },
    ])
    expect(
      await readTable('a.csv', await file('a.csv', new Uint8Array([0xc3, 0xfb, 0xb3, 0xc6, 0x2c, 0x31])).arrayBuffer()),
    ).toEqual([{ number: 1, cells: ['名称', '1'] }])
  })
  it('that was exported here as a workbook', async () => {
    const batches = (async function* () {
      yield [
        [{ kind: 'text', text: '门板' }, { kind: 'number', text: '2' }, { kind: 'day', text: '2025-03-04' }, null],
      ] as const
    })()
    const bytes = await buffer(
      xlsxFile(
        '部件',
        ['名称', '数量', '日期', '备注'].map((title) => ({ title, width: 9 })),
        batches,
      ),
    )
    expect(await readTable('a.xlsx', await file('a.xlsx', new Uint8Array(bytes)).arrayBuffer())).toEqual([
      { number: 1, cells: ['名称', '数量', '日期', '备注'] },
      { number: 2, cells: ['门板', '2', '2025-03-04', ''] },
    ])
  })
  it('that is no workbook is refused', async () => {
    await expect(readTable('a.xlsx', await file('a.xlsx', '名称').arrayBuffer())).rejects.toThrow()
  })
})

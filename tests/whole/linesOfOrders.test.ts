// Tests a file whose rows are goods of many orders:
// the rows of an order are written at once, unchanged ones write nothing, and a refused line names its cell.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import readWorkbook from 'read-excel-file/universal'
import type { LineValue, ListAnswer, RecordAnswer, RunAnswer } from '../../src/protocol/calls'
import type { ImportRowsAnswer, ImportState } from '../../src/protocol/exchange/exchangeCalls'
import type { TimelineAnswer } from '../../src/protocol/records/noteCalls'
import { columnName, escaped } from '../../src/server/files/spreadsheets/xlsx'
import { moment } from '../story/teller'
import { editedBook } from './editedBook'
import { asCsv } from './editedSheet'
import { createImporter } from './importing'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
const { answer, compared, exported, rowsOf, takenBack, template, uploaded, written, stepped } = createImporter(suite)
const orders = '/order/Query?list=takenOver'
const goods = '/order/Query?list=takenOverItems'
const head = '原单号,行号,品类,空间,名称,单位,数量,零售单价'

const listed = async (screen: string) =>
  (await answer<ListAnswer>('owner', '/api/list', { screen, size: 200, want: { rows: true } })).rows!
const orderOf = async (formerNo: string) => {
  const { id } = (await listed(orders)).find(({ values }) => values.formerNo === formerNo)!
  return (await answer<RecordAnswer>('owner', '/api/record', { entity: 'order', id })).record
}
/** Number, name and price of each of its goods. */
const goodsOf = async (formerNo: string) =>
  ((await orderOf(formerNo)).values.items as readonly LineValue[]).map(({ lineNo, name, unitPrice }) => [
    lineNo,
    name,
    Number(unitPrice),
  ])
/** How often its goods were entered. */
async function entries(formerNo: string): Promise<number> {
  const { id } = await orderOf(formerNo)
  const timeline = await answer<TimelineAnswer>('owner', '/api/timeline', { entity: 'order', id })
  return JSON.stringify(timeline).split('"enterItems"').length - 1
}
const line = (formerNo: string, lineNo: number | '', name: string, price: number, category = '橱柜') =>
  `${formerNo},${lineNo},${category},厨房,${name},套,1,${price}`
const csv = (...lines: readonly string[]) => [head, ...lines, ''].join('\n')

beforeAll(async () => {
  const { id: guide, store } = await suite.teller.account('guide')
  const address = { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 1 号' }
  const rows: string[] = []
  for (let number = 1; number <= 9; number += 1) {
    const name = `商品客户${number}`
    const values = { name, mobile: `1387701003${number}`, source: 'walkIn', intent: 'A', store, guide, address }
    const request = { entity: 'customer', transition: 'create', key: randomUUID(), values }
    await answer<RunAnswer>('guide', '/api/run', request)
    const days = `${moment({ day: -40 })},${moment({ day: 40 })}`
    rows.push(`SP-${number},${name},橱柜,"已签约，未下单",9000,${days},0`)
  }
  const heads = '原单号,客户,主品类,进行到,合同金额,签约日期,约定交货日,已收款'
  const done = await written('owner', await compared('owner', orders, 'orders.csv', [heads, ...rows, ''].join('\n')))
  expect(done.counts).toEqual({ created: 9 })
}, 120_000)

/** The cells of the rows that are refused, with their errors. */
const errorsOf = async (state: ImportState) =>
  (await rowsOf('owner', state)).map(({ row, state: judged, message, cells, lines }) => {
    const wrong = cells.flatMap(({ title, error }) => (error ? [title.zh] : []))
    const ofLines = (lines?.listed ?? []).flatMap((one) =>
      one.cells.flatMap(({ title, error }) => (error ? [`第 ${one.row} 行“${title.zh}”`] : [])),
    )
    return [row, judged, [...wrong, ...ofLines].join(), message]
  })
/** A page of the lines of a row. */
const linesOf = async (state: ImportState, row: number, after?: number) => {
  const page = await answer<ImportRowsAnswer>('owner', '/api/exchange/rows', { import: state.id, linesOf: row, after })
  return { lines: page.rows.flatMap(({ lines }) => lines?.listed ?? []), more: page.more }
}

describe('goods of several orders in one file', () => {
  const file = csv(
    line('SP-1', 1, '地柜', 6000),
    line('SP-2', 1, '衣柜', 4000, '衣柜'),
    line('SP-1', 2, '吊柜', 3000),
    line('SP-2', 2, '书柜', 4500, '衣柜'),
    line('SP-2', 3, '鞋柜', 500, '衣柜'),
    line('SP-3', 1, '橱柜', 9000),
  )

  it('are put together by order, and written by one run of each', async () => {
    const state = await compared('owner', goods, 'goods.csv', file)
    expect(state.counts).toEqual({ update: 3 })
    const [first] = await rowsOf('owner', state)
    expect(first).toMatchObject({ cells: [], lines: { counts: { changed: 1, added: 1 }, listed: [] } })
    const { lines } = await linesOf(state, first!.row)
    expect(lines.map(({ row, outcome }) => [row, outcome])).toEqual([
      [2, 'changed'],
      [4, 'added'],
    ])
    expect(lines[1]!.cells.map(({ title, file: text }) => [title.zh, text])).toContainEqual(['名称', '吊柜'])
    expect(await entries('SP-1')).toBe(0)
    const { version } = await orderOf('SP-2')
    expect((await written('owner', state)).counts).toEqual({ updated: 3 })
    expect(await goodsOf('SP-1')).toEqual([
      [1, '地柜', 6000],
      [2, '吊柜', 3000],
    ])
    expect(await goodsOf('SP-2')).toEqual([
      [1, '衣柜', 4000],
      [2, '书柜', 4500],
      [3, '鞋柜', 500],
    ])
    expect([await entries('SP-1'), await entries('SP-2'), await entries('SP-3')]).toEqual([1, 1, 1])
    expect((await orderOf('SP-2')).version).toBe(version + 1)
  })

  it('are unchanged when they come again, by their numbers or by what they contain', async () => {
    const before = await suite.teller.counted()
    expect((await compared('owner', goods, 'goods.csv', file)).counts).toEqual({ same: 3 })
    const unnumbered = csv(line('SP-1', '', '吊柜', 3000), line('SP-1', '', '地柜', 6000))
    expect((await compared('owner', goods, 'unnumbered.csv', unnumbered)).counts).toEqual({ same: 1 })
    expect(await suite.teller.counted()).toEqual(before)
  })

  it('are counted by order, and listed a page at a time', async () => {
    const many = Array.from({ length: 60 }, (_, index) => line('SP-9', index + 1, `门板${index + 1}`, 150))
    const state = await compared('owner', goods, 'many.csv', csv(...many))
    const [row] = await rowsOf('owner', state)
    expect(row).toMatchObject({ lines: { counts: { changed: 1, added: 59 }, listed: [] } })
    const first = await linesOf(state, row!.row)
    expect([first.lines.length, first.more]).toEqual([50, true])
    const next = await linesOf(state, row!.row, first.lines.at(-1)!.row)
    expect([next.lines.length, next.more]).toEqual([10, false])
    expect(next.lines.at(-1)).toMatchObject({ row: 61, outcome: 'added' })
    expect(await linesOf(state, row!.row + 1)).toEqual({ lines: [], more: false })
    await answer('owner', '/api/exchange/discard', { import: state.id })
  })

  it('are taken back order by order', async () => {
    const state = await compared(
      'owner',
      goods,
      'back.csv',
      csv(line('SP-4', 1, '橱柜', 4000), line('SP-4', 2, '灯', 5000)),
    )
    const done = await written('owner', state)
    expect(await goodsOf('SP-4')).toHaveLength(2)
    expect((await takenBack('owner', done)).counts).toEqual({ restored: 1 })
    expect(await goodsOf('SP-4')).toEqual([[1, 'SP-4', 9000]])
    expect(await entries('SP-4')).toBe(2)
  })

  it('name the cell that is refused, and orders that are not there', async () => {
    const others = await answer<ListAnswer>('admin', '/api/list', {
      screen: '/order/Query',
      size: 200,
      want: { rows: true },
    })
    const mine = await answer<ListAnswer>('owner', '/api/list', {
      screen: '/order/Query',
      size: 200,
      want: { rows: true },
    })
    const foreign = others.rows!.find(({ id }) => !mine.rows!.some((row) => row.id === id))!
    const state = await compared(
      'owner',
      goods,
      'wrong.csv',
      [
        `记录编号,${head}`,
        `,${line('SP-5', 1, '橱柜', 4000)}`,
        `,${line('SP-5', 2, '吊柜', 5000, '飞机')}`,
        `,${line('SP-6', 1, '橱柜', 8000)}`,
        `,${line('SP-7', 1, '橱柜', 4000)}`,
        `,${line('SP-7', 1, '吊柜', 5000)}`,
        `,${line('SP-999', 1, '橱柜', 1)}`,
        `${foreign.id},${line('SP-8', 1, '橱柜', 9000)}`,
        `,${line('SP-9', 1, '橱柜', 9000)}`,
      ].join('\n'),
    )
    expect(await errorsOf(state)).toEqual([
      [2, 'refused', '第 3 行“品类”', undefined],
      [4, 'refused', '', expect.stringMatching('8,?000.*不一致')],
      [5, 'refused', '第 6 行“行号”', undefined],
      [7, 'refused', '', expect.stringMatching('没有与此行相符的记录')],
      [8, 'refused', '', '记录不存在，或不在此列表中'],
      [9, 'update', '', undefined],
    ])
    expect((await written('owner', state)).counts).toEqual({ refused: 5, updated: 1 })
    expect([await entries('SP-5'), await entries('SP-9')]).toEqual([0, 1])
  })

  it('are refused from who may not take orders over', async () => {
    expect(await suite.teller.call('guide', '/api/exchange/export', { screen: goods })).toMatchObject({ code: 2002 })
  })

  it('are written once by two steps at once', async () => {
    const file5 = csv(line('SP-5', 1, '橱柜', 4000), line('SP-5', 2, '吊柜', 5000), line('SP-6', 1, '橱柜', 9000))
    const state = await compared('owner', goods, 'twice.csv', file5)
    const begun = await answer<ImportState>('owner', '/api/exchange/confirm', { import: state.id, overwrite: false })
    await Promise.all([stepped('owner', begun), stepped('owner', begun)])
    expect([await entries('SP-5'), await entries('SP-6')]).toEqual([1, 1])
    expect(await goodsOf('SP-5')).toHaveLength(2)
  })
})

describe('exported goods', () => {
  /** The workbook with another text in one cell of a row that has `name` there. */
  async function withText(bytes: Buffer, row: number, title: string, text: string): Promise<Buffer> {
    const [sheet] = await readWorkbook(new Uint8Array(bytes).buffer)
    const column = sheet!.data[0]!.findIndex((heading) => String(heading).replace(/\*$/, '') === title)
    const address = `${columnName(column)}${row}`
    return editedBook(bytes, (xml) =>
      xml.replace(
        new RegExp(`<c r="${address}"[^>]*?(?:/>|>.*?</c>)`, 's'),
        `<c r="${address}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`,
      ),
    )
  }
  const rowNumber = async (bytes: Buffer, name: string) => {
    const [sheet] = await readWorkbook(new Uint8Array(bytes).buffer)
    return sheet!.data.findIndex((row) => row.includes(name)) + 1
  }
  const exportOf = (formerNo: string) =>
    exported('owner', { screen: goods, filters: [{ field: 'formerNo', operator: 'contains', value: formerNo }] })

  it('have a row for each line and come back untouched without a write', async () => {
    const bytes = await exportOf('SP-')
    const text = await asCsv(bytes)
    expect(text.split('\n').filter((row) => row.includes('"SP-2"'))).toHaveLength(3)
    const before = await suite.teller.counted()
    for (const [name, content] of [
      ['goods.xlsx', bytes],
      ['goods.csv', text],
    ] as const) {
      const state = await compared('owner', goods, name, content)
      expect(state.counts).toEqual({ same: 9 })
      await written('owner', state)
    }
    expect(await suite.teller.counted()).toEqual(before)
  })

  it('change what was edited alone; a row that is missing deletes nothing', async () => {
    const rows = (await asCsv(await exportOf('SP-2'))).split('\n')
    const text = [rows[0], rows[2]!.replace('书柜', '大书柜')].join('\n')
    const state = await compared('owner', goods, 'part.csv', text)
    expect((await written('owner', state, true)).counts).toEqual({ updated: 1 })
    expect(await goodsOf('SP-2')).toEqual([
      [1, '衣柜', 4000],
      [2, '大书柜', 4500],
      [3, '鞋柜', 500],
    ])
  })

  it('ask where another user has changed the same cell, and leave the order or overwrite it', async () => {
    const bytes = await exportOf('SP-1')
    const edited = await withText(bytes, await rowNumber(bytes, '吊柜'), '名称', '我的吊柜')
    const { id, version, values } = await orderOf('SP-1')
    const items = (values.items as readonly LineValue[]).map(({ amount: _amount, ...item }) =>
      item.lineNo === 2 ? { ...item, name: '他的吊柜' } : item,
    )
    const request = { entity: 'order', transition: 'enterItems', id, version, values: { items }, key: randomUUID() }
    await answer<RunAnswer>('owner', '/api/run', request)
    const state = await compared('owner', goods, 'mine.xlsx', edited)
    expect(state.counts).toEqual({ conflict: 1 })
    const [row] = await rowsOf('owner', state)
    expect(row!.cells).toMatchObject([{ title: { zh: '商品明细' }, contested: true, field: 'items' }])
    expect(row!.lines).toMatchObject({
      counts: { contested: 1 },
      listed: [{ row: 3, cells: [{ title: { zh: '名称' }, base: '吊柜', now: '他的吊柜', file: '我的吊柜' }] }],
    })
    expect(state.conflicts).toMatchObject({ columns: [{ field: 'items', cells: 1 }], rows: 0, ofLines: true })
    expect(row!.cells[0]).toMatchObject({ base: '第 3 行“名称”: 吊柜', now: '第 3 行“名称”: 他的吊柜' })
    expect((await written('owner', state, false)).counts).toEqual({ kept: 1 })
    expect((await goodsOf('SP-1'))[1]).toEqual([2, '他的吊柜', 3000])
    const again = await compared('owner', goods, 'mine.xlsx', edited)
    expect((await written('owner', again, true)).counts).toEqual({ updated: 1 })
    expect((await goodsOf('SP-1'))[1]).toEqual([2, '我的吊柜', 3000])
  })

  it('refuse a change of what names the order', async () => {
    const bytes = await exportOf('SP-3')
    const state = await compared('owner', goods, 'key.xlsx', await withText(bytes, 2, '原单号', 'SP-4'))
    expect(await errorsOf(state)).toEqual([[2, 'refused', '第 2 行“原单号”', undefined]])
  })
})

describe('a template', () => {
  it('has an example that is not imported, and is taken with rows beneath it', async () => {
    const bytes = await template('owner', goods)
    const [sheet] = await readWorkbook(new Uint8Array(bytes).buffer)
    const rows = sheet!.data.map((row) => row.map((cell) => String(cell ?? '')))
    const [heads, example, ...others] = rows as [string[], string[]]
    expect(others).toEqual([])
    const titles = heads.map((title) => title.replace(/\*$/, ''))
    expect(titles).toEqual(expect.arrayContaining(head.split(',')))
    expect(heads[0]).toBe('原单号*')
    expect(example[0]).toBe('示例（不导入）')
    expect(example[titles.indexOf('名称')]).toBe('橱柜')
    for (const [index, title] of heads.entries())
      if (title.endsWith('*')) expect([title, example[index]]).toEqual([title, expect.stringMatching(/\S/)])
    const file = await uploaded('owner', 'template.xlsx', bytes)
    const begun = await suite.teller.call('owner', '/api/exchange/begin', { screen: goods, file })
    expect(begun).toMatchObject({ code: 2001, key: 'import_without_rows' })
    const fill = (values: Readonly<Record<string, string>>) => titles.map((title) => values[title] ?? '').join()
    const shared = { 原单号: 'SP-7', 品类: '橱柜', 空间: '厨房', 单位: '套', 数量: '1' }
    const filled = [
      heads.join(),
      example.join(),
      fill({ ...shared, 行号: '1', 名称: '地柜', 零售单价: '5000' }),
      fill({ ...shared, 名称: '吊柜', 零售单价: '4000' }),
    ]
    const state = await compared('owner', goods, 'filled.csv', filled.join('\n'))
    expect(state.counts).toEqual({ update: 1 })
    expect((await written('owner', state)).counts).toEqual({ updated: 1 })
    expect(await goodsOf('SP-7')).toEqual([
      [1, '地柜', 5000],
      [2, '吊柜', 4000],
    ])
  })
})

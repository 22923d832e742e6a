// Tests importing fields of existing lines, such as prices:
// rows find their line by the other cells, and changed ones are refused at the cell.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import readWorkbook from 'read-excel-file/universal'
import type { LineValue, ListAnswer, RecordAnswer } from '../../src/protocol/calls'
import type { FormLines, ReadLines } from '../../src/protocol/exchange/linesCalls'
import { bookOf } from './foreignWorkbook'
import { createImporter } from './importing'
import { readSchemas } from './schemas'
import { useProduct } from './useProduct'

const app = readSchemas()
const suite = useProduct({ environment: { JOBS: 'off' } })
const { answer, uploaded } = createImporter(suite)

const forms = Object.values(app.entities).flatMap((entity) =>
  Object.values(entity.transitions).flatMap(({ name, form, from, permissions, when }) =>
    permissions.every(({ permission }) => permission === 'system')
      ? []
      : form.flatMap(({ field, editOnlyFields: filled }) =>
          filled && entity.fields[field]?.exchange
            ? [
                {
                  title: `${entity.name}.${name}`,
                  entity: entity.name,
                  transition: name,
                  field,
                  filled,
                  from,
                  isOpen: !when,
                },
              ]
            : [],
        ),
  ),
)
type Filling = (typeof forms)[number]

it('there are forms that ask prices of lines alone', () => {
  expect(forms.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['supplyOrder.addPrice', 'supplyOrder.quote', 'supplyOrder.reuploadPrice']),
  )
})

/** A record with several lines, in a state of the form where there is one. */
async function recordFor({ entity, field, from }: Filling) {
  const screens = Object.values(app.screens).filter((screen) => screen.kind === 'list' && screen.entity === entity)
  for (const isInState of [true, false])
    for (const { path } of screens) {
      const { rows = [] } = await answer<ListAnswer>('admin', '/api/list', {
        screen: path,
        size: 200,
        want: { rows: true },
      })
      for (const { id, state } of rows) {
        if (isInState && !from.includes(state!)) continue
        const { record } = await answer<RecordAnswer>('admin', '/api/record', { entity, id })
        const lines = record.values[field] as unknown as LineValue[]
        if (lines.length > 1) return { id, version: record.version, state: record.state, lines }
      }
    }
  throw new Error(`No ${entity} has several ${field}.`)
}

async function sheet(request: FormLines & { readonly lines: readonly LineValue[] }): Promise<string[][]> {
  const reply = await fetch(`${suite.product.address}/api/exchange/linesSheet`, {
    method: 'POST',
    headers: { 'X-Token': await suite.teller.token('admin'), 'content-type': 'application/json', 'x-language': 'zh' },
    body: JSON.stringify(request),
  })
  expect(reply.headers.get('content-type')).toContain('spreadsheetml')
  const [first] = await readWorkbook(await reply.arrayBuffer())
  return first!.data.map((row) => row.map((cell) => (cell === null ? '' : String(cell))))
}

const read = async (request: FormLines, rows: readonly (readonly string[])[]) =>
  answer<ReadLines>('admin', '/api/exchange/lines', {
    ...request,
    file: await uploaded('admin', 'lines.csv', rows.map((row) => row.join()).join('\n')),
  })

it.each(forms)('$title shows its lines and takes the cells that it asks, in any order of rows', async (form) => {
  const { id, state, lines } = await recordFor(form)
  const { entity, transition, field, filled, from, isOpen } = form
  const request = { entity, transition, field, id }
  const [head, ...rows] = await sheet({ ...request, lines })
  expect(rows).toHaveLength(lines.length)
  const columns = filled.map((name) =>
    head!.indexOf(`${app.entities[entity]!.fields[field]!.fields![name]!.title.zh!}*`),
  )
  expect(columns).not.toContain(-1)
  const priced = rows.map((row, line) =>
    row.map((cell, column) => (columns.includes(column) ? `${100 + line}.5` : cell)),
  )
  const answered = await read(request, [head!, ...priced.toReversed()])
  expect(answered.message).toBeUndefined()
  expect(answered.lines.map(({ lineIndex: at, line, errors }) => ({ at, line, errors }))).toEqual(
    lines
      .map((_, at) => ({ at, line: Object.fromEntries(filled.map((name) => [name, `${100 + at}.5`])), errors: [] }))
      .toReversed(),
  )
  const before = await suite.teller.counted()
  const qty = head!.indexOf('数量*') < 0 ? head!.indexOf('数量') : head!.indexOf('数量*')
  const changed = priced.map((row, line) => row.map((cell, column) => (line === 0 && column === qty ? '99' : cell)))
  const refused = await read(request, [head!, ...changed, priced[0]!])
  expect(refused.lines[0]!.errors).toMatchObject([{ text: '99', message: '此处不能修改' }])
  // What identifies a line is compared, and not read.
  const finish = head!.indexOf('花色')
  const painted = await read(request, [head!, priced[0]!.map((cell, column) => (column === finish ? '飞船' : cell))])
  expect(painted.lines[0]!.errors).toMatchObject([{ text: '飞船', message: '此处不能修改' }])
  expect(refused.lines.at(-1)).toMatchObject({ lineIndex: 0, errors: [] })
  const further = await read(request, [head!, ...priced, priced[0]!])
  expect(further.lines.at(-1)!.errors).toMatchObject([{ message: '明细行不能增减' }])
  expect(await suite.teller.counted()).toEqual(before)
  // A form that cannot be run now is refused before its lines are read.
  if (!isOpen || !from.includes(state ?? '')) return
  const wrong = await read(request, [head!, priced[0]!.map((cell, column) => (columns.includes(column) ? '-1' : cell))])
  expect(wrong.lines[0]!.errors).toMatchObject([{ text: '-1', message: '不能小于0' }])
  const negative = priced[0]!.map((cell, column) => (columns.includes(column) ? '-1' : cell))
  const { lines: both } = await read(request, [head!, changed[0]!, negative])
  expect(both.map(({ errors }) => errors.map(({ message }) => message))).toEqual([['此处不能修改'], ['不能小于0']])
})

it('a merged cell is refused as such, also where it only identifies its line', async () => {
  const form = forms.find(({ title }) => title === 'supplyOrder.quote')!
  const { id, lines } = await recordFor(form)
  const { entity, transition, field } = form
  const request = { entity, transition, field, id }
  const [head, ...rows] = await sheet({ ...request, lines })
  const [name, price] = ['名称', '工厂单价*'].map((title) => head!.findIndex((one) => one.startsWith(title)))
  const book = (column: number) => {
    const texts = rows.map((row, line) =>
      row.map((cell, place) => (line === 1 && place === column ? '' : place === price ? '20' : cell)),
    )
    const letter = String.fromCharCode(65 + column)
    return bookOf([head!, ...texts], `${letter}2:${letter}3`)
  }
  for (const [column, title] of [
    [name!, app.entities[entity]!.fields[field]!.fields!.name!.title.zh!],
    [price!, app.entities[entity]!.fields[field]!.fields!.quotePrice!.title.zh!],
  ] as const) {
    const file = await uploaded('admin', 'lines.xlsx', await book(column))
    const { lines: judged } = await answer<ReadLines>('admin', '/api/exchange/lines', { ...request, file })
    const cell = `${String.fromCharCode(65 + column)}2`
    expect(judged[0]!.errors).toEqual([])
    expect(judged[1]!.errors.map((error) => [error.title.zh, error.message])).toEqual([
      [title, `已与 ${cell} 合并，没有自己的值；请取消合并，再填写每一格`],
    ])
  }
})

it('what was read is what the form writes, and no other cell', async () => {
  const form = forms.find(({ title }) => title === 'supplyOrder.quote')!
  const { id, version, state, lines } = await recordFor(form)
  expect(form.from).toContain(state)
  const { entity, transition, field } = form
  const [head, ...rows] = await sheet({ entity, transition, field, id, lines })
  const price = head!.indexOf('工厂单价*')
  const priced = rows.map((row, line) => row.map((cell, column) => (column === price ? String(20 + line) : cell)))
  const { lines: taken } = await read({ entity, transition, field, id }, [head!, ...priced])
  const values = { lines: taken.map(({ line }) => line), freight: '0' }
  await answer('admin', '/api/run', { entity, transition, id, version, key: randomUUID(), values })
  const { record } = await answer<RecordAnswer>('admin', '/api/record', { entity, id })
  expect(record.values[field]).toMatchObject(
    lines.map(({ name, qty, requestPrice }, line) => ({ name, qty, requestPrice, quotePrice: `${20 + line}.00` })),
  )
})

it('a form without its record gives no sheet', async () => {
  const { entity, transition, field } = forms[0]!
  expect(await suite.teller.call('admin', '/api/exchange/linesSheet', { entity, transition, field })).toMatchObject({
    key: 'import_not_offered',
  })
})

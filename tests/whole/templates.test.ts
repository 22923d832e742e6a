// Tests the sheets of each list beside their texts: choices, hints, locked cells, the hidden sheet.
// The example row of a template is never imported: unchanged, as text without its hidden sheet, and with further cells.
import { expect, describe, it } from 'vitest'
import { strFromU8, unzipSync } from 'fflate'
import readWorkbook from 'read-excel-file/universal'
import { textOf } from '../../src/manifest/expression/message'
import { isNumberType } from '../../src/manifest/expression/values/valueTypes'
import { validateValue } from '../../src/manifest/fieldTypes/fieldTypes'
import { exampleText, readExchangeCell } from '../../src/server/endpoints/exchange/exchangeCells'
import type { Field } from '../../src/manifest/model/field'
import { maxRecords } from '../../src/protocol/exchange/tableFile'
import type { ListAnswer, OptionsAnswer, RecordAnswer } from '../../src/protocol/calls'
import type { EntityAnswer } from '../../src/protocol/screenCalls'
import { readSheet, withCells } from './editedSheet'
import { createImporter } from './importing'
import { readSchemas } from './schemas'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
const { answer, compared, exported, rowsOf, uploaded, written } = createImporter(suite)
const app = readSchemas()
const lists = Object.values(app.screens)
  .flatMap((screen) => [screen, ...screen.moreLists])
  .filter(({ exchange }) => exchange)
const screens = lists.filter(({ exchange }) => exchange!.create !== undefined)
/** Of the exports to edit, without the number of the record. */
let lockedColumns = 0
const marks = { zh: '示例（不导入）', en: 'Example (not imported)' }

async function askTemplate(screen: string, language: string, role = 'owner'): Promise<Response> {
  return fetch(`${suite.product.address}/api/exchange/template`, {
    method: 'POST',
    headers: {
      'X-Token': await suite.teller.token(role),
      'content-type': 'application/json',
      'x-language': language,
    },
    body: JSON.stringify({ screen }),
  })
}
const template = async (screen: string, language: string, role?: string): Promise<Buffer> =>
  Buffer.from(await (await askTemplate(screen, language, role)).arrayBuffer())
async function rowsOfTemplate(screen: string, language: string): Promise<string[][]> {
  const [sheet] = await readWorkbook(new Uint8Array(await template(screen, language)).buffer)
  return sheet!.data.map((row) => row.map((cell) => String(cell ?? '')))
}
const csv = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => cells.map((cell) => `"${cell}"`).join()).join('\n')
async function begun(screen: string, name: string, content: string | Buffer) {
  const file = await uploaded('owner', name, content)
  return suite.teller.call('owner', '/api/exchange/begin', { screen, file })
}
const nothing = { code: 2001, key: 'import_without_rows' }

/** What a spreadsheet makes of a workbook beside the texts of its cells. */
async function bookOf(bytes: Buffer) {
  const files = unzipSync(bytes)
  const xml = (name: string) => strFromU8(files[`xl/${name}.xml`]!)
  const sheet = xml('worksheets/sheet1')
  const isLocked = [...xml('styles').matchAll(/<protection locked="(.)"\/>/g)].map(([, locked]) => locked === '1')
  const sheets = await readWorkbook(new Uint8Array(bytes).buffer)
  const textsOf = (name: string) =>
    sheets.find((one) => one.sheet === name)!.data.map((row) => row.map((cell) => String(cell ?? '')))
  const choices = textsOf('_choices')
  return {
    texts: sheets[0]!.data,
    hidden: textsOf('_exchange'),
    hiddenSheets: [...xml('workbook').matchAll(/<sheet name="([^"]*)"[^>]*state="hidden"/g)].map(([, name]) => name),
    isProtected: /<sheetProtection [^>]*sheet="1"/.test(sheet),
    isLocked: (cell: string) => isLocked[Number(new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(sheet)?.[1])],
    isColumnLocked: (place: number) =>
      isLocked[Number(new RegExp(`<col min="${place}" [^>]*style="(\\d+)"`).exec(sheet)?.[1])],
    /** By heading: the hint beside a chosen cell, and the choices of the drop-down. */
    validations: [...sheet.matchAll(/<dataValidation ([^>]*?)(?:\/>|>(.*?)<\/dataValidation>)/g)].map(
      ([, rule, inside]) => {
        const [, column, first, last] = /sqref="([A-Z]+)(\d+):[A-Z]+(\d+)"/.exec(rule!)!
        const range = /'_choices'!\$[A-Z]+\$1:\$([A-Z]+)\$(\d+)/.exec(inside ?? '')
        return {
          column: column!,
          rows: [Number(first), Number(last)],
          hint: /showInputMessage="1".* prompt="([^"]*)"/.exec(rule!)?.[1],
          isList: /type="list".*showErrorMessage="1"/.test(rule!),
          choices: range ? choices.slice(0, Number(range[2])).map((row) => row[placeOf(range[1]!)]) : undefined,
        }
      },
    ),
  }
}
const placeOf = (column: string) => [...column].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1
/** What a dictionary or a boolean offers, in Chinese. */
const offered = ({ type, dictionary }: Field) =>
  type === 'boolean'
    ? ['是', '否']
    : type === 'choice'
      ? app.dictionaries[dictionary!]!.items.filter(({ retired }) => !retired).map(({ title }) => title.zh)
      : undefined

describe.each(screens)('$path', ({ path, entity: name, exchange }) => {
  it('has a hint at every cell, what is offered in a drop-down, and nothing locked', async () => {
    const book = await bookOf(await template(path, 'zh'))
    const { fields, transitions } = app.entities[name!]!
    const { form, inputs } = transitions[exchange!.create!]!
    const asked = new Map(
      form.map((ask) => {
        const field = (ask.input ? inputs : fields)[ask.field]!
        return [field.title.zh!, { ask, field }]
      }),
    )
    const [heads] = book.texts
    expect(book.validations.map(({ column }) => placeOf(column))).toEqual(heads!.map((_, place) => place))
    for (const [place, head] of heads!.entries()) {
      const title = String(head).replace(/\*$/, '')
      const { ask, field } = asked.get(title)!
      const { rows, hint, isList, choices } = book.validations[place]!
      expect([title, rows]).toEqual([title, [2, maxRecords + 1]])
      expect([title, hint]).toEqual([title, expect.stringMatching(ask.required ? /^必填/ : /./)])
      expect([title, isList]).toEqual([title, choices !== undefined])
      if (field.type !== 'ref') expect([title, choices]).toEqual([title, offered(field)])
      expect([title, book.isColumnLocked(place + 1)]).toEqual([title, false])
    }
    expect(book.isProtected).toBe(false)
    expect(book.hiddenSheets).toEqual(['_choices', '_exchange'])
    expect(book.hidden[0]!.slice(0, 5)).toEqual(['exchange', path, app.revision, 'zh', name])
  })

  it.each(['owner', 'manager', 'guide'])(
    'asks %s for what the form does, with the references that it offers',
    async (role) => {
      const asksFor = { entity: name!, transition: exchange!.create! }
      const page = await suite.teller.call<EntityAnswer>(role, '/api/entity', { entity: name })
      const form = page.code === 2000 ? page.data.entities[name!]!.transitions[exchange!.create!]?.form : undefined
      const reply = await askTemplate(path, 'zh', role)
      const isSheet = reply.headers.get('content-type')!.includes('spreadsheetml')
      expect(isSheet, 'who may not add any gets no template').toBe(form !== undefined)
      if (!form) return
      const { fields, transitions } = app.entities[name!]!
      const written = new Map(
        form
          .filter(({ readOnly }) => !readOnly)
          .map(({ field, input }) => {
            const asked = (input ? transitions[exchange!.create!]!.inputs : fields)[field]!
            return [asked.title.zh!, asked]
          }),
      )
      const book = await bookOf(Buffer.from(await reply.arrayBuffer()))
      let offeredReferences = 0
      for (const [place, head] of book.texts[0]!.entries()) {
        const title = String(head).replace(/\*$/, '')
        expect([...written.keys()], title).toContain(title)
        const field = written.get(title)!
        if (field.type !== 'ref') continue
        const { data } = await suite.teller.call<OptionsAnswer>(role, '/api/options', { ...asksFor, field: field.name })
        const labels =
          data && !data.more && data.options.length > 0 ? data.options.map(({ label }) => label) : undefined
        offeredReferences += labels ? 1 : 0
        expect([title, book.validations[place]!.choices]).toEqual([title, labels])
      }
      if (path === '/store/Staff') expect(offeredReferences).toBeGreaterThan(0)
    },
  )

  it.each(['zh', 'en'] as const)('has an example in %s that is not imported', async (language) => {
    const rows = await rowsOfTemplate(path, language)
    expect(rows).toHaveLength(2)
    const [head, example] = rows as [string[], string[]]
    expect(example.filter((cell) => cell === marks[language])).toHaveLength(1)
    for (const [index, title] of head.entries())
      if (title.endsWith('*')) expect([title, example[index]]).toEqual([title, expect.stringMatching(/\S/)])
    expect(await begun(path, 'template.xlsx', await template(path, language))).toMatchObject(nothing)
    expect(await begun(path, 'template.csv', csv(rows))).toMatchObject(nothing)
  })

  it('refuses an example with further cells filled in, in words, and takes the rows beneath one', async () => {
    const [head, example] = (await rowsOfTemplate(path, 'zh')) as [string[], string[]]
    const filled = example.map((cell) => (cell === marks.zh ? cell : '我的内容'))
    const own = example.map((cell) => (cell === marks.zh ? '我的' : cell))
    const state = await compared('owner', path, 'filled.csv', csv([head, example, filled, own]))
    const [third, fourth] = await rowsOf('owner', state)
    const message = `模板的示例行不会导入；若这一行是您填写的，请改掉“${marks.zh}”`
    expect(third).toMatchObject({ row: 3, state: 'refused', message })
    expect(fourth).toMatchObject({ row: 4 })
    expect(fourth!.message).not.toBe(message)
  })
})

describe.each(lists.filter(({ exchange }) => exchange!.update !== undefined && exchange!.lines === undefined))(
  '$path to edit',
  ({ path, entity: name, exchange }) => {
    it('has what its change does not ask locked, and keeps numbers, versions, revision and language', async () => {
      const book = await bookOf(await exported('owner', { screen: path }))
      const { fields, transitions } = app.entities[name!]!
      const changed = transitions[exchange!.update!]!.form.filter(({ input, readOnly }) => !input && !readOnly)
      const editable = new Set(changed.map(({ field }) => fields[field]!.title.zh))
      const [heads, first] = book.texts
      expect(first!.length).toBeGreaterThan(1)
      for (const [place, { column }] of book.validations.entries()) {
        const title = String(heads![place]).replace(/\*$/, '')
        const isFixed = place === 0 || !editable.has(title)
        expect([
          title,
          book.isLocked(`${column}1`),
          book.isLocked(`${column}2`),
          book.isColumnLocked(place + 1),
        ]).toEqual([title, true, isFixed, isFixed])
      }
      expect(book.isProtected).toBe(true)
      expect(book.hiddenSheets).toEqual(['_choices', '_exchange'])
      const [about, names, ...records] = book.hidden
      expect(about!.slice(0, 5)).toEqual(['exchange', path, app.revision, 'zh', name])
      expect(names!.slice(2).map((field) => fields[field]!.title.zh)).toEqual(
        heads!.slice(1).map((title) => String(title).replace(/\*$/, '')),
      )
      expect(records.map(([id]) => id)).toEqual(book.texts.slice(1).map(([id]) => String(id)))
      const { record } = await answer<RecordAnswer>('owner', '/api/record', {
        entity: name,
        id: Number(records[0]![0]),
      })
      expect(records[0]!.slice(0, 2)).toEqual([String(record.id), String(record.version)])
    })

    it('has each locked cell refused that was changed all the same, and nothing else of it', async () => {
      const { fields, transitions } = app.entities[name!]!
      const asked = transitions[exchange!.update!]!.form.filter(({ input, readOnly }) => !input && !readOnly)
      const sheet = await readSheet(await exported('owner', { screen: path }))
      const locked = sheet.names.filter((field) => !asked.some((ask) => ask.field === field))
      lockedColumns += locked.length
      const [id] = [...sheet.rows.keys()]
      const edited = await withCells(sheet, new Map([[id!, new Map(locked.map((field) => [field, '改过的']))]]))
      const state = await compared('owner', path, 'unlocked.xlsx', edited)
      const [row, ...others] = (await rowsOf('owner', state)).filter((one) => one.state !== 'same')
      expect(others).toEqual([])
      expect(row?.state).toBe(locked.length > 0 ? 'refused' : undefined)
      const errors = (row?.cells ?? []).map(({ title, file, error }) => [title.zh, file, error])
      expect(errors.sort()).toEqual(locked.map((field) => [fields[field]!.title.zh, '改过的', '此处不能修改']).sort())
    })
  },
)

it('lists have locked columns', () => expect(lockedColumns).toBeGreaterThan(1))

it('takes a template that was filled in beneath its example', async () => {
  const screen = '/customer/CustomerList'
  const [head, example] = (await rowsOfTemplate(screen, 'zh')) as [string[], string[]]
  const own = head.map(
    (title) => ({ '姓名*': '样例之下', '手机*': '13612345678', '客户来源*': '自然进店' })[title] ?? '',
  )
  // The same customer, first written over the example without its mark taken away.
  const marked = own.map((cell) => (cell === '样例之下' ? marks.zh : cell))
  const state = await compared('owner', screen, 'own.csv', csv([head, example, marked, own]))
  expect(await rowsOf('owner', state)).toMatchObject([
    { row: 3, state: 'refused', message: expect.stringContaining(marks.zh) },
    { row: 4, state: 'create', label: '样例之下' },
  ])
  expect(await written('owner', state)).toMatchObject({ phase: 'done', counts: { created: 1 } })
  const labelled = async (words: string) =>
    (await answer<ListAnswer>('owner', '/api/list', { screen, words, want: { rows: true } })).rows!.map(
      ({ label }) => label,
    )
  expect(await labelled('样例之下')).toEqual(['样例之下'])
  expect(await labelled('示例')).toEqual([])
})

it('has for every number an example that its field accepts, a percentage as one', () => {
  const numbers = Object.values(app.entities).flatMap(({ name, fields }) =>
    Object.values(fields).flatMap((field) =>
      isNumberType(field.type) && field.stored ? [[`${name}.${field.name}`, field] as const] : [],
    ),
  )
  const refused = numbers.filter(([, field]) => {
    const read = readExchangeCell(app, field, Object.values(textOf(exampleText(field)!, app.product))[0]!)
    return !('value' in read) || !('value' in validateValue(read.value, field, { languages: ['zh'] } as never))
  })
  expect(refused.map(([path]) => path)).toEqual([])
  expect(exampleText(app.entities.channelProject!.fields.commissionRate!)).toEqual({ und: '10%' })
  expect(exampleText(app.entities.placement!.fields.discountRate!)).toEqual({ und: '100%' })
})

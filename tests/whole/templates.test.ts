// Tests that each list's template has an example row that is never imported:
// unchanged, as text without its hidden sheet, and with more cells filled in.
import { expect, describe, it } from 'vitest'
import readWorkbook from 'read-excel-file/universal'
import { textOf } from '../../src/manifest/expression/message'
import { isNumberType } from '../../src/manifest/expression/values/valueTypes'
import { validateValue } from '../../src/manifest/fieldTypes/fieldTypes'
import { exampleText, readExchangeCell } from '../../src/server/endpoints/exchange/exchangeCells'
import type { ListAnswer } from '../../src/protocol/calls'
import { createImporter } from './importing'
import { readSchemas } from './schemas'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
const { answer, compared, rowsOf, uploaded, written } = createImporter(suite)
const app = readSchemas()
const screens = Object.values(app.screens)
  .flatMap((screen) => [screen, ...screen.moreLists])
  .filter(({ exchange }) => exchange?.create !== undefined)
const marks = { zh: '示例（不导入）', en: 'Example (not imported)' }

async function template(screen: string, language: string): Promise<Buffer> {
  const reply = await fetch(`${suite.product.address}/api/exchange/template`, {
    method: 'POST',
    headers: {
      'X-Token': await suite.teller.token('owner'),
      'content-type': 'application/json',
      'x-language': language,
    },
    body: JSON.stringify({ screen }),
  })
  return Buffer.from(await reply.arrayBuffer())
}
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

describe.each(screens)('$path', ({ path }) => {
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

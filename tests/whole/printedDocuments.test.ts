// Tests that printed documents are searchable:
// every document of every entity as a PDF, read back by an independent program.
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { Column } from '../../src/manifest/model/column'
import type { LineValue, RecordAnswer, RecordData } from '../../src/protocol/calls'
import type { CreatedLink } from '../../src/protocol/fileCalls'
import type { Envelope } from '../../src/protocol/envelope'
import { isPrintable } from '../../src/manifest/access/recordRules'
import { dayText } from '../../src/manifest/expression/values/dayStyles'
import { documentTexts } from '../pageTexts'
import { identifier } from '../../src/server/database/sql/identifier'
import { documentsOf, printable, type Printed } from './printable'
import { fontsIn, readPdf, withoutBlanks } from '../server/readPdf'
import { turnOf } from '../turns'
import { sampleOf } from './sample'
import { readSchemas } from './schemas'
import { useProduct } from './useProduct'

const app = readSchemas()
const suite = useProduct()
const documents = documentsOf(app)

const print = async (role: string, body: object, language = 'zh', path = '/api/document') =>
  suite.product.transport({
    method: 'POST',
    path,
    headers: { 'x-token': await suite.teller.token(role), 'x-language': language },
    body,
  })

const recordOf = (printed: Printed) => printable(suite.product, suite.teller, printed)

/** Values of a record that stand in print as they are, but for days, which are written as the language does. */
const plain = (columns: readonly Column[], values: Readonly<Record<string, unknown>>, language: string): string[] =>
  columns
    .filter(({ type }) => type === 'string' || type === 'date' || type === 'ref')
    .map(({ field, type }) => ({ type, value: values[field] }))
    .filter(({ value }) => value !== null && value !== undefined)
    .map(({ type, value }) => {
      if (type === 'date') return dayText(String(value), language)
      return typeof value === 'object' ? (value as { label: string }).label : String(value)
    })

async function expectText({ entity, document }: Printed, readers: 'zh' | 'en'): Promise<void> {
  const { language = readers } = document
  const record = await recordOf({ entity, document })
  const reply = await print('owner', { entity: entity.name, id: record.id, document: document.name }, readers)
  expect(reply.headers['content-type'], JSON.stringify(reply.body)).toBe('application/pdf')
  const bytes = await buffer(reply.body as Readable)
  expect(bytes.length).toBeLessThan(200_000)
  const { pages, text } = await readPdf(bytes)
  expect(pages).toBeGreaterThan(0)
  // Of lines that the record lacks nothing is printed.
  const sections = document.sections.filter(
    ({ lines }) => lines === undefined || ((record.values[lines] ?? []) as readonly LineValue[]).length > 0,
  )
  const expected = [
    document.title[language]!,
    String(record.values.no ?? record.label),
    ...sections.flatMap(({ title, fields, lines, columns, signatures }) => [
      title?.[language] ?? '',
      ...(signatures ?? []).map((one) =>
        one[language]!.replace(/\{(.+?)\}/g, (_, path: string) => String(record.values[path])),
      ),
      ...(fields ?? []).map((column) => column.title[language]!),
      ...plain(fields ?? [], record.values, language),
      ...(lines === undefined ? [] : ((record.values[lines] ?? []) as readonly LineValue[])).flatMap((line) =>
        plain(columns ?? [], line, language),
      ),
    ]),
  ]
  expect(expected.filter((one) => !text.includes(withoutBlanks(one)))).toEqual([])
}

it.each(turnOf(documents, 3))('$entity.name $document.name holds every title and value as text', (printed) =>
  expectText(printed, 'zh'),
)

describe.each(sampleOf(documents))('$entity.name $document.name', ({ entity, document }) => {
  it('does so in English', () => expectText({ entity, document }, 'en'))

  it('is refused where the record is out of reach, and where it does not offer it', async () => {
    const { id } = await recordOf({ entity, document })
    const refusal = async (role: string, body: object) =>
      ((await print(role, { entity: entity.name, id, document: document.name, ...body })).body as Envelope<null>).key
    expect(await refusal('owner', { document: 'no such document' })).toBe('document_not_offered')
    expect(await refusal('owner', { id: 999_999 })).toBe('record_not_reachable')
  })
})

it('a paper for customers keeps to its language, whichever its reader has, alone, with others and as a link', async () => {
  const printed = documents.find(({ entity, document }) => entity.name === 'contract' && document.name === 'contract')!
  expect(printed.document.language).toBe('zh')
  const { id, state } = await recordOf(printed)
  const texts = await Promise.all(
    [
      ['/api/document', { id }],
      ['/api/documents', { ids: [id] }],
    ].map(async ([path, which]) => {
      const body = { entity: 'contract', document: 'contract', ...(which as object) }
      return (await readPdf(await buffer((await print('owner', body, 'en', path as string)).body as Readable))).text
    }),
  )
  const link = await print(
    'owner',
    { entity: 'contract', id, document: 'contract', days: 7 },
    'en',
    '/api/links/create',
  )
  const shared = await fetch(suite.product.address + (link.body as Envelope<CreatedLink>).data.path)
  texts.push((await readPdf(new Uint8Array(await shared.arrayBuffer()))).text)
  for (const text of texts) {
    expect(text).toContain(`合同状态${printed.entity.states[state!]!.title.zh}`)
    expect(text).toContain('第1/')
    expect(text).not.toMatch(/Effective|State|Page/)
  }
})

/** Points of A4, rounded. */
const a4 = [595, 842]
const roundedSize = ({ size }: { readonly size: readonly number[] }) =>
  [size[2]! - size[0]!, size[3]! - size[1]!].map((points) => Math.round(points))

it('a contract of 60 goods in Chinese takes at most 200 kB: each of them, below a head, on numbered A4 pages', async () => {
  const printed = documents.find(({ entity, document }) => entity.name === 'contract' && document.name === 'contract')!
  const { id, values } = await recordOf(printed)
  const { id: order } = values.order as { readonly id: number }
  const goods = [
    '衣柜柜体',
    '推拉门（磨砂玻璃）',
    '橱柜吊柜',
    '不锈钢拉篮',
    '榻榻米地台',
    '玄关鞋柜',
    '岩板台面',
    '静音滑轨',
  ]
  const names = Array.from(
    { length: 60 },
    (_, at) => `${goods[at % goods.length]}${'甲乙丙丁戊己庚辛'[at % 8]}款${at + 1}`,
  )
  const { query } = suite.product.server.dependencies.database
  const written = await query(sql`
    WITH first AS (SELECT * FROM "order.items" WHERE "parent" = ${order}::bigint ORDER BY "position" LIMIT 1),
      gone AS (DELETE FROM "order.items"
        WHERE "parent" = ${order}::bigint AND "position" > (SELECT "position" FROM first)),
      named AS (SELECT "name", n FROM unnest(${names}::text[]) WITH ORDINALITY AS given("name", n))
    INSERT INTO "order.items"
    SELECT (jsonb_populate_record(NULL::"order.items", to_jsonb(first)
      || jsonb_build_object('position', 1000 + n, 'lineNo', 1000 + n, 'name', named."name"))).*
    FROM first, named RETURNING 1 AS "one"`)
  expect(written).toHaveLength(60)
  const reply = await print('owner', { entity: 'contract', id, document: 'contract' })
  const bytes = await buffer(reply.body as Readable)
  const { pages, text, sheets } = await readPdf(bytes)
  console.log(`A contract of 60 goods: ${Math.round(bytes.length / 1000)} kB on ${pages} pages (at most 200 kB)`)
  expect(bytes.length).toBeLessThanOrEqual(200_000)
  expect(names.filter((name) => !text.includes(name))).toEqual([])
  const fonts = fontsIn(bytes)
  expect(fonts.map(({ name }) => name.replace(/^[A-Z]{6}\+/, '')).sort()).toEqual([
    'NotoSansHans-Medium',
    'NotoSansHans-Regular',
  ])
  expect(fonts.filter(({ name, isEmbedded }) => !isEmbedded || !/^[A-Z]{6}\+/.test(name))).toEqual([])
  expect(pages).toBeGreaterThan(1)
  expect(sheets.map(roundedSize)).toEqual(sheets.map(() => a4))
  const numbers = sheets.map((_, index) =>
    withoutBlanks(documentTexts.pageOf.zh.replace('{{page}}', String(index + 1)).replace('{{count}}', String(pages))),
  )
  expect(numbers.filter((number, index) => !sheets[index]!.text.includes(number))).toEqual([])
  const { columns } = printed.document.sections.find(({ lines }) => lines === 'order.items')!
  const head = withoutBlanks(`#${columns!.map(({ title }) => title.zh!).join('')}`)
  const withGoods = sheets.filter(({ text: words }) => names.some((name) => words.includes(name)))
  expect(withGoods.length).toBeGreaterThan(1)
  expect(withGoods.map(({ text: words }) => words.split(head).length - 1)).toEqual(withGoods.map(() => 1))
})

const offered = Object.values(app.screens).flatMap(({ entity, printActions }) =>
  printActions.map(({ document }) =>
    documents.find((one) => one.entity.name === entity && one.document.name === document)!,
  ),
)
it('is offered where many are printed', () =>
  expect(offered.map(({ entity, document }) => `${entity.name} ${document.name}`).sort()).toEqual([
    'contract contract',
    'order measureSheet',
    'order partsList',
    'receipt receipt',
    'shipment deliveryNote',
    'shipment deliveryNote',
    'storeProject policyLetter',
  ]))

it.each(turnOf([...new Set(offered)], 3))(
  'several records of $entity.name are one $document.name, each numbered for itself',
  async (printed) => {
    const { entity, document } = printed
    const ids = await suite.product.server.dependencies.database.query<{ id: string }>(
      sql`SELECT "id" FROM ${identifier(entity.name)} ORDER BY "id" DESC`,
    )
    const offering: RecordData[] = []
    let other: RecordData | undefined
    for (const { id } of ids) {
      const { data } = await suite.teller.call<RecordAnswer | null>('owner', '/api/record', {
        entity: entity.name,
        id: Number(id),
      })
      if (data && isPrintable(document, data.record, app.product.timezone)) offering.push(data.record)
      else if (data) other = data.record
      if (offering.length >= 3 && other) break
    }
    const records = offering.slice(0, 3)
    const request = (some: readonly RecordData[]) =>
      print(
        'owner',
        { entity: entity.name, ids: some.map(({ id }) => id), document: document.name },
        'en',
        '/api/documents',
      )
    const reply = await request(records)
    expect(reply.headers['content-type'], JSON.stringify(reply.body)).toBe('application/pdf')
    const { pages, text } = await readPdf(await buffer(reply.body as Readable))
    const numbers = [...text.matchAll(/(?:Page|第)(\d+)(?:of|\/)(\d+)/g)].map(([, page, count]) => [
      Number(page),
      Number(count),
    ])
    expect(numbers.filter(([page]) => page === 1)).toHaveLength(records.length)
    expect(numbers.filter(([page, count]) => page === count)).toHaveLength(records.length)
    expect(numbers).toHaveLength(pages)
    for (const { label } of records) expect(text).toContain(withoutBlanks(label))

    if (other) {
      const refused = (await request([...records, other])).body as Envelope<null>
      expect([refused.key, refused.msg.includes(other.label)]).toEqual(['documents_not_offered', true])
    }
    const foreign = (await request([...records, { ...records[0]!, id: 999_999 }])).body as Envelope<null>
    expect(foreign.key).toBe('record_not_reachable')
  },
)

it('rare letters are printed, and those that the font lacks are named with their record, or marked', async () => {
  const printed = documents.find(({ document: { readPaths } }) => readPaths.includes('customer.name'))!
  const { entity, document } = printed
  const record = await recordOf(printed)
  const referred = (record.values.customer as { id: number }).id
  const named = { entity: entity.name, id: record.id, document: document.name }
  const name = async (letters: string) => {
    await suite.product.server.dependencies.database.transaction((tx) =>
      tx.query(sql`UPDATE "customer" SET "name" = ${letters} WHERE "id" = ${referred}::bigint`),
    )
    return print('owner', named)
  }
  const known = await name('䶮㛃')
  expect((await readPdf(await buffer(known.body as Readable))).text).toContain('䶮㛃')
  const { key, msg } = (await name('李𠮷')).body as Envelope<null>
  expect(key).toBe('document_letters_missing')
  expect(msg).toContain(`${record.label}: 𠮷`)
  const several = { entity: entity.name, ids: [record.id], document: document.name }
  const refused = (await print('owner', several, 'zh', '/api/documents')).body as Envelope<null>
  expect(refused.msg).toContain(`${record.label}: 𠮷`)
  for (const [request, path] of [
    [named, '/api/document'],
    [several, '/api/documents'],
  ] as const) {
    const marked = await print('owner', { ...request, marked: true }, 'zh', path)
    expect((await readPdf(await buffer(marked.body as Readable))).text).toContain('李〓')
  }
})

it('the font comes with its license, which allows to embed it and asks to go along', () => {
  const folder = dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc'))
  const license = readFileSync(join(folder, '../LICENSE'), 'utf8')
  expect(license).toContain('SIL OPEN FONT LICENSE Version 1.1')
  const operation = readFileSync(join(import.meta.dirname, '../../.github/OPERATION.md'), 'utf8')
  expect(operation).toContain('node_modules/@embedpdf/fonts-sc/LICENSE')
})

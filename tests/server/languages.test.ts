// Proves menus, refusals, exports and messages in a third language: the library's French, which has
// a folder of its own and no word in the manifests.
import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ListAnswer, RecordData, RunAnswer } from '../../src/protocol/calls'
import type { EntryAnswer } from '../../src/protocol/publicEntry'
import type { BootAnswer } from '../../src/protocol/screenCalls'
import { valueText } from '../../src/server/mutation/state/valueText'
import type { Library } from './library'
import { readPdf, withoutBlanks } from './readPdf'
import { openThreeLanguages } from './threeLanguages'

let library: Library
let boss: string
beforeAll(async () => {
  library = await openThreeLanguages()
  boss = await library.token('boss')
})
afterAll(() => library?.close())

const call = async <T>(path: string, body: object | undefined, language: string) =>
  (await library.call<T>(path, { token: boss, body, headers: { 'x-language': language } })).envelope
let key = 0
const run = (entity: string, transition: string, more: object, language = 'fr') =>
  call<RunAnswer>('/api/run', { entity, transition, key: `languages${(key += 1)}`, ...more }, language)

async function addBook(title: string): Promise<RecordData> {
  const made = await run('book', 'create', {
    values: { title, author: 'A', genre: 'novel', branch: library.ids.get('B1'), price: '10.00' },
  })
  expect(made).toMatchObject({ code: 2000 })
  return (await call<{ record: RecordData }>('/api/record', { entity: 'book', id: made.data.id }, 'fr')).data.record
}

it('exports in the language of the caller, falling back to the first', async () => {
  await addBook('Candide')
  const exported = async (language: string) => {
    const { reply } = await library.call('/api/export', {
      token: boss,
      body: { screen: '/lending/Books', format: 'csv', columns: ['title', 'author', 'state'] },
      headers: { 'x-language': language },
    })
    return (await text(reply.body as Readable)).replace('\uFEFF', '').trim().split('\r\n')
  }
  expect(await exported('fr')).toEqual(['Titre,作者,状态', 'Candide,A,En rayon'])
  expect((await exported('en'))[0]).not.toContain('Titre')
})

it('prints a document in the language of the reader, falling back to the first', async () => {
  const { id, values } = await addBook('Candide, ou l’Optimisme')
  const printed = async (language: string) => {
    const { reply } = await library.call('/api/document', {
      token: boss,
      body: { entity: 'book', id, document: 'card' },
      headers: { 'x-language': language },
    })
    expect(reply.headers['content-type'], JSON.stringify(reply.body)).toBe('application/pdf')
    return (await readPdf(await buffer(reply.body as Readable))).text
  }
  const words = (...parts: readonly string[]) => parts.map(withoutBlanks)
  const french = words(
    'Fiche du livre',
    'Fonds',
    `Titre${String(values.title)}`,
    '作者A',
    'En rayon',
    `« ${String(values.title)} » : En rayon, à l’œuvre`,
    'Bibliothécaire',
    'Page 1 sur 1',
  )
  const text = await printed('fr')
  expect(french.filter((one) => !text.includes(one))).toEqual([])
  const english = await printed('en')
  expect(words('Book card', 'Holding', 'Librarian', 'Page 1 of 1').filter((one) => !english.includes(one))).toEqual([])
})

/** The languages of the texts in an answer: the codes of languages among its keys. */
const languagesIn = (data: unknown): string[] => {
  const found = new Set<string>()
  JSON.stringify(data, (key, value: unknown) => {
    if (typeof value === 'string' && ['zh', 'en', 'fr'].includes(key)) found.add(key)
    return value
  })
  return [...found]
}

it('gives a page the texts of one language alone, falling back to the first', async () => {
  const { data } = await call<BootAnswer>('/api/boot', undefined, 'fr')
  expect(data.routes['/lending/Books']!.title).toEqual({ fr: 'Catalogue' })
  expect(data.routes['/notices']!.title).toEqual({ fr: '通知' })
  const { id } = await addBook('Zaïre')
  for (const [path, body] of [
    ['/api/boot', undefined],
    ['/api/entry', undefined],
    ['/api/screen', { path: '/lending/Books' }],
    ['/api/entity', { entity: 'book' }],
    ['/api/timeline', { entity: 'book', id }],
    ['/api/find', { words: 'Zaïre' }],
  ] as const)
    for (const language of ['fr', 'en'])
      expect(languagesIn((await call(path, body, language)).data), path).toEqual([language])
  const { translations } = (await call<EntryAnswer>('/api/entry', undefined, 'fr')).data.product
  expect(translations!.fr).toHaveProperty(['page/list.export'], 'Exporter')
  expect(Object.keys(translations!.fr!).filter((address) => !address.startsWith('page/'))).toEqual([])
})

it('refuses in the words of the language: of the engine, and of a manifest with its values', async () => {
  const book = await addBook('Zadig')
  const stale = { id: book.id, version: book.version + 7, values: { title: 'X' } }
  expect((await run('book', 'edit', stale)).msg).toBe('Un autre a modifié cet enregistrement')
  const loan = { book: book.id, reader: 'R', mobile: '13700000000' }
  for (const [language, due] of [
    ['fr', 'À rendre avant aujourd’hui, non le 1 janv. 2020'],
    ['en', '1 Jan 2020 is before today'],
    ['zh', '应还日 2020-01-01 早于今天'],
  ] as const)
    expect(await run('loan', 'create', { values: { ...loan, due: '2020-01-01' } }, language)).toMatchObject({
      code: 2001,
      data: { fields: { due } },
    })
})

it('writes values in sentences as the page does', () => {
  const app = library.server.liveApp.current
  const address = { province: '上海市', city: '上海市', district: '徐汇区', detail: '漕溪北路 1 号' }
  const written = (type: 'address' | 'datetime' | 'decimal' | 'int', value: unknown) =>
    ['zh', 'en', 'fr'].map((language) =>
      valueText(app, { ...app.entities.loan!.fields.reader!, type }, value, language),
    )
  expect(written('datetime', '2026-03-01T09:05:00.000Z')).toEqual([
    '2026-03-01 17:05',
    '1 Mar 2026, 17:05',
    '1 mars 2026, 17:05',
  ])
  expect(written('int', 23480)).toEqual(Array(3).fill('23,480'))
  expect(written('decimal', '-1234.50')).toEqual(Array(3).fill('-1,234.50'))
  // The French of this library has no words for it, so the first language joins the parts.
  const [chinese, english] = ['上海市徐汇区漕溪北路 1 号', '上海市, 徐汇区, 漕溪北路 1 号']
  expect(written('address', address)).toEqual([chinese, english, chinese])
})

it('confirms and sends messages in the words of the language', async () => {
  const book = await addBook('Micromégas')
  const due = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const lent = await run('loan', 'create', { values: { book: book.id, reader: 'R', mobile: '13700000001', due } })
  expect(lent).toMatchObject({ code: 2000 })
  const { id } = lent.data
  // A late one is fined, which its librarian is told.
  library.now = new Date(Date.now() + 5 * 86_400_000)
  boss = await library.token('boss')
  const { version } = (await call<{ record: RecordData }>('/api/record', { entity: 'loan', id }, 'fr')).data.record
  const back = await run('loan', 'giveBack', { id, version, values: { marks: [{ page: 3, cost: '5.00' }] } })
  expect([back.code, back.data?.message]).toEqual([2000, 'Rendu'])
  const titles = async (language: string) =>
    (await call<ListAnswer>('/api/list', { screen: '/notices', want: { rows: true } }, language)).data.rows!.map(
      ({ values }) => values.title,
    )
  expect(await titles('fr')).toContain('Micromégas est rendu')
  expect(await titles('en')).toContain('Micromégas is back')
})

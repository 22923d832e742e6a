// Proves that a document lists related records as the record's page does.
// It keeps to the row scope of its reader, to the rights to fields, and to masks.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { entityOf, type App } from '../../../src/manifest/model/app'
import type { DocumentSection, PrintedDocument } from '../../../src/manifest/model/document'
import type { RecordAnswer, RunAnswer } from '../../../src/protocol/calls'
import type { Caller } from '../../../src/server/context/context'
import { readableDocument } from '../../../src/server/endpoints/contract/readableDocument'
import { documentContent } from '../../../src/server/endpoints/records/printing/documentContent'
import { compiledFixture, fixtureFolder, problemsOf } from '../../manifest/sources'
import { openLibrary, type Library } from '../library'
import { readPdf } from '../readPdf'

const path = 'lending/book.entity.json'
const book = JSON.parse(readFileSync(join(fixtureFolder, path), 'utf8')) as {
  documents: { card: { sections: object[]; link?: object } }
}
const bookWith = (section: object, more: object = {}) => {
  const card = { ...book.documents.card, ...more, sections: [section] }
  return { path, text: JSON.stringify({ ...book, documents: { card } }) }
}
const loans = { title: ['借阅', 'Loans'], related: 'loan', columns: ['reader', 'mobile', 'fine', 'state'] }

let library: Library
let id: number
beforeAll(async () => {
  library = await openLibrary([bookWith(loans)])
  const branch = library.ids.get('B1')
  const values = { title: 'Candide', author: 'A', genre: 'novel', branch, price: '10.00' }
  id = (await run('boss', { entity: 'book', transition: 'create', values })).id!
  for (const reader of ['Ada', 'Bob']) {
    const lent = { book: id, reader, mobile: '13812345678', due: '2099-01-01' }
    const made = await run('anna', { entity: 'loan', transition: 'create', values: lent })
    await run('anna', { entity: 'loan', transition: 'giveBack', id: made.id, version: made.version, values: {} })
  }
})
afterAll(() => library?.close())

let key = 0
async function run(account: string, request: object): Promise<RunAnswer> {
  const body = { key: `related${(key += 1)}`, ...request }
  const { envelope } = await library.call<RunAnswer>('/api/run', { token: await library.token(account), body })
  expect(envelope).toMatchObject({ code: 2000 })
  return envelope.data
}

/** A librarian who reaches the records of the branch that are their own. */
async function tokenOfTwin(): Promise<string> {
  const { accounts = [] } = (await library.signIn('13900000002')).data
  const { handle } = accounts.find(({ library: of }) => of === '城东图书馆')!
  return (await library.call<{ token: string }>('/fixture/signIn', { body: { handle } })).envelope.data.token
}

async function printedFor(token: string): Promise<string> {
  const body = { entity: 'book', id, document: 'card' }
  const { reply } = await library.call('/api/document', { token, body })
  expect(reply.headers['content-type'], JSON.stringify(reply.body)).toBe('application/pdf')
  return (await readPdf(await buffer(reply.body as Readable))).text
}

it('lists what its reader sees, with masked numbers', async () => {
  const text = await printedFor(await library.token('anna'))
  expect(text).toContain('Loans')
  for (const word of ['Ada', 'Bob', '138****5678', 'Fine', 'Back']) expect(text).toContain(word)
  expect(text).not.toContain('13812345678')
})

it('names that it may lack records where its reader reaches only a part of them', async () => {
  // The spaces of a PDF are gaps between its words.
  const line = /Only\s*records\s*that\s*the\s*person\s*printing/
  expect(await printedFor(await tokenOfTwin())).toMatch(line)
  expect(await printedFor(await library.token('boss'))).not.toMatch(line)
})

it('lists the records for which its rule holds', () => {
  const condition = { ...loans, where: "state == 'lent' && fine == null" }
  const app = compiledFixture([bookWith(condition)])
  const entity = entityOf(app, 'book')
  const row = (id: number, state: string, fine: string | null) => {
    const values = { reader: `R${id}`, mobile: null, fine, state }
    return { id, label: `L${id}`, version: 1, can: [], state, values }
  }
  const rows = [row(1, 'lent', null), row(2, 'back', null), row(3, 'lent', '1.00')]
  const related: RecordAnswer['related'] = [{ entity: 'loan', by: 'book', rows, more: false }]
  const record = { id: 2, label: 'B', version: 1, can: [], values: {} }
  const [card] = entity.documents
  const { parts } = documentContent(card!, { app, entity, record, related, language: 'en' })
  expect(parts[0]?.table?.rows.map(([reader]) => reader)).toEqual(['R1'])
  // Who may not read what the rule reads would get a table of other records.
  expect(sectionsFor(app, card!, 'loanFine')).toHaveLength(1)
  expect(sectionsFor(app, card!)).toEqual([])
})

/** What is printed of a document of a book for a librarian with some further codes. */
function sectionsFor(app: App, document: PrintedDocument, ...codes: string[]): readonly DocumentSection[] {
  const rights = { codes: new Set(['lending', 'loans', ...codes]), administrator: false, scope: 'tenant' }
  const caller = { ...rights, disabled: new Set(), me: { id: 1 }, tenant: { id: 1 } } as unknown as Caller
  return readableDocument({ app, caller, now: new Date() }, entityOf(app, 'book'), document).sections
}

it('has no table of which its reader may read no column', () => {
  const app = library.server.liveApp.current
  const entity = entityOf(app, 'book')
  const [card] = entity.documents
  const fines = card!.sections.map((part) => ({
    ...part,
    columns: part.columns!.filter(({ field }) => field === 'fine'),
  }))
  const withFines = { ...card!, sections: fines }
  expect(sectionsFor(app, withFines, 'loanFine')).toHaveLength(1)
  expect(sectionsFor(app, withFines)).toEqual([])
})

it('lists no record beyond the row scope of its reader', async () => {
  const text = await printedFor(await tokenOfTwin())
  expect(text).toContain('Loans')
  expect(text).not.toContain('Ada')
  expect(text).not.toContain('138****5678')
})

it('names that there are more than it lists', () => {
  const app = library.server.liveApp.current
  const entity = entityOf(app, 'book')
  const values = { reader: 'Ada', mobile: null, fine: null, state: 'back' }
  const rows = [{ id: 1, label: 'L1', version: 1, can: [], values }]
  const record = { id: 2, label: 'B', version: 1, can: [], values: {} }
  const partsWith = (more: boolean) => {
    const related: RecordAnswer['related'] = [{ entity: 'loan', by: 'book', rows, more }]
    return documentContent(entity.documents[0]!, { app, entity, record, related, language: 'en' }).parts
  }
  const [part] = partsWith(false)
  expect(part?.table?.rows).toEqual([['Ada', '', '', 'Back']])
  expect([part?.table?.sums, part?.paragraphs]).toEqual([undefined, undefined])
  expect(partsWith(true)[0]?.paragraphs).toEqual(['Only the latest 1 are shown'])
})

it.each([
  ['an unknown table', { related: 'lone' }, {}, /no table of `detail.related` `lone`[^]*Known here: loan/],
  [
    'a table by more than its reference',
    { related: 'loan.book.fine' },
    {},
    /no table of `detail.related` `loan.book.fine`/,
  ],
  ['an unknown column', { ...loans, columns: ['readr'] }, {}, /no column of this table `readr`[^]*"reader"/],
  ['a second kind of content', { ...loans, columns: undefined, text: ['一', 'One'] }, {}, /either `related` or `text`/],
  [
    'a rule about what the table does not show',
    { ...loans, where: "book.title == 'x'" },
    {},
    /no column of this table `book.title`/,
  ],
  [
    'a rule beside no table',
    { text: ['一', 'One'], where: 'price > 0' },
    {},
    /`where` has no effect on a part without/,
  ],
  ['a link', loans, { link: { permissions: ['bookEdit'] } }, /has either `link` or `related`/],
])('with %s is one problem', (_, section, more, message) => {
  const problems = problemsOf([bookWith(section, more)])
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(message)
})

// Proves which paths lead from documents to the letterhead of the tenant.
import { expect, it } from 'vitest'
import type { Source } from '../../src/manifest/json/source'
import { compiledFixture, fixture, problemsOf } from './sources'

const put = (path: string, manifest: object): Source => ({ path, text: JSON.stringify(manifest) })
const own = (path: string) =>
  JSON.parse(fixture().find((source) => source.path === path)!.text) as Record<string, object>

const library = own('people/library.entity.json')
const text = (zh: string, en: string) => [zh, en]
const withLetterhead = put('people/library.entity.json', {
  ...library,
  fields: {
    ...library.fields,
    stamp: { type: 'files', title: text('印章', 'Stamp') },
    foot: { type: 'string', title: text('页脚', 'Footer') },
  },
  transitions: {
    ...library.transitions,
    dress: {
      title: text('设置抬头', 'Set letterhead'),
      from: ['open'],
      permissions: ['admin'],
      form: ['stamp', 'foot'],
    },
  },
  letterhead: { name: 'name', contacts: ['code'], logo: 'stamp', seal: 'stamp', footer: 'foot' },
})
const signed = { signatures: [text('甲', 'A'), text('乙', 'B')], seal: { place: 2, when: 'no != null' } }
const withDocuments = put('lending/book.entity.json', {
  ...own('lending/book.entity.json'),
  documents: {
    card: { title: text('卡片', 'Card'), sections: [{ fields: ['no'] }, signed] },
    plain: { title: text('便条', 'Slip'), letterhead: false, sections: [signed] },
  },
})
const [card, plain] = compiledFixture([withLetterhead, withDocuments]).entities.book!.documents

it('lead from the record to its tenant, and are read with it', () => {
  const { name, contacts, logo, footer } = card!.letterhead!
  expect([name.field, contacts.map(({ field }) => field), logo, footer!.field]).toEqual([
    'library.name',
    ['library.code'],
    'library.stamp',
    'library.foot',
  ])
  expect(card!.readPaths).toEqual(expect.arrayContaining(['library.name', 'library.code', 'library.stamp']))
})

it('are left out where a document says so, though not the seal', () => {
  expect(plain!.letterhead).toBeUndefined()
  expect(plain!.sections[0]!.seal).toMatchObject({ place: 2, path: 'library.stamp' })
  // What decides whether it is sealed is no value in it.
  expect(plain!.readPaths).toEqual(['library.stamp'])
})

it('of records without a tenant do not exist, which is the reason that the author is given', () => {
  const poster = put('lending/poster.entity.json', {
    title: text('海报', 'Poster'),
    perTenant: false,
    fields: { name: { type: 'string', title: text('名称', 'Name') } },
    documents: { sheet: { title: text('告示', 'Sheet'), letterhead: false, sections: [{ fields: ['name'] }] } },
  })
  expect(problemsOf([withLetterhead, poster]).map((problem) => problem.split('\n')[1]!.trim())).toEqual([
    '`letterhead` has no effect with `perTenant` false: a record without a tenant is printed without a letterhead.',
  ])
})

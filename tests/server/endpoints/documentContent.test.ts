// Proves that a printed document writes days, moments and amounts as the page does.
import { expect, it } from 'vitest'
import type { RecordData } from '../../../src/protocol/calls'
import { documentContent } from '../../../src/server/endpoints/records/printing/documentContent'
import { compiledFixture } from '../../manifest/sources'

const app = compiledFixture()
const entity = app.entities.loan!
const title = { zh: '借条', en: 'Slip' }
const text = { zh: '{due}|{createdAt}', en: '{due}|{createdAt}' }
const document = { name: 'slip', title, sections: [{ text }], readPaths: [] }
const record: RecordData = {
  id: 1,
  label: 'L1',
  version: 1,
  can: [],
  values: { due: '2026-11-30', createdAt: '2026-09-01T01:30:00.000Z' },
}

it.each([
  ['zh', '2026-11-30|2026-09-01 09:30'],
  ['en', '30 Nov 2026|1 Sep 2026, 09:30'],
])('in %s', (language, written) => {
  const { parts } = documentContent(document, { app, entity, record, language })
  expect(parts).toEqual([{ paragraphs: [written] }])
})

it('an amount beside its name has the sign of the currency, one in a text has none', () => {
  const fine = { field: 'fine', title, type: 'money' as const, sum: false, hiddenByDefault: false, sortable: false }
  const sections = [{ fields: [fine] }, { text: { zh: '{fine}', en: '{fine}' } }]
  const textsOf = (value: string | null) =>
    documentContent(
      { ...document, sections },
      { app, entity, record: { ...record, values: { fine: value } }, language: 'en' },
    ).parts.flatMap(({ pairs = [], paragraphs = [] }) => [...pairs.map((pair) => pair.text), ...paragraphs])
  expect(textsOf('1234.50')).toEqual(['¥1,234.50', '1,234.50'])
  expect(textsOf('-3.00')).toEqual(['-¥3.00', '-3.00'])
  expect(textsOf(null)).toEqual(['—', ''])
})

it('lines that a record lacks print neither a title nor an empty table', () => {
  const part = { field: 'name', title, type: 'string' as const, sum: false, hiddenByDefault: false, sortable: false }
  const sections = [{ title, lines: 'parts', columns: [part] }]
  const partsWith = (parts: RecordData['values'][string]) =>
    documentContent(
      { ...document, sections },
      { app, entity, record: { ...record, values: { parts } }, language: 'en' },
    ).parts.map(({ heading, table }) => [heading, table?.rows])
  expect([partsWith(null), partsWith([])]).toEqual([[], []])
  expect(partsWith([{ name: 'A' }])).toEqual([['Slip', [['A']]]])
})

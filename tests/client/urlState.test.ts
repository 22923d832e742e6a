// Proves that the state of a list comes back from its address as it was written.
import { untranslated } from '../../src/manifest/model/text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Column } from '../../src/manifest/model/column'
import type { FieldType } from '../../src/manifest/model/field'
import { refreshedAddress } from '../../src/client/navigation/builtInPaths'
import { readListState, writeFilter, writeListState, type ListState } from '../../src/client/navigation/urlState'

const column = (field: string, type: FieldType): Column => ({
  field,
  type,
  title: untranslated(field),
  sum: false,
  hiddenByDefault: false,
  sortable: true,
})
const columns = [
  column('name', 'string'),
  column('kind', 'choice'),
  column('guide', 'ref'),
  column('at', 'datetime'),
  column('amount', 'money'),
  column('open', 'boolean'),
  column('files', 'files'),
]
const through = (state: ListState) => {
  const params = new URLSearchParams('record=a:1&id=7')
  writeListState(params, state)
  return readListState(new URLSearchParams(params.toString()), columns)
}

describe('the state of a list in the address', () => {
  it('comes back as it was written, whatever was typed', () => {
    const filters = fc.record({
      name: fc.option(fc.string({ minLength: 1, maxLength: 20 })),
      kind: fc.option(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 })),
      guide: fc.option(fc.array(fc.integer({ min: 1, max: 1e12 }), { minLength: 1, maxLength: 4 })),
      open: fc.option(fc.boolean()),
      words: fc.string(),
      page: fc.integer({ min: 1, max: 999 }),
      sorts: fc.option(
        fc.uniqueArray(
          fc.record({ field: fc.constantFrom('name', 'at', 'amount', 'guide.name'), descending: fc.boolean() }),
          { minLength: 1, maxLength: 3, selector: ({ field }) => field },
        ),
        { nil: undefined },
      ),
    })
    fc.assert(
      fc.property(filters, ({ name, kind, guide, open, words, page, sorts }) => {
        const state: ListState = {
          filters: [
            ...(name === null ? [] : [{ field: 'name', operator: 'contains' as const, value: name }]),
            ...(kind === null ? [] : [{ field: 'kind', operator: 'in' as const, value: kind }]),
            ...(guide === null ? [] : [{ field: 'guide', operator: 'in' as const, value: guide }]),
            ...(open === null ? [] : [{ field: 'open', operator: 'equals' as const, value: open }]),
          ],
          words,
          tab: undefined,
          sorts,
          page,
        }
        expect(through(state)).toEqual(state)
      }),
    )
  })

  it('is in the order of the address, each column once and as many as a list takes', () => {
    const sorts = (sort: string) => readListState(new URLSearchParams({ sort }), columns).sorts
    expect(sorts('-at,name')).toEqual([
      { field: 'at', descending: true },
      { field: 'name', descending: false },
    ])
    expect(sorts('at,-at,,name')?.map(({ field }) => field)).toEqual(['at', 'name'])
    expect(sorts('a,b,c,d')?.map(({ field }) => field)).toEqual(['a', 'b', 'c'])
    expect(sorts('-')).toBeUndefined()
  })

  it('keeps open ends of a span', () => {
    const filter = { field: 'at', operator: 'between' as const, value: ['2024-11-01', null] }
    expect(through({ filters: [filter], words: '', page: 1 }).filters).toEqual([filter])
  })

  it.each([
    { field: 'at', operator: 'thisWeek', value: null },
    { field: 'at', operator: 'lastDays', value: 7 },
  ] as const)('keeps a period relative to today by its name: $operator', (filter) => {
    expect(through({ filters: [filter], words: '', page: 1 }).filters).toEqual([filter])
  })

  it.each([
    'f.nobody=contains:x',
    'f.name=like:x',
    'f.guide=in:abc',
    'f.open=equals:maybe',
    'f.name=contains:%E5%',
    'f.at=between:,',
    'f.kind=in:',
    'f.name=thisWeek:',
    'f.at=thisWeek:1',
    'f.at=lastDays:',
    'f.at=lastDays:0.5',
    'page=-2',
    'page=x',
  ])('leaves out what cannot be: %s', (query) => {
    expect(readListState(new URLSearchParams(query), columns)).toEqual({
      filters: [],
      words: '',
      tab: undefined,
      sorts: undefined,
      page: 1,
    })
  })

  it('leaves everything else in the query alone, and writes nothing that is usual', () => {
    const params = new URLSearchParams('record=a:1&f.name=contains:x&page=4&from=/b')
    writeListState(params, { filters: [], words: '', page: 1 })
    expect(params.toString()).toBe(new URLSearchParams('record=a:1&from=/b').toString())
  })
})

it('a filter is escaped once, by the query, and a link that was escaped twice is still understood', () => {
  expect(writeFilter({ field: 'name', operator: 'contains', value: '丽' })).toBe('contains:丽')
  expect(writeFilter({ field: 'name', operator: 'in', value: ['a,b', '5%'] })).toBe('in:a%2Cb,5%25')
  const column = { field: 'name', type: 'string' } as Column
  for (const text of ['contains:丽', 'contains:%E4%B8%BD'])
    expect(readListState(new URLSearchParams({ 'f.name': text }), [column]).filters).toEqual([
      { field: 'name', operator: 'contains', value: '丽' },
    ])
})

it.each([
  ['/redirect/orders', '/orders'],
  ['/redirect//evil.example', undefined],
  ['/redirect', undefined],
  ['/orders', undefined],
])('%s leads again to %s, never to another host', (address, to) => expect(refreshedAddress(address)).toBe(to))

// Proves how blocks place their content: days of calendars, spans of reports, the records behind a
// number, the ways of a card.
import { untranslated } from '../../src/manifest/model/text'
import { createElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { DrillDown, RecordData } from '../../src/protocol/calls'
import type { ScreenAnswer } from '../../src/protocol/screenCalls'
import { createFormat } from '../../src/client/text/format'
import { readListState } from '../../src/client/navigation/urlState'
import { translatorOf } from '../pageTexts'
import { columnBeside, transitionsInto } from '../../src/ui/screens/board/boardColumns'
import { addDays, addMonths, isDay, monthWeeks, weekDays, weekdayOf } from '../../src/manifest/expression/values/days'
import { byDay, entriesOf, groupsOf } from '../../src/ui/schedule/entries'
import { placeEntries, visibleEntries } from '../../src/ui/schedule/lanes'
import { changeOf, moodOf } from '../../src/ui/screens/report/measureText'
import PieChart, { ringOf } from '../../src/ui/screens/report/PieChart'
import { drillAddress, groupFilters } from '../../src/client/navigation/drillDown'
import { addedUp, inTime } from '../../src/ui/screens/report/ReportCharts'
import { presetPeriod, readPeriod } from '../../src/ui/screens/report/period'
import type { Action, Column } from '../../src/manifest/model/column'
import { groupHeads, pagedCount, pageOfHead, withReachableFolds } from '../../src/ui/screens/list/data/groupHeads'
import { DataTable } from '../../src/ui/table/DataTable'
import { sumsOf } from '../../src/ui/table/columnSums'
import type { RenderContext } from '../../src/ui/values/renderContext'
import { totalsOf } from '../../src/ui/form/dialogs/batch/BatchRecords'
import { useDayName } from '../../src/ui/values/useDayName'
import { compiledBindery } from '../manifest/sources'
import { drawOn, signedIn } from './drawnPage'
import { createFixture } from './fixture'

const app = compiledBindery()

describe('days', () => {
  it('weeks begin on Monday', () => {
    expect(weekdayOf('2025-03-09')).toBe(7)
    expect(weekDays('2025-03-09')[0]).toBe('2025-03-03')
  })
  it('a month is covered by whole weeks', () => {
    expect(monthWeeks('2025-02-14')).toHaveLength(5)
    expect(monthWeeks('2027-02-14')).toHaveLength(4)
    expect(monthWeeks('2025-03-14').flat()).toContain('2025-03-31')
    expect(monthWeeks('2025-03-14')).toHaveLength(6)
  })
  it('months of different length', () => {
    expect(addMonths('2025-01-31', 1)).toBe('2025-02-28')
    expect(addMonths('2025-01-15', -1)).toBe('2024-12-15')
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  })
  it('from the first year of the calendar to the last', () => {
    expect(addMonths('0050-01-31', 1)).toBe('0050-02-28')
    expect([addMonths('9999-12-31', 1), addMonths('0001-01-31', -1)]).toEqual(['9999-12-31', '0001-01-01'])
    expect(monthWeeks('0026-03-05').flat()).toContain('0026-03-31')
    expect(monthWeeks('9999-12-05')).toHaveLength(5)
  })
  it('only days of the calendar', () => {
    const days = ['2025-02-29', '2024-02-29', null, '2024-2-1', '0000-01-01']
    expect(days.filter(isDay)).toEqual(['2024-02-29'])
  })
  it('yesterday is the day before, however many hours it had', async () => {
    vi.useFakeTimers({ now: new Date('2026-03-30T00:30:00+02:00'), toFake: ['Date'] })
    const inBerlin = { ...app, product: { ...app.product, timezone: 'Europe/Berlin' } }
    const runtime = await signedIn(createFixture(inBerlin, 1), 'en')
    const names = ['2026-03-30', '2026-03-29', '2026-03-28'].map((day) => drawOn(runtime, () => useDayName()(day)))
    vi.useRealTimers()
    expect(names).toEqual(['Today', 'Yesterday', 'Saturday, 28 Mar 2026'])
  })
})

describe('spans', () => {
  it('presets', () => {
    expect(presetPeriod('thisMonth', '2025-12-24')).toEqual({ from: '2025-12-01', to: '2026-01-01' })
    expect(presetPeriod('thisQuarter', '2025-08-31')).toEqual({ from: '2025-07-01', to: '2025-10-01' })
    expect(presetPeriod('lastQuarter', '2025-02-01')).toEqual({ from: '2024-10-01', to: '2025-01-01' })
    expect(presetPeriod('last30', '2025-03-01')).toEqual({ from: '2025-01-31', to: '2025-03-02' })
  })
  it('an impossible span of an address is none', () => expect(readPeriod('2025-02-01', '2025-01-01')).toBeUndefined())
})

describe('charts', () => {
  it('add up the rows of one label, to the cent', () => {
    const rows = [
      { measures: { sum: '0.10', rate: '5' } },
      { measures: { sum: '7.00', rate: '5' } },
      { measures: { sum: '0.20', rate: '5' } },
    ]
    expect(addedUp(rows, ['A', 'B', 'A'], ['sum'])).toEqual({
      rows: [{ measures: { sum: '0.3' } }, { measures: { sum: '7' } }],
      labels: ['A', 'B'],
    })
  })
  it('add up every decimal place that a row has', () => {
    const rows = [{ measures: { area: '0.125' } }, { measures: { area: '0.25' } }]
    expect(addedUp(rows, ['A', 'A'], ['area']).rows).toEqual([{ measures: { area: '0.375' } }])
  })
  it('show time from left to right', () =>
    expect(inTime([3, 1, 2], ['2026-11', '2025-12', '2026-02'])).toEqual({
      rows: [1, 2, 3],
      labels: ['2025-12', '2026-02', '2026-11'],
    }))
  it('leave every other order', () => expect(inTime([2, 1], ['West', '2026-01']).rows).toEqual([2, 1]))
})

describe('the records behind a number', () => {
  it('are asked for by the number, its span, the search and the group; nobody is a group too', () => {
    const drillDown: DrillDown = {
      screen: '/sums',
      number: 'paid',
      from: '2025-03-01',
      to: '2025-04-01',
      filters: [
        { field: 'kind', operator: 'in', value: ['a,b', 'c'] },
        ...groupFilters({ store: { id: 4, label: 'North' }, guide: null, month: '2025-03' }),
      ],
    }
    expect(drillDown.filters!.slice(1)).toEqual([
      { field: 'store', operator: 'equals', value: 4 },
      { field: 'guide', operator: 'empty', value: true },
      { field: 'month', operator: 'equals', value: '2025-03' },
    ])
    const address = new URL(drillAddress('/list', drillDown), 'http://x')
    expect([address.pathname, readListState(address.searchParams, []).drillDown]).toEqual(['/list', drillDown])
    const further = new URL(drillAddress('/list?list=more', drillDown), 'http://x')
    expect([further.searchParams.get('list'), readListState(further.searchParams, []).drillDown]).toEqual([
      'more',
      drillDown,
    ])
  })
  it('of a link that was cut are all of the list', () =>
    expect(readListState(new URLSearchParams({ drillDown: '["/sums","pa' }), []).drillDown).toBeUndefined())
})

describe('a calendar', () => {
  const screen = Object.values(app.screens).find((one) => one.calendar?.slotField)!
  const answer: ScreenAnswer = {
    revision: '',
    screen,
    entities: app.entities,
    dictionaries: app.dictionaries,
    settings: {},
  }
  const words = translatorOf('zh', app.product.languages)
  const scene = {
    canOpen: () => true,
    entities: app.entities,
    dictionaries: app.dictionaries,
    translator: words,
    format: createFormat(app.product, 'zh'),
  }
  const row = (id: number, values: RecordData['values']): RecordData => ({
    id,
    version: 1,
    state: 'assigned',
    label: `PG${id}`,
    values,
    can: [],
  })
  const { dateField: date, slotField: period, groupBy: rows } = screen.calendar!
  const entries = entriesOf(
    [
      row(1, {
        [date]: '2025-03-08',
        [period!]: 'pm',
        [rows!]: { id: 5, label: 'Li' },
        reader: { id: 1, label: '陈' },
      }),
      row(2, { [date]: '2025-03-08', [period!]: 'am', [rows!]: null }),
      row(3, { [date]: null }),
    ],
    answer,
    scene,
    'Asia/Shanghai',
  )

  it('puts records on their day in the order of the day', () => {
    expect(
      byDay(entries, ['2025-03-07', '2025-03-08'])
        .get('2025-03-08')!
        .map((entry) => [entry.row.id, entry.when]),
    ).toEqual([
      [2, '上午'],
      [1, '下午'],
    ])
  })
  it('puts what has no time of day first, and keeps the order of equals', () => {
    const [first, second] = [4, 5].map((id) =>
      row(id, { [date]: '2025-03-08', [period!]: null, reader: { id: 1, label: '张三' } }),
    )
    const timed = row(6, { [date]: '2025-03-08', [period!]: 'am' })
    const sorted = entriesOf([timed, first!, second!], answer, scene, 'Asia/Shanghai')
    expect(sorted.map((entry) => entry.row.id)).toEqual([4, 5, 6])
  })
  it('holds what lasts on all its days, and places it as one bar', () => {
    const span = (id: number, values: RecordData['values']) => row(id, { [date]: '2025-03-06', ...values })
    const lasting = { ...screen, calendar: { ...screen.calendar!, endField: 'until' } }
    const placed = (values: RecordData['values'][]) =>
      entriesOf(
        values.map((item, index) => span(index, item)),
        { ...answer, screen: lasting },
        scene,
        'Asia/Shanghai',
      )
    const [week, next] = [weekDays('2025-03-06'), weekDays('2025-03-13')]
    const several = placed([{ until: '2025-03-11' }, { until: '2025-03-07' }, { until: null }, { until: '2025-03-01' }])
    expect([...byDay(several, ['2025-03-07', '2025-03-08'])].map(([, items]) => items.length)).toEqual([2, 1])
    const inWeek = placeEntries(week, several)
    expect(inWeek.map(({ entry, lane, column, days, ends }) => [entry.row.id, lane, column, days, ends])).toEqual([
      [0, 0, 3, 4, false],
      [1, 1, 3, 2, true],
      [2, 2, 3, 1, true],
      [3, 3, 3, 1, true],
    ])
    expect(inWeek[0]!.entry.when).toContain('–')
    expect(placeEntries(next, several)).toMatchObject([{ entry: several[0], column: 0, days: 2, begins: false }])
    // A day with more than it has room for draws a span on none of its days.
    const drawn = visibleEntries(inWeek, 2)
    expect(drawn.map(({ entry }) => entry.row.id)).toEqual([0])
    expect(visibleEntries(inWeek, 4)).toHaveLength(4)
  })
  it('has a row for everybody named and one for nobody', () => {
    expect(groupsOf(entries, [{ id: 6, label: 'Wu' }], () => 'Li', 'none').map((group) => group.label)).toEqual([
      'Wu',
      'Li',
      'none',
    ])
  })
})

describe('a card', () => {
  const entity = app.entities.reader!
  const record = (can: string[]): RecordData => ({ id: 1, version: 1, state: 'following', label: 'x', values: {}, can })
  const into = (column: string, can: string[], ...offered: string[]) => {
    const actions = offered.map((transition) => ({ transition, entity: entity.name }) as Action)
    return transitionsInto(record(can), column, { by: 'state', entity, actions }).map((way) => way.name)
  }
  it('goes where a possible transition leads', () =>
    expect(into('lost', ['lose', 'edit'], 'lose', 'edit')).toEqual(['lose']))
  it('goes nowhere else', () => {
    expect(into('lost', ['edit'], 'lose', 'edit')).toEqual([])
    expect(into('deal', ['lose'], 'lose')).toEqual([])
  })
  it('goes by no transition that the screen does not offer', () => expect(into('lost', ['lose'], 'edit')).toEqual([]))
})

describe('numbers beside earlier ones', () => {
  it('change by per cent, where there was something', () =>
    expect([
      changeOf('15', '10'),
      changeOf('5', '-10'),
      changeOf('7.5', '10.00'),
      changeOf('3', '0'),
      changeOf(null, '4'),
      // More than tenfold, the earlier value itself is shown.
      changeOf('12', '1'),
      changeOf('9999', '10000'),
      changeOf('10001', '10000'),
    ]).toEqual(['+50.0%', '+150.0%', '-25.0%', undefined, undefined, undefined, '0.0%', '0.0%']))
  it('are good news as they rise, or as they fall where that is better', () =>
    expect([moodOf('+5.0%'), moodOf('-5.0%'), moodOf('+5.0%', true), moodOf('0.0%')].join()).toBe('good,bad,bad,even'))
})

describe('the totals of a batch', () => {
  const records = ['0.10', '0.20', null].map((paid, at) => ({ values: { paid, ...(at > 0 && { due: '1' }) } }))
  it('are exact, and none where a value was not read', () =>
    expect(totalsOf(records, [{ field: 'paid' }, { field: 'due' }])).toEqual([{ field: 'paid', sum: '0.3' }]))
})

describe('the heads of groups', () => {
  const counts = { a: 3, b: 2, c: 4, d: 1 }
  const groups = Object.entries(counts).map(([value, count]) => ({ value, count, sums: {} }))
  /** The page of a list: its heads, as `key@row`, a folded one in brackets. */
  function headsOf(folded: readonly string[], page: number, size = 3): string[] {
    const values = groups.flatMap(({ value, count }) =>
      folded.includes(value) ? [] : Array.from({ length: count }, () => value),
    )
    const offset = (page - 1) * size
    const rowGroups = values.slice(offset, offset + size)
    const isLast = offset + size >= values.length
    return groupHeads({ rowGroups, groups, folded, offset, isLast }).map(({ key, before, isFolded }) =>
      isFolded ? `(${key})@${before}` : `${key}@${before}`,
    )
  }
  it('come before their first row, and again where a page continues them', () => {
    expect([headsOf([], 1), headsOf([], 2), headsOf([], 3), headsOf([], 4)]).toEqual([
      ['a@0'],
      ['b@0', 'c@2'],
      ['c@0'],
      ['d@0'],
    ])
  })
  it('of folded groups remain, each on one page', () => {
    expect(headsOf(['a'], 1)).toEqual(['(a)@0', 'b@0', 'c@2'])
    expect([headsOf(['b'], 1), headsOf(['b'], 2)]).toEqual([['a@0'], ['(b)@0', 'c@0']])
    expect(headsOf(['d'], 3)).toEqual(['c@0', '(d)@3'])
    expect(headsOf(['a', 'b', 'c', 'd'], 1)).toEqual(['(a)@0', '(b)@0', '(c)@0', '(d)@0'])
  })
  it('are looked for on their own page, also after the last row', () => {
    const foldings = [[], ['a'], ['b'], ['d'], ['a', 'b', 'c', 'd']]
    const pages = foldings.map((folded) => groups.map(({ value }) => pageOfHead({ groups }, folded, value, 3)))
    expect(pages).toEqual([
      [1, 2, 2, 4],
      [1, 1, 1, 3],
      [1, 2, 2, 3],
      [1, 2, 2, 3],
      [1, 1, 1, 1],
    ])
    for (const [index, folded] of foldings.entries())
      for (const [position, { value }] of groups.entries())
        expect(headsOf(folded, pages[index]![position]!).join()).toMatch(new RegExp(`\\b${value}\\b`))
    // Rows of groups that are not counted follow.
    expect(pageOfHead({ groups, moreGroups: true }, ['d'], 'd', 3)).toBe(4)
  })
  it('leave pages for the rows of unfolded groups only', () => {
    const list = { total: { count: 10, more: false }, groups, groupBy: { field: 'kind', folded: ['a', 'd'] } }
    expect(pagedCount(list)).toBe(6)
    expect(pagedCount({ ...list, groups: undefined })).toBe(10)
  })
  it('are those of counted groups, of which alone the rows are left out', () => {
    const grouping = { field: 'kind', folded: ['a', 'z'] }
    expect(withReachableFolds(grouping, { groups }, false)).toBe(grouping)
    expect(withReachableFolds(grouping, {}, false)).toBe(grouping)
    expect(withReachableFolds(grouping, { groups, moreGroups: true }, false)).toEqual({ field: 'kind', folded: ['a'] })
    expect(withReachableFolds(grouping, {}, true)).toEqual({ field: 'kind', folded: [] })
  })
  it('are drawn with the sums below them, and are pressed only where they are counted', async () => {
    const head = { before: 0, isFolded: true, sums: {} }
    const markup = drawOn(await signedIn(createFixture(app, 1), 'en'), () =>
      createElement(DataTable<RecordData>, {
        label: 'list',
        columns: [{ key: 'paid', title: 'Paid', width: 90, render: () => null }],
        rows: [],
        sums: { paid: '12.00' },
        groups: [
          { ...head, key: 'a', title: 'first', count: '2' },
          { ...head, key: 'b', title: 'uncounted' },
        ],
      }),
    )
    expect(markup).toMatch(/<tfoot>.*12\.00.*<\/tfoot>/)
    expect(markup.match(/<(?:button|span)[^>]*class="table-fold"/g)?.map((tag) => tag.split(' ')[0])).toEqual([
      '<button',
      '<span',
    ])
  })
  it('have no number before the groups are counted', () => {
    const page = { rowGroups: ['a', 'a', null], groups: [], folded: [], offset: 0, isLast: true }
    expect(groupHeads(page).map(({ key, before, group }) => [key, before, group])).toEqual([
      ['a', 0, undefined],
      ['', 2, undefined],
    ])
  })
})

describe('the sums below a list', () => {
  const paid = { field: 'paid', type: 'money', sum: true } as Column
  const sumsWith = (columns: Column[], sums: Record<string, string> | undefined) =>
    sumsOf(columns, sums, {} as RenderContext, 'thing')
  it('keep their row while they load, and have none where nothing was summed up', () => {
    expect(sumsWith([paid], undefined)).toEqual({ paid: ' ' })
    expect(sumsWith([paid], {})).toBeUndefined()
    expect(sumsWith([{ ...paid, sum: false }], { paid: '1' })).toBeUndefined()
  })
})

describe('a ring', () => {
  const slices = Array.from({ length: 12 }, (_, at) => ({ label: `s${at}`, value: at - 1, text: String(at - 1) }))
  it('shows the largest by themselves and the others together', () => {
    expect(ringOf(slices, 'rest', String).map(({ label, value }) => `${label} ${value}`)).toEqual([
      's11 10',
      's10 9',
      's9 8',
      's8 7',
      's7 6',
      's6 5',
      's5 4',
      'rest 6',
    ])
    expect(ringOf(slices.slice(0, 5), 'rest', String)).toHaveLength(3)
  })
  it('keeps no slice of the numbers before, though two are called the same', () => {
    const same = ['A', 'A'].map((label) => ({ label, value: 1, text: '1' }))
    const [, drawing, legend] = PieChart({ title: '', ring: same }).props.children
    for (const parts of [drawing.props.children[1], legend.props.children])
      expect(new Set(parts.map(({ key }: { key: string }) => key)).size).toBe(2)
  })
})

describe('a card by the keyboard', () => {
  const columns = ['new', 'cutting', 'glueing', 'done'].map((code) => ({ code, title: untranslated(code) }))
  const to = (here: string, side: 1 | -1, ...open: string[]) =>
    columnBeside(columns, here, side, ({ code }) => open.includes(code))?.code
  it('goes to the nearest column on that side that a way leads to', () => {
    expect(to('new', 1, 'glueing', 'done')).toBe('glueing')
    expect(to('done', -1, 'new')).toBe('new')
  })
  it('is told of the next column when no way leads on', () =>
    expect([to('cutting', 1), to('cutting', -1)]).toEqual(['glueing', 'new']))
  it('goes nowhere from the edge', () =>
    expect([to('done', 1, 'new'), to('new', -1, 'done')]).toEqual([undefined, undefined]))
})

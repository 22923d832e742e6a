// In which order do the rows of a report stand? As the manifest says, by a measure or an axis; rows that are alike in it, by their axes. What is
// empty stands last.
import type { Decimal } from 'decimal.js'
import type { App, Field, Sort } from '../../manifest/app'
import { exactOf } from '../../manifest/rule/exact'
import type { RefValue, ReportAnswer, Value } from '../../protocol/calls'

type Row = ReportAnswer['rows'][number]
type Compare = (a: Row, b: Row) => number

const collators = [
  new Intl.Collator('zh-u-co-pinyin', { numeric: true }),
  new Intl.Collator('en', { numeric: true }),
] as const

export function inOrder(
  app: App,
  language: 0 | 1,
  axes: readonly Field[],
  sort: Sort | undefined,
  rows: readonly Row[],
): Row[] {
  const own = axes.find((axis) => axis.name === sort?.field)
  const first = sort && (own ? byAxis(app, language, own, sort.descending) : byMeasure(sort))
  const orders = [
    ...(first ? [first] : []),
    ...axes.filter((axis) => axis !== own).map((axis) => byAxis(app, language, axis, false)),
  ]
  return [...rows].sort((a, b) => orders.reduce((found, order) => found || order(a, b), 0))
}

function byMeasure({ field, descending }: Sort): Compare {
  return (a, b) =>
    emptyLast(exactOf(a.measures[field]), exactOf(b.measures[field]), descending, (x: Decimal, y: Decimal) =>
      x.comparedTo(y),
    )
}

function byAxis(app: App, language: 0 | 1, { name, dictionary }: Field, descending: boolean): Compare {
  // Codes mean nothing by their letters: their order is that of the dictionary.
  const codes = dictionary === undefined ? undefined : app.dictionaries[dictionary]?.items.map((item) => item.code)
  const key = (row: Row) => keyOf(row.groups[name] ?? null, codes)
  return (a, b) =>
    emptyLast(key(a), key(b), descending, (x, y) =>
      typeof x === 'number' && typeof y === 'number' ? x - y : collators[language].compare(String(x), String(y)),
    )
}

function keyOf(value: Value, codes: readonly string[] | undefined): string | number | null {
  if (value === null) return null
  if (typeof value === 'object') return (value as RefValue).label
  return codes ? codes.indexOf(String(value)) : String(value)
}

function emptyLast<T>(a: T | null, b: T | null, descending: boolean, compare: (a: T, b: T) => number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return descending ? compare(b, a) : compare(a, b)
}

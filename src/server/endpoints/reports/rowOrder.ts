// Orders the rows of a report by a measure or an axis of the manifest, ties by the axes.
// Empty values come last.
import type { Decimal } from 'decimal.js'
import type { App } from '../../../manifest/model/app'
import type { Field } from '../../../manifest/model/field'
import type { Sort } from '../../../manifest/model/rule'
import { exactOf } from '../../../manifest/expression/values/decimal'
import type { Context } from '../../context/context'
import type { RefValue, Value } from '../../../protocol/calls'
import type { ReportAnswer } from '../../../protocol/reportCalls'

type Row = ReportAnswer['rows'][number]
const ascending = { descending: false }

type Key = Decimal | string | number | null

/** Sort keys are computed once per row: sorting thousands of rows compares each about ten times. */
interface Order {
  readonly key: (row: Row) => Key
  readonly compare: (a: Key, b: Key) => number
}

const collators = new Map<string, Intl.Collator>()

/** Chinese by pinyin, which is the default of its locale in every data set that Node.js carries. */
function collatorOf(language: string): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true })
  collators.set(language, collator)
  return collator
}

export function inOrder(
  { app, caller }: Pick<Context, 'app' | 'caller'>,
  axes: readonly Field[],
  sort: Sort | undefined,
  rows: readonly Row[],
): Row[] {
  const field = axes.find((axis) => axis.name === sort?.field)
  const first = sort && (field ? byAxis(app, caller.language, field, sort) : byMeasure(sort))
  const orders = [
    ...(first ? [first] : []),
    ...axes.filter((axis) => axis !== field).map((axis) => byAxis(app, caller.language, axis)),
  ]
  return rows
    .map((row) => ({ row, keys: orders.map(({ key }) => key(row)) }))
    .sort((a, b) => orders.reduce((order, { compare }, index) => order || compare(a.keys[index]!, b.keys[index]!), 0))
    .map(({ row }) => row)
}

function byMeasure({ field, descending }: Sort): Order {
  return {
    key: ({ measures }) => exactOf(measures[field]),
    compare: (a, b) => emptyLast(a, b, descending, (x, y) => (x as Decimal).comparedTo(y as Decimal)),
  }
}

function byAxis(
  app: App,
  language: string,
  { name, dictionary }: Field,
  { descending }: Pick<Sort, 'descending'> = ascending,
): Order {
  // Codes have no meaningful order by letters: use the dictionary's order.
  const codes = dictionary === undefined ? undefined : app.dictionaries[dictionary]?.items.map((item) => item.code)
  const { compare: compareTexts } = collatorOf(language)
  return {
    key: ({ groups }) => keyOf(groups[name] ?? null, codes),
    compare: (a, b) =>
      emptyLast(a, b, descending, (x, y) =>
        typeof x === 'number' && typeof y === 'number' ? x - y : compareTexts(String(x), String(y)),
      ),
  }
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

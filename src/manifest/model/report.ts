// A compiled report: measures and charts.
import type { Text } from './text'
import type { Aggregate, Rule, Sort } from './rule'
import type { Audience } from './access'
import type { Field } from './field'

export interface Measure extends Audience {
  readonly name: string
  readonly title: Text
  readonly help?: Text
  readonly type: 'int' | 'money' | 'decimal'
  readonly aggregate?: Aggregate
  /** dimension: rule over the counted record */
  readonly dimensions: Readonly<Record<string, Rule>>
  readonly compute?: Rule
  readonly drillDown?: string
  readonly total: boolean
  /** Only read by other measures. */
  readonly hidden: boolean
  /** A fall since the previous period is good news. */
  readonly lowerIsBetter?: true
}

/** A measure that is counted; the others are computed from such. */
export interface CountedMeasure extends Measure {
  readonly aggregate: Aggregate
}

/** Whether a measure aggregates records; the others are computed from such measures. */
export const isCounted = (measure: Measure): measure is CountedMeasure => measure.aggregate !== undefined

export interface Chart {
  readonly kind: 'bar' | 'line' | 'pie'
  readonly title?: Text
  readonly dimension?: string
  readonly measures: readonly string[]
}

export interface Report {
  readonly dimensions: Readonly<Record<string, Field>>
  readonly chooseDimension: boolean
  readonly period?: 'month' | 'quarter' | 'year'
  readonly measures: readonly Measure[]
  /** Shows beside each number that of the previous period. */
  readonly comparePrevious: boolean
  readonly charts: readonly Chart[]
  readonly sort?: Sort
}

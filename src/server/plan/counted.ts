// What does a number count? The rule, the axes and the span of one measure, figure or queue, as conditions of a list: the list behind a number asks
// for the very records that the number was counted from.
import type { Sql } from 'sql-template-tag'
import type { Measure, Rule, Screen, Text } from '../../manifest/app'
import type { Frame } from './frame'
import { filterConditions, type AxisFilter } from './report-axes'
import { ruleCondition } from './rule-sql'

export interface Counted {
  /** Tells the statements apart. */
  readonly shape: string
  /** What the number is called. */
  readonly title: Text
  readonly where?: Rule
  /** Must hold as well. */
  readonly also?: Rule
  readonly by: Measure['by']
  readonly filters: readonly AxisFilter[]
  readonly period?: { readonly from: string; readonly to: string }
  /** How far the number reaches; see `scope` of a screen. */
  readonly scope?: Screen['scope']
  /** Only of the records that the list shows anyway. */
  readonly within: boolean
}

/** Conditions on the rows of a list; the values of the axes are the first of the request's. */
export function countedConditions(frame: Frame, { where, also, by, filters }: Counted): Sql[] {
  const rules = [where, also].filter((rule) => rule !== undefined)
  return [
    ...rules.map((rule) => ruleCondition(rule, { planning: frame.planning, frame })),
    ...filterConditions(frame, by, filters),
  ]
}

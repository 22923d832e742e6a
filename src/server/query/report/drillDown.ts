// Turns a measure, figure or queue into conditions of a list: rule, axes and period.
// The list behind a number shows exactly the records that it counts.
import type { Sql } from 'sql-template-tag'
import type { Measure } from '../../../manifest/model/report'
import type { Rule, RuleNode, Sort } from '../../../manifest/model/rule'
import type { Screen } from '../../../manifest/model/screen'
import type { Text } from '../../../manifest/model/text'
import type { LoadedRecord } from '../../context/context'
import type { RowSource } from '../expression/rowSource'
import { filterConditions, type AxisFilter } from './axes'
import { conditionSql } from '../expression/ruleSql'

export interface DrillDownQuery {
  /** Part of the cache key of the prepared query: without values, which are its parameters. */
  readonly shape: string
  /** The title of the number. */
  readonly title: Text
  readonly where?: Rule
  /** Further conditions. */
  readonly also?: readonly RuleNode[]
  readonly dimensions: Measure['dimensions']
  readonly filters: readonly AxisFilter[]
  /** The record whose number it is: `this` of the rule. `counted`: the number, if it counts records. */
  readonly asking?: { readonly entity: string; readonly record: LoadedRecord; readonly counted?: number }
  /** Their order, unless another is chosen. */
  readonly sort?: Sort
  readonly period?: { readonly from: string; readonly to: string }
  /** The row scope of the number; see `widenRowScope` of a screen. */
  readonly scope?: Screen['widenRowScope']
  /** Limited to the records that the list shows anyway. */
  readonly keepListConditions: boolean
}

/** Conditions on the rows of a list; the values of the axes are the first of the request's. */
export function countedConditions(
  source: RowSource,
  { where, also, asking, dimensions, filters }: DrillDownQuery,
): Sql[] {
  const nodes = [...(where ? [where.node] : []), ...(also ?? [])]
  return [
    ...nodes.map((node) => conditionSql(node, { planning: source.planning, source, asking })),
    ...filterConditions(source, dimensions, filters),
  ]
}

// What are the axes of a report in SQL? What stands for each among the records that a measure counts, and the conditions on them.
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Field, FieldType, Measure, Rule, RuleNode, ScopeName } from '../../manifest/app'
import { identifier } from '../database/identifier'
import { comparedSql, type CheckedFilter } from './filter-sql'
import type { Frame } from './frame'
import { monthStart } from './function-sql'
import { parameter } from './name-sql'
import { valueSql } from './rule-sql'
import { visibleSql } from './visible-sql'

/** A condition on an axis, whether the report is grouped by it or not. */
export interface AxisFilter extends CheckedFilter {
  readonly axis: Field
}

export interface ReportPlan {
  /** The axes that apply, in their order: columns g0, g1 … with the labels of references as l0, l1 …. */
  readonly axes: readonly Field[]
  /** What is counted: columns m0, m1 …. */
  readonly measures: readonly Measure[]
  readonly filters: readonly AxisFilter[]
  readonly reach: ScopeName
  /** The measure that decides which rows are shown when there are too many. */
  readonly first?: { readonly measure: number; readonly descending: boolean }
  readonly rows: number
}

const axisTypes: Partial<Record<FieldType, string>> = {
  ref: 'bigint',
  int: 'numeric',
  money: 'numeric',
  decimal: 'numeric',
  date: 'date',
  datetime: 'timestamptz',
  boolean: 'boolean',
}
/** Columns of the axes, of what measures take of a record, and of what comes of it. */
export const g = (index: number) => identifier(`g${index}`)
export const v = (index: number) => identifier(`v${index}`)
export const m = (index: number) => identifier(`m${index}`)

/** PostgreSQL's type of what stands for an axis. */
export const axisType = ({ type }: Field) => raw(axisTypes[type] ?? 'text')

/** What stands for an axis; a plain field as the caller may see it. */
export function axisSql(frame: Frame, { node }: Rule, axis: Field): Sql {
  const plain = node.kind === 'name' && node.scope === 'record' && node.path.length > 0
  const value = plain ? visibleSql(frame, node.path.join('.')) : valueSql(node, { planning: frame.planning, frame })
  return sql`(${value})::${axisType(axis)}`
}

/** What stands for an axis in the rows that a report adds up: months, where asked, as their first moment, each other axis as itself. */
export function rowAxisSql(frame: Frame, rule: Rule, axis: Field, asMonth: boolean): Sql {
  const of = asMonth ? monthOf(rule) : undefined
  return of ? monthStart(of, { planning: frame.planning, frame }) : axisSql(frame, rule, axis)
}

/** The day or moment of which a rule gives the month. */
export function monthOf({ node }: Rule): RuleNode | undefined {
  return node.kind === 'call' && node.name === 'month' ? node.args[0] : undefined
}

/**
 * Conditions on axes; their values are the first of the request's.
 * @param by what stands for each axis among the records of the frame
 * @param wanted those of the filters that are asked here; absent: all
 */
export function filterConditions(
  frame: Frame,
  by: Measure['by'],
  filters: readonly AxisFilter[],
  wanted: (filter: AxisFilter) => boolean = () => true,
): Sql[] {
  let first = 0
  return filters.flatMap((filter) => {
    const at = first
    first += filter.values.length
    return wanted(filter) ? [filterCondition(frame, by[filter.field]!, filter, at)] : []
  })
}

function filterCondition(
  frame: Frame,
  rule: Rule,
  { axis, field: name, operator, shape }: AxisFilter,
  at: number,
): Sql {
  const variant = shape.slice(name.length + operator.length + 2)
  const value = axisSql(frame, rule, axis)
  if (operator === 'empty') return variant === 'yes' ? sql`${value} IS NULL` : sql`${value} IS NOT NULL`
  if (operator === 'contains') return sql`${value} ILIKE ${parameter('text', (asked) => asked.values?.[at])}`
  return comparedSql(frame, { value, type: axis.type, operator, variant }, at)
}

// Compiles the axes of a report for the records of each measure, and conditions on them.
import { valueTypes } from '../../../manifest/expression/values/valueTypes'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Field } from '../../../manifest/model/field'
import type { CountedMeasure, Measure } from '../../../manifest/model/report'
import type { Rule, RuleNode, ValueType } from '../../../manifest/model/rule'
import type { ScopeName } from '../../../manifest/model/access'
import { identifier } from '../../database/sql/identifier'
import { comparison, type CheckedFilter } from '../search/filter'
import type { RowSource } from '../expression/rowSource'
import { monthStartSql } from '../expression/functionSql'
import { parameter } from '../expression/nameSql'
import { valueSql } from '../expression/ruleSql'
import { visibleSql } from '../policy/fieldAccess'

/** A condition on an axis, whether or not the report is grouped by it. */
export interface AxisFilter extends CheckedFilter {
  readonly axis: Field
}

export interface ReportPlan {
  /** The active axes in order: columns g0, g1 … with the labels of references as l0, l1 …. */
  readonly axes: readonly Field[]
  /** The measures: columns m0, m1 …. */
  readonly measures: readonly CountedMeasure[]
  readonly filters: readonly AxisFilter[]
  readonly scope: ScopeName
  /** The measure that selects the shown rows when there are too many. */
  readonly first?: { readonly measure: number; readonly descending: boolean }
  readonly rows: number
}

const axisTypes: Partial<Record<ValueType, string>> = {
  record: 'bigint',
  number: 'numeric',
  date: 'date',
  datetime: 'timestamptz',
  boolean: 'boolean',
}
/** Columns of the axes, of the measures' inputs, and of their results. */
export const dimensionColumn = (index: number) => identifier(`g${index}`)
export const valueColumn = (index: number) => identifier(`v${index}`)
export const measureColumn = (index: number) => identifier(`m${index}`)

/** The rule of a measure for an axis. @throws Error without it: a defect, as each measure has every axis */
export function axisRule(dimensions: Measure['dimensions'], { name }: Pick<Field, 'name'>): Rule {
  const rule = dimensions[name]
  if (!rule) throw new Error(`A measure has no axis "${name}".`)
  return rule
}

/** PostgreSQL's type of an axis. */
export const axisType = ({ type }: Field) => raw(axisTypes[valueTypes[type]] ?? 'text')

/** The value of an axis; a plain field as the caller may see it. */
export function axisSql(source: RowSource, { node }: Rule, axis: Field): Sql {
  const plain = node.kind === 'name' && node.scope === 'record' && node.path.length > 0
  const value = plain ? visibleSql(source, node.path.join('.')) : valueSql(node, { planning: source.planning, source })
  return sql`(${value})::${axisType(axis)}`
}

/**
 * The value of an axis in the rows that a report aggregates: months, where requested, as their first moment, other axes
 * unchanged.
 */
export function rowAxisSql(source: RowSource, rule: Rule, axis: Field, asMonth: boolean): Sql {
  const of = asMonth ? monthOf(rule) : undefined
  return of ? monthStartSql(of, { planning: source.planning, source }) : axisSql(source, rule, axis)
}

/** The day or time whose month a rule gives. */
export function monthOf({ node }: Rule): RuleNode | undefined {
  return node.kind === 'call' && node.name === 'month' ? node.args[0] : undefined
}

/**
 * Conditions on axes; their values are the first of the request's.
 * @param by the value of each axis among the records of the source
 * @param wanted the filters to apply here; absent: all
 */
export function filterConditions(
  source: RowSource,
  by: Measure['dimensions'],
  filters: readonly AxisFilter[],
  wanted: (filter: AxisFilter) => boolean = () => true,
): Sql[] {
  let first = 0
  return filters.flatMap((filter) => {
    const position = first
    first += filter.values.length
    return wanted(filter) ? [filterCondition(source, axisRule(by, filter.axis), filter, position)] : []
  })
}

function filterCondition(source: RowSource, rule: Rule, filter: AxisFilter, position: number): Sql {
  const { axis, operator } = filter
  const { variant } = filter
  const value = axisSql(source, rule, axis)
  if (operator === 'empty') return variant === 'yes' ? sql`${value} IS NULL` : sql`${value} IS NOT NULL`
  if (operator === 'contains')
    return sql`${value} ILIKE ${parameter('text', (bindings) => bindings.values?.[position])}`
  return comparison(source, axis.type, filter, position)(value)
}

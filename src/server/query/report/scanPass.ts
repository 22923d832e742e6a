// Groups the measures of a report into passes: those over one entity with the same axes share one.
// Their common conditions select the records; the others decide which records a measure counts.
import sql, { raw, join, type Sql } from 'sql-template-tag'
import { entityOf } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { CountedMeasure } from '../../../manifest/model/report'
import type { RuleNode } from '../../../manifest/model/rule'
import { conditionsOf, contributionsOf, type Contribution } from '../expression/referencePath'
import { pathSql } from '../expression/fieldSql'
import type { RowSource, Planning } from '../expression/rowSource'
import { filterConditions, type AxisFilter, type ReportPlan } from './axes'
import { conditionSql } from '../expression/ruleSql'
import { scopeCondition } from '../policy/rowScope'
import { groupBy } from '../../../manifest/expression/values/lists'

/** A measure with its index in the plan. */
export interface Measured {
  readonly measure: CountedMeasure
  readonly index: number
  /**
   * The contributions of its sum: rows of the belonging records have the values, and the records themselves only define
   * the groups.
   */
  readonly shares?: readonly Contribution[]
}

export type ScanPass = readonly [Measured, ...Measured[]]

/** The measures by the pass that counts them. */
export function passesOf({ app }: Planning, { measures }: ReportPlan): ScanPass[] {
  const measured = measures.map((measure, index): Measured => {
    const shares = contributionsOf(app, measure)
    return { measure, index, ...(shares && { shares }) }
  })
  const groups = groupBy(measured, ({ measure: { aggregate, dimensions: by }, index }) =>
    // The first of all records cannot be derived from the first ones of groups.
    JSON.stringify([
      aggregate.entity,
      Object.entries(by).map(([name, { node }]) => [name, node]),
      aggregate.operator === 'first' ? index : '',
    ]),
  )
  return [...groups.values()]
}

/** Whether one record represents the whole group, and the others only decide which one. */
export const isFirstAggregate = ([first]: readonly Measured[]) => first?.measure.aggregate.operator === 'first'

export const countedEntity = ({ app }: Planning, [first]: ScanPass): Entity =>
  entityOf(app, first.measure.aggregate.entity ?? '')

/** Row scope and all other conditions on the records of a pass; `wanted`: the filters of the report to apply here. */
export function scopedConditions(
  source: RowSource,
  { filters, scope }: ReportPlan,
  pass: ScanPass,
  wanted: (filter: AxisFilter) => boolean = () => true,
): Sql[] {
  const { aggregate, dimensions: by } = pass[0].measure
  const conditions = ownConditions(pass)
  const [first = []] = conditions
  const inScope = scopeCondition(source, scope)
  const shared = conditionsOf(aggregate).filter((node) => !first.some((other) => isSame(node, other)))
  return [
    ...(inScope ? [inScope] : []),
    ...shared.map((node) => conditionSql(node, { planning: source.planning, source })),
    ...(conditions.every((nodes) => nodes.length > 0)
      ? [
          sql`(${join(
            conditions.map((nodes) => sql`(${allOf(source, nodes)})`),
            ' OR ',
          )})`,
        ]
      : []),
    ...filterConditions(source, by, filters, wanted),
  ]
}

/**
 * The value that each measure of a pass takes from a record, null if the record does not count for it.
 * @param values values to take instead of the field
 */
export function measureInputs(source: RowSource, pass: ScanPass, values?: readonly Sql[]): Sql[] {
  const conditions = ownConditions(pass)
  return pass.map(({ measure: { aggregate }, shares }, index) => {
    const value =
      values?.[index] ??
      (shares
        ? raw('NULL')
        : aggregate.field === undefined
          ? raw('1')
          : pathSql(source, aggregate.field.split('.')).value)
    const nodes = conditions[index] ?? []
    return nodes.length > 0 ? sql`CASE WHEN ${allOf(source, nodes)} THEN ${value} END` : value
  })
}

/** The conditions of each measure that the rest of the pass does not share. */
function ownConditions(pass: ScanPass): RuleNode[][] {
  const all = pass.map(({ measure }) => conditionsOf(measure.aggregate))
  return all.map((nodes) => nodes.filter((node) => !all.every((others) => others.some((other) => isSame(node, other)))))
}

const allOf = (source: RowSource, nodes: readonly RuleNode[]) =>
  join(
    nodes.map((node) => conditionSql(node, { planning: source.planning, source })),
    ' AND ',
  )

/** Caches nodes as text for comparison: each report request compares those of its measures. */
const texts = new WeakMap<RuleNode, string>()

function textOf(node: RuleNode): string {
  let text = texts.get(node)
  if (text === undefined) texts.set(node, (text = JSON.stringify(node)))
  return text
}

const isSame = (node: RuleNode, other: RuleNode): boolean => node === other || textOf(node) === textOf(other)

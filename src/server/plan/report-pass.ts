// Which records do the measures of a report count, and in which passes? Those that count records of one entity by the same axes are one pass: what all of
// them ask for chooses the records, what each asks for besides decides what it takes of them.
import sql, { raw, join, type Sql } from 'sql-template-tag'
import type { Aggregate, Entity, Measure, RuleNode } from '../../manifest/app'
import { conjuncts } from '../../manifest/rule/check'
import { sharesOf, type Share } from './belonging'
import { pathSql } from './field-sql'
import { entityNamed, type Frame, type Planning } from './frame'
import { filterConditions, type AxisFilter, type ReportPlan } from './report-axes'
import { conditionSql } from './rule-sql'
import { scopeCondition } from './scope-sql'

/** A measure with its place among those of the plan. */
export interface Measured {
  readonly measure: Measure
  readonly index: number
  /** What its sum consists of: rows of what belongs to the records have these, and the records themselves only say which groups there are. */
  readonly shares?: readonly Share[]
}

export type Pass = readonly Measured[]

/** The measures by the pass that counts them. */
export function passesOf({ app }: Planning, { measures }: ReportPlan): Pass[] {
  const passes = new Map<string, Measured[]>()
  for (const [index, measure] of measures.entries()) {
    const { entity, operator } = measure.aggregate!
    // Which one is the first of all is not known from the first ones of groups.
    const key = JSON.stringify([
      entity,
      Object.entries(measure.by).map(([name, { node }]) => [name, node]),
      operator === 'first' ? index : '',
    ])
    const shares = sharesOf(app, measure)
    passes.set(key, [...(passes.get(key) ?? []), { measure, index, ...(shares && { shares }) }])
  }
  return [...passes.values()]
}

/** Whether one record stands for the whole group, and the others only decide which one. */
export const takesFirst = ([first]: Pass) => first!.measure.aggregate!.operator === 'first'

export const recordsOf = ({ app }: Planning, [first]: Pass): Entity =>
  entityNamed(app, first!.measure.aggregate!.entity ?? '')

/** The conditions on the records of a pass; `wanted`: those of the report's filters that are asked here. */
export function conditionsOn(
  frame: Frame,
  { filters, reach }: ReportPlan,
  pass: Pass,
  wanted: (filter: AxisFilter) => boolean = () => true,
): Sql[] {
  const { aggregate, by } = pass[0]!.measure
  const own = ownConditions(pass)
  const scope = scopeCondition(frame, reach)
  const shared = nodesOf(aggregate!).filter((node) => !own[0]!.some((other) => isSame(node, other)))
  return [
    ...(scope ? [scope] : []),
    ...shared.map((node) => conditionSql(node, { planning: frame.planning, frame })),
    ...(own.every((nodes) => nodes.length > 0)
      ? [
          sql`(${join(
            own.map((nodes) => sql`(${allOf(frame, nodes)})`),
            ' OR ',
          )})`,
        ]
      : []),
    ...filterConditions(frame, by, filters, wanted),
  ]
}

/**
 * What each measure of a pass takes of a record, null where the record does not count for it.
 * @param given what it takes instead of the field that it names
 */
export function takenOf(frame: Frame, pass: Pass, given?: readonly Sql[]): Sql[] {
  const own = ownConditions(pass)
  return pass.map(({ measure: { aggregate }, shares }, at) => {
    const value =
      given?.[at] ??
      (shares
        ? raw('NULL')
        : aggregate!.field === undefined
          ? raw('1')
          : pathSql(frame, aggregate!.field.split('.')).value)
    return own[at]!.length > 0 ? sql`CASE WHEN ${allOf(frame, own[at]!)} THEN ${value} END` : value
  })
}

/** The conditions of each measure that not all of the pass share. */
function ownConditions(pass: Pass): RuleNode[][] {
  const all = pass.map(({ measure }) => nodesOf(measure.aggregate!))
  return all.map((nodes) => nodes.filter((node) => !all.every((others) => others.some((other) => isSame(node, other)))))
}

const nodesOf = ({ where }: Aggregate) => (where ? conjuncts(where.node) : [])
const allOf = (frame: Frame, nodes: readonly RuleNode[]) =>
  join(
    nodes.map((node) => conditionSql(node, { planning: frame.planning, frame })),
    ' AND ',
  )

function isSame(one: RuleNode, other: RuleNode): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

// How are the measures of a report counted? Those that count records of one entity by the same axes in one pass: what all of them ask for chooses the records,
// what each asks for besides decides what it takes of them. Groups are put together to totals afterwards, so that the pass may be shared among processors.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Aggregate, Measure, RuleNode } from '../../manifest/app'
import { conjuncts } from '../../manifest/rule/check'
import { identifier } from '../database/identifier'
import { result } from './aggregate-sql'
import { sharesOf, type Share } from './belonging'
import { pathSql } from './field-sql'
import { entityNamed, Frame, type Planning } from './frame'
import { axisSql, filterConditions, g, m, type ReportPlan } from './report-axes'
import { conditionSql, quotient } from './rule-sql'
import { scopeCondition } from './scope-sql'
import { joinShares } from './shares-sql'

/** A measure with its place among those of the plan. */
export interface Measured {
  readonly measure: Measure
  readonly index: number
  /** What its sum consists of; a pass of their own counts these, and the pass of its own records only which groups there are. */
  readonly shares?: readonly Share[]
}

export interface Pass {
  readonly measured: readonly Measured[]
  /** Not the records themselves are counted, but what belongs to them. */
  readonly shared?: boolean
}

/** The measures by the pass that counts them. What the passes have for a measure is added up. */
export function passesOf(planning: Planning, { measures }: ReportPlan): Pass[] {
  const passes = new Map<string, Measured[]>()
  for (const [index, measure] of measures.entries()) {
    const { entity, operator } = measure.aggregate!
    // Which one is the first of all is not known from the first ones of groups.
    const key = JSON.stringify([entity, Object.entries(measure.by).map(([name, { node }]) => [name, node]), operator === 'first' ? index : ''])
    const shares = sharesOf(planning.app, measure)
    passes.set(key, [...(passes.get(key) ?? []), { measure, index, ...(shares && { shares }) }])
  }
  // All that belongs to the records of a pass is joined to them at once.
  const shared = [...passes.values()].map((measured) => measured.filter(({ shares }) => shares)).filter(({ length }) => length > 0)
  return [...[...passes.values()].map((measured) => ({ measured })), ...shared.map((measured) => ({ measured, shared: true }))]
}

/** One row a group, where there are axes, and one with `total` true; the columns of measures that other passes count are null. */
export function passSql(planning: Planning, plan: ReportPlan, { measured, shared }: Pass): Sql {
  const { axes, measures } = plan
  const aggregates = measured.map(({ measure }) => measure.aggregate!)
  const own = ownConditions(aggregates)
  const counted = shared ? belongingSql(planning, plan, measured, own) : countedSql(planning, plan, measured, own)
  const names = axes.map((_, at) => g(at))
  const filters = own.map(({ length }, at) => (length > 0 ? sql` FILTER (WHERE ${identifier(`f${at}`)})` : empty))
  const placed = (valueOf: (at: number) => Sql) => join(measures.map((_, index) => {
    const at = measured.findIndex((one) => one.index === index)
    return sql`(${at < 0 ? raw('NULL') : valueOf(at)})::numeric AS ${m(index)}`
  }), ', ')
  const grouped = (values: Sql, rows: Sql) => (names.length > 0
    ? sql`SELECT GROUPING(${g(0)}) = 1 AS "total", ${join(names, ', ')}, ${values} FROM (${rows}) x GROUP BY GROUPING SETS ((${join(names, ', ')}), ())`
    : sql`SELECT TRUE AS "total", ${values} FROM (${rows}) x`)
  if (aggregates[0]!.operator === 'first') return grouped(placed(() => firstSql(aggregates[0]!)), counted)
  const parts = aggregates.flatMap((aggregate, at) => partsOf(aggregate, at, filters[at]!))
  return grouped(placed((at) => totalOf(aggregates[at]!, at)), sql`SELECT ${join([...names, ...parts], ', ')} FROM (${counted}) c${names.length > 0 ? sql` GROUP BY ${join(names, ', ')}` : empty}`)
}

/** The conditions of each aggregate that not all of them share. */
function ownConditions(aggregates: readonly Aggregate[]): RuleNode[][] {
  const all = aggregates.map(({ where }) => (where ? conjuncts(where.node) : []))
  return all.map((nodes) => nodes.filter((node) => !all.every((others) => others.some((other) => isSame(node, other)))))
}

/** The records of a pass: their axes, values (v0 …), and whether they count (f0 …). */
function countedSql(planning: Planning, plan: ReportPlan, measured: readonly Measured[], own: readonly RuleNode[][]): Sql {
  const entity = recordsOf(planning, measured)
  const values = (frame: Frame) => measured.flatMap(({ measure: { aggregate: of }, shares }, at) => [
    ...(of!.field === undefined ? [] : [sql`${shares ? raw('0') : pathSql(frame, of!.field.split('.')).value} AS ${identifier(`v${at}`)}`]),
    ...(of!.sort ? [sql`${pathSql(frame, of!.sort.field.split('.')).value} AS "o"`, sql`${frame.column('id')} AS "id"`] : []),
  ])
  const selectedOf = (frame: Frame) => listOf([...axesOf(frame, plan, measured), ...values(frame), ...counting(frame, own)])
  const frame = Frame.of(planning, entity)
  const selected = selectedOf(frame)
  const found = Frame.of({ ...planning, grouped: false }, entity)
  const conditions = conditionsOn(found, plan, measured, own)
  const where = conditions.length > 0 ? join(conditions, ' AND ') : raw('TRUE')
  // What is computed from other records is grouped for the records that count, and for no others.
  if (frame.hasGroups && conditions.length > 0) return frame.fromFew((columns) => sql`SELECT ${join(columns.map((name) => found.column(name)), ', ')} FROM ${found.from()} WHERE ${where}`, selected)
  if (frame.hasGroups) return sql`SELECT ${selected} FROM ${frame.from()}`
  const plain = selectedOf(found)
  return sql`SELECT ${plain} FROM ${found.from()} WHERE ${where}`
}

/** What belongs to the records of a pass: the axes of the records, its own values (v0 …), and whether the records count (f0 …). */
function belongingSql(planning: Planning, plan: ReportPlan, measured: readonly Measured[], own: readonly RuleNode[][]): Sql {
  const frame = Frame.of({ ...planning, grouped: false }, recordsOf(planning, measured))
  const belonging = joinShares(frame, measured.map(({ shares = [] }) => shares), plan.reach === 'all')
  const values = belonging.values.map((value, at) => sql`${value} AS ${identifier(`v${at}`)}`)
  const selected = join([...axesOf(frame, plan, measured), ...values, ...counting(frame, own)], ', ')
  const conditions = conditionsOn(frame, plan, measured, own)
  return sql`SELECT ${selected} FROM ${frame.from()}${belonging.join}${conditions.length > 0 ? sql` WHERE ${join(conditions, ' AND ')}` : empty}`
}

const recordsOf = ({ app }: Planning, [first]: readonly Measured[]) => entityNamed(app, first!.measure.aggregate!.entity ?? '')

const axesOf = (frame: Frame, { axes }: ReportPlan, [first]: readonly Measured[]) => axes.map((axis, at) => sql`${axisSql(frame, first!.measure.by[axis.name]!, axis)} AS ${g(at)}`)

const allOf = (frame: Frame, nodes: readonly RuleNode[]) => join(nodes.map((node) => conditionSql(node, { planning: frame.planning, frame })), ' AND ')

/** Whether a record counts for each aggregate that asks for more than all of them do. */
const counting = (frame: Frame, own: readonly RuleNode[][]) => own.flatMap((nodes, at) => (nodes.length > 0 ? [sql`(${allOf(frame, nodes)}) AS ${identifier(`f${at}`)}`] : []))

/** The conditions on the records of a pass. */
function conditionsOn(frame: Frame, { filters, reach }: ReportPlan, [first]: readonly Measured[], own: readonly RuleNode[][]): Sql[] {
  const { aggregate, by } = first!.measure
  const scope = scopeCondition(frame, reach)
  const shared = (aggregate!.where ? conjuncts(aggregate!.where.node) : []).filter((node) => !own[0]!.some((other) => isSame(node, other)))
  return [
    ...(scope ? [scope] : []),
    ...shared.map((node) => conditionSql(node, { planning: frame.planning, frame })),
    ...(own.every((nodes) => nodes.length > 0) ? [sql`(${join(own.map((nodes) => sql`(${allOf(frame, nodes)})`), ' OR ')})`] : []),
    ...filterConditions(frame, by, filters),
  ]
}

/** What is only counted needs no column. */
const listOf = (columns: readonly Sql[]) => (columns.length > 0 ? join([...columns], ', ') : raw('1'))

function partsOf(aggregate: Aggregate, at: number, filter: Sql): Sql[] {
  const value = identifier(`v${at}`)
  const part = (name: string, of: Sql) => sql`${of}${filter} AS ${identifier(`${name}${at}`)}`
  switch (aggregate.operator) {
    case 'count': return [part('p', raw('count(*)'))]
    case 'average': return [part('p', sql`sum(${value})`), part('n', sql`count(${value})`)]
    case 'sum': case 'max': case 'min': return [part('p', sql`${raw(aggregate.operator)}(${value})`)]
    default: throw new Error(`The measure ${aggregate.operator} has no parts.`)
  }
}

function totalOf({ operator }: Aggregate, at: number): Sql {
  const part = identifier(`p${at}`)
  if (operator === 'average') return quotient(sql`sum(${part})`, sql`sum(${identifier(`n${at}`)})`)
  return result({ operator: operator === 'count' ? 'sum' : operator }, part)
}

function firstSql({ sort }: Aggregate): Sql {
  const way = raw(sort?.descending ? 'DESC NULLS LAST' : 'ASC NULLS LAST')
  return sql`(array_agg("v0"${sort ? sql` ORDER BY "o" ${way}, "id"${raw(sort.descending ? ' DESC' : '')}` : empty}))[1]`
}

function isSame(one: RuleNode, other: RuleNode): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

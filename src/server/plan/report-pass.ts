// How are the measures of a report counted? Those that count records of one entity by the same axes in one pass: what all of them ask for chooses the records,
// what each asks for besides decides what it takes of them. Groups are put together to totals afterwards, so that the pass may be shared among processors.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Aggregate, Measure, RuleNode } from '../../manifest/app'
import { conjuncts } from '../../manifest/rule/check'
import { identifier } from '../database/identifier'
import { result, speaksOfTenant } from './aggregate-sql'
import { sharesOf, type Share } from './belonging'
import { pathSql } from './field-sql'
import { entityNamed, Frame, type Planning } from './frame'
import { axisSql, filterConditions, g, m, type ReportPlan } from './report-axes'
import { conditionSql, quotient } from './rule-sql'
import { scopeCondition } from './scope-sql'

/** A measure with its place among those of the plan. */
export interface Measured {
  readonly measure: Measure
  readonly index: number
  /** What its sum consists of; one pass each counts these, and the pass of its own records only which groups there are. */
  readonly shares?: readonly Share[]
}

/** The measures by the pass that counts them, and one pass more for each share. What the passes have for a measure is added up. */
export function passesOf(planning: Planning, { measures }: ReportPlan): Pass[] {
  const passes = new Map<string, Measured[]>()
  for (const [index, measure] of measures.entries()) {
    const { entity, operator } = measure.aggregate!
    // Which one is the first of all is not known from the first ones of groups.
    const key = JSON.stringify([entity, Object.entries(measure.by).map(([name, { node }]) => [name, node]), operator === 'first' ? index : ''])
    const shares = sharesOf(planning.app, measure)
    passes.set(key, [...(passes.get(key) ?? []), { measure, index, ...(shares && { shares }) }])
  }
  const shared = [...passes.values()].flat().flatMap(({ measure, index, shares = [] }) => shares.map((share) => ({ measured: [{ measure, index }], share })))
  return [...[...passes.values()].map((measured) => ({ measured })), ...shared]
}

export interface Pass { readonly measured: readonly Measured[]; readonly share?: Share }

/** One row a group, where there are axes, and one with `total` true; the columns of measures that other passes count are null. */
export function passSql(planning: Planning, plan: ReportPlan, { measured, share }: Pass): Sql {
  const { axes, measures } = plan
  const aggregates = measured.map(({ measure }) => measure.aggregate!)
  const own = ownConditions(aggregates)
  const counted = share ? shareSql(planning, plan, measured[0]!.measure, share) : countedSql(planning, plan, measured, own)
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
function countedSql(planning: Planning, { axes, filters, reach }: ReportPlan, measured: readonly Measured[], own: readonly RuleNode[][]): Sql {
  const [{ aggregate, by }] = measured.map(({ measure }) => measure) as [Measure]
  const entity = entityNamed(planning.app, aggregate!.entity ?? '')
  const shared = (aggregate!.where ? conjuncts(aggregate!.where.node) : []).filter((node) => !own[0]!.some((other) => isSame(node, other)))
  const all = (frame: Frame, nodes: readonly RuleNode[]) => join(nodes.map((node) => conditionSql(node, { planning: frame.planning, frame })), ' AND ')
  const conditionsOn = (frame: Frame) => [
    ...shared.map((node) => conditionSql(node, { planning: frame.planning, frame })),
    ...(own.every((nodes) => nodes.length > 0) ? [sql`(${join(own.map((nodes) => sql`(${all(frame, nodes)})`), ' OR ')})`] : []),
    ...filterConditions(frame, by, filters),
  ]
  const selectedOf = (frame: Frame) => listOf([
    ...axes.map((axis, at) => sql`${axisSql(frame, by[axis.name]!, axis)} AS ${g(at)}`),
    ...measured.flatMap(({ measure: { aggregate: of }, shares }, at) => [
      ...(of!.field === undefined ? [] : [sql`${shares ? raw('0') : pathSql(frame, of!.field.split('.')).value} AS ${identifier(`v${at}`)}`]),
      ...(of!.sort ? [sql`${pathSql(frame, of!.sort.field.split('.')).value} AS "o"`, sql`${frame.column('id')} AS "id"`] : []),
      ...(own[at]!.length > 0 ? [sql`(${all(frame, own[at]!)}) AS ${identifier(`f${at}`)}`] : []),
    ]),
  ])
  const frame = Frame.of(planning, entity)
  const selected = selectedOf(frame)
  const found = Frame.of({ ...planning, grouped: false }, entity)
  const conditions = [scopeCondition(found, reach), ...conditionsOn(found)].filter((one) => one !== undefined)
  const where = conditions.length > 0 ? join(conditions, ' AND ') : raw('TRUE')
  // What is computed from other records is grouped for the records that count, and for no others.
  if (frame.hasGroups && conditions.length > 0) return frame.fromFew((columns) => sql`SELECT ${join(columns.map((name) => found.column(name)), ', ')} FROM ${found.from()} WHERE ${where}`, selected)
  if (frame.hasGroups) return sql`SELECT ${selected} FROM ${frame.from()}`
  const plain = selectedOf(found)
  return sql`SELECT ${plain} FROM ${found.from()} WHERE ${where}`
}

/** What is only counted needs no column. */
const listOf = (columns: readonly Sql[]) => (columns.length > 0 ? join([...columns], ', ') : raw('1'))

/** The records that belong to those of a measure: the axes of the ones, the value (v0) of the others. */
function shareSql(planning: Planning, { axes, filters, reach }: ReportPlan, { aggregate, by }: Measure, { aggregate: { entity, operator, field, where }, path, conditions, negative }: Share): Sql {
  const alone = { ...planning, grouped: false }
  const [owner, counted] = [Frame.of(alone, entityNamed(planning.app, aggregate!.entity ?? '')), Frame.of(alone, entityNamed(planning.app, entity ?? ''))]
  const value = operator === 'count' ? raw('1') : pathSql(counted, field!.split('.')).value
  const selected = join([...axes.map((axis, at) => sql`${axisSql(owner, by[axis.name]!, axis)} AS ${g(at)}`), sql`${raw(negative ? '-' : '')}(${value}) AS "v0"`], ', ')
  const together = speaksOfTenant(where, planning) || !owner.tenantColumn || !counted.tenantColumn ? empty : sql` AND ${counted.column(counted.tenantColumn)} = ${owner.column(owner.tenantColumn)}`
  const on = sql`${pathSql(counted, path).value} = ${owner.column('id')}${together}`
  const all = [
    scopeCondition(owner, reach), ...(aggregate!.where ? [conditionSql(aggregate!.where.node, { planning: alone, frame: owner })] : []), ...filterConditions(owner, by, filters),
    ...conditions.map((node) => conditionSql(node, { planning: alone, frame: counted })),
  ].filter((one) => one !== undefined)
  return sql`SELECT ${selected} FROM ${owner.from()} JOIN ${identifier(entity!)} ${identifier(counted.alias)} ON ${on}${counted.joins()}${all.length > 0 ? sql` WHERE ${join(all, ' AND ')}` : empty}`
}

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

// What is the statement of a report? Every measure counts its own records by the axes, behind the caller's reach; the parts are laid over each
// other by group. Totals are counted over the records, not over the rows shown, so that averages and cut reports stay right.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { mayRead } from '../../manifest/access'
import type { App, Field, FieldType, Measure, Rule, ScopeName } from '../../manifest/app'
import type { Caller } from '../context'
import { identifier } from '../database/identifier'
import { labelSql } from './field-sql'
import { comparedSql, type CheckedFilter } from './filter-sql'
import { entityNamed, Frame, type Planning } from './frame'
import { parameter } from './name-sql'
import { passesOf, passSql } from './report-pass'
import { valueSql } from './rule-sql'
import { readableField, visibleSql } from './visible-sql'

/** A condition on an axis, whether the report is grouped by it or not. */
export interface AxisFilter extends CheckedFilter { readonly axis: Field }

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

const axisTypes: Partial<Record<FieldType, string>> = { ref: 'bigint', int: 'numeric', money: 'numeric', decimal: 'numeric', date: 'date', datetime: 'timestamptz', boolean: 'boolean' }
/** Columns of the axes, and of what is counted. */
export const g = (index: number) => identifier(`g${index}`)
export const m = (index: number) => identifier(`m${index}`)

/** One row with `total` true, and up to `rows` + 1 groups, in no order. */
export function reportStatement(planning: Planning, plan: ReportPlan): Sql {
  const { axes, measures, rows } = plan
  const grouped = { ...planning, grouped: true }
  const parts = passesOf(plan).map((measured) => passSql(grouped, plan, measured))
  const groups = axes.map((_, index) => g(index))
  const values = measures.map((_, index) => sql`max(u.${m(index)}) AS ${m(index)}`)
  const by = plan.first ? sql`${m(plan.first.measure)} ${raw(plan.first.descending ? 'DESC NULLS LAST' : 'ASC NULLS LAST')}, ` : empty
  const laid = sql`SELECT u."total", ${join(groups.map((name) => sql`u.${name}`), ', ')}, ${join(values, ', ')} FROM (${join(parts, ' UNION ALL ')}) u GROUP BY u."total", ${join(groups.map((name) => sql`u.${name}`), ', ')} ORDER BY "total" DESC, ${by}${join(groups, ', ')} LIMIT ${raw(String(rows + 2))}`
  const { labels, joins } = labelled(planning, axes)
  return sql`SELECT r.*${labels} FROM (${laid}) r${joins}`
}

/** What stands for an axis; a plain field as the caller may see it. */
export function axisSql(frame: Frame, { node }: Rule, axis: Field): Sql {
  const plain = node.kind === 'name' && node.scope === 'record' && node.path.length > 0
  const value = plain ? visibleSql(frame, node.path.join('.')) : valueSql(node, { planning: frame.planning, frame })
  return sql`(${value})::${raw(axisTypes[axis.type] ?? 'text')}`
}

/** Conditions on axes; their values are the first of the request's. */
export function filterConditions(frame: Frame, by: Measure['by'], filters: readonly AxisFilter[]): Sql[] {
  let first = 0
  return filters.map(({ axis, field: name, operator, shape, values }) => {
    const at = first
    first += values.length
    const variant = shape.slice(name.length + operator.length + 2)
    const value = axisSql(frame, by[name]!, axis)
    if (operator === 'empty') return variant === 'yes' ? sql`${value} IS NULL` : sql`${value} IS NOT NULL`
    if (operator === 'contains') return sql`${value} ILIKE ${parameter('text', (asked) => asked.values?.[at])}`
    return comparedSql(frame, { value, type: axis.type, operator, variant }, at)
  })
}

function labelled(planning: Planning, axes: readonly Field[]): { readonly labels: Sql; readonly joins: Sql } {
  const frames = axes.flatMap((axis, index) => (axis.type === 'ref' ? [{ index, frame: Frame.of(planning, entityNamed(planning.app, axis.entity ?? '')) }] : []))
  if (frames.length === 0) return { labels: empty, joins: empty }
  const labels = join(frames.map(({ index, frame }) => sql`, ${labelSql(frame)} AS ${identifier(`l${index}`)}`), '')
  // Only now do the frames know what their labels lead through.
  const joins = join(frames.map(({ index, frame }) => sql` LEFT JOIN ${identifier(frame.entity!.name)} ${identifier(frame.alias)} ON ${frame.column('id')} = r.${g(index)}${frame.joins()}`), '')
  return { labels, joins }
}

/** Whether everything that a measure shows may be read: records of its entity, the field it takes and what stands for the axes. A rule may not undo a mask. */
export function mayMeasure(app: App, reader: Caller, { aggregate, by }: Measure, axes: readonly Field[]): boolean {
  const entity = entityNamed(app, aggregate?.entity ?? '')
  if (!mayRead(app, reader, entity)) return false
  const fields = (paths: readonly string[]) => paths.map((path) => (path === 'id' ? entity.fields.id : readableField(app, entity, path, reader)))
  const taken = aggregate?.field === undefined ? [] : fields([aggregate.field])
  return taken.every((field) => field !== undefined) && axes.every((axis) => {
    const rule = by[axis.name]
    return rule !== undefined && fields(rule.reads).every((field) => field !== undefined && (rule.node.kind === 'name' || !field.mask))
  })
}

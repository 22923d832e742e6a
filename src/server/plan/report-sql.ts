// What is the statement of a report? Every measure counts its own records by the axes, behind the caller's reach; the parts are laid over each
// other by group. Totals are counted over the records, not over the rows shown, so that averages and cut reports stay right.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { mayRead } from '../../manifest/access'
import type { App, Field, Measure } from '../../manifest/app'
import type { Caller } from '../context'
import { identifier } from '../database/identifier'
import { labelSql } from './field-sql'
import { entityNamed, Frame, type Planning } from './frame'
import { g, m, type ReportPlan } from './report-axes'
import { passesOf, passSql } from './report-pass'
import { readableField } from './visible-sql'

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

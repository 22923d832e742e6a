// What is the statement of a report? Every measure counts its own records by the axes, behind the caller's reach; what comes of them is laid over each
// other by group. Totals are counted over the records, not over the rows shown, so that averages and cut reports stay right.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { mayRead } from '../../manifest/access'
import type { App, Field, Measure } from '../../manifest/app'
import type { Caller } from '../context'
import { identifier } from '../database/identifier'
import { asksFor } from './belonging'
import { labelSql } from './field-sql'
import { entityNamed, Frame, type Planning } from './frame'
import { monthText } from './function-sql'
import { axisType, g, m, type ReportPlan } from './report-axes'
import { firstOf, partsOf, totalOf } from './report-parts'
import { passesOf, takesFirst, type Measured, type Pass } from './report-pass'
import { rowsOf, type Rows } from './report-rows'
import { readableField } from './visible-sql'

/** One row with `total` true, and up to `rows` + 1 groups, in no order. The columns of measures that are not counted are null. */
export function reportStatement(planning: Planning, plan: ReportPlan): Sql {
  const { axes, measures, rows } = plan
  const groups = axes.map((_, index) => g(index))
  const by = plan.first
    ? sql`${m(plan.first.measure)} ${raw(plan.first.descending ? 'DESC NULLS LAST' : 'ASC NULLS LAST')}, `
    : empty
  const among = join(
    groups.map((name) => sql`u.${name}`),
    ', ',
  )
  const laid = sql`SELECT u."total", ${among}, ${sumsOf(measures)} FROM (${counted(planning, plan, passesOf(planning, plan))}) u GROUP BY u."total", ${among} ORDER BY "total" DESC, ${by}${join(groups, ', ')} LIMIT ${raw(String(rows + 2))}`
  const { labels, joins } = labelled(planning, axes)
  return sql`SELECT r.*${labels} FROM (${laid}) r${joins}`
}

/** One row: the totals of those measures that depend on the span, under the columns of a report's statement. */
export function totalsStatement(planning: Planning, plan: ReportPlan): Sql {
  const { axes, measures } = plan
  const groups = axes.map((axis, index) => sql`NULL::${axisType(axis)} AS ${g(index)}, `)
  const labels = axes.flatMap((axis, index) =>
    axis.type === 'ref' ? [sql`, NULL::text AS ${identifier(`l${index}`)}`] : [],
  )
  const passes = passesOf(planning, plan).filter((pass) => pass.some(({ measure }) => dependsOnPeriod(measure)))
  return sql`SELECT TRUE AS "total", ${join([...groups, sumsOf(measures), ...labels], '')} FROM (${counted(planning, { ...plan, axes: [] }, passes)}) u`
}

/** One row a group, where there are axes, and one with `total` true, for each table of rows. */
function counted(planning: Planning, plan: ReportPlan, passes: readonly Pass[]): Sql {
  return join(
    rowsOf(planning, plan, passes).map((rows) => groupedSql(plan, rows)),
    ' UNION ALL ',
  )
}

function groupedSql({ axes, measures }: ReportPlan, { select, measured, months }: Rows): Sql {
  const names = axes.map((_, at) => g(at))
  const placed = (valueOf: (one: Measured) => Sql) =>
    join(
      measures.map((_, index) => {
        const one = measured.find((at) => at.index === index)
        return sql`(${one ? valueOf(one) : raw('NULL')})::numeric AS ${m(index)}`
      }),
      ', ',
    )
  const total = (values: Sql, from: Sql) =>
    names.length > 0
      ? sql`SELECT GROUPING(${g(0)}) = 1 AS "total", ${join(names, ', ')}, ${values} FROM (${from}) x GROUP BY GROUPING SETS ((${join(names, ', ')}), ())`
      : sql`SELECT TRUE AS "total", ${values} FROM (${from}) x`
  if (takesFirst(measured)) return total(placed(firstOf), select)
  // Totals are put together from what was counted by group, so that processors may share the counting.
  const parts = measured.flatMap(partsOf)
  const own = names.map((name) => sql`c.${name}`)
  const groups = names.map((name, at) => (months.has(at) ? sql`${monthText(own[at]!)} AS ${name}` : own[at]!))
  return total(
    placed(totalOf),
    sql`SELECT ${join([...groups, ...parts], ', ')} FROM (${select}) c${names.length > 0 ? sql` GROUP BY ${join(own, ', ')}` : empty}`,
  )
}

const sumsOf = (measures: readonly Measure[]) =>
  join(
    measures.map((_, index) => sql`sum(u.${m(index)}) AS ${m(index)}`),
    ', ',
  )

function labelled(planning: Planning, axes: readonly Field[]): { readonly labels: Sql; readonly joins: Sql } {
  const frames = axes.flatMap((axis, index) =>
    axis.type === 'ref' ? [{ index, frame: Frame.of(planning, entityNamed(planning.app, axis.entity ?? '')) }] : [],
  )
  if (frames.length === 0) return { labels: empty, joins: empty }
  const labels = join(
    frames.map(({ index, frame }) => sql`, ${labelSql(frame)} AS ${identifier(`l${index}`)}`),
    '',
  )
  // Only now do the frames know what their labels lead through.
  const joins = join(
    frames.map(
      ({ index, frame }) =>
        sql` LEFT JOIN ${identifier(frame.entity!.name)} ${identifier(frame.alias)} ON ${frame.column('id')} = r.${g(index)}${frame.joins()}`,
    ),
    '',
  )
  return { labels, joins }
}

/** Whether a measure counts other records in another span. */
export function dependsOnPeriod({ aggregate, by }: Measure): boolean {
  return [aggregate?.where, ...Object.values(by)].some((rule) => rule !== undefined && asksFor(rule.node, 'period'))
}

/** Whether everything that a measure shows may be read: records of its entity, the field it takes and what stands for the axes. A rule may not undo a mask. */
export function mayMeasure(app: App, reader: Caller, { aggregate, by }: Measure, axes: readonly Field[]): boolean {
  const entity = entityNamed(app, aggregate?.entity ?? '')
  if (!mayRead(app, reader, entity)) return false
  const fields = (paths: readonly string[]) =>
    paths.map((path) => (path === 'id' ? entity.fields.id : readableField(app, entity, path, reader)))
  const taken = aggregate?.field === undefined ? [] : fields([aggregate.field])
  return (
    taken.every((field) => field !== undefined) &&
    axes.every((axis) => {
      const rule = by[axis.name]
      return (
        rule !== undefined &&
        fields(rule.reads).every((field) => field !== undefined && (rule.node.kind === 'name' || !field.mask))
      )
    })
  )
}

// Builds the statement of a report: each measure counts its records by axes, within the row scope.
// The results are merged by group. Totals are computed over the records, not over the shown rows, so that averages and
// truncated reports stay right.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { canRead } from '../../../manifest/access/permissions'
import { entityOf, type App } from '../../../manifest/model/app'
import type { Field } from '../../../manifest/model/field'
import type { Measure } from '../../../manifest/model/report'
import type { Caller } from '../../context/context'
import { identifier } from '../../database/sql/identifier'
import { readsScope } from '../expression/referencePath'
import { labelSql } from '../expression/fieldSql'
import { RowSource, type Planning, and } from '../expression/rowSource'
import { monthText } from '../expression/functionSql'
import { axisType, dimensionColumn, measureColumn, type ReportPlan } from './axes'
import { firstOf, partialAggregates, combinePartials } from './partialAggregates'
import { passesOf, isFirstAggregate, type Measured, type ScanPass } from './scanPass'
import { reportRows, type Rows } from './rows'
import { readableField } from '../policy/fieldAccess'

/**
 * One row with `total` true, and up to `rows` + 1 groups, unordered. The columns of measures that are not counted are
 * null.
 */
export function reportStatement(planning: Planning, plan: ReportPlan): Sql {
  const { axes, measures, rows } = plan
  const groups = axes.map((_, index) => dimensionColumn(index))
  const by = plan.first
    ? sql`${measureColumn(plan.first.measure)} ${raw(plan.first.descending ? 'DESC NULLS LAST' : 'ASC NULLS LAST')}, `
    : empty
  const among = join(
    groups.map((name) => sql`u.${name}`),
    ', ',
  )
  const laid = sql`SELECT u."total", ${among}, ${sumsOf(measures)}
    FROM (${counted(planning, plan, passesOf(planning, plan))}) u
    GROUP BY u."total", ${among}
    ORDER BY "total" DESC, ${by}${join(groups, ', ')}
    LIMIT ${raw(String(rows + 2))}`
  const { labels, joins } = labelled(planning, axes)
  return sql`SELECT r.*${labels} FROM (${laid}) r${joins}`
}

/** One row: the totals of the measures that depend on the period, under the columns of a report's statement. */
export function totalsStatement(planning: Planning, plan: ReportPlan): Sql {
  const { axes, measures } = plan
  const groups = axes.map((axis, index) => sql`NULL::${axisType(axis)} AS ${dimensionColumn(index)}, `)
  const labels = axes.flatMap((axis, index) =>
    axis.type === 'ref' ? [sql`, NULL::text AS ${identifier(`l${index}`)}`] : [],
  )
  const passes = passesOf(planning, plan).filter((pass) => pass.some(({ measure }) => dependsOnPeriod(measure)))
  return sql`SELECT TRUE AS "total", ${join([...groups, sumsOf(measures), ...labels], '')}
    FROM (${counted(planning, { ...plan, axes: [] }, passes)}) u`
}

/** One row per group, where there are axes, and one with `total` true, for each table of rows. */
function counted(planning: Planning, plan: ReportPlan, passes: readonly ScanPass[]): Sql {
  return join(
    reportRows(planning, plan, passes).map((rows) => groupedSql(planning, plan, rows)),
    ' UNION ALL ',
  )
}

function groupedSql(planning: Planning, { axes, measures }: ReportPlan, { selects, measured, months }: Rows): Sql {
  const names = axes.map((_, index) => dimensionColumn(index))
  const placed = (valueOf: (one: Measured) => Sql) =>
    join(
      measures.map((_, index) => {
        const item = measured.find((candidate) => candidate.index === index)
        return sql`(${item ? valueOf(item) : raw('NULL')})::numeric AS ${measureColumn(index)}`
      }),
      ', ',
    )
  const total = (values: Sql, from: Sql) =>
    names.length > 0
      ? sql`SELECT GROUPING(${dimensionColumn(0)}) = 1 AS "total", ${join(names, ', ')}, ${values}
        FROM (${from}) x
        GROUP BY GROUPING SETS ((${join(names, ', ')}), ())`
      : sql`SELECT TRUE AS "total", ${values} FROM (${from}) x`
  const together = join(selects, ' UNION ALL ')
  if (isFirstAggregate(measured)) return total(placed(firstOf), together)
  // Combine totals from the groups, so that workers may share the counting.
  const parts = measured.flatMap(partialAggregates)
  const sqls = names.map((name) => sql`c.${name}`)
  const groups = names.map((name, index) =>
    months.has(index) ? sql`${monthText(sqls[index]!)} AS ${name}` : sqls[index]!,
  )
  const grouped = (rows: Sql) => sql`SELECT ${join([...groups, ...parts], ', ')}
    FROM (${rows}) c${names.length > 0 ? sql` GROUP BY ${join(sqls, ', ')}` : empty}`
  // A cluster would collect the rows of all machines to unite them; the groups of each select are few.
  const tables = planning.tenants === 'joined' ? selects : [together]
  return total(placed(combinePartials), join(tables.map(grouped), ' UNION ALL '))
}

const sumsOf = (measures: readonly Measure[]) =>
  join(
    measures.map((_, index) => sql`sum(u.${measureColumn(index)}) AS ${measureColumn(index)}`),
    ', ',
  )

function labelled(planning: Planning, axes: readonly Field[]): { readonly labels: Sql; readonly joins: Sql } {
  const sources = axes.flatMap((axis, index) => {
    if (axis.type !== 'ref') return []
    const source = RowSource.of(planning, entityOf(planning.app, axis.entity ?? ''))
    source.reference = sql`r.${dimensionColumn(index)}`
    return [{ index, source }]
  })
  if (sources.length === 0) return { labels: empty, joins: empty }
  const labels = join(
    sources.map(({ index, source }) => sql`, ${labelSql(source)} AS ${identifier(`l${index}`)}`),
    '',
  )
  // Only now do the row sources know which joins their labels need.
  const joins = join(
    sources.map(
      ({ index, source }) =>
        sql` LEFT JOIN ${identifier(source.entity!.name)} ${identifier(source.alias)}
          ON ${source.column('id')} = r.${dimensionColumn(index)}${and(source.sameTenant())}${source.joins()}`,
    ),
    '',
  )
  return { labels, joins }
}

/** Whether a measure counts other records in another period. */
export function dependsOnPeriod({ aggregate, dimensions: by }: Measure): boolean {
  return [aggregate?.where, ...Object.values(by)].some((rule) => rule !== undefined && readsScope(rule.node, 'period'))
}

/**
 * Whether the caller may read everything that a measure shows: records of its entity, its field and the axes. A rule
 * must not bypass a mask.
 */
export function mayMeasure(
  app: App,
  reader: Caller,
  { aggregate, dimensions: by }: Measure,
  axes: readonly Field[],
): boolean {
  const entity = entityOf(app, aggregate?.entity ?? '')
  if (!canRead(app, reader, entity)) return false
  const fields = (paths: readonly string[]) =>
    paths.map((path) => (path === 'id' ? entity.fields.id : readableField(app, entity, path, reader)))
  const taken = aggregate?.field === undefined ? [] : fields([aggregate.field])
  return (
    taken.every((field) => field !== undefined) &&
    axes.every((axis) => {
      const rule = by[axis.name]
      return (
        rule !== undefined &&
        fields(rule.readPaths).every((field) => field !== undefined && (rule.node.kind === 'name' || !field.mask))
      )
    })
  )
}

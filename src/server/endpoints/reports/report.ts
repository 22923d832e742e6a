// POST /api/report: the groups of a report with their measures within a period.
// One statement counts within the caller's row scope; measures over other measures are computed here, for rows and
// totals alike. At most 1,000 rows.
import { firstItem } from '../../../manifest/expression/values/present'
import sql from 'sql-template-tag'
import type { App } from '../../../manifest/model/app'
import type { Field } from '../../../manifest/model/field'
import { isCounted, type Measure, type Report } from '../../../manifest/model/report'
import type { Rule } from '../../../manifest/model/rule'
import type { Screen } from '../../../manifest/model/screen'
import { dayAt } from '../../../manifest/expression/values/calendar'
import { addMonths, isDay, monthStart, quarterStart, yearStart } from '../../../manifest/expression/values/days'
import { evaluate } from '../../../manifest/expression/evaluate'
import { exactOf } from '../../../manifest/expression/values/decimal'
import { toRaw } from '../../../manifest/expression/values/value'
import type { Filter, Value } from '../../../protocol/calls'
import type { ReportAnswer, ReportRequest } from '../../../protocol/reportCalls'
import { RequestError } from '../../../protocol/requestError'
import type { Context, RawRecord } from '../../context/context'
import { checkFilterValue, withOneIndexedList } from '../../query/search/filter'
import { planningFor } from '../../query/expression/planning'
import type { AxisFilter, ReportPlan } from '../../query/report/axes'
import { dependsOnPeriod, mayMeasure, reportStatement, totalsStatement } from '../../query/report/statement'
import { effectiveRowScope } from '../../query/policy/rowScope'
import { bindAnew } from '../../query/expression/preparedQuery'
import { unknownField } from '../../query/policy/fieldAccess'
import { evaluationContextOf } from '../../context/callerRules'
import { openScreen } from '../contract/openScreen'
import { periodBefore } from './previousPeriod'
import { inOrder } from './rowOrder'
import type { Period } from './period'

const maxRows = 1_000

/** @throws RequestError field_not_available, period_invalid, and others as `openScreen` */
export async function readReport(context: Context, request: ReportRequest, limit = maxRows): Promise<ReportAnswer> {
  const screen = openScreen(context, request.screen, ['report'])
  const report = screen.report!
  const period = periodOf(context, report, request)
  const plan = planOf(context, { ...screen, report }, request, limit)
  const compared = period && report.comparePrevious ? periodBefore(context, period) : undefined
  const { now: counted, before } = await countedIn(context, plan, period, compared)
  const shownOf = (values: Readonly<Record<string, string | null>>, only: (measure: Measure) => boolean = () => true) =>
    Object.fromEntries(
      report.measures
        .filter(({ hidden }) => !hidden)
        .map((measure) => [measure.name, only(measure) ? (values[measure.name] ?? null) : null]),
    )
  const measuredIn = (span: Period | undefined) => measuresIn(context, report, plan, span)
  const groups = counted.filter((row) => row.total !== true)
  const ordered = inOrder(
    context,
    plan.axes,
    report.sort,
    groups.map((row) => ({ groups: groupsOf(plan.axes, row), measures: measuredIn(period)(row) })),
  )
  const rows = ordered.slice(0, limit)
  const totalsIn = (row: RawRecord | undefined, span: Period | undefined) =>
    shownOf(row ? measuredIn(span)(row) : {}, ({ total }) => total)
  const withheld = report.measures.filter(isCounted).filter((measure) => !plan.measures.includes(measure))
  return {
    rows: rows.map(({ groups: givenGroups, measures }) => ({ groups: givenGroups, measures: shownOf(measures) })),
    totals: totalsIn(
      counted.find(({ total }) => total === true),
      period,
    ),
    more: groups.length > limit,
    ...(withheld.length > 0 && { withheld: withheld.map(({ name }) => name) }),
    ...(compared && { before: { ...compared, totals: totalsIn(before, compared) } }),
  }
}

/** The counts of one period and, where requested, the totals of the previous one: one statement for both. */
async function countedIn(
  context: Context,
  plan: ReportPlan,
  period: Period | undefined,
  before: Period | undefined,
): Promise<{ readonly now: readonly RawRecord[]; readonly before?: RawRecord }> {
  if (plan.measures.length === 0) return { now: [] }
  const { query } = context
  const values = plan.filters.flatMap((filter) => filter.values)
  // The best plan depends on how many records the period contains.
  const bound = (statement: typeof reportStatement, span: Period | undefined) =>
    bindAnew(statement(planningFor(context), plan), { context, values, ...(span && { period: span }) })
  const now = bound(reportStatement, period)
  if (!before || !plan.measures.some(dependsOnPeriod)) {
    const rows = await query<RawRecord>(now)
    return { now: rows, ...(before && { before: totalOf(rows) }) }
  }
  const both = sql`SELECT FALSE AS "earlier", a.*
    FROM (${now}) a
    UNION ALL
    SELECT TRUE, b.*
    FROM (${bound(totalsStatement, before)}) b`
  const rows = await query<RawRecord>(bindAnew(both, { context }))
  const present = rows.filter(({ earlier }) => earlier !== true)
  // Measures that do not depend on the period are counted once for both.
  const settled = plan.measures.flatMap((measure, index) =>
    dependsOnPeriod(measure) ? [] : [[`m${index}`, totalOf(present)[`m${index}`]] as const],
  )
  return { now: present, before: { ...rows.find(({ earlier }) => earlier === true), ...Object.fromEntries(settled) } }
}

const totalOf = (rows: readonly RawRecord[]): RawRecord => rows.find(({ total }) => total === true) ?? {}

function planOf(
  { app, caller, now }: Context,
  { widenRowScope, report }: Pick<Screen, 'widenRowScope'> & { readonly report: Report },
  request: ReportRequest,
  limit: number,
): ReportPlan {
  const axes = axesOf(report, request.group)
  const filters = withOneIndexedList((request.filters ?? []).map((filter) => checkAxis({ app, now }, report, filter)))
  const used = [...new Set([...axes, ...filters.map(({ axis }) => axis)])]
  const measures = report.measures.filter(isCounted).filter((measure) => mayMeasure(app, caller, measure, used))
  const { sort } = report
  const first = measures.findIndex((measure) => measure.name === sort?.field)
  return {
    axes,
    measures,
    filters,
    scope: effectiveRowScope(caller, widenRowScope),
    rows: limit,
    ...(sort && first >= 0 && { first: { measure: first, descending: sort.descending } }),
  }
}

/** The axes that rows are grouped by. @throws RequestError field_not_available for one that the report does not have */
export function axesOf(
  { dimensions: groups, chooseDimension: choose }: Report,
  requested: string | undefined,
): Field[] {
  const all = Object.values(groups)
  if (requested !== undefined && (!choose || !Object.hasOwn(groups, requested))) throw unknownField(requested)
  return choose ? [requested === undefined ? firstItem(all) : groups[requested]!] : all
}

/** Only axes can be filtered; a reference is chosen by id, not by typing its label. */
export function checkAxis(
  context: Pick<Context, 'app' | 'now'>,
  { dimensions: groups }: Report,
  filter: Filter,
): AxisFilter {
  const axis = Object.hasOwn(groups, filter.field) ? groups[filter.field] : undefined
  if (!axis || (axis.type === 'ref' && filter.operator === 'contains')) throw unknownField(filter.field)
  return { ...checkFilterValue(context, axis, filter), axis }
}

/** The period of a request, or the current one. @throws RequestError period_invalid, period_not_expected */
export function periodOf(
  { app, now }: Pick<Context, 'app' | 'now'>,
  { period }: Report,
  { from, to }: Pick<ReportRequest, 'from' | 'to'>,
): Period | undefined {
  if (period === undefined) {
    if (from !== undefined || to !== undefined) throw new RequestError('period_not_expected')
    return undefined
  }
  if (from === undefined && to === undefined) return currentPeriod(dayAt(now, app.product.timezone), period)
  if (from === undefined || to === undefined || !isDay(from) || !isDay(to) || from >= to)
    throw new RequestError('period_invalid')
  return { from, to }
}

/** The month, quarter or year of a day. */
export function currentPeriod(day: string, length: NonNullable<Report['period']>): Period {
  const from = length === 'month' ? monthStart(day) : length === 'quarter' ? quarterStart(day) : yearStart(day)
  return { from, to: addMonths(from, { month: 1, quarter: 3, year: 12 }[length]) }
}

function groupsOf(axes: readonly Field[], row: RawRecord): Record<string, Value> {
  return Object.fromEntries(
    axes.map((axis, index) => {
      const value = (row[`g${index}`] ?? null) as Value
      return [
        axis.name,
        axis.type === 'ref' && value !== null ? { id: Number(value), label: String(row[`l${index}`] ?? value) } : value,
      ]
    }),
  )
}

/** All measures of a row by name: counted ones unchanged, the others computed from them. */
function measuresIn(
  { app, now, caller }: Context,
  { measures }: Report,
  plan: ReportPlan,
  period: Period | undefined,
): (row: RawRecord) => Record<string, string | null> {
  const evaluationContext = evaluationContextOf({ app, now, caller })
  return (row) => {
    const cache = new Map<string, string | null>()
    const valueOf = (name: string): string | null => {
      const before = cache.get(name)
      if (before !== undefined) return before
      const measure = measures.find((item) => item.name === name)
      const value =
        measure === undefined
          ? null
          : measure.compute
            ? computed(measure, measure.compute)
            : countedValue(plan, measure, row)
      cache.set(name, value)
      return value
    }
    const computed = ({ type }: Measure, { node }: Rule): string | null =>
      text(
        toRaw(
          evaluate(
            node,
            (scope, path) => {
              if (scope === 'measure') return valueOf(path[0] ?? '')
              return scope === 'period'
                ? period?.[path[0] as keyof Period]
                : scope === 'settings'
                  ? setting(app, path[0])
                  : undefined
            },
            evaluationContext,
          ),
          type,
        ),
      )
    return Object.fromEntries(measures.map(({ name }) => [name, valueOf(name)]))
  }
}

const setting = (app: App, name: string | undefined) => app.settings[name ?? '']?.value
const text = (value: unknown) => (value === null || value === undefined ? null : String(value))

/** A count or sum of nothing is zero; a maximum or average is empty. */
function countedValue(plan: ReportPlan, { name, type }: Measure, row: RawRecord): string | null {
  const index = plan.measures.findIndex((measure) => measure.name === name)
  const operator = plan.measures[index]?.aggregate.operator
  if (operator === undefined) return null
  const value = row[`m${index}`] ?? (operator === 'count' || operator === 'sum' ? '0' : null)
  return text(toRaw(exactOf(value), type))
}

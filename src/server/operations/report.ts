// POST /api/report: which groups have which measures within a span? Counted in one statement behind the caller's reach; what is computed from other
// measures is computed here, for each row and for the totals alike. At most 1,000 rows.
import sql from 'sql-template-tag'
import type { App, Field, Measure, Report, Screen } from '../../manifest/app'
import { dayInZone, dayOf, momentOfDate } from '../../manifest/rule/calendar'
import { evaluate } from '../../manifest/rule/evaluate'
import { exactOf } from '../../manifest/rule/exact'
import { toRaw } from '../../manifest/rule/value'
import type { Filter, ReportAnswer, ReportRequest, Value } from '../../protocol/calls'
import { codes, Fault } from '../../protocol/envelope'
import type { Context, RawRecord } from '../context'
import { checkValue } from '../plan/filter-sql'
import { planningOf } from '../plan/frame'
import type { AxisFilter, ReportPlan } from '../plan/report-axes'
import { dependsOnPeriod, mayMeasure, reportStatement, totalsStatement } from '../plan/report-sql'
import { reachOf } from '../plan/scope-sql'
import { bindOnce } from '../plan/slot'
import { unknownField } from '../plan/visible-sql'
import { worldOf } from '../ruleValue'
import { openScreen } from './openScreen'
import { periodBefore } from './periodBefore'
import { inOrder } from './reportOrder'

const mostRows = 1_000

/** Days; `to` is not part of it. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** @throws Fault 2001 for a group, filter or span that the report has not, 2002 when the screen is not the caller's */
export async function readReport(context: Context, request: ReportRequest, most = mostRows): Promise<ReportAnswer> {
  const { app, caller } = context
  const screen = openScreen(context, request.screen, ['report'])
  const report = screen.report!
  const period = periodOf(context, report, request)
  const plan = planOf(context, screen, report, request, most)
  const compared = period && report.compare ? periodBefore(context, period) : undefined
  const { now: counted, before } = await countedIn(context, plan, period, compared)
  const shownOf = (values: Readonly<Record<string, string | null>>, only: (measure: Measure) => boolean = () => true) =>
    Object.fromEntries(
      report.measures
        .filter(({ hidden }) => !hidden)
        .map((measure) => [measure.name, only(measure) ? (values[measure.name] ?? null) : null]),
    )
  const measuredIn = (span: Period | undefined) => (row: RawRecord) => measuresOf(context, report, plan, span, row)
  const groups = counted.filter((row) => row.total !== true)
  const ordered = inOrder(
    app,
    caller.language,
    plan.axes,
    report.sort,
    groups.map((row) => ({ groups: groupsOf(plan.axes, row), measures: measuredIn(period)(row) })),
  )
  const rows = ordered.slice(0, most)
  const totalsIn = (row: RawRecord | undefined, span: Period | undefined) =>
    shownOf(row ? measuredIn(span)(row) : {}, ({ total }) => total)
  return {
    rows: rows.map(({ groups: of, measures }) => ({ groups: of, measures: shownOf(measures) })),
    totals: totalsIn(
      counted.find(({ total }) => total === true),
      period,
    ),
    more: groups.length > most,
    ...(compared && { before: { ...compared, totals: totalsIn(before, compared) } }),
  }
}

/** What the statement counts within one span, and the totals of the one before where that is asked: one statement for both. */
async function countedIn(
  context: Context,
  plan: ReportPlan,
  period: Period | undefined,
  before: Period | undefined,
): Promise<{ readonly now: readonly RawRecord[]; readonly before?: RawRecord }> {
  if (plan.measures.length === 0) return { now: [] }
  const { app, caller, query } = context
  const values = plan.filters.flatMap((filter) => filter.values)
  // How many records a span holds decides how they are best read.
  const bound = (statement: typeof reportStatement, span: Period | undefined) =>
    bindOnce(
      statement(planningOf(app, caller.language, caller.system), plan),
      { context, values, ...(span && { period: span }) },
      true,
    )
  const now = bound(reportStatement, period)
  if (!before || !plan.measures.some(dependsOnPeriod)) {
    const rows = await query<RawRecord>(now)
    return { now: rows, ...(before && { before: totalOf(rows) }) }
  }
  const both = sql`SELECT FALSE AS "earlier", a.* FROM (${now}) a UNION ALL SELECT TRUE, b.* FROM (${bound(totalsStatement, before)}) b`
  const rows = await query<RawRecord>(bindOnce(both, { context }, true))
  const found = rows.filter(({ earlier }) => earlier !== true)
  // What does not depend on the span is counted once and stands in both.
  const settled = plan.measures.flatMap((measure, index) =>
    dependsOnPeriod(measure) ? [] : [[`m${index}`, totalOf(found)[`m${index}`]] as const],
  )
  return { now: found, before: { ...rows.find(({ earlier }) => earlier === true), ...Object.fromEntries(settled) } }
}

const totalOf = (rows: readonly RawRecord[]): RawRecord => rows.find(({ total }) => total === true) ?? {}

function planOf(
  { app, caller }: Context,
  screen: Screen,
  report: Report,
  request: ReportRequest,
  most: number,
): ReportPlan {
  const axes = axesOf(report, request.group)
  const filters = (request.filters ?? []).map((filter) => checkAxis(report, filter))
  const used = [...new Set([...axes, ...filters.map(({ axis }) => axis)])]
  const measures = report.measures.filter(
    (measure) => measure.aggregate !== undefined && mayMeasure(app, caller, measure, used),
  )
  const first = measures.findIndex((measure) => measure.name === report.sort?.field)
  return {
    axes,
    measures,
    filters,
    reach: reachOf(caller, screen.scope),
    rows: most,
    ...(first >= 0 && { first: { measure: first, descending: report.sort!.descending } }),
  }
}

/** The axes that rows are grouped by. @throws Fault 2001 for one that the report has not */
export function axesOf({ groups, choose }: Report, wanted: string | undefined): Field[] {
  const all = Object.values(groups)
  if (wanted !== undefined && (!choose || !Object.hasOwn(groups, wanted))) throw unknownField(wanted)
  return choose ? [wanted === undefined ? all[0]! : groups[wanted]!] : all
}

/** Only axes are searched; what is behind a reference's label is chosen, not typed. */
export function checkAxis({ groups }: Report, filter: Filter): AxisFilter {
  const axis = Object.hasOwn(groups, filter.field) ? groups[filter.field] : undefined
  if (!axis || (axis.type === 'ref' && filter.operator === 'contains')) throw unknownField(filter.field)
  return { ...checkValue(axis, filter), axis }
}

/** The span that a request asks for, or the one of today. @throws Fault 2001 for one that is none */
export function periodOf(
  { app, now }: Pick<Context, 'app' | 'now'>,
  { period }: Report,
  { from, to }: Pick<ReportRequest, 'from' | 'to'>,
): Period | undefined {
  if (period === undefined) {
    if (from !== undefined || to !== undefined)
      throw new Fault(codes.refused, ['这个报表没有日期范围', 'This report has no span of days'])
    return undefined
  }
  if (from === undefined && to === undefined)
    return currentPeriod(dayInZone(momentOfDate(now)!, app.product.timezone), period)
  if (from === undefined || to === undefined || dayOf(from) === null || dayOf(to) === null || from >= to)
    throw new Fault(codes.refused, ['日期范围不正确', 'The span of days is not right'])
  return { from, to }
}

/** The month, quarter or year of a day. */
export function currentPeriod(day: string, length: NonNullable<Report['period']>): Period {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1]
  const months = { month: 1, quarter: 3, year: 12 }[length]
  const start = month - (month % months)
  const first = (at: number) => new Date(Date.UTC(year, at, 1)).toISOString().slice(0, 10)
  return { from: first(start), to: first(start + months) }
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

/** All measures of a row by name: counted ones as they came, computed ones from these. */
function measuresOf(
  { app, now, caller }: Context,
  { measures }: Report,
  plan: ReportPlan,
  period: Period | undefined,
  row: RawRecord,
): Record<string, string | null> {
  const known = new Map<string, string | null>()
  const valueOf = (name: string): string | null => {
    const before = known.get(name)
    if (before !== undefined) return before
    const measure = measures.find((one) => one.name === name)
    const value = measure === undefined ? null : measure.compute ? computed(measure) : countedValue(plan, measure, row)
    known.set(name, value)
    return value
  }
  const computed = ({ compute, type }: Measure): string | null =>
    text(
      toRaw(
        evaluate(
          compute!.node,
          (scope, path) => {
            if (scope === 'measure') return valueOf(path[0] ?? '')
            return scope === 'period'
              ? period?.[path[0] as keyof Period]
              : scope === 'settings'
                ? setting(app, path[0])
                : undefined
          },
          worldOf(app, now, caller.codes),
        ),
        type,
      ),
    )
  return Object.fromEntries(measures.map(({ name }) => [name, valueOf(name)]))
}

const setting = (app: App, name: string | undefined) => app.settings[name ?? '']?.value
const text = (value: unknown) => (value === null || value === undefined ? null : String(value))

/** Where nothing was counted there is none of it, but no largest and no average. */
function countedValue(plan: ReportPlan, { name, aggregate, type }: Measure, row: RawRecord): string | null {
  const index = plan.measures.findIndex((measure) => measure.name === name)
  if (index < 0) return null
  const value = row[`m${index}`] ?? (aggregate!.operator === 'count' || aggregate!.operator === 'sum' ? '0' : null)
  return text(toRaw(exactOf(value), type))
}

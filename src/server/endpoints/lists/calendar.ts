// POST /api/calendar: the records and rows of a calendar screen within a period.
// At most 62 days and 1,000 records.
import { textIn } from '../../../manifest/model/text'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { canRun } from '../../../manifest/access/permissions'
import { entityOf } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { Screen } from '../../../manifest/model/screen'
import { isDay, daysBetween } from '../../../manifest/expression/values/days'
import { pathsRead } from '../../../manifest/expression/analyze'
import type { RecordData, RefValue } from '../../../protocol/calls'
import type { CalendarAnswer, CalendarRequest } from '../../../protocol/reportCalls'
import { RequestError } from '../../../protocol/requestError'
import type { Context, RawRecord } from '../../context/context'
import { labelSql } from '../../query/expression/fieldSql'
import { checkFilter, filterSql, withOneIndexedList } from '../../query/search/filter'
import { planningFor } from '../../query/expression/planning'
import { RowSource, type Planning } from '../../query/expression/rowSource'
import { dayStart } from '../../query/expression/functionSql'
import { jsonRows } from '../../query/list/jsonRows'
import { allowedOnRow } from '../../query/policy/allowedTransitions'
import { presentedColumns, createRecordSerializer } from '../../query/records/serializeRecord'
import { ruleCondition } from '../../query/expression/ruleSql'
import { effectiveRowScope, referringScope, rowsInReach } from '../../query/policy/rowScope'
import { bind } from '../../query/expression/preparedQuery'
import { orderSql, sortKey } from '../../query/search/sort'
import { readableField, unknownField, visibleSql } from '../../query/policy/fieldAccess'
import { openScreen } from '../contract/openScreen'

const maxSpan = 62
const maxRecords = 1_000
/** Up to this number all rows are shown, empty ones included. */
const maxShownGroups = 30

type Group = NonNullable<CalendarAnswer['groups']>[number]

/**
 * @throws RequestError period_invalid, period_too_long, and others as `openScreen` and `checkFilter`
 */
export async function readCalendar(context: Context, request: CalendarRequest): Promise<CalendarAnswer> {
  const { app } = context
  checkSpan(request)
  const screen = openScreen(context, request.screen, ['calendar'])
  const entity = entityOf(app, screen.entity ?? '')
  const planning = planningFor(context)
  const paths = pathsOf(context, screen, entity)
  const plan: CalendarPlan = { planning, screen, entity, paths }
  const rows = rowsOf(context, plan, request)
  const field = rowField(plan)
  const offered = field?.type === 'ref' ? offeredSelect(context, plan, field) : undefined
  const statement = sql`SELECT (${rows.select}) AS "rows"${offered ? sql`, (${offered}) AS "offered"` : raw('')}`
  const [answer] = await context.query<{ rows: RawRecord[] | null; offered?: Group[] | null }>(
    bind(statement, { context, values: rows.values, this: {}, input: {} }),
  )
  const allowed = allowedOnRow(context, entity)
  const records = (answer?.rows ?? [])
    .slice(0, maxRecords)
    .map(createRecordSerializer(context, entity, { paths, allowed }))
  return {
    rows: records,
    more: (answer?.rows?.length ?? 0) > maxRecords,
    ...(field && { groups: groupsOf(context, field, records, answer?.offered ?? []) }),
  }
}

/** What the calendar of a screen reads. */
interface CalendarPlan {
  readonly planning: Planning
  readonly screen: Screen
  readonly entity: Entity
  readonly paths: readonly string[]
}

function checkSpan({ from, to }: CalendarRequest): void {
  if (!isDay(from) || !isDay(to) || from >= to) throw new RequestError('period_invalid')
  if (daysBetween(from, to) > maxSpan) throw new RequestError('period_too_long', { count: maxSpan })
}

/** The paths that an entry shows; undefined if its day may not be read. */
function pathsOf({ app, caller }: Context, { calendar }: Screen, entity: Entity): string[] {
  const { dateField: date, endField: end, slotField: period, groupBy: rows, colorBy, entryFields: title } = calendar!
  const paths = [date, end, period, rows, colorBy, ...title].filter((path): path is string => path !== undefined)
  const readable = [...new Set(paths)].filter((path) => readableField(app, entity, path, caller) !== undefined)
  if (!readable.includes(date)) throw unknownField(date)
  return readable
}

function rowsOf(
  context: Context,
  { planning, screen, entity, paths }: CalendarPlan,
  { from, to, filters = [] }: CalendarRequest,
): { readonly select: Sql; readonly values: readonly unknown[] } {
  const { caller } = context
  const { dateField: date, slotField: period } = screen.calendar!
  const searchable = new Set([...screen.filters.map((column) => column.field), ...paths])
  const checked = withOneIndexedList(filters.map((filter) => checkFilter(context, entity, filter, searchable)))
  const source = RowSource.of(planning, entity, screen.states)
  const conditions = [daysCondition(context, source, { screen, entity, paths }, { from, to })]
  const scope = rowsInReach(source, caller, screen.widenRowScope)
  if (scope) conditions.push(scope)
  if (screen.where) conditions.push(ruleCondition(screen.where, { planning, source }))
  let first = 0
  for (const filter of checked) {
    conditions.push(filterSql(source, filter, first))
    first += filter.values.length
  }
  const byDay = sortKey(source, date).value
  const order =
    period !== undefined && paths.includes(period)
      ? sql`ORDER BY ${byDay}, ${sortKey(source, period).value} NULLS FIRST, ${source.column('id')}`
      : orderSql({ value: byDay, nullable: false }, source.column('id'))
  const selected = presentedColumns(source, paths, allowedOnRow(context, entity))
  return {
    select: jsonRows(source, selected, join(conditions, ' AND '), sql`${order} LIMIT ${raw(String(maxRecords + 1))}`),
    values: checked.flatMap((filter) => filter.values),
  }
}

/**
 * Records whose day, or one of whose days, lies in the period. Each half of a span's condition bounds its own column,
 * so that an index can serve it.
 */
function daysCondition(
  { app }: Context,
  source: RowSource,
  { screen, entity, paths }: Omit<CalendarPlan, 'planning'>,
  { from, to }: Pick<CalendarRequest, 'from' | 'to'>,
): Sql {
  const { dateField, endField } = screen.calendar!
  const isMoment = (name: string): boolean => entity.fields[name]?.type === 'datetime'
  const start = (name: string, day: string) =>
    isMoment(name) ? dayStart(sql`${day}::date`, app.product.timezone) : sql`${day}::date`
  const first = visibleSql(source, dateField)
  const begins = sql`${first} >= ${start(dateField, from)} AND ${first} < ${start(dateField, to)}`
  if (endField === undefined || !paths.includes(endField)) return begins
  // A moment at midnight ends the day before.
  const reaches = raw(isMoment(endField) ? '>' : '>=')
  const end = sql`${visibleSql(source, endField)} ${reaches} ${start(endField, from)}`
  const lasts = sql`${first} < ${start(dateField, from)} AND ${end}`
  return sql`((${begins}) OR (${lasts}))`
}

function rowField({ screen, entity, paths }: CalendarPlan): Field | undefined {
  const { groupBy: rows } = screen.calendar!
  return rows !== undefined && paths.includes(rows) ? entity.fields[rows] : undefined
}

// A rule over the record to be filled cannot be evaluated here: then only rows with entries are shown. Of rows without
// entries only those of `optionsFirstWhere` are shown, where it exists; in it a record without values is filled.
function offeredSelect(context: Context, plan: CalendarPlan, field: Field): Sql | undefined {
  const { planning, entity } = plan
  if (
    field.optionsWhere &&
    (['this', 'input'] as const).some((scope) => pathsRead(field.optionsWhere!.node, scope).length > 0)
  )
    return undefined
  const offered = entityOf(planning.app, field.entity ?? '')
  const source = RowSource.of(planning, offered)
  const closed = Object.entries(offered.states).flatMap(([state, { closed: isClosed }]) => (isClosed ? [state] : []))
  const conditions = [
    closed.length > 0 ? sql`${source.column('state')} <> ALL(${closed}::text[])` : undefined,
    rowsInReach(source, context.caller),
    reachedRows(context, plan, { field, source }),
    ...[field.optionsWhere, field.optionsFirstWhere].map(
      (rule) => rule && ruleCondition(rule, { planning, source, asking: { entity: entity.name } }),
    ),
  ].filter((item): item is Sql => item !== undefined)
  const order = orderSql(sortKey(source, offered.labelField), source.column('id'))
  const selected = sql`json_build_object('id', ${source.column('id')}, 'label', ${labelSql(source)}) AS g`
  return sql`SELECT json_agg(o.g)
    FROM (SELECT ${selected}
      FROM ${source.from()}
      WHERE ${conditions.length > 0 ? join(conditions, ' AND ') : raw('TRUE')} ${order}
      LIMIT ${raw(String(maxShownGroups + 1))}) o`
}

/** Leaves out rows in which the caller can see no record. */
function reachedRows(
  { app, caller }: Context,
  { screen, entity }: CalendarPlan,
  { field, source }: { readonly field: Field; readonly source: RowSource },
): Sql | undefined {
  return referringScope(source, effectiveRowScope(caller, screen.widenRowScope), {
    entity,
    field: field.name,
    states: screen.states,
    creates: Object.values(entity.transitions).some((one) => one.creates && canRun(app, caller, one)),
  })
}

/** The offered rows first when they are few, then further rows that occur. */
function groupsOf(
  { app, caller }: Context,
  field: Field,
  records: readonly RecordData[],
  offered: readonly Group[],
): Group[] {
  const occurring = records.map((record) => record.values[field.name] ?? null).filter((value) => value !== null)
  if (field.type === 'ref') {
    const groups = new Map((offered.length > maxShownGroups ? [] : offered).map((group) => [group.id, group]))
    for (const { id, label } of occurring as RefValue[]) if (!groups.has(id)) groups.set(id, { id, label })
    return [...groups.values()]
  }
  const items = app.dictionaries[field.dictionary ?? '']?.items ?? []
  return items
    .filter(({ code, retired }) => !retired || occurring.includes(code))
    .map(({ code, title }) => ({ id: code, label: textIn(title, caller.language) }))
}

// POST /api/calendar: which records of a calendar screen fall between two days, and into which rows? At most 62 days and 1,000 records at once.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { App, Entity, Field, Screen } from '../../manifest/app'
import { dayOf, daysBetween } from '../../manifest/rule/calendar'
import { pathsRead } from '../../manifest/rule/check'
import type { CalendarAnswer, CalendarRequest, RecordData, RefValue } from '../../protocol/calls'
import { codes, Fault } from '../../protocol/envelope'
import type { Context, RawRecord } from '../context'
import { labelSql } from '../plan/field-sql'
import { checkFilter, filterSql } from '../plan/filter-sql'
import { entityNamed, Frame, planningOf, type Planning } from '../plan/frame'
import { dayStart } from '../plan/function-sql'
import { jsonRows } from '../plan/listing'
import { rowOffers } from '../plan/offers'
import { presentedColumns, presenter } from '../plan/present'
import { ruleCondition } from '../plan/rule-sql'
import { reachOf, scopeCondition } from '../plan/scope-sql'
import { bindOnce } from '../plan/slot'
import { orderSql, sortKey } from '../plan/sort-sql'
import { readableField, unknownField, visibleSql } from '../plan/visible-sql'
import { openScreen } from './openScreen'

const longestSpan = 62
const mostRecords = 1_000
/** So few rows are all shown, whether anything stands in them or not. */
const fewGroups = 30

type Group = NonNullable<CalendarAnswer['groups']>[number]

/** @throws Fault 2001 for a span that is none or too long, and for fields that cannot be searched; 2002 when the screen is not the caller's */
export async function readCalendar(context: Context, request: CalendarRequest): Promise<CalendarAnswer> {
  const { app, caller } = context
  checkSpan(request)
  const screen = openScreen(context, request.screen, ['calendar'])
  const entity = entityNamed(app, screen.entity ?? '')
  const planning = planningOf(app, caller.language, caller.system)
  const paths = pathsOf(context, screen, entity)
  const rows = rowsOf(context, planning, screen, entity, paths, request)
  const field = rowField(screen, entity, paths)
  const offered = field?.type === 'ref' ? offeredSelect(context, planning, entity, field) : undefined
  const statement = sql`SELECT (${rows.select}) AS "rows"${offered ? sql`, (${offered}) AS "offered"` : raw('')}`
  const [answer] = await context.query<{ rows: RawRecord[] | null; offered?: Group[] | null }>(
    bindOnce(statement, { context, values: rows.values }),
  )
  const offers = rowOffers(context, entity)
  const records = (answer?.rows ?? []).slice(0, mostRecords).map(presenter(context, entity, paths, offers))
  return {
    rows: records,
    more: (answer?.rows?.length ?? 0) > mostRecords,
    ...(field && { groups: groupsOf(app, caller.language, field, records, answer?.offered ?? []) }),
  }
}

function checkSpan({ from, to }: CalendarRequest): void {
  if (dayOf(from) === null || dayOf(to) === null || from >= to)
    throw new Fault(codes.refused, ['日期范围不正确', 'The span of days is not right'])
  if (daysBetween(from, to) > longestSpan)
    throw new Fault(codes.refused, [`最多显示 ${longestSpan} 天`, `At most ${longestSpan} days are shown`])
}

/** What an entry shows; without its day there is no calendar. */
function pathsOf({ app, caller }: Context, { calendar }: Screen, entity: Entity): string[] {
  const { date, period, rows, colour, title } = calendar!
  const paths = [date, period, rows, colour, ...title].filter((path): path is string => path !== undefined)
  const readable = [...new Set(paths)].filter((path) => readableField(app, entity, path, caller) !== undefined)
  if (!readable.includes(date)) throw unknownField(date)
  return readable
}

function rowsOf(
  context: Context,
  planning: Planning,
  screen: Screen,
  entity: Entity,
  paths: readonly string[],
  { from, to, filters = [] }: CalendarRequest,
): { readonly select: Sql; readonly values: readonly unknown[] } {
  const { app, caller } = context
  const { date, period } = screen.calendar!
  const searchable = new Set([...screen.search.map((column) => column.field), ...paths])
  const checked = filters.map((filter) => checkFilter(app, entity, filter, searchable, caller))
  const frame = Frame.of(planning, entity, screen.states)
  const start = (day: string) =>
    entity.fields[date]?.type === 'datetime' ? dayStart(sql`${day}::date`, app.product.timezone) : sql`${day}::date`
  const value = visibleSql(frame, date)
  const conditions = [sql`${value} >= ${start(from)} AND ${value} < ${start(to)}`]
  const scope = scopeCondition(frame, reachOf(caller, screen.scope))
  if (scope) conditions.push(scope)
  if (screen.where) conditions.push(ruleCondition(screen.where, { planning, frame }))
  let first = 0
  for (const filter of checked) {
    conditions.push(filterSql(frame, filter, first))
    first += filter.values.length
  }
  const byDay = sortKey(frame, date).value
  const order =
    period !== undefined && paths.includes(period)
      ? sql`ORDER BY ${byDay}, ${sortKey(frame, period).value} NULLS FIRST, ${frame.column('id')}`
      : orderSql({ value: byDay, nullable: false }, frame.column('id'), false)
  const selected = presentedColumns(frame, paths, rowOffers(context, entity))
  return {
    select: jsonRows(frame, selected, join(conditions, ' AND '), sql`${order} LIMIT ${raw(String(mostRecords + 1))}`),
    values: checked.flatMap((filter) => filter.values),
  }
}

function rowField({ calendar }: Screen, entity: Entity, paths: readonly string[]): Field | undefined {
  const { rows } = calendar!
  return rows !== undefined && paths.includes(rows) ? entity.fields[rows] : undefined
}

// A rule that asks about the record to be filled cannot be asked here, where there is none: then only what occurs is shown.
function offeredSelect({ caller }: Context, planning: Planning, entity: Entity, field: Field): Sql | undefined {
  if (field.where && (['this', 'input'] as const).some((scope) => pathsRead(field.where!.node, scope).length > 0))
    return undefined
  const offered = entityNamed(planning.app, field.entity ?? '')
  const frame = Frame.of(planning, offered)
  const conditions = [
    scopeCondition(frame, reachOf(caller)),
    field.where && ruleCondition(field.where, { planning, frame, asking: { entity: entity.name } }),
  ].filter((one): one is Sql => one !== undefined)
  const order = orderSql(sortKey(frame, offered.label), frame.column('id'), false)
  const selected = sql`json_build_object('id', ${frame.column('id')}, 'label', ${labelSql(frame)}) AS g`
  return sql`SELECT json_agg(o.g) FROM (SELECT ${selected} FROM ${frame.from()} WHERE ${conditions.length > 0 ? join(conditions, ' AND ') : raw('TRUE')} ${order} LIMIT ${raw(String(fewGroups + 1))}) o`
}

/** The offered rows first when they are few, then those that occur besides. */
function groupsOf(
  app: App,
  language: 0 | 1,
  field: Field,
  records: readonly RecordData[],
  offered: readonly Group[],
): Group[] {
  const occurring = records.map((record) => record.values[field.name] ?? null).filter((value) => value !== null)
  if (field.type === 'ref') {
    const groups = new Map((offered.length > fewGroups ? [] : offered).map((group) => [group.id, group]))
    for (const { id, label } of occurring as RefValue[]) if (!groups.has(id)) groups.set(id, { id, label })
    return [...groups.values()]
  }
  const items = app.dictionaries[field.dictionary ?? '']?.items ?? []
  return items
    .filter(({ code, retired }) => !retired || occurring.includes(code))
    .map(({ code, title }) => ({ id: code, label: title[language] }))
}

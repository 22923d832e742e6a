// POST /api/timeline: what happened to a record, newest first? Only for who may open the record; fields that she may not read are left out of the
// changes, and a value that is masked in the record's present state is masked in its past as well.
import sql, { join, type Sql } from 'sql-template-tag'
import type { Entity, Field } from '../../manifest/app'
import { idOf } from '../../manifest/rule/value'
import type { LineValue, TimelineAnswer, TimelineEntry, TimelineRequest, Value } from '../../protocol/calls'
import type { Caller, Context, RawRecord } from '../context'
import { textConstant } from '../plan/constant'
import { jsonSql, labelSql, step } from '../plan/field-sql'
import { entityNamed, Frame, planningOf, type Planning } from '../plan/frame'
import { maskText } from '../plan/mask'
import { reachOf, scopeCondition } from '../plan/scope-sql'
import { bindOnce } from '../plan/slot'
import { mayReadField } from '../plan/visible-sql'
import type { LogRow } from '../transition/work'
import { notFound, readableEntity } from './record'

const most = 50
const bySystem = ['系统', 'System'] as const

/** A row of the log; `at` as ISO text, `data` as it was written. */
interface Row {
  readonly id: number
  readonly action: string
  readonly fromState: string | null
  readonly toState: string | null
  readonly by: string | null
  readonly at: string
  readonly remark: string | null
  readonly data: string | null
}

/** @throws Fault 2001 or 2002 as for the record itself */
export async function readTimeline(context: Context, request: TimelineRequest): Promise<TimelineAnswer> {
  const { app, caller } = context
  const entity = readableEntity(context, request.entity)
  const planning = planningOf(app, caller.language, caller.system)
  const [found] = await context.query<{ state: string | null; rows: Row[] | null }>(
    bindOnce(timelineStatement(planning, context, entity, request), { context }),
  )
  if (!found) throw notFound()
  const rows = (found.rows ?? []).slice(0, most)
  const changes = rows.map((row) => readableChanges(entity, caller, row.data))
  const labels = await labelsOf(
    context,
    planning,
    changes.flatMap((own) =>
      own.flatMap(({ field, before, after }) => [...references(field, before), ...references(field, after)]),
    ),
  )
  const show = (field: Field, value: unknown) => shownValue(field, value, { state: found.state, caller, labels })
  return {
    entries: rows.map((row, index): TimelineEntry => ({
      id: row.id,
      action: row.action,
      title: entity.transitions[row.action]?.title ?? [row.action, row.action],
      ...(row.fromState !== null && { fromState: row.fromState }),
      ...(row.toState !== null && { toState: row.toState }),
      by: row.by ?? bySystem[caller.language],
      at: row.at,
      ...(row.remark !== null && { remark: row.remark }),
      changes: changes[index]!.map(({ field, before, after }) => ({
        field: field.name,
        title: field.title,
        before: show(field, before),
        after: show(field, after),
      })),
    })),
    more: (found.rows?.length ?? 0) > most,
  }
}

/** One row when the record is within reach, none otherwise. */
function timelineStatement(
  planning: Planning,
  { app, caller }: Context,
  entity: Entity,
  { id, before }: TimelineRequest,
): Sql {
  const record = Frame.of(planning, entity)
  const log = Frame.of(planning, entityNamed(app, app.product.log))
  const columns = [
    ...['id', 'action', 'fromState', 'toState', 'remark', 'data'].map(
      (name) => sql`${textConstant(name)}, ${log.column(name)}`,
    ),
    sql`'at', ${jsonSql(log.column('at'), { type: 'datetime' })}`,
    sql`'by', ${labelSql(step(log, log.fields.by!))}`,
  ]
  const older = before === undefined ? sql`TRUE` : sql`${log.column('id')} < ${before}::bigint`
  const entries = sql`SELECT json_agg(r.e ORDER BY r.id DESC) FROM (SELECT ${log.column('id')} AS id, json_build_object(${join(columns, ', ')}) AS e FROM ${log.from()} WHERE ${log.column('entity')} = ${textConstant(entity.name)} AND ${log.column('recordId')} = ${id}::bigint AND ${older} ORDER BY ${log.column('id')} DESC LIMIT ${most + 1}::int) r`
  const scope = scopeCondition(record, reachOf(caller))
  const state = entity.fields.state ? record.column('state') : sql`NULL`
  return sql`SELECT ${state} AS "state", (${entries}) AS "rows" FROM ${record.from()} WHERE ${record.column('id')} = ${id}::bigint AND ${scope ?? sql`TRUE`}`
}

interface Change {
  readonly field: Field
  readonly before: unknown
  readonly after: unknown
}

// What the entry says of itself (state, who, when) is not repeated among its changes.
function readableChanges(entity: Entity, caller: Caller, data: string | null): Change[] {
  const changes = data === null ? {} : (JSON.parse(data) as LogRow['changes'])
  return Object.entries(changes).flatMap(([name, { before, after }]) => {
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name]! : undefined
    return field && !field.system && mayReadField(field, caller) ? [{ field, before, after }] : []
  })
}

/** Ids by entity, of one raw value. */
function references(field: Field, value: unknown): { readonly entity: string; readonly id: number }[] {
  if (field.type === 'lines')
    return linesOf(value).flatMap((line) =>
      Object.values(field.fields ?? {}).flatMap((cell) => references(cell, line[cell.name])),
    )
  const id = field.type === 'ref' ? idOf(value) : null
  return id === null ? [] : [{ entity: field.entity!, id }]
}

function linesOf(value: unknown): readonly RawRecord[] {
  return Array.isArray(value) ? (value as RawRecord[]) : []
}

type Labels = ReadonlyMap<string, string>
const keyOf = (entity: string, id: number) => `${entity} ${id}`

/** What all records that the changes refer to are called, in one statement. */
async function labelsOf(
  context: Context,
  planning: Planning,
  wanted: readonly { readonly entity: string; readonly id: number }[],
): Promise<Labels> {
  const ids = new Map<string, Set<number>>()
  for (const { entity, id } of wanted) ids.set(entity, (ids.get(entity) ?? new Set()).add(id))
  if (ids.size === 0) return new Map()
  const selects = [...ids].map(([name, own]) => {
    const frame = Frame.of(planning, entityNamed(context.app, name))
    const label = labelSql(frame)
    return sql`SELECT ${textConstant(name)} AS "entity", ${frame.column('id')} AS "id", ${label} AS "label" FROM ${frame.from()} WHERE ${frame.column('id')} = ANY(${[...own]}::bigint[])`
  })
  const rows = await context.query<{ entity: string; id: number; label: string | null }>(
    bindOnce(join(selects, ' UNION ALL '), { context }),
  )
  return new Map(rows.map(({ entity, id, label }) => [keyOf(entity, id), label ?? String(id)]))
}

interface Shown {
  readonly state: string | null
  readonly caller: Caller
  readonly labels: Labels
}

function shownValue(field: Field, value: unknown, shown: Shown): Value {
  const { state, caller, labels } = shown
  if (value === null || value === undefined) return null
  if (field.type === 'ref') {
    const id = idOf(value)
    return id === null ? null : { id, label: labels.get(keyOf(field.entity!, id)) ?? String(id) }
  }
  if (field.type === 'lines') {
    const cells = Object.values(field.fields ?? {}).filter((cell) => mayReadField(cell, caller))
    return linesOf(value).map((line): LineValue =>
      Object.fromEntries(cells.map((cell) => [cell.name, shownValue(cell, line[cell.name], shown)])),
    )
  }
  const own =
    field.localized && Array.isArray(value) ? value[caller.language] || value[1 - caller.language] || null : value
  const hidden = field.mask !== undefined && state !== null && field.mask.states.includes(state)
  return hidden && typeof own === 'string' ? maskText(own, field.mask.keep) : (own as Value)
}

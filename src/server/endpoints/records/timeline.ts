// POST /api/timeline: the history of a record, newest first, for callers who may open it.
// Omits changes of unreadable fields; masks past values where the record's present state masks them.
import { savedTextIn, untranslated, type Text } from '../../../manifest/model/text'
import sql, { join, type Sql } from 'sql-template-tag'
import { entityOf } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import { referencedEntity, type Field } from '../../../manifest/model/field'
import { idOf } from '../../../manifest/expression/values/value'
import type { LineValue, Value } from '../../../protocol/calls'
import { qualifiedId, type AddressedRecord } from '../../../protocol/records/recordAddress'
import type { TimelineAnswer, TimelineEntry, TimelineRequest } from '../../../protocol/records/noteCalls'
import type { Caller, Context, RawRecord } from '../../context/context'
import { inOneLanguage } from '../../context/language'
import { textConstant } from '../../database/sql/literal'
import { jsonSql, labelSql, joinReference } from '../../query/expression/fieldSql'
import { planningFor } from '../../query/expression/planning'
import { RowSource, type Planning, and } from '../../query/expression/rowSource'
import { withinTenantOf } from '../../query/records/loadRecords'
import { textFor } from '../../query/expression/mask'
import { rowsInReach } from '../../query/policy/rowScope'
import { bind } from '../../query/expression/preparedQuery'
import { canReadField } from '../../query/policy/fieldAccess'
import type { LogRow } from '../../mutation/state/writeContext'
import { undoAction } from '../../mutation/undo'
import { notFound, readableEntity } from './record'
import { callerText, phrase } from '../../context/phrases'

const maxRows = 50

/** A row of the audit log; `at` as ISO text, `data` as it was written. */
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

/** @throws RequestError record_not_reachable, permission_required, like the record itself */
export async function readTimeline(wide: Context, request: TimelineRequest): Promise<TimelineAnswer> {
  const { caller } = wide
  const entity = readableEntity(wide, request.entity)
  const context = await withinTenantOf(wide, entity, request.id)
  const planning = planningFor(context)
  const [timeline] = await context.query<{ state: string | null; rows: Row[] | null }>(
    bind(timelineStatement(planning, context, entity, request), { context }),
  )
  if (!timeline) throw notFound()
  const rows = (timeline.rows ?? []).slice(0, maxRows)
  const changes = rows.map((row) => readableChanges(entity, caller, row.data))
  const labels = await recordLabels(
    context,
    planning,
    changes.flatMap((change) =>
      change.flatMap(({ field, before, after }) => [...references(field, before), ...references(field, after)]),
    ),
  )
  const show = valueReader(context, labels, timeline.state)
  const inLanguage = (title: Text) => inOneLanguage(title, context.app.product, caller.language)
  const titleOf = (action: string) => {
    const undone = action.startsWith(undoAction('')) ? action.slice(undoAction('').length) : undefined
    const title = entity.transitions[undone ?? action]?.title ?? untranslated(undone ?? action)
    return undone === undefined
      ? inLanguage(title)
      : untranslated(callerText(wide, phrase('undo_of', { action: title })))
  }
  return {
    entries: rows.map((row, index): TimelineEntry => ({
      id: row.id,
      action: row.action,
      title: titleOf(row.action),
      ...(row.fromState !== null && { fromState: row.fromState }),
      ...(row.toState !== null && { toState: row.toState }),
      by: row.by ?? callerText(wide, phrase('by_system')),
      at: row.at,
      ...(row.remark !== null && { remark: row.remark }),
      changes: changes[index]!.map(({ field, before, after }) => ({
        field: field.name,
        title: inLanguage(field.title),
        before: show(field, before),
        after: show(field, after),
      })),
    })),
    more: (timeline.rows?.length ?? 0) > maxRows,
  }
}

/** One row when the record is within reach, none otherwise. */
function timelineStatement(
  planning: Planning,
  { app, caller }: Context,
  entity: Entity,
  { id, before }: TimelineRequest,
): Sql {
  const record = RowSource.of(planning, entity)
  const log = RowSource.of(planning, entityOf(app, app.product.logEntity))
  const columns = [
    ...['id', 'action', 'fromState', 'toState', 'remark', 'data'].map(
      (name) => sql`${textConstant(name)}, ${log.column(name)}`,
    ),
    sql`'at', ${jsonSql(log.column('at'), { type: 'datetime' })}`,
    sql`'by', ${labelSql(joinReference(log, log.fields.by!))}`,
  ]
  const older = before === undefined ? sql`TRUE` : sql`${log.column('id')} < ${before}::bigint`
  const entries = sql`SELECT json_agg(r.e ORDER BY r.id DESC)
    FROM (SELECT ${log.column('id')} AS id, json_build_object(${join(columns, ', ')}) AS e
      FROM ${log.from()}
      WHERE ${log.column('entity')} = ${textConstant(entity.name)}
        AND ${log.column('recordId')} = ${id}::bigint${and(entity.perTenant ? log.sameTenant(record) : undefined)}
          AND ${older}
      ORDER BY ${log.column('id')} DESC
      LIMIT ${maxRows + 1}::int) r`
  const scope = rowsInReach(record, caller)
  const state = entity.fields.state ? record.column('state') : sql`NULL`
  return sql`SELECT ${state} AS "state", (${entries}) AS "rows"
    FROM ${record.from()}
    WHERE ${record.column('id')} = ${id}::bigint AND ${scope ?? sql`TRUE`}`
}

interface Change {
  readonly field: Field
  readonly before: unknown
  readonly after: unknown
}

// Leave out what the entry shows anyway: state, caller and time, and what no section of the record shows either.
function readableChanges(entity: Entity, caller: Caller, data: string | null): Change[] {
  const changes = data === null ? {} : (JSON.parse(data) as LogRow['changes'])
  return Object.entries(changes).flatMap(([name, { before, after }]) => {
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
    const isShown = !field?.internal || entity.detail.sections.some(({ fields }) => fields.includes(name))
    return field && !field.system && isShown && canReadField(field, caller) ? [{ field, before, after }] : []
  })
}

/** Ids by entity in one raw value. */
function references(field: Field, value: unknown): AddressedRecord[] {
  if (field.type === 'lines')
    return linesOf(value).flatMap((line) =>
      Object.values(field.fields ?? {}).flatMap((cell) => references(cell, line[cell.name])),
    )
  const id = field.type === 'ref' ? idOf(value) : null
  return id === null ? [] : [{ entity: referencedEntity(field), id }]
}

function linesOf(value: unknown): readonly RawRecord[] {
  return Array.isArray(value) ? (value as RawRecord[]) : []
}

type Labels = ReadonlyMap<string, string>

/** The labels of all records that the changes refer to, in one statement. */
export async function recordLabels(
  context: Context,
  planning: Planning,
  requested: readonly AddressedRecord[],
): Promise<Labels> {
  const ids = new Map<string, Set<number>>()
  for (const { entity, id } of requested) ids.set(entity, (ids.get(entity) ?? new Set()).add(id))
  if (ids.size === 0) return new Map()
  const selects = [...ids].map(([name, entityIds]) => {
    const source = RowSource.of(planning, entityOf(context.app, name))
    const label = labelSql(source)
    return sql`SELECT ${textConstant(name)} AS "entity", ${source.column('id')} AS "id", ${label} AS "label"
      FROM ${source.from()}
      WHERE ${source.column('id')} = ANY(${[...entityIds]}::bigint[])`
  })
  const rows = await context.query<{ entity: string; id: number; label: string | null }>(
    bind(join(selects, ' UNION ALL '), { context }),
  )
  return new Map(rows.map(({ entity, id, label }) => [qualifiedId({ entity, id }), label ?? String(id)]))
}

/** Shows a value of the log as the caller may see it of a record in `state`. */
function valueReader({ app, caller }: Context, labels: Labels, state: string | null) {
  const show = (field: Field, value: unknown): Value => {
    if (value === null || value === undefined) return null
    if (field.type === 'ref') {
      const id = idOf(value)
      return id === null
        ? null
        : { id, label: labels.get(qualifiedId({ entity: referencedEntity(field), id })) ?? String(id) }
    }
    if (field.type === 'lines') {
      const cells = Object.values(field.fields ?? {}).filter((cell) => canReadField(cell, caller))
      return linesOf(value).map((line): LineValue =>
        Object.fromEntries(cells.map((cell) => [cell.name, show(cell, line[cell.name])])),
      )
    }
    const text =
      field.localized && Array.isArray(value) ? savedTextIn(value, app.product.languages, caller.language) : value
    return typeof text === 'string' ? textFor(caller, field, state, text) : (text as Value)
  }
  return show
}

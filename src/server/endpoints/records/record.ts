// Reads one record in full: its readable fields, allowed transitions and records that refer to it.
// One statement; further ones for the stages and notes of an entity that has them.
import sql, { join } from 'sql-template-tag'
import { canRead, holdsPermission } from '../../../manifest/access/permissions'
import type { Entity } from '../../../manifest/model/entity'
import type { Related } from '../../../manifest/model/detail'
import type { RecordAnswer, RecordRequest } from '../../../protocol/calls'
import { RequestError } from '../../../protocol/requestError'
import { forbidden } from '../../auth/authorize'
import { isFor, isShownNow, type Viewer } from '../../context/callerRules'
import type { Context, RawRecord } from '../../context/context'
import { identifier } from '../../database/sql/identifier'
import { planningFor } from '../../query/expression/compiler'
import { RowSource, type Planning } from '../../query/expression/rowSource'
import { jsonRows } from '../../query/list/jsonRows'
import { withinTenantOf } from '../../query/records/loadRecords'
import { allowedCreations, allowedOnRow } from '../../query/policy/allowedTransitions'
import { detailPaths, presentedColumns, createRecordSerializer } from '../../query/records/serializeRecord'
import { effectiveRowScope, scopeCondition } from '../../query/policy/rowScope'
import { bind } from '../../query/expression/preparedQuery'
import { readableField } from '../../query/policy/fieldAccess'
import { stagesOf } from './stages'

const mostRelated = 50

/**
 * The entity of a request, if the caller may open records of it.
 * @throws RequestError 2001 for an unknown entity, 2002 without permission
 */
export function readableEntity(viewer: Viewer, name: string): Entity {
  const { app, caller } = viewer
  const entity = Object.hasOwn(app.entities, name) ? app.entities[name] : undefined
  if (!entity) throw notFound()
  if (!canRead(app, caller, entity)) throw forbidden(app, entity.readPermissions)
  if (!holdsPermission(caller, entity.detail)) throw forbidden(app, entity.detail.permissions!)
  if (!isShownNow(viewer, entity.detail)) throw notFound()
  return entity
}

/** The one refusal for a record that does not exist and for one out of reach. */
export function notFound(): RequestError {
  return new RequestError('record_not_reachable')
}

/** @throws RequestError like `readableEntity` and `notFound` */
export async function readRecord(wide: Context, request: RecordRequest): Promise<RecordAnswer> {
  const { app, caller } = wide
  const entity = readableEntity(wide, request.entity)
  const context = await withinTenantOf(wide, entity, request.id)
  const planning = planningFor(context)
  const source = RowSource.of(planning, entity)
  const paths = detailPaths(context, entity.name)
  const readable = entity.detail.related.filter(
    (item) => isFor(context, item) && canRead(app, caller, app.entities[item.entity]!),
  )
  const offers = [
    ...allowedOnRow(context, entity),
    ...allowedCreations(
      context,
      entity,
      readable.flatMap(({ entity: givenEntity, reference: by, actions }) =>
        actions.map((transition) => ({ entity: givenEntity, transition, by })),
      ),
    ),
  ]
  const related = readable.map((item) => relatedPart(context, planning, item, request.id))
  const scope = scopeCondition(source, effectiveRowScope(caller))
  const idCondition = sql`${source.column('id')} = ${request.id}::bigint`
  const record = jsonRows(
    source,
    presentedColumns(source, paths, offers),
    scope ? sql`${idCondition} AND ${scope}` : idCondition,
    sql`LIMIT 1`,
  )
  const statement = sql`SELECT ${join([sql`(${record}) AS "record"`, ...related.map(({ select }, index) => sql`(${select}) AS ${identifier(String(index))}`)], ', ')}`
  const [answer] = await context.query<Record<string, RawRecord[] | null>>(bind(statement, { context }))
  const [row] = answer?.record ?? []
  if (!row) throw notFound()
  const stages = await stagesOf(context, entity, request.id)
  const notes = await notesBeneath(context, entity, request.id)
  return {
    ...(stages && { stages }),
    ...(notes !== undefined && { notes }),
    record: createRecordSerializer(context, entity, paths, offers)(row),
    related: related.map(({ one, show }, index) => ({
      entity: one.entity,
      by: one.reference,
      ...show(answer?.[String(index)] ?? []),
    })),
  }
}

function relatedPart(context: Context, planning: Planning, related: Related, id: number) {
  const { app, caller } = context
  const entity = app.entities[related.entity]!
  const source = RowSource.of(planning, entity)
  const offers = allowedOnRow(context, entity)
  const paths = related.columns.map((column) => column.field).filter((path) => readableField(app, entity, path, caller))
  const scope = scopeCondition(source, effectiveRowScope(caller))
  const referenceCondition = sql`${source.column(related.reference)} = ${id}::bigint`
  const select = jsonRows(
    source,
    presentedColumns(source, paths, offers),
    scope ? sql`${referenceCondition} AND ${scope}` : referenceCondition,
    sql`ORDER BY ${source.column('id')} DESC LIMIT ${mostRelated + 1}::int`,
  )
  const show = (rows: readonly RawRecord[]) => ({
    rows: rows.slice(0, mostRelated).map(createRecordSerializer(context, entity, paths, offers)),
    more: rows.length > mostRelated,
  })
  return { one: related, select, show }
}

/** The number of notes beneath a record of an entity that has them. */
async function notesBeneath({ query }: Context, entity: Entity, id: number): Promise<number | undefined> {
  if (!entity.detail.notes) return undefined
  const [row] = await query<{ count: number }>(
    sql`SELECT count(*)::int AS "count" FROM "_note" WHERE "entity" = ${entity.name} AND "record" = ${id}::bigint`,
  )
  return row!.count
}

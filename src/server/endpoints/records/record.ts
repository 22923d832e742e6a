// Reads one record in full: its readable fields, allowed transitions and records that refer to it.
// One statement, planned once for callers with the same rights; more for stages and notes of an entity
// that has them.
import { entityOf } from '../../../manifest/model/app'
import sql, { join, type Sql } from 'sql-template-tag'
import { firstItem } from '../../../manifest/expression/values/present'
import { canRead, holdsPermission } from '../../../manifest/access/permissions'
import type { Entity } from '../../../manifest/model/entity'
import type { Related } from '../../../manifest/model/detail'
import type { RecordAnswer, RecordRequest } from '../../../protocol/calls'
import { RequestError } from '../../../protocol/requestError'
import { forbidden } from '../../auth/authorize'
import { isFor, isShownNow, type Viewer } from '../../context/callerRules'
import type { Context, RawRecord } from '../../context/context'
import { identifier } from '../../database/sql/identifier'
import { planningFor, planningOfFew } from '../../query/expression/planning'
import { RowSource, type Planning } from '../../query/expression/rowSource'
import { jsonRows } from '../../query/list/jsonRows'
import { withinTenantOf } from '../../query/records/loadRecords'
import { allowedCreations, allowedOnRow } from '../../query/policy/allowedTransitions'
import { detailPaths, presentedColumns, sharedSerializer } from '../../query/records/serializeRecord'
import { rowsInReach } from '../../query/policy/rowScope'
import { Parameter, PreparedQuery } from '../../query/expression/preparedQuery'
import { PlanCache } from '../../query/policy/planCache'
import { readableField } from '../../query/policy/fieldAccess'
import { withOpenLinks } from './messages/messageLinks'
import { stagesOf } from './stages'

const maxRelated = 50

/**
 * The entity of a request, if the caller may open records of it.
 * @throws RequestError record_not_reachable for an unknown entity, permission_required
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

/** The one refusal of a read for a record that does not exist or is out of reach; of a write: record_not_found. */
export function notFound(): RequestError {
  return new RequestError('record_not_reachable')
}

/** A prepared record: its statement and the presentation of its row and of those that refer to it. */
interface PlannedRecord {
  readonly statement: PreparedQuery
  readonly present: ReturnType<typeof sharedSerializer>
  readonly related: readonly PlannedRelated[]
}

interface PlannedRelated {
  readonly entity: string
  readonly by: string
  readonly present: ReturnType<typeof sharedSerializer>
}

const plans = new PlanCache<PlannedRecord>()

/** @throws RequestError like `readableEntity` and `notFound` */
export async function readRecord(wide: Context, request: RecordRequest): Promise<RecordAnswer> {
  const entity = readableEntity(wide, request.entity)
  const context = await withinTenantOf(wide, entity, request.id)
  const { statement, present, related } = plans.get(context, [entity.name], () => planRecord(context, entity))
  const [answer] = await context.query<Record<string, RawRecord[] | null>>(
    statement.bind({ context, values: [request.id] }),
  )
  const [row] = answer?.record ?? []
  if (!row) throw notFound()
  const stages = await stagesOf(context, entity, request.id)
  const notes = await notesBeneath(context, entity, request.id)
  return {
    ...(stages && { stages }),
    ...(notes !== undefined && { notes }),
    record: firstItem(await withOpenLinks(context, entity, [present(context)(row)])),
    related: related.map((one, index) => {
      const rows = answer?.[String(index)] ?? []
      return {
        entity: one.entity,
        by: one.by,
        rows: rows.slice(0, maxRelated).map(one.present(context)),
        more: rows.length > maxRelated,
      }
    }),
  }
}

function planRecord(context: Context, entity: Entity): PlannedRecord {
  const { app, caller } = context
  const planning = planningFor(context)
  const source = RowSource.of(planningOfFew(planning), entity)
  const paths = detailPaths(context, entity.name)
  const readable = entity.detail.related.filter(
    (item) => isFor(context, item) && canRead(app, caller, entityOf(app, item.entity)),
  )
  const allowed = [
    ...allowedOnRow(context, entity),
    ...allowedCreations(
      context,
      entity,
      readable.flatMap(({ entity: givenEntity, reference: by, actions }) =>
        actions.map((transition) => ({ entity: givenEntity, transition, by })),
      ),
    ),
  ]
  const related = readable.map((item) => relatedPart(context, planning, item))
  const record = jsonRows(
    source,
    presentedColumns(source, paths, allowed),
    inRowScope(context, source, sql`${source.column('id')} = ${requestedId}::bigint`),
    sql`LIMIT 1`,
  )
  const selects = [
    sql`(${record}) AS "record"`,
    ...related.map(({ select }, index) => sql`(${select}) AS ${identifier(String(index))}`),
  ]
  return {
    statement: new PreparedQuery(sql`SELECT ${join(selects, ', ')}`),
    present: sharedSerializer(context, entity, { paths, allowed }),
    related,
  }
}

const requestedId = new Parameter(({ values }) => values?.[0])

function inRowScope({ caller }: Context, source: RowSource, condition: Sql): Sql {
  const scope = rowsInReach(source, caller)
  return scope ? sql`${condition} AND ${scope}` : condition
}

function relatedPart(
  context: Context,
  planning: Planning,
  { entity: name, reference, columns }: Related,
): PlannedRelated & { readonly select: Sql } {
  const { app, caller } = context
  const entity = entityOf(app, name)
  const source = RowSource.of(planning, entity)
  const allowed = allowedOnRow(context, entity)
  const paths = columns.map((column) => column.field).filter((path) => readableField(app, entity, path, caller))
  const select = jsonRows(
    source,
    presentedColumns(source, paths, allowed),
    inRowScope(context, source, sql`${source.column(reference)} = ${requestedId}::bigint`),
    sql`ORDER BY ${source.column('id')} DESC LIMIT ${maxRelated + 1}::int`,
  )
  return { entity: name, by: reference, present: sharedSerializer(context, entity, { paths, allowed }), select }
}

/** The number of notes beneath a record of an entity that has them. */
async function notesBeneath({ query }: Context, entity: Entity, id: number): Promise<number | undefined> {
  if (!entity.detail.notes) return undefined
  const [row] = await query<{ count: number }>(
    sql`SELECT count(*)::int AS "count" FROM "_note" WHERE "entity" = ${entity.name} AND "record" = ${id}::bigint`,
  )
  return row!.count
}

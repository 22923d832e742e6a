// What is one record in full? All that the caller may read of it, what may be done with it, and the records that refer to it, in one statement; the way of one that has stages in another.
import sql, { join } from 'sql-template-tag'
import { mayRead } from '../../manifest/access'
import type { Entity, Related } from '../../manifest/app'
import type { RecordAnswer, RecordRequest } from '../../protocol/calls'
import { codes, Fault } from '../../protocol/envelope'
import { forbidden } from '../authorize'
import type { Context, RawRecord } from '../context'
import { identifier } from '../database/identifier'
import { Frame, planningOf } from '../plan/frame'
import { jsonRows } from '../plan/listing'
import { beginOffers, rowOffers } from '../plan/offers'
import { detailPaths, presentedColumns, presenter } from '../plan/present'
import { reachOf, scopeCondition } from '../plan/scope-sql'
import { bindOnce } from '../plan/slot'
import { readableField } from '../plan/visible-sql'
import { stagesOf } from './stages'

const mostRelated = 50

/**
 * The entity of a request, if the caller may open records of it.
 * @throws Fault 2001 for an unknown entity, 2002 without the right
 */
export function readableEntity({ app, caller }: Pick<Context, 'app' | 'caller'>, name: string): Entity {
  const entity = Object.hasOwn(app.entities, name) ? app.entities[name] : undefined
  if (!entity) throw notFound()
  if (!mayRead(app, caller, entity)) throw forbidden(app, entity.read)
  return entity
}

/** A record that is not there, or out of reach: the same. */
export function notFound(): Fault {
  return new Fault(codes.refused, [
    '记录不存在或不在你的数据范围内',
    'There is no such record, or it is out of your reach',
  ])
}

/** @throws Fault as `readableEntity` and `notFound` */
export async function readRecord(context: Context, request: RecordRequest): Promise<RecordAnswer> {
  const { app, caller } = context
  const entity = readableEntity(context, request.entity)
  const planning = planningOf(app, caller.language, caller.system)
  const frame = Frame.of(planning, entity)
  const paths = detailPaths(context, entity.name)
  const readable = entity.detail.related.filter((one) => mayRead(app, caller, app.entities[one.entity]!))
  const offers = [
    ...rowOffers(context, entity),
    ...beginOffers(
      context,
      entity,
      readable.flatMap(({ entity: of, by, actions }) => actions.map((transition) => ({ entity: of, transition, by }))),
    ),
  ]
  const related = readable.map((one) => relatedPart(context, planning, one, request.id))
  const scope = scopeCondition(frame, reachOf(caller))
  const own = sql`${frame.column('id')} = ${request.id}::bigint`
  const record = jsonRows(
    frame,
    presentedColumns(frame, paths, offers),
    scope ? sql`${own} AND ${scope}` : own,
    sql`LIMIT 1`,
  )
  const statement = sql`SELECT ${join([sql`(${record}) AS "record"`, ...related.map(({ select }, index) => sql`(${select}) AS ${identifier(String(index))}`)], ', ')}`
  const [answer] = await context.query<Record<string, RawRecord[] | null>>(bindOnce(statement, { context }))
  const [row] = answer?.record ?? []
  if (!row) throw notFound()
  const stages = await stagesOf(context, entity, request.id)
  return {
    ...(stages && { stages }),
    record: presenter(context, entity, paths, offers)(row),
    related: related.map(({ one, show }, index) => ({
      entity: one.entity,
      by: one.by,
      ...show(answer?.[String(index)] ?? []),
    })),
  }
}

function relatedPart(context: Context, planning: ReturnType<typeof planningOf>, one: Related, id: number) {
  const { app, caller } = context
  const entity = app.entities[one.entity]!
  const frame = Frame.of(planning, entity)
  const offers = rowOffers(context, entity)
  const paths = one.columns.map((column) => column.field).filter((path) => readableField(app, entity, path, caller))
  const scope = scopeCondition(frame, reachOf(caller))
  const own = sql`${frame.column(one.by)} = ${id}::bigint`
  const select = jsonRows(
    frame,
    presentedColumns(frame, paths, offers),
    scope ? sql`${own} AND ${scope}` : own,
    sql`ORDER BY ${frame.column('id')} DESC LIMIT ${mostRelated + 1}::int`,
  )
  const show = (rows: readonly RawRecord[]) => ({
    rows: rows.slice(0, mostRelated).map(presenter(context, entity, paths, offers)),
    more: rows.length > mostRelated,
  })
  return { one, select, show }
}

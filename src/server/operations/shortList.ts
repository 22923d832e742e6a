// What is a short list beside a screen: the reminder card, the latest block of a dashboard? The first records of a rule, within the caller's reach,
// with the columns that she may read.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Action, Column, Entity, Rule, Sort } from '../../manifest/app'
import type { RecordData } from '../../protocol/calls'
import type { Context, RawRecord } from '../context'
import { entityNamed, Frame, planningOf } from '../plan/frame'
import { jsonRows } from '../plan/listing'
import { listOffers, withReferences, type Offer } from '../plan/offers'
import { presentedColumns, presenter } from '../plan/present'
import { ruleCondition } from '../plan/rule-sql'
import { reachOf, scopeCondition } from '../plan/scope-sql'
import { orderSql, sortKey } from '../plan/sort-sql'
import { readableField } from '../plan/visible-sql'

export interface ShortList {
  readonly entity: string
  readonly where?: Rule
  readonly sort?: Sort
  readonly columns: readonly Column[]
  readonly rows: number
  readonly actions?: readonly Action[]
}

export interface ShortSelect {
  readonly entity: Entity
  readonly paths: readonly string[]
  readonly offers: readonly Offer[]
  /** A select of the rows as one JSON array; null when there are none. */
  readonly rows: Sql
  /** A select of how many there are, counted no further than to `most`. */
  readonly count: (most: number) => Sql
}

/** The selects of a short list; the caller's right to open records of the entity is asked before. */
export function shortSelect(context: Context, list: ShortList): ShortSelect {
  const { app, caller } = context
  const entity = entityNamed(app, list.entity)
  const offers = listOffers(context, entity, list.actions ?? [])
  const paths = withReferences(
    list.columns.map((column) => column.field).filter((path) => readableField(app, entity, path, caller) !== undefined),
    offers,
  )
  const planning = planningOf(app, caller.language, caller.system)
  const found = () => {
    const frame = Frame.of(planning, entity)
    const scope = scopeCondition(frame, reachOf(caller))
    const where = list.where && ruleCondition(list.where, { planning, frame })
    const conditions = [scope, where].filter((one): one is Sql => one !== undefined)
    return { frame, condition: conditions.length > 0 ? join(conditions, ' AND ') : raw('TRUE') }
  }
  const { frame, condition } = found()
  const sort =
    list.sort && readableField(app, entity, list.sort.field, caller) ? list.sort : { field: 'id', descending: true }
  const order = orderSql(sortKey(frame, sort.field), frame.column('id'), sort.descending)
  return {
    entity,
    paths,
    offers,
    rows: jsonRows(
      frame,
      presentedColumns(frame, paths, offers),
      condition,
      sql`${order} LIMIT ${raw(String(list.rows))}`,
    ),
    count: (most) => {
      const counted = found()
      return sql`SELECT count(*) FROM (SELECT 1 FROM ${counted.frame.from()} WHERE ${counted.condition} LIMIT ${raw(String(most))}) c`
    },
  }
}

/** The records of a short list as they travel. */
export function presentShort(
  context: Context,
  { entity, paths, offers }: ShortSelect,
  rows: readonly RawRecord[],
): RecordData[] {
  return rows.map(presenter(context, entity, paths, offers))
}

// Selects the short lists of the blocks `latest` and `reminder`.
// They show the first records of a rule, within the caller's row scope, with the readable columns.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { entityOf } from '../../../manifest/model/app'
import type { Action, Column } from '../../../manifest/model/column'
import type { Entity } from '../../../manifest/model/entity'
import type { Rule, Sort } from '../../../manifest/model/rule'
import type { RecordData } from '../../../protocol/calls'
import type { Context, RawRecord } from '../../context/context'
import { planningFor } from '../../query/expression/planning'
import { RowSource } from '../../query/expression/rowSource'
import { jsonRows } from '../../query/list/jsonRows'
import { allowedOnList, withReferences, type AllowedTransition } from '../../query/policy/allowedTransitions'
import { presentedColumns, createRecordSerializer } from '../../query/records/serializeRecord'
import { ruleCondition } from '../../query/expression/ruleSql'
import { rowsInReach } from '../../query/policy/rowScope'
import { orderSql, sortKey } from '../../query/search/sort'
import { readableField } from '../../query/policy/fieldAccess'
import { withOpenLinks } from '../records/messages/messageLinks'

interface ShortList {
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
  readonly allowed: readonly AllowedTransition[]
  /** A select of the rows as one JSON array; null when there are none. */
  readonly rows: Sql
  /** A select of the total, counted no further than `most`. */
  readonly count: (most: number) => Sql
}

/** The selects of a short list; the right to open records of the entity was checked before. */
export function shortSelect(context: Context, list: ShortList): ShortSelect {
  const { app, caller } = context
  const entity = entityOf(app, list.entity)
  const allowed = allowedOnList(context, entity, list.actions ?? [])
  const paths = withReferences(
    list.columns.map((column) => column.field).filter((path) => readableField(app, entity, path, caller) !== undefined),
    allowed,
  )
  const { source, condition } = matching(context, list)
  const sort =
    list.sort && readableField(app, entity, list.sort.field, caller) ? list.sort : { field: 'id', descending: true }
  const order = orderSql(sortKey(source, sort.field), source.column('id'), sort)
  return {
    entity,
    paths,
    allowed,
    rows: jsonRows(
      source,
      presentedColumns(source, paths, allowed),
      condition,
      sql`${order} LIMIT ${raw(String(list.rows))}`,
    ),
    count: (limit) => countSelect(context, list, limit),
  }
}

/** A select of how many records there are, counted no further than `limit`. */
export function countSelect(context: Context, list: Pick<ShortList, 'entity' | 'where'>, limit: number): Sql {
  const { source, condition } = matching(context, list)
  return sql`SELECT count(*)
    FROM (SELECT 1 FROM ${source.from()} WHERE ${condition} LIMIT ${raw(String(limit))}) c`
}

/** The records of a rule that the caller may see. */
function matching(context: Context, { entity, where }: Pick<ShortList, 'entity' | 'where'>) {
  const planning = planningFor(context)
  const source = RowSource.of(planning, entityOf(context.app, entity))
  const scope = rowsInReach(source, context.caller)
  const conditions = [scope, where && ruleCondition(where, { planning, source })].filter(
    (item): item is Sql => item !== undefined,
  )
  return { source, condition: conditions.length > 0 ? join(conditions, ' AND ') : raw('TRUE') }
}

/** The records of a short list as they are sent. */
export function presentShort(
  context: Context,
  { entity, paths, allowed }: ShortSelect,
  rows: readonly RawRecord[],
): Promise<readonly RecordData[]> {
  return withOpenLinks(context, entity, rows.map(createRecordSerializer(context, entity, { paths, allowed })))
}

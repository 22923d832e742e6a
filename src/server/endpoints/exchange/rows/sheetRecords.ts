// Reads the records of a sheet by the rule, row scope and masks of its screen.
import { firstItem } from '../../../../manifest/expression/values/present'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { canRead, holdsPermission } from '../../../../manifest/access/permissions'
import { entityOf } from '../../../../manifest/model/app'
import { transitionOf, type Entity } from '../../../../manifest/model/entity'
import type { ListRequest, RecordData } from '../../../../protocol/calls'
import type { Context, RawRecord } from '../../../context/context'
import { identifier } from '../../../database/sql/identifier'
import { planningFor } from '../../../query/expression/planning'
import { joinReference, labelSql } from '../../../query/expression/fieldSql'
import { ruleCondition } from '../../../query/expression/ruleSql'
import { bind } from '../../../query/expression/preparedQuery'
import { and, RowSource } from '../../../query/expression/rowSource'
import { bindingsOf, checkListing, prepareWholeListing, type Listing } from '../../../query/list/listing'
import { listParts } from '../../../query/list/listParts'
import { visibleSql } from '../../../query/policy/fieldAccess'
import { createRecordSerializer, presentedColumns } from '../../../query/records/serializeRecord'
import { listOrder } from '../../../query/search/sort'
import { mapInSlices } from '../../../workers/timeSlices'
import type { ExchangeScreen } from '../sheetColumns'

type Found = Omit<ListRequest, 'screen' | 'drillDown' | 'columns'>

/** The screen's records in its order, up to the limit. */
export async function foundRecords(
  context: Context,
  exchange: ExchangeScreen,
  request: Found,
  limit: number,
): Promise<RecordData[]> {
  const { screen } = exchange
  const listing = await prepareWholeListing(context, screen, request)
  return selected(context, exchange, listing, (source, inTab) => ({
    condition: sql`${inTab} ${listOrder(source, listing)} LIMIT ${raw(String(limit))}`,
  }))
}

/** Records that are read of those with the same value of the key: with a second one a row is refused already. */
const maxSameKey = 100

/**
 * The screen's records with one of these numbers or, as text, one of these field values. A closed record that releases
 * its key by `unique.where` is found by number only.
 */
export async function matchingRecords(
  context: Context,
  exchange: ExchangeScreen,
  ids: readonly number[],
  keys: readonly string[],
): Promise<RecordData[]> {
  const listing = checkListing(context, exchange.screen, {})
  return selected(context, exchange, listing, (source, inTab) => {
    const value = sql`${visibleSql(source, firstItem(exchange.key))}::text`
    const key = join([sql`${value} = ANY(${[...keys]}::text[])`, ...keptKeys(source, exchange)], ' AND ')
    const byId = sql`${source.column('id')} = ANY(${[...ids]}::bigint[])`
    const values = exchange.key.map((name) => visibleSql(source, name))
    const rank = sql`CASE WHEN ${byId} THEN 0 ELSE row_number() OVER (PARTITION BY ${join(values, ', ')}) END`
    return { condition: sql`${inTab} AND (${byId} OR ${key})`, rank }
  })
}

function keptKeys(source: RowSource, exchange: ExchangeScreen): Sql[] {
  const { entity, key } = exchange
  const states = Object.keys(entity.states).filter((state) => isFinal(exchange, state))
  const uniqueRule = entity.unique.find(
    ({ fields }) => fields.length === key.length && fields.every((name) => key.includes(name)),
  )
  if (uniqueRule?.where === undefined || states.length === 0) return []
  const where = ruleCondition(uniqueRule.where, { planning: source.planning, source })
  return [sql`(${where} OR NOT ${source.column('state')} = ANY(${states}::text[]))`]
}

/** Whether a state is closed, even to the sheet's change. */
export const isFinal = ({ entity, update }: ExchangeScreen, state: string | undefined): boolean =>
  state !== undefined &&
  entity.states[state]?.closed === true &&
  (update === undefined || !transitionOf(entity, update).from.includes(state))

async function selected(
  context: Context,
  { entity, columns: sheetColumns, lines }: ExchangeScreen,
  listing: Listing,
  narrowed: (source: RowSource, inTab: Sql) => { readonly condition: Sql; readonly rank?: Sql },
): Promise<RecordData[]> {
  const { source, inTab } = listParts(context, listing)
  const { condition, rank } = narrowed(source, inTab)
  const ownNames = sheetColumns.flatMap(({ field, input, line }) => (input || line !== undefined ? [] : [field.name]))
  const names = lines ? [...ownNames, lines.field.name] : ownNames
  const values = presentedColumns(source, names, []).map(({ as, value }) => sql`${value} AS ${identifier(as)}`)
  const columns = join([...values, ...(rank ? [sql`${rank} AS "rank"`] : [])], ', ')
  const matches = sql`SELECT ${columns} FROM ${source.from()} WHERE ${condition}`
  const statement = rank
    ? sql`SELECT * FROM (${matches}) AS "matches" WHERE "rank" <= ${raw(String(maxSameKey))}`
    : matches
  const rows = await context.query<RawRecord>(bind(statement, bindingsOf(context, listing)))
  return mapInSlices(rows, createRecordSerializer(context, entity, { paths: names, allowed: [] }))
}

/** `by`: null for the system. */
export interface RecordChange {
  readonly at: string
  readonly by: string | null
}

/** The last change of each of these records, which the caller reaches; empty where their history is closed to it. */
export async function lastChangesOf(
  context: Context,
  entity: Entity,
  ids: readonly number[],
): Promise<Map<number, RecordChange>> {
  const { app, caller } = context
  const isOpen = canRead(app, caller, entity) && holdsPermission(caller, entity.detail)
  if (ids.length === 0 || !isOpen) return new Map()
  const log = RowSource.of(planningFor(context), entityOf(app, app.product.logEntity))
  const record = log.column('recordId')
  const by = labelSql(joinReference(log, log.fields.by!))
  const statement = sql`SELECT DISTINCT ON (${record}) ${record} AS "record", ${log.column('at')} AS "at", ${by} AS "by"
    FROM ${log.from()}
    WHERE ${log.column('entity')} = ${entity.name} AND ${record} = ANY(${[...ids]}::bigint[])
      ${and(entity.perTenant ? log.sameTenant() : undefined)}
    ORDER BY ${record}, ${log.column('id')} DESC`
  const rows = await context.query<RecordChange & { record: number }>(bind(statement, { context }))
  return new Map(rows.map(({ record: id, ...change }) => [Number(id), change]))
}

// Builds the statement of a list: rows, total, tabs and sums of a request in one.
// Prepared once per shape, then only bound: equal columns, filters and order are not planned again.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Context } from '../../context/context'
import { identifier } from '../../database/sql/identifier'
import { readsRecords } from '../search/conditions'
import { planningFor, planningOfFew } from '../expression/planning'
import { RowSource, and } from '../expression/rowSource'
import { parameter } from '../expression/nameSql'
import { allowedOnList, withReferences, type AllowedTransition, type PlaceOf } from '../policy/allowedTransitions'
import { sharedSerializer, presentedColumns } from '../records/serializeRecord'
import { PlanCache } from '../policy/planCache'
import { effectiveRowScope, scopeBranches } from '../policy/rowScope'
import { bind, PreparedQuery } from '../expression/preparedQuery'
import { afterSql, furtherKeys, orderSql, sortKey } from '../search/sort'
import type { Selected } from '../policy/fieldAccess'
import { bindingsOf, isOffsetConstant, keyName, type Listing } from './listing'
import { groupSumsSelect, listGroupsSelect, sumsSelect, tabsSelect, totalSelect } from './counts'
import { groupColumns, groupKeys, groupOrder, unfoldedSql } from './grouping'
import { jsonArrays, type JsonArrays } from './jsonRows'
import { listParts } from './listParts'

/**
 * A prepared list: its statement and the presentation of its rows. Created once for all callers with the same rights.
 */
export interface PlannedListing {
  readonly plan: PreparedQuery
  /** The position of a selected value in a row. */
  readonly placeOf: PlaceOf
  readonly present: ReturnType<typeof sharedSerializer>
}

const plans = new PlanCache<PlannedListing>()

/** The statement of a list; its row has `rows`, `total`, `tabs`, `sums` and the groups, each only where requested. */
export function listPlan(context: Context, listing: Listing): PlannedListing {
  const { screen, want } = listing
  const shape = [
    screen.path,
    listing.counted?.shape,
    listing.ids !== undefined,
    effectiveRowScope(context.caller, screen.widenRowScope),
    listing.columns,
    listing.filters.map((filter) => filter.shape),
    listing.conditions?.shape,
    listing.searchWords.shape,
    [...(listing.referred?.byField.keys() ?? [])],
    listing.tab !== undefined,
    listing.sort,
    listing.thenBy,
    listing.grouping?.shape,
    listing.after && listing.after.key !== null,
    listing.size,
    isOffsetConstant(listing) ? listing.offset : 'further',
    want,
  ]
  return plans.get(context, shape, () => planListing(context, listing))
}

// Which index finds parts of texts fastest depends on the texts.
function isSearched({ searchWords, filters, conditions }: Listing): boolean {
  return (
    searchWords.values.length > 0 ||
    filters.some(({ operator }) => operator === 'contains') ||
    (conditions !== undefined && readsRecords(conditions))
  )
}

function planListing(context: Context, listing: Listing): PlannedListing {
  const { want, entity, screen } = listing
  const parts: Sql[] = []
  const allowed = want.rows ? allowedOnList(context, entity, screen.actions) : []
  const paths = withReferences(listing.columns, allowed)
  const rows = want.rows ? rowsSelect(context, listing, paths, allowed) : undefined
  if (rows) parts.push(sql`(${rows.select}) AS "rows"`)
  if (want.total) parts.push(sql`(${totalSelect(context, listing, want.total === 'exact')}) AS "total"`)
  if (want.tabs && screen.tabsBy) parts.push(sql`(${tabsSelect(context, listing)}) AS "tabs"`)
  if (want.sums && screen.columns.some((column) => column.sum))
    parts.push(sql`(${sumsSelect(context, listing)}) AS "sums"`)
  const { grouping } = listing
  if (want.groups && grouping) {
    parts.push(sql`(${listGroupsSelect(context, { ...listing, grouping })}) AS "groups"`)
    const groupSums = groupSumsSelect(context, { ...listing, grouping })
    if (groupSums) parts.push(sql`(${groupSums}) AS "groupSums"`)
  }
  const placeOf = rows?.placeOf ?? ((name) => name)
  return {
    plan: new PreparedQuery(sql`SELECT ${parts.length > 0 ? join(parts, ', ') : raw('NULL AS "nothing"')}`, {
      plannedAnew: listing.ids === undefined && isSearched(listing),
    }),
    placeOf,
    present: sharedSerializer(context, entity, { paths, allowed }, placeOf),
  }
}

// Cut the page out of the bare table first: join and compute only for its rows.
function rowsSelect(
  context: Context,
  listing: Listing,
  paths: readonly string[],
  allowed: readonly AllowedTransition[],
): JsonArrays {
  const { sort, grouping, entity, size, offset } = listing
  const { source: listed, key, thenBy, groups, condition, order, next } = pageParts(context, listing)
  const branches = branchesOfPage(context, listing)
  const further = thenBy.map((then, index) => ({ ...then, as: `${keyName}${index}` }))
  const kept = [{ as: keyName, value: key.value }, ...further, ...groups].map(
    ({ as, value }) => sql`${value} AS ${identifier(as)}`,
  )
  const page = sql`SELECT ${identifier(listed.alias)}.*, ${join(kept, ', ')}
    FROM ${listed.from()}
    WHERE ${branches ? sql`${listed.column('id')} IN (${branches})${and(listed.sameTenant())}` : condition} ${order}
    LIMIT ${raw(String(size + 1))}${offsetSql(offset, next)}`
  const source = RowSource.of(planningOfFew(listed.planning), entity, listing.screen.states)
  const position = source.column(keyName)
  const selected: Selected[] = [
    ...presentedColumns(source, paths, allowed),
    { as: keyName, value: key.type === 'number' ? sql`(${position})::text` : position },
    ...(grouping ? groupColumns(source, grouping) : []),
  ]
  const keys = groups.map(({ as }) => source.column(as))
  const before = grouping && groupOrder(keys, grouping)
  return jsonArrays(
    selected,
    (list) =>
      sql`SELECT ${list}
        FROM ${source.from(page)}
        ${orderSql({ ...key, value: position }, source.column('id'), {
          ...sort,
          before,
          thenBy: further.map((then) => ({ ...then, value: source.column(then.as) })),
        })}`,
  )
}

/** The location of a page's records: their ids and tenants, in the order of the page. */
export function pagePlaces(context: Context, listing: Listing): Sql {
  const { size, offset } = listing
  const { source, key, condition, order, next } = pageParts(context, listing)
  const select = sql`SELECT ${source.column('id')} AS "id", ${source.column(source.tenantColumn ?? 'id')} AS "tenant",
    ${key.value} AS ${identifier(keyName)}
    FROM ${source.from()}
    WHERE ${condition} ${order}
    LIMIT ${raw(String(size + 1))}${offsetSql(offset, next)}`
  return bind(select, bindingsOf(context, listing))
}

/** The records from the page's start on, and their order. */
function pageParts(context: Context, listing: Listing, branch?: number) {
  const { sort, grouping, after } = listing
  const { source, inTab, next } = listParts(context, listing, branch)
  const key = sortKey(source, sort.field)
  const thenBy = furtherKeys(source, listing.thenBy)
  const id = source.column('id')
  const condition = after
    ? sql`${inTab} AND ${afterSql({ ...key, descending: sort.descending }, id, after.key !== null, next)}`
    : inTab
  const groups = grouping ? groupKeys(source, grouping) : []
  const keys = groups.map(({ value }) => value)
  const before = grouping && groupOrder(keys, grouping)
  const unfolded = grouping && !listing.ids ? unfoldedSql(source, grouping, next) : undefined
  return {
    source,
    key,
    thenBy,
    groups,
    condition: sql`${condition}${and(unfolded)}`,
    order: orderSql(key, id, { ...sort, before, thenBy }),
    next: unfolded ? next + 1 : next,
  }
}

// One query per scope branch (the caller's different relations to records), merged: each branch reads its page in order
// from its own index.
// A text search is faster on the text index.
function branchesOfPage(context: Context, listing: Listing): Sql | undefined {
  const { sort, grouping, size, offset, counted, screen, entity } = listing
  if (sort.field !== 'createdAt' || grouping || counted || isSearched(listing) || !isOffsetConstant(listing))
    return undefined
  const { caller } = context
  const branches = scopeBranches(
    RowSource.of(planningFor(context), entity, screen.states),
    effectiveRowScope(caller, screen.widenRowScope),
  )
  if (branches === 1) return undefined
  const selects = Array.from({ length: branches }, (_, branch) => {
    const { source, condition, order } = pageParts(context, listing, branch)
    return sql`(SELECT ${source.column('id')}
      FROM ${source.from()}
      WHERE ${condition} ${order}
      LIMIT ${raw(String(offset + size + 1))})`
  })
  return join(selects, ' UNION ALL ')
}

function offsetSql(offset: number, position: number): Sql {
  if (offset === 0) return empty
  return isOffsetConstant({ offset })
    ? raw(` OFFSET ${offset}`)
    : sql` OFFSET ${parameter('number', (bindings) => bindings.values?.[position])}`
}

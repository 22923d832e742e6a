// Builds the statement of a list: rows, total, tabs and sums of a request in one.
// Prepared once per shape, then only bound: equal columns, filters and order are not planned again.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Context } from '../../context/context'
import { identifier } from '../../database/sql/identifier'
import { textConstant } from '../../database/sql/literal'
import { countedConditions } from '../report/drillDown'
import { treeSql, conditionValues, readsRecords } from '../search/conditions'
import { filterSql, isIndexedList } from '../search/filter'
import { planningFor, planningOfFew } from '../expression/planning'
import { RowSource, and } from '../expression/rowSource'
import { parameter } from '../expression/nameSql'
import { allowedOnList, withReferences, type AllowedTransition, type PlaceOf } from '../policy/allowedTransitions'
import { sharedSerializer, presentedColumns } from '../records/serializeRecord'
import { PlanCache } from '../policy/planCache'
import { ruleCondition } from '../expression/ruleSql'
import { effectiveRowScope, scopeCondition, scopeBranches } from '../policy/rowScope'
import { bind, PreparedQuery, Parameter } from '../expression/preparedQuery'
import { amongSql } from '../search/referredRecords'
import { afterSql, orderSql, sortKey } from '../search/sort'
import { readableField, visibleSql, type Selected } from '../policy/fieldAccess'
import { textSearchSql } from '../search/textSearch'
import { askedOf, isWritten, keyName, tabValues, type Listing } from './checkList'
import { jsonArrays, maxTotal, type JsonArrays } from './jsonRows'
/** Maximum records that are summed up. */
export const maxSummed = 10_000

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

/** The statement of a list; its row has `rows`, `total`, `tabs` and `sums`, each only where requested. */
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
    listing.words.shape,
    [...(listing.referred?.byField.keys() ?? [])],
    listing.tab !== undefined,
    listing.sort,
    listing.after && listing.after.key !== null,
    listing.size,
    isWritten(listing) ? listing.offset : 'further',
    want,
  ]
  return plans.get(context, shape, () => planListing(context, listing))
}

// Which index finds parts of texts fastest depends on the texts.
function isSearched({ words, filters, conditions }: Listing): boolean {
  return (
    words.values.length > 0 ||
    filters.some(({ operator }) => operator === 'contains') ||
    (conditions !== undefined && readsRecords(conditions))
  )
}

/** The parts of every select of a list; `branch`: only the rows of one scope branch. */
export function listParts(context: Context, listing: Listing, branch?: number) {
  const { caller } = context
  const { screen, entity, counted, filters, words } = listing
  const source = RowSource.of(planningFor(context), entity, screen.states)
  // These ids were found within the row scope by the statement before.
  if (listing.ids) {
    const chosen = sql`${new Parameter((bindings) => bindings.values?.[0])}::bigint[]`
    const isChosen = sql`${source.column('id')} = ANY(${chosen})${and(source.sameTenant())}`
    return { source, found: isChosen, inTab: isChosen, next: 1 }
  }
  const conditions: Sql[] = counted ? countedConditions(source, counted) : []
  let first = (counted?.filters ?? []).reduce((sum, { values }) => sum + values.length, 0)
  const scope = scopeCondition(source, effectiveRowScope(caller, screen.widenRowScope), branch)
  if (scope) conditions.push(scope)
  if (screen.where) conditions.push(ruleCondition(screen.where, { planning: source.planning, source }))
  for (const filter of filters) {
    conditions.push(filterSql(source, filter, first))
    first += filter.values.length
  }
  if (listing.conditions) {
    conditions.push(treeSql({ caller, screen, source }, listing.conditions, first))
    first += conditionValues(listing.conditions).length
  }
  const wordsCondition = textSearchSql(source, caller, words.shape, first)
  first += words.values.length
  const references = [...(listing.referred?.byField.keys() ?? [])]
  const isListed = (name: string) =>
    counted?.filters.some(isIndexedList) || filters.some((filter) => filter.field === name && isIndexedList(filter))
  // Several lists of one index: see withOneIndexedList.
  const behind = references.map((name, index) => {
    const among = amongSql(source, name, first + index)
    return isListed(name) ? sql`(${among}) IS TRUE` : among
  })
  first += references.length
  if (wordsCondition) conditions.push(sql`(${join([sql`(${wordsCondition})`, ...behind], ' OR ')})`)
  const foundSql = conditions.length > 0 ? join(conditions, ' AND ') : raw('TRUE')
  const position = first
  const inTab =
    listing.tab === undefined
      ? foundSql
      : sql`${foundSql}
        AND ${visibleSql(source, screen.tabsBy!)} = ${parameter('text', (bindings) => bindings.values?.[position])}`
  return { source, found: foundSql, inTab, next: listing.tab === undefined ? first : first + 1 }
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
  const placeOf = rows?.placeOf ?? ((name) => name)
  return {
    plan: new PreparedQuery(sql`SELECT ${parts.length > 0 ? join(parts, ', ') : raw('NULL AS "nothing"')}`, {
      plannedAnew: isSearched(listing),
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
  const { sort, entity, size, offset } = listing
  const { source: listed, key, condition, order, next } = pageParts(context, listing)
  const branches = branchesOfPage(context, listing)
  const page = sql`SELECT ${identifier(listed.alias)}.*, ${key.value} AS ${identifier(keyName)}
    FROM ${listed.from()}
    WHERE ${branches ? sql`${listed.column('id')} IN (${branches})${and(listed.sameTenant())}` : condition} ${order}
    LIMIT ${raw(String(size + 1))}${offsetSql(offset, next)}`
  const source = RowSource.of(planningOfFew(listed.planning), entity, listing.screen.states)
  const position = source.column(keyName)
  const selected: Selected[] = [
    ...presentedColumns(source, paths, allowed),
    { as: keyName, value: key.type === 'number' ? sql`(${position})::text` : position },
  ]
  return jsonArrays(
    selected,
    (list) =>
      sql`SELECT ${list}
        FROM ${source.from(page)} ${orderSql({ ...key, value: position }, source.column('id'), sort)}`,
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
  return bind(select, askedOf(context, listing))
}

/** The records from the page's start on, and their order. */
function pageParts(context: Context, listing: Listing, branch?: number) {
  const { sort, after } = listing
  const { source, inTab, next } = listParts(context, listing, branch)
  const key = sortKey(source, sort.field)
  const id = source.column('id')
  const condition = after
    ? sql`${inTab} AND ${afterSql({ ...key, descending: sort.descending }, id, after.key !== null, next)}`
    : inTab
  return { source, key, condition, order: orderSql(key, id, sort), next }
}

// One query per scope branch (the caller's different relations to records), merged: each branch reads its page in order
// from its own index.
// A text search is faster on the text index.
function branchesOfPage(context: Context, listing: Listing): Sql | undefined {
  const { sort, size, offset, counted, screen, entity } = listing
  if (sort.field !== 'createdAt' || counted || isSearched(listing) || !isWritten(listing)) return undefined
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
  return isWritten({ offset })
    ? raw(` OFFSET ${offset}`)
    : sql` OFFSET ${parameter('number', (bindings) => bindings.values?.[position])}`
}

function totalSelect(context: Context, listing: Listing, exact: boolean): Sql {
  const { source, inTab } = listParts(context, listing)
  if (exact) return sql`SELECT count(*) FROM ${source.from()} WHERE ${inTab}`
  return sql`SELECT count(*) FROM (SELECT 1 FROM ${source.from()} WHERE ${inTab} LIMIT ${raw(String(maxTotal + 1))}) c`
}

/** Maximum records that are counted at once for all tabs. */
const tabsCap = 2 * maxTotal

// Count few records together. With many records each tab gets a capped count: it stops early where there are many, and
// uses the index of the state where there are few.
function tabsSelect(context: Context, listing: Listing): Sql {
  const tabs = tabValues(context.app, listing.screen)
  if (tabs.length === 0) return raw("SELECT '{}'::json")
  const maxSql = raw(String(maxTotal + 1))
  const select = (list: (value: Sql) => Sql, tabNames: readonly string[], limit: Sql) => {
    const { source, found } = listParts(context, { ...listing, tab: undefined })
    const value = visibleSql(source, listing.screen.tabsBy!)
    return sql`SELECT ${list(value)}
      FROM ${source.from()}
      WHERE ${found} AND ${value} IN (${join(tabNames.map(textConstant), ', ')})
      LIMIT ${limit}`
  }
  const counts = select((value) => sql`${value} AS "tab"`, tabs, raw(String(tabsCap + 1)))
  const parts = tabs.map(
    (tab) => sql`${textConstant(tab)}, LEAST(count(*) FILTER (WHERE "tab" = ${textConstant(tab)}), ${maxSql})`,
  )
  const apart = tabs.map(
    (tab) => sql`${textConstant(tab)}, (SELECT count(*) FROM (${select(() => raw('1'), [tab], maxSql)}) c)`,
  )
  return sql`WITH few AS MATERIALIZED (${counts})
    SELECT CASE WHEN (SELECT count(*) FROM few) <= ${raw(String(tabsCap))}
      THEN (SELECT json_build_object(${join(parts, ', ')}) FROM few)
      ELSE json_build_object(${join(apart, ', ')}) END`
}

// Find the records first, limited to those summed up, so that values computed from other records are grouped for these
// alone.
function sumsSelect(context: Context, listing: Listing): Sql {
  const { screen, entity } = listing
  const columns = screen.columns.filter(
    (column) => column.sum && readableField(context.app, entity, column.field, context.caller),
  )
  if (columns.length === 0) return raw("SELECT '{}'::json")
  const { source: foundSource, inTab } = listParts(context, listing)
  // A tab whose value the rule judges adds up what it shows, not nothing.
  const isJudged = listing.tab !== undefined && screen.sumWhere?.readPaths.includes(screen.tabsBy ?? '')
  const condition =
    screen.sumWhere && !isJudged
      ? sql`${inTab} AND ${ruleCondition(screen.sumWhere, { planning: foundSource.planning, source: foundSource })}`
      : inTab
  const source = RowSource.of({ ...foundSource.planning, aggregates: 'grouped' }, entity, screen.states)
  const values = join(
    columns.map((column, index) => sql`${visibleSql(source, column.field)} AS ${identifier(`s${index}`)}`),
    ', ',
  )
  const sums = columns.map(
    (column, index) => sql`${textConstant(column.field)}, COALESCE(sum(${identifier(`s${index}`)}), 0)::text`,
  )
  return source.fromFew(
    (names) =>
      sql`SELECT ${join(
        names.map((name) => foundSource.column(name)),
        ', ',
      )} FROM ${foundSource.from()} WHERE ${condition} LIMIT ${raw(String(maxSummed + 1))}`,
    values,
    (select, few) =>
      sql`SELECT CASE WHEN (SELECT count(*) FROM ${few}) <= ${raw(String(maxSummed))}
        THEN (SELECT json_build_object(${join(sums, ', ')}) FROM (${select}) s) END`,
  )
}

// Counts and sums over all records of a list: total, tabs, summed columns and groups.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Rule } from '../../../manifest/model/rule'
import type { ListAnswer } from '../../../protocol/calls'
import type { Context } from '../../context/context'
import { identifier } from '../../database/sql/identifier'
import { jsonObject } from '../../database/sql/jsonObject'
import { textConstant } from '../../database/sql/literal'
import { RowSource } from '../expression/rowSource'
import { ruleCondition } from '../expression/ruleSql'
import { readableField, visibleSql } from '../policy/fieldAccess'
import { tabValues, type Listing } from './listing'
import { groupedColumns, groupOf, groupsJson, maxGroups, type CheckedGrouping, type RawGroup } from './grouping'
import { listParts } from './listParts'

/** Where a total stops counting unless the exact one is requested. */
export const maxTotal = 1_000
/** Maximum records that are summed up. */
export const maxSummed = 10_000

export function totalSelect(context: Context, listing: Listing, exact: boolean): Sql {
  const { source, inTab } = listParts(context, listing)
  if (exact) return sql`SELECT count(*) FROM ${source.from()} WHERE ${inTab}`
  return sql`SELECT count(*) FROM (SELECT 1 FROM ${source.from()} WHERE ${inTab} LIMIT ${raw(String(maxTotal + 1))}) c`
}

/** Maximum records that are counted at once for all tabs. */
const tabsCap = 2 * maxTotal

// Count few records together. With many records each tab gets a capped count: it stops early where there are many, and
// uses the index of the state where there are few.
export function tabsSelect(context: Context, listing: Listing): Sql {
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
  const counted = (countOf: (tab: string) => Sql) => jsonObject(tabs.map((tab) => [tab, countOf(tab)]))
  const together = counted((tab) => sql`LEAST(count(*) FILTER (WHERE "tab" = ${textConstant(tab)}), ${maxSql})`)
  const apart = counted((tab) => sql`(SELECT count(*) FROM (${select(() => raw('1'), [tab], maxSql)}) c)`)
  return sql`WITH few AS MATERIALIZED (${counts})
    SELECT CASE WHEN (SELECT count(*) FROM few) <= ${raw(String(tabsCap))}
      THEN (SELECT ${together} FROM few)
      ELSE ${apart} END`
}

/** A list whose rows come in groups; `allGroups`: all are counted, as for a file. */
export type GroupedListing = Listing & { readonly grouping: CheckedGrouping; readonly allGroups?: boolean }

/** The groups of a list; values computed from other records are summed up apart. */
export function listGroupsSelect(context: Context, listing: GroupedListing): Sql {
  const { source, inTab } = listParts(context, listing)
  const columns = summedColumns(context, listing).filter(({ isStored }) => isStored)
  const rule = sumRule(listing)
  const rows = sql`SELECT ${groupedColumns(
    source,
    listing.grouping,
    columns.map(({ path }) => visibleSql(source, path)),
    rule && ruleCondition(rule, { planning: source.planning, source }),
  )} FROM ${source.from()} WHERE ${inTab}`
  return groupsJson(rows, listing.grouping, columns.length, listing.allGroups)
}

/** The same groups with the sums of computed values; null for too many records, undefined without such columns. */
export function groupSumsSelect(context: Context, listing: GroupedListing): Sql | undefined {
  const columns = summedColumns(context, listing).filter(({ isStored }) => !isStored)
  if (columns.length === 0) return undefined
  return overSummed(
    context,
    listing,
    (source) =>
      groupedColumns(
        source,
        listing.grouping,
        columns.map(({ path }) => visibleSql(source, path)),
      ),
    (select) => groupsJson(select, listing.grouping, columns.length, listing.allGroups),
  )
}

/** The columns that a list sums up, as far as the caller may read them. */
export function summedColumns({ app, caller }: Pick<Context, 'app' | 'caller'>, { screen, entity }: Listing) {
  return screen.columns.flatMap((column) => {
    const field = column.sum ? readableField(app, entity, column.field, caller) : undefined
    return field ? [{ path: column.field, isStored: field.stored }] : []
  })
}

/** The records that count for the sums. A tab whose value the rule judges adds up what it shows, not nothing. */
function sumRule({ screen, tab }: Listing): Rule | undefined {
  const isJudged = tab !== undefined && screen.sumWhere?.readPaths.includes(screen.tabsBy ?? '')
  return isJudged ? undefined : screen.sumWhere
}

export function sumsSelect(context: Context, listing: Listing): Sql {
  const columns = summedColumns(context, listing)
  if (columns.length === 0) return raw("SELECT '{}'::json")
  const sums = jsonObject(
    columns.map(({ path }, index) => [path, sql`COALESCE(sum(${identifier(`s${index}`)}), 0)::text`]),
  )
  return overSummed(
    context,
    listing,
    (source) =>
      join(
        columns.map(({ path }, index) => sql`${visibleSql(source, path)} AS ${identifier(`s${index}`)}`),
        ', ',
      ),
    (select) => sql`SELECT ${sums} FROM (${select}) s`,
  )
}

// Find the records first, limited to those summed up, so that values computed from other records are grouped for these
// alone.
function overSummed(
  context: Context,
  listing: Listing,
  selectedOf: (source: RowSource) => Sql,
  summed: (select: Sql) => Sql,
): Sql {
  const { screen, entity } = listing
  const { source: foundSource, inTab } = listParts(context, listing)
  const most = raw(String(maxSummed + 1))
  const upToMost = (sums: Sql, few: Sql) =>
    sql`SELECT CASE WHEN (SELECT count(*) FROM ${few}) <= ${raw(String(maxSummed))} THEN (${sums}) END`
  const rule = sumRule(listing)
  const condition = rule
    ? sql`${inTab} AND ${ruleCondition(rule, { planning: foundSource.planning, source: foundSource })}`
    : inTab
  if (foundSource.planning.tenants === 'joined' && entity.perTenant) {
    // A cluster computes what it adds up on the machine of each row; groups of several machines it would collect whole.
    const selected = selectedOf(foundSource)
    const few = identifier('few')
    const rows = sql`SELECT ${selected} FROM ${foundSource.from()} WHERE ${condition} LIMIT ${most}`
    return sql`WITH ${few} AS MATERIALIZED (${rows}) ${upToMost(summed(sql`SELECT * FROM ${few}`), few)}`
  }
  const source = RowSource.of({ ...foundSource.planning, aggregates: 'grouped' }, entity, screen.states)
  return source.fromFew(
    (names) =>
      sql`SELECT ${join(
        names.map((name) => foundSource.column(name)),
        ', ',
      )} FROM ${foundSource.from()} WHERE ${condition} LIMIT ${most}`,
    selectedOf(source),
    (select, few) => upToMost(summed(select), few),
  )
}

/** `groupSums`: the same groups with the sums of computed values; null for too many records. */
export interface FoundGroups {
  readonly groups?: readonly RawGroup[] | null
  readonly groupSums?: readonly RawGroup[] | null
}

/**
 * The groups as the answer has them, at most `maxGroups` unless the listing has all, with sums as decimal text by the
 * path of their column.
 */
export function answeredGroups(
  context: Pick<Context, 'app' | 'caller'>,
  listing: GroupedListing,
  { groups, groupSums }: FoundGroups = {},
): Pick<ListAnswer, 'groups' | 'moreGroups'> {
  const columns = summedColumns(context, listing)
  const stored = columns.filter(({ isStored }) => isStored)
  const computed = columns.filter(({ isStored }) => !isStored)
  const computedSums = new Map((groupSums ?? []).map(([value, , , ...sums]) => [value, sums]))
  return {
    groups: (groups ?? [])
      .slice(0, listing.allGroups ? undefined : maxGroups)
      .map(([value, label, count, ...sums]) => ({
        value: groupOf(value, label, listing.grouping),
        count: Number(count),
        sums: Object.fromEntries([
          ...stored.map(({ path }, index) => [path, sums[index] ?? '0']),
          ...(groupSums ? computed.map(({ path }, index) => [path, computedSums.get(value)?.[index] ?? '0']) : []),
        ]) as Record<string, string>,
      })),
    ...(!listing.allGroups && (groups?.length ?? 0) > maxGroups && { moreGroups: true }),
  }
}

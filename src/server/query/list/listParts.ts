// The conditions that every select of a list shares.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Context } from '../../context/context'
import { countedConditions } from '../report/drillDown'
import { treeSql, conditionValues } from '../search/conditions'
import { filterSql, isIndexedList } from '../search/filter'
import { planningFor } from '../expression/planning'
import { RowSource, and } from '../expression/rowSource'
import { parameter } from '../expression/nameSql'
import { ruleCondition } from '../expression/ruleSql'
import { effectiveRowScope, scopeCondition } from '../policy/rowScope'
import { Parameter } from '../expression/preparedQuery'
import { amongSql } from '../search/referredRecords'
import { visibleSql } from '../policy/fieldAccess'
import { textSearchSql } from '../search/textSearch'
import type { Listing } from './listing'

/**
 * The parts of every select of a list; `branch`: only the rows of one scope branch. `found` are all rows that the
 * request finds, `inTab` those of the chosen tab. `next` numbers the first parameter that is left: conditions take
 * theirs in the order of `valuesOf` in listing.ts.
 */
export function listParts(context: Context, listing: Listing, branch?: number) {
  const { caller } = context
  const { screen, entity, counted, filters, searchWords } = listing
  const source = RowSource.of(planningFor(context), entity, screen.states)
  // `pagePlaces` (listQuery.ts) has found these ids within the row scope; only list.ts sets them, right after it.
  if (listing.ids) {
    const chosen = sql`${new Parameter((bindings) => bindings.values?.[0])}::bigint[]`
    const isChosen = sql`${source.column('id')} = ANY(${chosen})${and(source.sameTenant())}`
    return { source, found: isChosen, inTab: isChosen, next: 1 }
  }
  const conditions: Sql[] = counted ? countedConditions(source, counted) : []
  // The number of the next parameter.
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
  const wordsCondition = textSearchSql(source, caller, searchWords.shape, first)
  first += searchWords.values.length
  const references = [...(listing.referred?.byField.keys() ?? [])]
  const isListed = (name: string) =>
    counted?.filters.some(isIndexedList) || filters.some((filter) => filter.field === name && isIndexedList(filter))
  // Several lists of one index: see withOneIndexedList.
  const referenceConditions = references.map((name, index) => {
    const among = amongSql(source, name, first + index)
    return isListed(name) ? sql`(${among}) IS TRUE` : among
  })
  first += references.length
  if (wordsCondition) conditions.push(sql`(${join([sql`(${wordsCondition})`, ...referenceConditions], ' OR ')})`)
  const foundSql = conditions.length > 0 ? join(conditions, ' AND ') : raw('TRUE')
  const position = first
  const inTab =
    listing.tab === undefined
      ? foundSql
      : sql`${foundSql}
        AND ${visibleSql(source, screen.tabsBy!)} = ${parameter('text', (bindings) => bindings.values?.[position])}`
  return { source, found: foundSql, inTab, next: listing.tab === undefined ? first : first + 1 }
}

// What is the statement of a list? One for everything that a request wants of it: rows, total, tabs and sums. Checked first, planned once a shape,
// then only bound: whoever asks for the same columns, filters and order again costs no planning.
import { createHash } from 'node:crypto'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { App, Entity, Screen, Sort } from '../../manifest/app'
import type { ListRequest } from '../../protocol/calls'
import { codes, Fault } from '../../protocol/envelope'
import type { Caller, Context } from '../context'
import { identifier } from '../database/identifier'
import { textConstant } from './constant'
import { countedConditions, type Counted } from './counted'
import { checkFilter, filterSql, type CheckedFilter } from './filter-sql'
import { entityNamed, Frame, planningOf } from './frame'
import { parameter } from './name-sql'
import { listOffers, withReferences, type Offer, type PlaceOf } from './offers'
import { presentation, presentedColumns } from './present'
import { ruleCondition } from './rule-sql'
import { reachOf, scopeCondition, waysOf } from './scope-sql'
import { Plan, type Asked } from './slot'
import { afterSql, decodeAfter, orderSql, sortKey } from './sort-sql'
import { readableField, unknownField, visibleSql, type Selected } from './visible-sql'
import { checkWords, codesOfWords, wordFields, wordsSql } from './words-sql'

/** Where a total stops counting unless it is asked for exactly. */
export const totalCap = 1_000
/** How many records are added up at most. */
export const sumCap = 10_000
const largestPage = 200

/** A request in which everything is known to be right. */
export interface Listing {
  readonly screen: Screen
  readonly entity: Entity
  readonly columns: readonly string[]
  readonly filters: readonly CheckedFilter[]
  readonly words: { readonly shape: string; readonly values: readonly string[] }
  readonly tab?: string
  readonly sort: Sort
  readonly size: number
  readonly offset: number
  readonly after?: { readonly key: string | number | boolean | null; readonly id: number }
  readonly want: NonNullable<ListRequest['want']>
  /** The number whose records are listed. */
  readonly counted?: Counted
}

/** @throws Fault 2001 for whatever in the request does not fit the screen */
export function checkListing(
  { app, caller }: Pick<Context, 'app' | 'caller'>,
  offering: Screen,
  request: Omit<ListRequest, 'screen' | 'behind'>,
  counted?: Counted,
): Listing {
  // A number has a rule of its own, which says of itself which records count.
  const screen: Screen =
    counted && !counted.within
      ? {
          ...offering,
          where: undefined,
          states: undefined,
          tabCodes: undefined,
          scope: counted.scope === offering.scope ? offering.scope : undefined,
        }
      : offering
  const entity = entityNamed(app, screen.entity ?? '')
  const readable = (path: string) => readableField(app, entity, path, caller) !== undefined
  const offered = screen.columns.map((column) => column.field)
  const columns = (request.columns ?? offered).filter((path) => {
    if (!offered.includes(path)) throw unknownField(path)
    return readable(path)
  })
  const searchable = new Set([...screen.search.map((column) => column.field), ...offered])
  const sort = request.sort ?? screen.sort
  if (
    request.sort &&
    !screen.columns.some((column) => column.field === sort.field && column.sortable) &&
    sort.field !== screen.sort.field
  )
    throw unknownField(sort.field)
  const sorted = readableField(app, entity, sort.field, caller)
  if (!sorted) throw unknownField(sort.field)
  if (request.tab !== undefined && !tabValues(app, screen).includes(request.tab))
    throw new Fault(codes.refused, ['没有这个分类', 'There is no such tab'])
  const size = Math.min(largestPage, Math.max(1, request.size ?? 20))
  return {
    screen,
    entity,
    columns,
    sort,
    size,
    filters: (request.filters ?? []).map((filter) => checkFilter(app, entity, filter, searchable, caller)),
    words: checkWords(request.words, codesOfWords(app, entity, caller, caller.language)),
    ...(request.tab !== undefined && { tab: request.tab }),
    offset: request.after === undefined ? ((request.page ?? 1) - 1) * size : 0,
    ...(request.after !== undefined && { after: decodeAfter(request.after, sort, sorted) }),
    want: request.want ?? { rows: true },
    ...(counted && { counted }),
  }
}

/** The values of the field that makes the tabs; states that the screen never shows are left out. */
function tabValues(app: App, screen: Screen): readonly string[] {
  const entity = entityNamed(app, screen.entity ?? '')
  if (screen.tabs === undefined) return []
  if (screen.tabCodes) return screen.tabCodes
  if (screen.tabs === 'state')
    return Object.keys(entity.states).filter((state) => screen.states?.includes(state) ?? true)
  return app.dictionaries[entity.fields[screen.tabs]?.dictionary ?? '']?.items.map((item) => item.code) ?? []
}

/** What a request gives to the plan of its listing. */
export function askedOf(context: Context, listing: Listing): Asked {
  return { context, values: valuesOf(listing), period: listing.counted?.period }
}

/** The request's values in the order in which the plan takes them. */
function valuesOf({ counted, filters, words, tab, after, offset }: Listing): unknown[] {
  return [
    ...(counted?.filters ?? []).flatMap((filter) => filter.values),
    ...filters.flatMap((filter) => filter.values),
    ...words.values,
    ...(tab === undefined ? [] : [tab]),
    ...(after ? [after.key, after.id] : isWritten({ offset }) ? [] : [offset]),
  ]
}

/** How a listing is asked for and shown: its statement and what becomes of its rows. Made once for all callers with the same rights. */
export interface PlannedListing {
  readonly plan: Plan
  /** Where a row has what was selected. */
  readonly placeOf: PlaceOf
  readonly present: ReturnType<typeof presentation>
}

const plans = new WeakMap<App, Map<string, PlannedListing>>()
const mostPlans = 2_000

/** The statement of a listing; its row holds `rows`, `total`, `tabs` and `sums`, each only where wanted. */
export function listPlan(context: Context, listing: Listing): PlannedListing {
  const { app, caller } = context
  const { screen, want } = listing
  const shape = JSON.stringify([
    screen.path,
    listing.counted?.shape,
    caller.language,
    reachOf(caller, screen.scope),
    caller.scope,
    caller.me.id === undefined,
    caller.system,
    rights(caller),
    listing.columns,
    listing.filters.map((filter) => filter.shape),
    listing.words.shape,
    listing.tab !== undefined,
    listing.sort,
    listing.after && listing.after.key !== null,
    listing.size,
    isWritten(listing) ? listing.offset : 'further',
    want,
  ])
  let known = plans.get(app)
  if (!known) plans.set(app, (known = new Map()))
  let planned = known.get(shape)
  if (!planned) {
    if (known.size >= mostPlans) known.clear()
    known.set(shape, (planned = planListing(context, listing)))
  }
  return planned
}

// Which index finds parts of texts quickest depends on the texts.
function isSearched({ words, filters }: Listing): boolean {
  return words.values.length > 0 || filters.some(({ operator }) => operator === 'contains')
}

// Rights decide which transitions are judged; callers with the same codes share their plans.
const digests = new WeakMap<ReadonlySet<string>, string>()
function rights({ codes: held, administrator }: Caller): string {
  if (administrator) return 'all'
  let digest = digests.get(held)
  if (digest === undefined)
    digests.set(
      held,
      (digest = createHash('sha256')
        .update([...held].sort().join(' '))
        .digest('base64url')),
    )
  return digest
}

/** The parts of which every select of a listing is made; `way`: only what is reached in one of several ways. */
export function listParts(context: Context, listing: Listing, way?: number) {
  const { app, caller } = context
  const { screen, entity, counted, filters, words } = listing
  const frame = Frame.of(planningOf(app, caller.language, caller.system), entity, screen.states)
  const conditions: Sql[] = counted ? countedConditions(frame, counted) : []
  let first = (counted?.filters ?? []).reduce((sum, { values }) => sum + values.length, 0)
  const scope = scopeCondition(frame, reachOf(caller, screen.scope), way)
  if (scope) conditions.push(scope)
  if (screen.where) conditions.push(ruleCondition(screen.where, { planning: frame.planning, frame }))
  for (const filter of filters) {
    conditions.push(filterSql(frame, filter, first))
    first += filter.values.length
  }
  const wordsCondition = wordsSql(frame, wordFields(app, entity, caller), words.shape, first)
  if (wordsCondition) conditions.push(wordsCondition)
  first += words.values.length
  const found = conditions.length > 0 ? join(conditions, ' AND ') : raw('TRUE')
  const at = first
  const inTab =
    listing.tab === undefined
      ? found
      : sql`${found} AND ${visibleSql(frame, screen.tabs!)} = ${parameter('text', (asked) => asked.values?.[at])}`
  return { frame, found, inTab, next: listing.tab === undefined ? first : first + 1 }
}

function planListing(context: Context, listing: Listing): PlannedListing {
  const { want, entity, screen } = listing
  const parts: Sql[] = []
  const offers = want.rows ? listOffers(context, entity, screen.actions) : []
  const paths = withReferences(listing.columns, offers)
  const rows = want.rows ? rowsSelect(context, listing, paths, offers) : undefined
  if (rows) parts.push(sql`(${rows.select}) AS "rows"`)
  if (want.total) parts.push(sql`(${totalSelect(context, listing, want.total === 'exact')}) AS "total"`)
  if (want.tabs && screen.tabs) parts.push(sql`(${tabsSelect(context, listing)}) AS "tabs"`)
  if (want.sums && screen.columns.some((column) => column.sum))
    parts.push(sql`(${sumsSelect(context, listing)}) AS "sums"`)
  const placeOf = rows?.placeOf ?? ((name) => name)
  return {
    plan: new Plan(sql`SELECT ${parts.length > 0 ? join(parts, ', ') : raw('NULL AS "nothing"')}`, isSearched(listing)),
    placeOf,
    present: presentation(context, entity, paths, offers, placeOf),
  }
}

// The page is cut out of the bare table first: only its rows are joined to and computed for.
function rowsSelect(
  context: Context,
  listing: Listing,
  paths: readonly string[],
  offers: readonly Offer[],
): JsonArrays {
  const { sort, entity, size, offset } = listing
  const { frame: found, key, condition, order, next } = pageParts(context, listing)
  const ways = waysOfPage(context, listing)
  const page = sql`SELECT ${identifier(found.alias)}.*, ${key.value} AS ${identifier(keyName)} FROM ${found.from()} WHERE ${ways ? sql`${found.column('id')} IN (${ways})` : condition} ${order} LIMIT ${raw(String(size + 1))}${offsetSql(offset, next)}`
  const frame = Frame.of(found.planning, entity, listing.screen.states)
  const place = frame.column(keyName)
  const selected: Selected[] = [
    ...presentedColumns(frame, paths, offers),
    { as: keyName, value: key.type === 'number' ? sql`(${place})::text` : place },
  ]
  return jsonArrays(
    selected,
    (list) =>
      sql`SELECT ${list} FROM ${frame.from(page)} ${orderSql({ ...key, value: place }, frame.column('id'), sort.descending)}`,
  )
}

/** Which records come from the place on where a page begins, and in which order. */
function pageParts(context: Context, listing: Listing, way?: number) {
  const { sort, after } = listing
  const { frame, inTab, next } = listParts(context, listing, way)
  const key = sortKey(frame, sort.field)
  const id = frame.column('id')
  const condition = after ? sql`${inTab} AND ${afterSql(key, id, sort.descending, after.key !== null, next)}` : inTab
  return { frame, key, condition, order: orderSql(key, id, sort.descending), next }
}

// Whoever reaches records in several ways, as theirs who serves them, who draws for them or who brought them, is given the first of each way, put together.
// Where words are looked for, their index is quicker.
function waysOfPage(context: Context, listing: Listing): Sql | undefined {
  const { sort, size, offset, counted, screen, entity } = listing
  if (sort.field !== 'createdAt' || counted || isSearched(listing) || !isWritten(listing)) return undefined
  const { app, caller } = context
  const ways = waysOf(
    Frame.of(planningOf(app, caller.language, caller.system), entity, screen.states),
    reachOf(caller, screen.scope),
  )
  if (ways === 1) return undefined
  const selects = Array.from({ length: ways }, (_, way) => {
    const { frame, condition, order } = pageParts(context, listing, way)
    return sql`(SELECT ${frame.column('id')} FROM ${frame.from()} WHERE ${condition} ${order} LIMIT ${raw(String(offset + size + 1))})`
  })
  return join(selects, ' UNION ALL ')
}

/** Under which a row tells its place in the order. */
export const keyName = '#key'

// The first pages are asked for all the time: without a parameter PostgreSQL plans them once. Further down, planning is nothing beside skipping.
const firstRows = 500
const isWritten = ({ offset, after }: Pick<Listing, 'offset' | 'after'>) => after !== undefined || offset <= firstRows

function offsetSql(offset: number, at: number): Sql {
  if (offset === 0) return empty
  return isWritten({ offset })
    ? raw(` OFFSET ${offset}`)
    : sql` OFFSET ${parameter('number', (asked) => asked.values?.[at])}`
}

interface JsonArrays {
  readonly select: Sql
  readonly placeOf: PlaceOf
}

/** PostgreSQL gives a function no more arguments than that. */
const mostArguments = 100

// Arrays say every name once instead of with each row, and what is selected under several names travels once.
function jsonArrays(selected: readonly Selected[], rowsOf: (list: Sql) => Sql): JsonArrays {
  const same = (one: Sql, other: Sql) =>
    one.text === other.text && one.values.every((value, at) => value === other.values[at])
  const distinct = selected.filter(({ value }, at) => selected.findIndex((other) => same(other.value, value)) === at)
  if (distinct.length > mostArguments)
    return { select: sql`SELECT json_agg(r) FROM (${rowsOf(selectList(selected))}) r`, placeOf: (name) => name }
  const places = new Map(selected.map(({ as, value }) => [as, distinct.findIndex((other) => same(other.value, value))]))
  const cells = join(
    distinct.map(({ as }) => sql`r.${identifier(as)}`),
    ', ',
  )
  return {
    select: sql`SELECT json_agg(json_build_array(${cells})) FROM (${rowsOf(selectList(distinct))}) r`,
    placeOf: (name) => places.get(name) ?? -1,
  }
}

/** `SELECT json_agg(…)` over the selected columns; null when there is no row. */
export function jsonRows(frame: Frame, selected: readonly Selected[], condition: Sql, tail: Sql): Sql {
  return sql`SELECT json_agg(r) FROM (SELECT ${selectList(selected)} FROM ${frame.from()} WHERE ${condition} ${tail}) r`
}

function selectList(selected: readonly Selected[]): Sql {
  return join(
    selected.map(({ as, value }) => sql`${value} AS ${identifier(as)}`),
    ', ',
  )
}

function totalSelect(context: Context, listing: Listing, exact: boolean): Sql {
  const { frame, inTab } = listParts(context, listing)
  if (exact) return sql`SELECT count(*) FROM ${frame.from()} WHERE ${inTab}`
  return sql`SELECT count(*) FROM (SELECT 1 FROM ${frame.from()} WHERE ${inTab} LIMIT ${raw(String(totalCap + 1))}) c`
}

/** How many records are counted in one go for all tabs. */
const tabsCap = 2 * totalCap

// Few records are counted together. Of many each tab gets a capped count: it stops early where there are many, and uses the index of the state where
// there are few.
function tabsSelect(context: Context, listing: Listing): Sql {
  const tabs = tabValues(context.app, listing.screen)
  if (tabs.length === 0) return raw("SELECT '{}'::json")
  const most = raw(String(totalCap + 1))
  const select = (list: (value: Sql) => Sql, wanted: readonly string[], limit: Sql) => {
    const { frame, found } = listParts(context, { ...listing, tab: undefined })
    const value = visibleSql(frame, listing.screen.tabs!)
    return sql`SELECT ${list(value)} FROM ${frame.from()} WHERE ${found} AND ${value} IN (${join(wanted.map(textConstant), ', ')}) LIMIT ${limit}`
  }
  const together = select((value) => sql`${value} AS "tab"`, tabs, raw(String(tabsCap + 1)))
  const parts = tabs.map(
    (tab) => sql`${textConstant(tab)}, LEAST(count(*) FILTER (WHERE "tab" = ${textConstant(tab)}), ${most})`,
  )
  const apart = tabs.map(
    (tab) => sql`${textConstant(tab)}, (SELECT count(*) FROM (${select(() => raw('1'), [tab], most)}) c)`,
  )
  return sql`WITH few AS MATERIALIZED (${together}) SELECT CASE WHEN (SELECT count(*) FROM few) <= ${raw(String(tabsCap))} THEN (SELECT json_build_object(${join(parts, ', ')}) FROM few) ELSE json_build_object(${join(apart, ', ')}) END`
}

// The records are found first, and no more of them than are added up: what is computed from other records is then grouped for these alone.
function sumsSelect(context: Context, listing: Listing): Sql {
  const { screen, entity } = listing
  const columns = screen.columns.filter(
    (column) => column.sum && readableField(context.app, entity, column.field, context.caller),
  )
  if (columns.length === 0) return raw("SELECT '{}'::json")
  const { frame: found, inTab } = listParts(context, listing)
  const condition = screen.sumWhere
    ? sql`${inTab} AND ${ruleCondition(screen.sumWhere, { planning: found.planning, frame: found })}`
    : inTab
  const frame = Frame.of({ ...found.planning, grouped: true }, entity, screen.states)
  const values = join(
    columns.map((column, index) => sql`${visibleSql(frame, column.field)} AS ${identifier(`s${index}`)}`),
    ', ',
  )
  const sums = columns.map(
    (column, index) => sql`${textConstant(column.field)}, COALESCE(sum(${identifier(`s${index}`)}), 0)::text`,
  )
  return frame.fromFew(
    (names) =>
      sql`SELECT ${join(
        names.map((name) => found.column(name)),
        ', ',
      )} FROM ${found.from()} WHERE ${condition} LIMIT ${raw(String(sumCap + 1))}`,
    values,
    (select, few) =>
      sql`SELECT CASE WHEN (SELECT count(*) FROM ${few}) <= ${raw(String(sumCap))} THEN (SELECT json_build_object(${join(sums, ', ')}) FROM (${select}) s) END`,
  )
}

// Checks a list request: which fields, filters and sort orders the caller may use.
import { freeColumns } from '../../../manifest/access/freeColumns'
import type { Column } from '../../../manifest/model/column'
import { usualSort, type Screen } from '../../../manifest/model/screen'
import type { Entity } from '../../../manifest/model/entity'
import { checkFilter, withOneIndexedList, type CheckedFilter } from '../search/filter'
import { checkConditions, conditionValues, seesWholeRecords, type CheckedCondition } from '../search/conditions'
import type { Sort } from '../../../manifest/model/rule'
import { maxPageRows, type Grouping, type ListRequest } from '../../../protocol/calls'
import type { DrillDownQuery } from '../report/drillDown'
import type { Context } from '../../context/context'
import { joined } from '../../context/phrases'
import { entityOf, type App } from '../../../manifest/model/app'
import { readableField, unknownField } from '../policy/fieldAccess'
import { RequestError } from '../../../protocol/requestError'
import { parseSearchText, matchingCodes } from '../search/textSearch'
import { referredRecords, type ReferredRecords } from '../search/referredRecords'
import { decodeAfter, decodeRowsBefore } from '../search/sort'
import { checkGrouping, type CheckedGrouping } from './grouping'
import type { BindingContext } from '../expression/preparedQuery'

/** A validated request. */
export interface Listing {
  readonly screen: Screen
  readonly entity: Entity
  readonly columns: readonly string[]
  readonly filters: readonly CheckedFilter[]
  readonly conditions?: CheckedCondition
  readonly searchWords: { readonly shape: string; readonly values: readonly string[] }
  /** Records found by the words behind the list's references. */
  readonly referred?: ReferredRecords
  readonly tab?: string
  readonly sort: Sort
  /** The order of rows that are equal in `sort`. */
  readonly thenBy: readonly Sort[]
  /** The grouping and order of a list that continues by row number, to which its cursors belong; absent: by key. */
  readonly rowNumberShape?: readonly unknown[]
  readonly grouping?: CheckedGrouping
  readonly size: number
  readonly offset: number
  readonly after?: { readonly key: string | number | boolean | null; readonly id: number }
  readonly want: NonNullable<ListRequest['want']>
  /** The number whose records are listed. */
  readonly counted?: DrillDownQuery
  /** Only these records, found earlier. */
  readonly ids?: readonly number[]
}

/**
 * A validated request with the records that its words match behind the list's references.
 * @throws RequestError field_not_available, tab_not_found, and others for what does not fit the screen
 */
export async function prepareListing(context: Context, ...listed: Listed): Promise<Listing> {
  const listing = checkListing(context, ...listed)
  const referred = await referredRecords(
    context,
    { entity: listing.entity, columns: listing.screen.columns },
    listed[1].words,
  )
  return referred ? { ...listing, referred } : listing
}

/**
 * The same for results that must be complete.
 * @throws RequestError search_incomplete, and others as `prepareListing`
 */
export async function prepareWholeListing(context: Context, ...listed: Listed): Promise<Listing> {
  const listing = await prepareListing(context, ...listed)
  const { cut = [] } = listing.referred ?? {}
  if (cut.length > 0) throw new RequestError('search_incomplete', { columns: joined('choices', cut) })
  return listing
}

type Listed = [offering: Screen, request: Omit<ListRequest, 'screen' | 'drillDown'>, counted?: DrillDownQuery]

/** @throws RequestError field_not_available, tab_not_found, and others for what does not fit the screen */
export function checkListing(
  { app, caller, now }: Pick<Context, 'app' | 'caller' | 'now'>,
  ...[offering, request, counted]: Listed
): Listing {
  const screen = counted ? screenOfNumber(offering, counted) : offering
  const entity = entityOf(app, screen.entity ?? '')
  const offered = screen.columns.map((column) => column.field)
  const columns = columnsOf({ app, caller }, { screen, entity }, request.columns ?? offered)
  const searchable = new Set([...screen.filters.map((column) => column.field), ...offered])
  const sorts = requestedSorts(screen, request, counted)
  const [sort, ...thenBy] = sorts
  for (const { field } of sorts) assertSortable({ app, caller }, { screen, entity }, field)
  if (request.tab !== undefined && !tabValues(app, screen).includes(request.tab))
    throw new RequestError('tab_not_found')
  const { groupBy } = request
  const grouping = groupBy && groupingOf({ app, caller }, { screen, entity, sorts }, groupBy)
  const size = Math.min(maxPageRows, Math.max(1, request.size ?? 20))
  const rowNumberShape = rowNumberShapeOf(sorts, grouping)
  return {
    screen,
    entity,
    columns,
    sort,
    thenBy,
    ...(rowNumberShape && { rowNumberShape }),
    ...(grouping && { grouping }),
    size,
    filters: withOneIndexedList(
      (request.filters ?? []).map((filter) => checkFilter({ app, caller, now }, entity, filter, searchable)),
    ),
    ...(request.conditions && {
      conditions: checkConditions(
        { app, caller, now },
        { entity, withheld: screen.withheldColumns },
        request.conditions,
      ),
    }),
    searchWords: parseSearchText(request.words, matchingCodes(app, entity, caller, caller.language)),
    ...(request.tab !== undefined && { tab: request.tab }),
    ...pageStart({ app, caller }, request, { entity, size, sort, rowNumberShape }),
    want: request.want ?? { rows: true },
    ...(counted && { counted }),
  }
}

/** A drill-down has a rule of its own that decides which records count. */
function screenOfNumber(screen: Screen, { keepListConditions, scope }: DrillDownQuery): Screen {
  if (keepListConditions) return screen
  return {
    ...screen,
    where: undefined,
    states: undefined,
    tabCodes: undefined,
    widenRowScope: scope === screen.widenRowScope ? screen.widenRowScope : undefined,
  }
}

/** The orders of a request; without one the usual: of the number behind it, of the tab, or of the list. */
function requestedSorts(
  screen: Screen,
  { sort, thenBy = [], tab }: Listed[1],
  counted: DrillDownQuery | undefined,
): readonly [Sort, ...Sort[]] {
  const usual = counted
    ? (counted.sort ?? screen.sort)
    : usualSort(screen, tab !== undefined && tab === screen.queue?.tab)
  return [sort ?? usual, ...thenBy]
}

/** The readable ones of the columns. @throws RequestError field_not_available for one that the list does not offer */
function columnsOf(
  asking: Pick<Context, 'app' | 'caller'>,
  list: Pick<Listing, 'screen' | 'entity'>,
  paths: readonly string[],
): string[] {
  const offered = new Set(list.screen.columns.map(({ field }) => field))
  for (const path of paths) if (!offered.has(path) && !isAddable(asking, list, path)) throw unknownField(path)
  return paths.filter((path) => readableField(asking.app, list.entity, path, asking.caller) !== undefined)
}

/** What the cursors of a list belong to whose order has no index: rows in groups, or sorted by several columns. */
function rowNumberShapeOf(
  sorts: readonly Sort[],
  grouping: CheckedGrouping | undefined,
): readonly unknown[] | undefined {
  return grouping || sorts.length > 1 ? [grouping?.shape ?? [], orderShape(sorts)] : undefined
}

const orderShape = (sorts: readonly Sort[]) => sorts.map(({ field, descending }) => [field, descending])

/** @throws RequestError field_not_available for a field that the list cannot be ordered by, or only for others */
function assertSortable(
  asking: Pick<Context, 'app' | 'caller'>,
  list: Pick<Listing, 'screen' | 'entity'>,
  path: string,
): void {
  const { screen, entity } = list
  const isOffered =
    path === screen.sort.field ||
    path === screen.queue?.sort?.field ||
    (listColumn(list, path)?.sortable === true &&
      (screen.columns.some(({ field }) => field === path) || seesWholeRecords(asking, entity)))
  if (!isOffered || !readableField(asking.app, entity, path, asking.caller)) throw unknownField(path)
}

// An order by several columns has no index, so that rows before the page are sorted anyway: their number is as good a
// position as their keys, in any directions and with empty values.
function pageStart(
  { app, caller }: Pick<Context, 'app' | 'caller'>,
  { page, after }: Pick<ListRequest, 'page' | 'after'>,
  {
    entity,
    size,
    sort,
    rowNumberShape,
  }: Pick<Listing, 'entity' | 'size' | 'sort'> & Partial<Pick<Listing, 'rowNumberShape'>>,
): Pick<Listing, 'offset' | 'after'> {
  if (after === undefined || (rowNumberShape && page !== undefined)) return { offset: ((page ?? 1) - 1) * size }
  if (rowNumberShape) return { offset: decodeRowsBefore(after, rowNumberShape) }
  const sorted = readableField(app, entity, sort.field, caller)
  if (!sorted) throw unknownField(sort.field)
  return { offset: 0, after: decodeAfter(after, sort, sorted) }
}

function groupingOf(
  asking: Pick<Context, 'app' | 'caller'>,
  list: Pick<Listing, 'screen' | 'entity'> & { readonly sorts: readonly Sort[] },
  groupBy: Grouping,
): CheckedGrouping {
  const isOffered = list.screen.columns.some(({ field }) => field === groupBy.field)
  if (!isOffered && !isAddable(asking, list, groupBy.field)) throw unknownField(groupBy.field)
  return checkGrouping(asking, { ...list, column: listColumn(list, groupBy.field) }, groupBy)
}

const isAddable = (asking: Pick<Context, 'app' | 'caller'>, list: Pick<Listing, 'screen' | 'entity'>, path: string) =>
  listColumn(list, path) !== undefined && seesWholeRecords(asking, list.entity)

/** A column of a list: its own, or a field of its records that a person has added. */
export function listColumn({ screen, entity }: Pick<Listing, 'screen' | 'entity'>, path: string): Column | undefined {
  const isAt = ({ field }: Column) => field === path
  return screen.columns.find(isAt) ?? freeColumns(entity, screen).find(isAt)
}

/** The values of the field that makes the tabs; leaves out states that the screen never shows. */
export function tabValues(app: App, screen: Screen): readonly string[] {
  const entity = entityOf(app, screen.entity ?? '')
  if (screen.tabsBy === undefined) return []
  if (screen.tabCodes) return screen.tabCodes
  if (screen.tabsBy === 'state')
    return Object.keys(entity.states).filter((state) => screen.states?.includes(state) ?? true)
  return app.dictionaries[entity.fields[screen.tabsBy]?.dictionary ?? '']?.items.map((item) => item.code) ?? []
}

/** The parameters of a request for its list query. */
export function bindingsOf(context: Context, listing: Listing): BindingContext {
  const { counted } = listing
  return { context, values: valuesOf(listing), period: counted?.period, this: counted?.asking?.record }
}

/** The request's values in the order in which the query takes them, see listParts.ts. */
function valuesOf({
  counted,
  filters,
  conditions,
  searchWords,
  referred,
  tab,
  grouping,
  after,
  offset,
  ids,
}: Listing): unknown[] {
  if (ids) return [[...ids]]
  return [
    ...(counted?.filters ?? []).flatMap((filter) => filter.values),
    ...filters.flatMap((filter) => filter.values),
    ...(conditions ? conditionValues(conditions) : []),
    ...searchWords.values,
    ...(referred?.byField.values() ?? []),
    ...(tab === undefined ? [] : [tab]),
    ...(grouping && grouping.folded.length > 0 ? [[...grouping.folded]] : []),
    ...(after ? [after.key, after.id] : isOffsetConstant({ offset }) ? [] : [offset]),
  ]
}

/** The key of a row's position in the order. */
export const keyName = '#key'

// The first pages are frequent: without a parameter PostgreSQL plans them once. For later pages planning is cheap
// compared with skipping.
const firstRows = 500

export const isOffsetConstant = ({ offset, after }: Pick<Listing, 'offset' | 'after'>) =>
  after !== undefined || offset <= firstRows

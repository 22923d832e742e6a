// Reads the list of a screen, or the records behind one number, with one statement.
// Checks that the caller may open the screen; the list query enforces the rest.
import type { ListAnswer, ListRequest } from '../../../protocol/calls'
import { RequestError } from '../../../protocol/requestError'
import type { Screen } from '../../../manifest/model/screen'
import type { Context } from '../../context/context'
import { inOneLanguage } from '../../context/language'
import { tenantsOf } from '../../query/expression/rowSource'
import { listPlan, pagePlaces, type PlannedListing } from '../../query/list/listQuery'
import { bindingsOf, prepareListing, keyName, type Listing } from '../../query/list/listing'
import { answeredGroups, type FoundGroups } from '../../query/list/counts'
import { groupLabelName, groupName, groupOf } from '../../query/list/grouping'
import { maxTotal } from '../../query/list/counts'
import { cellAt } from '../../query/policy/allowedTransitions'
import { readConcurrently } from '../../query/readConcurrently'
import { encodeAfter, encodeRowsBefore } from '../../query/search/sort'
import { drillDownAnswer, resolveDrillDown } from './drillDown'
import { openScreen } from '../contract/openScreen'
import { withOpenLinks } from '../records/messages/messageLinks'

/** Reads everything that the request includes with one statement. */
export async function readList(context: Context, request: ListRequest): Promise<ListAnswer> {
  const screen = openScreen(context, request.screen, ['list', 'form', 'board', 'calendar'])
  if (!screen.entity) throw new RequestError('screen_not_found')
  const counted = request.drillDown && (await resolveDrillDown(context, screen, request.drillDown))
  const listing = await prepareListing(context, screen, request, counted)
  const { planned, answer } = isSpread(context, listing)
    ? await findSpread(context, listing)
    : await findTogether(context, listing)
  const { want } = listing
  return {
    ...(want.rows && (await rowsOf(context, listing, planned, answer?.rows ?? []))),
    ...numbersOf(want, screen, answer),
    ...(want.groups && listing.grouping && answeredGroups(context, { ...listing, grouping: listing.grouping }, answer)),
    ...(listing.referred &&
      listing.referred.cut.length > 0 && {
        cut: inOneLanguage(listing.referred.cut, context.app.product, context.caller.language),
      }),
    ...(counted && {
      drillDown: inOneLanguage(
        await drillDownAnswer(context, request.drillDown!, counted),
        context.app.product,
        context.caller.language,
      ),
    }),
  }
}

/** The numbers of a list that the request includes. */
function numbersOf(
  want: Listing['want'],
  { tabsBy }: Screen,
  { total, tabs, sums }: Found = {},
): Pick<ListAnswer, 'total' | 'tabs' | 'sums'> {
  return {
    ...(want.total && { total: totalOf(Number(total ?? 0), want.total === 'exact') }),
    ...(want.tabs && tabsBy && { tabs: tabs ?? {} }),
    ...(want.sums && sums && { sums }),
  }
}

interface Found extends FoundGroups {
  readonly rows?: unknown[][] | null
  readonly total?: number | string
  readonly tabs?: Record<string, number>
  readonly sums?: Record<string, string> | null
}

async function findTogether(context: Context, listing: Listing): Promise<{ planned: PlannedListing; answer?: Found }> {
  const planned = listPlan(context, listing)
  const [answer] = await context.query<Found>(planned.plan.bind(bindingsOf(context, listing)))
  return { planned, answer }
}

/** Whether what the rows of a list show may be on several machines: records of tenants, or values of the tenants. */
function isSpread(context: Context, { entity }: Listing): boolean {
  const isOfTenants = entity.perTenant || entity.name === context.app.access.identity.tenantEntity
  // What reaches several tenants by itself is bound to none, and its records may not be found on one machine.
  return tenantsOf(context) === 'joined' && isOfTenants && !entity.rowScope.everyTenantWhere
}

// Query all machines only for plain counts: find the page's records first, then read each on its own machine. The rows
// take two steps, so they begin first.
async function findSpread(context: Context, listing: Listing): Promise<{ planned: PlannedListing; answer?: Found }> {
  const { want } = listing
  const onlyRows: Listing = { ...listing, want: { rows: true }, offset: 0, after: undefined, ids: [] }
  const planned = listPlan({ ...context, tenant: 0 }, onlyRows)
  // Rows of the tenants themselves that show nothing of their records lie together on every machine.
  if (!planned.plan.bindsTenant) return findTogether(context, listing)
  const counts = (['total', 'tabs', 'sums', 'groups'] as const).filter((part) => want[part])
  const readRows = async (query: Context['query']) => ({
    rows: await rowsWhereTheyLie({ ...context, query }, listing, onlyRows, planned),
  })
  const answers = await readConcurrently<Found>(context, [
    ...(want.rows ? [readRows] : []),
    ...counts.map((part) => async (query: Context['query']) => {
      const { answer } = await findTogether({ ...context, query }, { ...listing, want: { [part]: want[part] } })
      return answer ?? {}
    }),
  ])
  return { planned, answer: Object.assign({}, ...answers) as Found }
}

async function rowsWhereTheyLie(
  context: Context,
  listing: Listing,
  onlyRows: Listing,
  { plan, placeOf }: PlannedListing,
): Promise<unknown[][]> {
  const places = await context.query<{ id: number; tenant: number }>(pagePlaces(context, listing))
  const tenants = [...new Set(places.map(({ tenant }) => Number(tenant)))]
  if (tenants.length === 0) return []
  const asked = bindingsOf({ ...context, tenant: tenants[0] }, { ...onlyRows, ids: places.map(({ id }) => Number(id)) })
  const idIn = cellAt(placeOf('=id'))
  const rows = new Map<number, unknown[]>()
  for (const answer of await context.query<Found>(plan.bind(asked, tenants)))
    for (const row of answer.rows ?? []) rows.set(Number(idIn(row)), row)
  return places.flatMap(({ id }) => {
    const row = rows.get(Number(id))
    return row ? [row] : []
  })
}

async function rowsOf(
  context: Context,
  { entity, sort, rowNumberShape, grouping, offset, size }: Listing,
  { placeOf, present }: PlannedListing,
  rows: readonly unknown[][],
): Promise<Pick<ListAnswer, 'rows' | 'rowGroups' | 'next'>> {
  const visible = rows.slice(0, size)
  const last = rows.length > size ? visible.at(-1) : undefined
  const cell = (row: readonly unknown[], name: string) => cellAt(placeOf(name))(row)
  return {
    rows: await withOpenLinks(context, entity, visible.map(present(context))),
    ...(grouping && {
      rowGroups: visible.map((row) => groupOf(cell(row, groupName), cell(row, groupLabelName), grouping)),
    }),
    ...(last && {
      next: rowNumberShape
        ? encodeRowsBefore(rowNumberShape, offset + size)
        : encodeAfter(sort, cell(last, keyName), Number(cell(last, '=id'))),
    }),
  }
}

function totalOf(count: number, exact: boolean): NonNullable<ListAnswer['total']> {
  return exact || count <= maxTotal ? { count, more: false } : { count: maxTotal, more: true }
}

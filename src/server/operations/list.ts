// Which records does a screen show? All that its rule says, or those behind one number. The screen must be open to the caller; everything else is said by the plan.
import type { ListAnswer, ListRequest } from '../../protocol/calls'
import { codes, Fault } from '../../protocol/envelope'
import type { Context, RawRecord } from '../context'
import { askedOf, checkListing, keyName, listPlan, totalCap, type Listing, type PlannedListing } from '../plan/listing'
import { encodeAfter } from '../plan/sort-sql'
import { countedBehind } from './behind'
import { openScreen } from './openScreen'

/** One statement, whatever is wanted. */
export async function readList(context: Context, request: ListRequest): Promise<ListAnswer> {
  const screen = openScreen(context, request.screen, ['list', 'form', 'board', 'calendar'])
  if (!screen.entity) throw new Fault(codes.refused, ['这个页面没有列表', 'This screen has no list'])
  const counted = request.behind && countedBehind(context, screen, request.behind)
  const listing = checkListing(context, screen, request, counted)
  const planned = listPlan(context, listing)
  const [answer] = await context.query<{
    rows?: unknown[][] | null
    total?: number | string
    tabs?: Record<string, number>
    sums?: Record<string, string> | null
  }>(planned.plan.bind(askedOf(context, listing)))
  const { want } = listing
  return {
    ...(want.rows && rowsOf(context, listing, planned, answer?.rows ?? [])),
    ...(want.total && { total: totalOf(Number(answer?.total ?? 0), want.total === 'exact') }),
    ...(want.tabs && screen.tabs && { tabs: answer?.tabs ?? {} }),
    ...(want.sums && answer?.sums && { sums: answer.sums }),
    ...(counted && { behind: counted.title }),
  }
}

function rowsOf(
  context: Context,
  { sort, size }: Listing,
  { placeOf, present }: PlannedListing,
  rows: readonly unknown[][],
): Pick<ListAnswer, 'rows' | 'next'> {
  const shown = rows.slice(0, size)
  const last = rows.length > size ? shown.at(-1) : undefined
  const cell = (row: readonly unknown[], name: string) => (row as unknown as RawRecord)[placeOf(name)]
  return {
    rows: shown.map(present(context)),
    ...(last && { next: encodeAfter(sort, cell(last, keyName), Number(cell(last, '=id'))) }),
  }
}

function totalOf(count: number, exact: boolean): NonNullable<ListAnswer['total']> {
  return exact || count <= totalCap ? { count, more: false } : { count: totalCap, more: true }
}

// Which records does a screen show? The screen must be open to the caller; everything else is said by the plan.
import { mayOpen } from '../../manifest/access'
import type { Screen } from '../../manifest/app'
import type { ListAnswer, ListRequest } from '../../protocol/calls'
import { codes, Fault } from '../../protocol/envelope'
import { forbidden } from '../authorize'
import type { Context, RawRecord } from '../context'
import { checkListing, keyName, listPlan, totalCap, valuesOf, type Listing } from '../plan/listing'
import { listOffers, withReferences } from '../plan/offers'
import { presenter } from '../plan/present'
import { encodeAfter } from '../plan/sort-sql'

/**
 * The screen under an address, if this caller may open it.
 * @throws Fault 2001 when there is none (of these kinds), 2002 when it is not permitted
 */
export function openScreen({ app, caller }: Pick<Context, 'app' | 'caller'>, path: string, kinds: readonly Screen['kind'][]): Screen {
  const screen = Object.hasOwn(app.screens, path) ? app.screens[path] : undefined
  if (!screen || !kinds.includes(screen.kind)) throw new Fault(codes.refused, ['没有这个页面', 'There is no such screen'])
  if (mayOpen(app, caller, screen)) return screen
  const reason = screen.permission.map((code) => caller.reasons.get(code)).find((text) => text !== undefined)
  throw reason ? new Fault(codes.forbidden, reason) : forbidden(app, screen.permission)
}

/** One statement, whatever is wanted. */
export async function readList(context: Context, request: ListRequest): Promise<ListAnswer> {
  const screen = openScreen(context, request.screen, ['list', 'form', 'board', 'calendar'])
  if (!screen.entity) throw new Fault(codes.refused, ['这个页面没有列表', 'This screen has no list'])
  const listing = checkListing(context, screen, request)
  const [answer] = await context.query<{ rows?: RawRecord[] | null; total?: number | string; tabs?: Record<string, number>; sums?: Record<string, string> | null }>(listPlan(context, listing).bind({ context, values: valuesOf(listing) }))
  const { want } = listing
  return {
    ...(want.rows && rowsOf(context, listing, answer?.rows ?? [])),
    ...(want.total && { total: totalOf(Number(answer?.total ?? 0), want.total === 'exact') }),
    ...(want.tabs && screen.tabs && { tabs: answer?.tabs ?? {} }),
    ...(want.sums && answer?.sums && { sums: answer.sums }),
  }
}

function rowsOf(context: Context, listing: Listing, rows: readonly RawRecord[]): Pick<ListAnswer, 'rows' | 'next'> {
  const { screen, entity, columns, sort, size } = listing
  const shown = rows.slice(0, size)
  const last = rows.length > size ? shown.at(-1) : undefined
  const offers = listOffers(context, entity, screen.actions)
  return {
    rows: shown.map(presenter(context, entity, withReferences(columns, offers), offers)),
    ...(last && { next: encodeAfter(sort, last[keyName], Number(last['=id'])) }),
  }
}

function totalOf(count: number, exact: boolean): NonNullable<ListAnswer['total']> {
  return exact || count <= totalCap ? { count, more: false } : { count: totalCap, more: true }
}

// Saved views of a list: search, tab, sort, columns, page size and density.
// Each is one preference.
import { sortedJson } from '../../../manifest/json/jsonText'
import type { Column } from '../../../manifest/model/column'
import { readListState, writeListState, type ListState } from '../../../client/navigation/urlState'
import {
  asStoredView,
  filterPrefix,
  partsOfView,
  roleOfReach,
  viewPrefix,
  type LeftOut,
  type BootAnswer,
  type SharingReach,
} from '../../../protocol/screenCalls'
import { withQuery } from '../../../protocol/transport'
import type { ColumnChoice, ListChoice } from '../../table/columnSettings'

export interface SavedView {
  readonly id: string
  readonly title: string
  /** The path of the list. */
  readonly screen: string
  /** The list state as a query. */
  readonly query: string
  readonly choice: ListChoice
  /** What the server removed from it for this account. */
  readonly left?: LeftOut
  /** Absent: the account's own. */
  readonly sharedWith?: SharingReach
}

export const maxTitleLength = 40
/** In the address: no view, despite a default one. */
export const standardView = '0'

/** The preference that holds a view. */
export const viewName = (id: string) => viewPrefix + id
/** The preference with the view that a list opens with. */
export const defaultName = (screen: string) => `default view:${screen}`

/** The views of all lists by title: the account's own, and shared ones. */
export function readViews(
  preferences: BootAnswer['preferences'],
  shared: BootAnswer['sharedPreferences'] | undefined,
): SavedView[] {
  return [
    ...read(preferences),
    ...Object.entries(shared ?? {}).flatMap(([reach, values]) => read(values, reach as SharingReach)),
  ].sort((a, b) => a.title.localeCompare(b.title))
}

/** Views of other roles are only in the panel of a list, for accounts that share them. */
export const isForRole = ({ sharedWith }: SavedView, role: number | undefined): boolean =>
  sharedWith === undefined || [undefined, role].includes(roleOfReach(sharedWith))

/** The address that opens the list with a view. */
export function viewAddress({ id, screen, query }: SavedView): string {
  const params = new URLSearchParams(query)
  params.set('view', id)
  return withQuery(screen, params.toString())
}

/** The address that opens the list with all its records, on no view or tab of its own choice. */
export const standardAddress = (screen: string): string => withQuery(screen, `view=${standardView}`)

function read(stored: BootAnswer['preferences'] = {}, sharedWith?: SharingReach): SavedView[] {
  return Object.entries(stored).flatMap(([name, value]) => {
    const view = name.startsWith(viewPrefix) ? readView(name.slice(viewPrefix.length), value) : undefined
    return view ? [sharedWith ? { ...view, sharedWith } : view] : []
  })
}

/** Values stored by others may have any shape. */
function readView(id: string, value: unknown): SavedView | undefined {
  const view = asStoredView(value)
  if (!view) return undefined
  const { title, screen, query, choice } = view
  const { left } = value as { readonly left?: LeftOut }
  return { id, title, screen, query, choice: readChoice(choice), ...(left && { left }) }
}

function readChoice(value: unknown): ListChoice {
  const { columns, size, density } = (value ?? {}) as Partial<Record<keyof ListChoice, unknown>>
  return {
    ...(Array.isArray(columns) && { columns: columns.filter(isColumnChoice) }),
    ...(typeof size === 'number' && Number.isInteger(size) && size > 0 && { size }),
    ...(density === 'compact' && { density }),
  }
}

const isColumnChoice = (value: unknown): value is ColumnChoice =>
  typeof (value as Partial<ColumnChoice> | null)?.field === 'string'

/** The stored value of a view, with the titles of its fields for when they no longer exist. */
export function storedView({ title, screen, query, choice }: SavedView, titleOf: ReadonlyMap<string, string>) {
  const view = { title, screen, query, choice }
  const named = partsOfView(view).flatMap(({ name }) => (titleOf.has(name) ? [[name, titleOf.get(name)!]] : []))
  return { ...view, titles: Object.fromEntries(named) as Record<string, string> }
}

/** The list state as the query of a view: without page and view. */
export function viewQuery(state: ListState): string {
  const params = new URLSearchParams()
  writeListState(params, { ...state, page: 1, view: undefined })
  return params.toString()
}

/** The state of a view, and the number of its conditions that are unavailable to this account or product. */
export function stateOf(view: SavedView, columns: readonly Column[]): { state: ListState; missing: number } {
  const params = new URLSearchParams(view.query)
  const state = { ...readListState(params, columns), page: 1, view: view.id }
  const written = [...params.keys()].filter((name) => name.startsWith(filterPrefix)).length
  return { state, missing: written - state.filters.length }
}

/** Whether the list differs from the stored view. */
export function differsFromView(
  view: SavedView,
  state: ListState,
  choice: ListChoice,
  columns: readonly Column[],
): boolean {
  return viewQuery(stateOf(view, columns).state) !== viewQuery(state) || sortedJson(view.choice) !== sortedJson(choice)
}

// Saved views of a list: search, tab, sort, columns and page size.
// Each is one preference.
import type { Column } from '../../../../manifest/model/column'
import { readListState, writeListState, type ListState } from '../../../../client/navigation/urlState'
import type { BootAnswer, SharingReach } from '../../../../protocol/screenCalls'
import type { ColumnChoice, ListChoice } from '../../../table/columnSettings'

export interface SavedView {
  readonly id: string
  readonly title: string
  /** The path of the list. */
  readonly screen: string
  /** The list state as a query. */
  readonly query: string
  readonly choice: ListChoice
  /** Absent: the account's own. */
  readonly sharedWith?: SharingReach
}

export const longestTitle = 40
/** In the address: no view, although the list has a default one. */
export const standardView = '0'

const prefix = 'view:'

export const viewName = (id: string) => prefix + id
export const defaultName = (screen: string) => `default view:${screen}`

/** The views of a list by title: those of the tenant, of the unit, and the account's own. */
export function readViews(
  screen: string,
  preferences: BootAnswer['preferences'],
  shared: BootAnswer['sharedPreferences'] | undefined,
): SavedView[] {
  return [...read(preferences), ...read(shared?.unit, 'unit'), ...read(shared?.tenant, 'tenant')]
    .filter((view) => view.screen === screen)
    .sort((a, b) => a.title.localeCompare(b.title))
}

function read(stored: BootAnswer['preferences'] = {}, sharedWith?: SharingReach): SavedView[] {
  return Object.entries(stored).flatMap(([name, value]) => {
    const view = name.startsWith(prefix) ? readView(name.slice(prefix.length), value) : undefined
    return view ? [sharedWith ? { ...view, sharedWith } : view] : []
  })
}

/** What others have stored may have any shape. */
function readView(id: string, value: unknown): SavedView | undefined {
  const { title, screen, query, choice } = (value ?? {}) as Partial<Record<keyof SavedView, unknown>>
  if (typeof title !== 'string' || typeof screen !== 'string' || typeof query !== 'string') return undefined
  return { id, title, screen, query, choice: readChoice(choice) }
}

function readChoice(value: unknown): ListChoice {
  const { columns, size } = (value ?? {}) as Partial<Record<keyof ListChoice, unknown>>
  return {
    ...(Array.isArray(columns) && { columns: columns.filter(isColumnChoice) }),
    ...(typeof size === 'number' && Number.isInteger(size) && size > 0 && { size }),
  }
}

const isColumnChoice = (value: unknown): value is ColumnChoice =>
  typeof (value as Partial<ColumnChoice> | null)?.field === 'string'

/** The stored value of a view. */
export const storedView = ({ title, screen, query, choice }: SavedView) => ({ title, screen, query, choice })

/** The list state as the query of a view: without page and view. */
export function viewQuery(state: ListState): string {
  const params = new URLSearchParams()
  writeListState(params, { ...state, page: 1, view: undefined })
  return params.toString()
}

/** The state that a view begins with, and how many of its conditions this account or product does not have. */
export function stateOf(view: SavedView, columns: readonly Column[]): { state: ListState; missing: number } {
  const params = new URLSearchParams(view.query)
  const state = { ...readListState(params, columns), page: 1, view: view.id }
  const written = [...params.keys()].filter((name) => name.startsWith('f.')).length
  return { state, missing: written - state.filters.length }
}

/** Whether the list differs from what the view keeps. */
export function differsFromView(
  view: SavedView,
  state: ListState,
  choice: ListChoice,
  columns: readonly Column[],
): boolean {
  return viewQuery(stateOf(view, columns).state) !== viewQuery(state) || sorted(view.choice) !== sorted(choice)
}

/** Stored JSON may return its keys in another order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

// The saved views of a list: the active one, and how to apply, save, rename, share and delete them.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Screen } from '../../../../manifest/model/screen'
import { useKeepPreference, usePreference, useSharedPreferences } from '../../../../client/context/preferences'
import { useRuntime, useSession, useTranslator } from '../../../../client/context/clientContext'
import { newKey } from '../../../../client/data/idempotentAttempt'
import { useInFront } from '../../../../client/navigation/useInFront'
import { isListName, useViewQuery, writeListState, type ListState } from '../../../../client/navigation/urlState'
import { textIn } from '../../../../manifest/model/text'
import type { BootAnswer, SavedPart, SharingReach } from '../../../../protocol/screenCalls'
import { choiceName, type ListChoice } from '../../../table/columnSettings'
import type { ListAddress } from '../data/useListAddress'
import { searchedColumns } from '../../common/listRequest'
import type { ViewChoice } from '../data/useListColumns'
import {
  defaultName,
  differsFromView,
  readViews,
  standardView,
  stateOf,
  storedView,
  viewName,
  viewQuery,
  type SavedView,
} from '../../common/savedViews'

/** The name of a view and its reach. */
export interface ViewHead {
  readonly title: string
  readonly sharedWith: SharingReach | undefined
}

export interface ListViews {
  readonly views: readonly SavedView[]
  readonly active: SavedView | undefined
  /** Whether the list differs from the active view. */
  readonly changed: boolean
  readonly defaultId: string | undefined
  readonly sharesWith: BootAnswer['sharesWith']
  readonly mayEdit: (view: SavedView) => boolean
  /** Absent: the screen's standard. */
  readonly apply: (view?: SavedView) => void
  /** Applies a view, or the screen's standard where the address has the view already, though not rendered yet. */
  readonly toggle: (view: SavedView) => void
  /** Saves the present list under a new name. */
  readonly create: (head: ViewHead) => Promise<boolean>
  /** Updates the active view to the present list. */
  readonly update: () => Promise<boolean>
  readonly rename: (view: SavedView, head: ViewHead) => Promise<boolean>
  readonly remove: (view: SavedView) => Promise<boolean>
  readonly setDefault: (view: SavedView | undefined) => void
}

/** The account's own views and those shared with it; entries that are not views are left out. */
export function useSavedViews(screen: Screen): readonly SavedView[] {
  const preferences = useSession((state) => state.boot?.preferences)
  const shared = useSharedPreferences()
  return useMemo(
    () => readViews(preferences ?? {}, shared).filter((view) => view.screen === screen.path),
    [screen.path, preferences, shared],
  )
}

/** The columns in use: stored at once without a view; with one, kept in memory until the view is saved or left. */
export function useViewChoice(screen: Screen, active: SavedView | undefined): ViewChoice {
  const [usual, saveUsual] = usePreference<ListChoice>(choiceName(screen.path))
  const [draft, setDraft] = useState<ListChoice>()
  const id = active?.id
  useEffect(() => setDraft(undefined), [id])
  const setDraftChoice = useCallback((choice: ListChoice | null) => setDraft(choice ?? {}), [])
  return active ? { choice: draft ?? active.choice, keep: setDraftChoice } : { choice: usual, keep: saveUsual }
}

/** Applies the default view to a list that opens without a search; true until it is applied. */
export function useDefaultView(screen: Screen): boolean {
  const [params, change] = useViewQuery()
  const views = useSavedViews(screen)
  const [defaultId] = usePreference<string>(defaultName(screen.path))
  const opened = useRef(false)
  const searched = [...params.keys()].some(isListName)
  const view = opened.current || searched ? undefined : views.find(({ id }) => id === defaultId)
  const isInFront = useInFront()
  useEffect(() => {
    if (!isInFront()) return
    opened.current = true
    if (view) change((next) => writeListState(next, stateOf(view, searchedColumns(screen)).state), { replace: true })
  }, [view, change, screen, isInFront])
  return view !== undefined
}

/** Applying a view changes the address; parts of it that no longer exist are left out with a notice. */
export function useListViews(
  screen: Screen,
  address: ListAddress,
  views: readonly SavedView[],
  { choice = {}, keep: keepChoice }: ViewChoice,
): ListViews {
  const { notifications } = useRuntime()
  const { t } = useTranslator()
  const sharesWith = useSession((state) => state.boot?.sharesWith) ?? []
  const [defaultId] = usePreference<string>(defaultName(screen.path))
  const store = useKeepPreference()
  // Store at once: the user may leave the page within the second.
  const setDefault = (id: string | null) => void store({ name: defaultName(screen.path), value: id })
  const { save, move, remove } = useStoredViews(screen)
  const { state, set } = address
  const columns = searchedColumns(screen)
  const active = views.find(({ id }) => id === state.view)
  useLeftOutNotice(active)
  const standard = { ...unfiltered, view: defaultId === undefined ? undefined : standardView }
  const openedView = (view: SavedView): ListState => {
    const { state: next, missing } = stateOf(view, columns)
    if (missing > 0) notifications.say('warning', t('list.viewPartly', { count: missing }))
    if (view === active) keepChoice(view.choice)
    return next
  }
  return {
    views,
    active,
    changed: active !== undefined && differsFromView(active, state, choice, columns),
    defaultId,
    sharesWith,
    mayEdit: ({ sharedWith }) => sharedWith === undefined || sharesWith.some(({ reach }) => reach === sharedWith),
    apply: (view) => set(view ? openedView(view) : standard),
    toggle: (view) => set((present) => (present.view === view.id ? standard : openedView(view))),
    async create(head) {
      const view = { id: newKey().slice(0, 8), ...head, screen: screen.path, query: viewQuery(state), choice }
      const stored = await save(view)
      if (stored) set({ view: view.id, page: state.page })
      return stored
    },
    update: async () => active !== undefined && (await save({ ...active, query: viewQuery(state), choice })),
    rename: (view, head) => move(view, { ...view, ...head }),
    async remove(view) {
      const removed = await remove(view)
      if (removed && view.id === defaultId) setDefault(null)
      if (removed && view === active) set({ view: undefined, page: state.page })
      return removed
    },
    setDefault: (view) => setDefault(view?.id ?? null),
  }
}

/** All records, in the order of the screen. */
export const unfiltered = {
  filters: [],
  conditions: undefined,
  words: '',
  tab: undefined,
  sorts: undefined,
  group: undefined,
  drillDown: undefined,
} satisfies Partial<ListState>

/** Writes views; each resolves to whether the server has accepted it. */
function useStoredViews(screen: Screen) {
  const send = useKeepPreference()
  const { language } = useTranslator()
  return useMemo(() => {
    const place = ({ id, sharedWith }: SavedView) => ({ name: viewName(id), ...(sharedWith && { sharedWith }) })
    const titles = new Map(searchedColumns(screen).map(({ field, title }) => [field, textIn(title, language)]))
    const save = (view: SavedView, from = view) =>
      send({
        ...place(view),
        value: storedView(view, titles),
        ...(from.sharedWith !== view.sharedWith && { movedFrom: from.sharedWith ?? 'own' }),
      })
    const remove = (view: SavedView) => send({ ...place(view), value: null })
    // Write the new one first: a failure in between leaves two views, never none.
    const move = async (from: SavedView, to: SavedView) =>
      (await save(to, from)) && (from.sharedWith === to.sharedWith || (await remove(from)))
    return { save, remove, move }
  }, [send, screen, language])
}

const partKeys = {
  column: 'list.viewPartColumn',
  filter: 'list.viewPartFilter',
  condition: 'list.viewPartCondition',
  sort: 'list.viewPartSort',
  group: 'list.viewPartGroup',
  tab: 'list.viewPartTab',
} as const satisfies Record<SavedPart['kind'], string>

/** Reports once, to each account, what an opened view no longer has. */
function useLeftOutNotice(active: SavedView | undefined): void {
  const { notifications } = useRuntime()
  const { t } = useTranslator()
  const { id = '', title, left } = active ?? {}
  const [noticed, saveNoticed] = usePreference<string>(`left out ${id}`)
  const parts = left ? JSON.stringify(left) : undefined
  useEffect(() => {
    if (!left || parts === undefined || noticed === parts) return
    saveNoticed(parts)
    const named = left.gone.map((part) => t(partKeys[part.kind], { title: part.title }))
    const withheld = left.withheld > 0 ? [t('list.viewPartsWithheld', { count: left.withheld })] : []
    notifications.say(
      'warning',
      t('list.viewLeftOut', { title: title!, parts: [...named, ...withheld].join(t('list.viewPartsJoin')) }),
    )
  }, [parts, noticed])
}

// Tracks unsaved forms by tab, to be checked before a tab, the page or the session closes.
import { createContext, useContext, useEffect, useId } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { TabSubject } from './tabs'

export interface Unsaved extends StoreApi<{ readonly marks: ReadonlyMap<string, string> }> {
  mark(id: string, tab: string): void
  unmark(id: string): void
  /** Forgets all marks, so that nothing keeps the page from being left. */
  forgetAll(): void
  /** Whether this tab, or any, holds unsaved changes. */
  has(tab?: string): boolean
  /** How many of the forms with unsaved changes store a draft. */
  drafted(): 'all' | 'some' | 'none'
  /** Registers how to discard a form's changes; returns the function that unregisters it. */
  onDiscard(id: string, discard: () => void): () => void
  /** Discards the changes of a tab after the user's confirmation. */
  discard(tab: string): void
}

/**
 * Marks of unsaved forms by form and tab, in memory only. `discard` runs what the tab's forms registered, without a
 * confirmation of its own.
 */
export function createUnsaved(): Unsaved {
  const store = createStore<{ marks: ReadonlyMap<string, string> }>(() => ({ marks: new Map() }))
  const discards = new Map<string, () => void>()
  return {
    ...store,
    mark(id, tab) {
      const { marks } = store.getState()
      if (marks.get(id) !== tab) store.setState({ marks: new Map(marks).set(id, tab) })
    },
    unmark(id) {
      const marks = new Map(store.getState().marks)
      if (marks.delete(id)) store.setState({ marks })
    },
    forgetAll: () => store.setState({ marks: new Map() }),
    has: (tab) => {
      const marked = [...store.getState().marks.values()]
      return tab === undefined ? marked.length > 0 : marked.includes(tab)
    },
    drafted() {
      const forms = [...store.getState().marks.keys()]
      if (forms.every((id) => discards.has(id))) return 'all'
      return forms.some((id) => discards.has(id)) ? 'some' : 'none'
    },
    onDiscard(id, discard) {
      discards.set(id, discard)
      return () => discards.delete(id)
    },
    discard(tab) {
      for (const [id, marked] of store.getState().marks) if (marked === tab) discards.get(id)?.()
    },
  }
}

/** The tab around a component, and whether it is visible. */
interface CurrentTab {
  readonly key: string
  readonly active: boolean
  /** Changes when a person comes to the tab. */
  readonly entered: number
  readonly unsaved: Unsaved
  /** Absent outside of tabs. */
  readonly describe?: (subject: TabSubject, text: string | undefined) => void
}

const CurrentTabContext = createContext<CurrentTab>({ key: '', active: true, entered: 0, unsaved: createUnsaved() })
export const CurrentTabProvider = CurrentTabContext.Provider

/** The tab around a component. Outside of tabs it counts as active, has an empty key, and cannot be described. */
export function useCurrentTab(): CurrentTab {
  return useContext(CurrentTabContext)
}

/**
 * Reports this component's form: while `dirty`, its tab stays mounted and closing it needs a confirmation, after which
 * `discard` deletes its stored draft; absent for a form without one. Other reasons for unmounting delete nothing.
 */
export function useUnsaved(dirty: boolean, discard?: () => void): void {
  const { key, unsaved } = useCurrentTab()
  const id = useId()
  useEffect(() => {
    if (!dirty) return
    unsaved.mark(id, key)
    return () => unsaved.unmark(id)
  }, [unsaved, id, key, dirty])
  useEffect(() => discard && unsaved.onDiscard(id, discard), [unsaved, id, discard])
}

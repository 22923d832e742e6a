// Tracks unsaved forms by tab, to be checked before a tab, the page or the session closes.
import { createContext, useContext, useEffect, useId } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface Unsaved extends StoreApi<{ readonly marks: ReadonlyMap<string, string> }> {
  mark(id: string, tab: string, dirty: boolean): void
  /** Whether this tab, or any, holds unsaved changes. */
  has(tab?: string): boolean
}

export function createUnsaved(): Unsaved {
  const store = createStore<{ marks: ReadonlyMap<string, string> }>(() => ({ marks: new Map() }))
  return {
    ...store,
    mark(id, tab, dirty) {
      const { marks } = store.getState()
      if (dirty === (marks.get(id) === tab)) return
      const next = new Map(marks)
      if (dirty) next.set(id, tab)
      else next.delete(id)
      store.setState({ marks: next })
    },
    has: (tab) => {
      const marked = [...store.getState().marks.values()]
      return tab === undefined ? marked.length > 0 : marked.includes(tab)
    },
  }
}

/** The tab around a component, and whether it is visible. */
interface CurrentTab {
  readonly key: string
  readonly active: boolean
  readonly unsaved: Unsaved
}

const CurrentTabContext = createContext<CurrentTab>({ key: '', active: true, unsaved: createUnsaved() })
export const CurrentTabProvider = CurrentTabContext.Provider

export function useCurrentTab(): CurrentTab {
  return useContext(CurrentTabContext)
}

/** Reports this component's form: while `dirty`, its tab stays mounted and closing it needs a confirmation. */
export function useUnsaved(dirty: boolean): void {
  const { key, unsaved } = useCurrentTab()
  const id = useId()
  useEffect(() => {
    unsaved.mark(id, key, dirty)
    return () => unsaved.mark(id, key, false)
  }, [unsaved, id, key, dirty])
}

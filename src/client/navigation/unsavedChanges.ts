// Tracks unsaved forms by view, to be checked before a view, the page or the session closes.
import { createContext, useContext, useEffect, useId } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface Unsaved extends StoreApi<{ readonly marks: ReadonlyMap<string, string> }> {
  mark(id: string, view: string, dirty: boolean): void
  /** Whether this view, or any, holds unsaved changes. */
  has(view?: string): boolean
}

export function createUnsaved(): Unsaved {
  const store = createStore<{ marks: ReadonlyMap<string, string> }>(() => ({ marks: new Map() }))
  return {
    ...store,
    mark(id, view, dirty) {
      const { marks } = store.getState()
      if (dirty === (marks.get(id) === view)) return
      const next = new Map(marks)
      if (dirty) next.set(id, view)
      else next.delete(id)
      store.setState({ marks: next })
    },
    has: (view) => {
      const marked = [...store.getState().marks.values()]
      return view === undefined ? marked.length > 0 : marked.includes(view)
    },
  }
}

/** The view around a component, and whether it is visible. */
interface TabPlace {
  readonly key: string
  readonly active: boolean
  readonly unsaved: Unsaved
}

const ViewPlaceContext = createContext<TabPlace>({ key: '', active: true, unsaved: createUnsaved() })
export const ViewPlaceProvider = ViewPlaceContext.Provider

export function useViewPlace(): TabPlace {
  return useContext(ViewPlaceContext)
}

/** Reports this component's form: while `dirty`, its view stays mounted and closing it needs a confirmation. */
export function useUnsaved(dirty: boolean): void {
  const { key, unsaved } = useViewPlace()
  const id = useId()
  useEffect(() => {
    unsaved.mark(id, key, dirty)
    return () => unsaved.mark(id, key, false)
  }, [unsaved, id, key, dirty])
}

// The last errors of this page with message, component, address and stack.
// Contains no tokens, query strings or input of the user.
import { createStore, type StoreApi } from 'zustand/vanilla'

interface ErrorEntry {
  readonly id: number
  readonly at: string
  readonly message: string
  /** The components around it, innermost first. */
  readonly place: string
  readonly address: string
  readonly stack: string
}

export interface ErrorLog extends StoreApi<{ readonly entries: readonly ErrorEntry[] }> {
  add(error: unknown, place?: string): void
  clear(): void
}

const maxEntries = 50

/** A log of the last 50 errors, newest first, in memory only. `add` takes anything that was thrown. */
export function createErrorLog(): ErrorLog {
  const store = createStore<{ entries: readonly ErrorEntry[] }>(() => ({ entries: [] }))
  let next = 1
  return {
    ...store,
    add(error, place = '') {
      const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' }
      const entry = {
        id: next++,
        at: new Date().toISOString(),
        message: clean(message),
        place: clean(place),
        address: globalThis.location?.pathname ?? '',
        stack: clean(stack ?? ''),
      }
      store.setState((state) => ({ entries: [entry, ...state.entries].slice(0, maxEntries) }))
    },
    clear: () => store.setState({ entries: [] }),
  }
}

/** Query strings and long words may be tokens; long runs of digits are mobile or document numbers. */
function clean(text: string): string {
  return text
    .replace(/\?[^\s:)'"]*/g, '?…')
    .replace(/[A-Za-z0-9_-]{32,}/g, '…')
    .replace(/\d{7,}/g, '…')
    .slice(0, 4_000)
}

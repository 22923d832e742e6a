// Holds the live App: a valid one replaces it, an invalid one only leaves its problems here.
import type { App } from '../../manifest/model/app'

export interface CurrentApp {
  readonly current: App
  /** Printed problems of the present files; empty when they compile. */
  readonly problems: readonly string[]
  /** Replaces the App and clears the problems. */
  swap(app: App): void
  /** Keeps the App and records why a newer one was rejected. */
  keep(problems: readonly string[]): void
  /** Calls the listener after every change; the returned function ends that. */
  onChange(listener: (holder: CurrentApp) => void): () => void
}

export function createCurrentApp(app: App): CurrentApp {
  let current = app
  let problems: readonly string[] = []
  const listeners = new Set<(holder: CurrentApp) => void>()
  const tell = () => {
    for (const listener of listeners) listener(currentApp)
  }
  const currentApp: CurrentApp = {
    get current() {
      return current
    },
    get problems() {
      return problems
    },
    swap(next) {
      current = next
      problems = []
      tell()
    },
    keep(matches) {
      problems = matches
      tell()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
  return currentApp
}

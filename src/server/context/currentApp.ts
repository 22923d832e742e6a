// Holds the live App: a valid one replaces it, an invalid one only leaves its problems here.
import type { App } from '../../manifest/model/app'

export interface CurrentApp {
  readonly current: App
  /** Printed problems of the present files; empty when they compile. */
  readonly problems: readonly string[]
  /** Printed warnings of the live App. */
  readonly warnings: readonly string[]
  /** Replaces the App and its warnings, and clears the problems. */
  swap(app: App, warnings: readonly string[]): void
  /** Keeps the App and records why a newer one was rejected. */
  keep(problems: readonly string[]): void
  /** Calls the listener after every change; the returned function ends that. */
  onChange(listener: (holder: CurrentApp) => void): () => void
}

export function createCurrentApp(app: App, began: readonly string[] = []): CurrentApp {
  let current = app
  let warnings = began
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
    get warnings() {
      return warnings
    },
    swap(next, doubtful) {
      current = next
      warnings = doubtful
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

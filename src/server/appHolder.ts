// Which App is live now? The one place that knows; a sound one is swapped in at once, an unsound one only leaves its problems here.
import type { App } from '../manifest/app'

export interface AppHolder {
  readonly current: App
  /** The files as they are now do not compile: their problems, printed. Empty when they do. */
  readonly problems: readonly string[]
  /** Takes over a sound App; the problems are gone. */
  swap(app: App): void
  /** Keeps the App and its reasons why a newer one is not taken. */
  keep(problems: readonly string[]): void
  /** Called after every change; the answer ends it. */
  onChange(listener: (holder: AppHolder) => void): () => void
}

export function createAppHolder(app: App): AppHolder {
  let current = app
  let problems: readonly string[] = []
  const listeners = new Set<(holder: AppHolder) => void>()
  const tell = () => {
    for (const listener of listeners) listener(holder)
  }
  const holder: AppHolder = {
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
    keep(found) {
      problems = found
      tell()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
  return holder
}

// Holds the live App, and what was found out about its parts.
// A valid App replaces it, an invalid one only leaves its problems here.
import type { App } from '../../manifest/model/app'
import type { PrintedProblem } from '../../manifest/problems/print'

/**
 * Remembers what follows from a part of an App together with the rest of it: after a change of the manifests unchanged
 * parts belong to the next App, too.
 */
export function createAppCache<Part extends object, Result>(): (app: App, part: Part, create: () => Result) => Result {
  const byApp = new WeakMap<App, WeakMap<Part, { readonly result: Result }>>()
  return (app, part, create) => {
    let results = byApp.get(app)
    if (!results) byApp.set(app, (results = new WeakMap()))
    let entry = results.get(part)
    if (!entry) results.set(part, (entry = { result: create() }))
    return entry.result
  }
}

/** Manifests by their path. */
export type ManifestTexts = ReadonlyMap<string, string>

export interface LiveApp {
  readonly current: App
  /** Printed problems of the present files; empty when they compile. */
  readonly problems: readonly PrintedProblem[]
  /** Printed warnings of the live App. */
  readonly warnings: readonly PrintedProblem[]
  /** The manifests of the live App. */
  readonly texts: ManifestTexts
  /** How many changes of the manifests wait for a decision. */
  readonly waiting: number
  /** Replaces the App, its warnings and its texts, and clears the problems. */
  swap(app: App, warnings: readonly PrintedProblem[], texts?: ManifestTexts): void
  /** Keeps the App and records why a newer one was rejected. */
  reject(problems: readonly PrintedProblem[]): void
  countWaiting(count: number): void
  /** Calls the listener after every change; the returned function ends that. */
  onChange(listener: (live: LiveApp) => void): () => void
}

/** The App that calls read through `current`; listeners hear of every swap, refusal and waiting change. */
export function createLiveApp(
  app: App,
  firstWarnings: readonly PrintedProblem[] = [],
  manifests: ManifestTexts = new Map(),
): LiveApp {
  let current = app
  let warnings = firstWarnings
  let problems: readonly PrintedProblem[] = []
  let texts = manifests
  let waiting = 0
  const listeners = new Set<(live: LiveApp) => void>()
  const notify = () => {
    for (const listener of listeners) listener(liveApp)
  }
  const liveApp: LiveApp = {
    get current() {
      return current
    },
    get problems() {
      return problems
    },
    get warnings() {
      return warnings
    },
    get texts() {
      return texts
    },
    get waiting() {
      return waiting
    },
    countWaiting(count) {
      waiting = count
    },
    swap(next, doubtful, nextTexts = texts) {
      current = next
      texts = nextTexts
      warnings = doubtful
      problems = []
      notify()
    },
    reject(rejected) {
      problems = rejected
      notify()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
  return liveApp
}

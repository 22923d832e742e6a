// Preserves an App through a structured clone, for example between threads.
// A clone loses that maps have no prototype and that objects are frozen; unpacking restores both.
import type { App } from '../../manifest/model/app'

/** An App that may be cloned; `bare`: those of its objects that have no prototype. */
export interface PackedApp {
  readonly app: App
  readonly bare: readonly object[]
}

export function packApp(app: App): PackedApp {
  return { app, bare: bareOf(app) }
}

/** Turns a structured clone of what `packApp` returned into the App, in place. */
export function unpackApp({ app, bare }: PackedApp): App {
  for (const item of bare) Object.setPrototypeOf(item, null)
  const freeze = (value: unknown) => {
    if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
    Object.freeze(value)
    for (const part of Object.values(value)) freeze(part)
  }
  freeze(app)
  return app
}

function bareOf(value: unknown): object[] {
  const bare: object[] = []
  const visited = new Set<object>()
  const look = (item: unknown) => {
    if (typeof item !== 'object' || item === null || visited.has(item)) return
    visited.add(item)
    if (Object.getPrototypeOf(item) === null) bare.push(item)
    for (const part of Object.values(item)) look(part)
  }
  look(value)
  return bare
}

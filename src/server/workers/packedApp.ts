// Preserves an App through a structured clone, for example between threads.
// A clone loses that maps have no prototype and that objects are frozen; unpacking restores both.
import type { App } from '../../manifest/model/app'
import { stepsInSlices } from './timeSlices'

const objectsPerStep = 500

/** An App that may be cloned; `bare`: those of its objects that have no prototype. */
export interface PackedApp {
  readonly app: App
  readonly bare: readonly object[]
}

export function packApp(app: App): PackedApp {
  return { app, bare: bareOf(app) }
}

/** Turns a structured clone of what `packApp` returned into the App, in place and in slices. */
export async function unpackApp(packed: PackedApp): Promise<App> {
  await stepsInSlices(unpackSteps(packed))
  return packed.app
}

/** The work of `unpackApp`, some hundred objects a step. */
export function* unpackSteps({ app, bare }: PackedApp): Generator<void, void> {
  for (const item of bare) Object.setPrototypeOf(item, null)
  yield
  const left: unknown[] = [app]
  for (let frozen = 0; left.length > 0;) {
    const value = left.pop()
    if (typeof value !== 'object' || value === null || Object.isFrozen(value)) continue
    Object.freeze(value)
    for (const part of Object.values(value)) left.push(part)
    frozen += 1
    if (frozen % objectsPerStep === 0) yield
  }
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

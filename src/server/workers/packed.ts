// Preserves frozen data, such as an App, through a structured clone, for example between threads.
// A clone loses that maps have no prototype and that objects are frozen; unpacking restores both.
import { stepsInSlices } from './timeSlices'

const objectsPerStep = 500

/** Data that may be cloned; `bare`: those of its objects that have no prototype. */
export interface Packed<Data> {
  readonly data: Data
  readonly bare: readonly object[]
}

export function pack<Data>(data: Data): Packed<Data> {
  return { data, bare: bareOf(data) }
}

/** Turns a structured clone of what `pack` returned into the data, in place and in slices. */
export async function unpack<Data>(packed: Packed<Data>): Promise<Data> {
  await stepsInSlices(unpackSteps(packed))
  return packed.data
}

/** The work of `unpack`, some hundred objects a step. */
export function* unpackSteps({ data, bare }: Packed<unknown>): Generator<void, void> {
  for (const item of bare) Object.setPrototypeOf(item, null)
  yield
  const left: unknown[] = [data]
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

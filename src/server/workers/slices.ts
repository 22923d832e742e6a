// Divides long work of the server's own thread into slices, between which other calls are served.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds after which others get their turn; one item may take longer. */
const maxSliceMs = 10

/**
 * Works through the items in order, and lets others run whenever `maxSliceMs` have passed. An error of `work` ends it.
 */
export async function inSlices<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let began = performance.now()
  for (const item of items) {
    work(item)
    if (performance.now() - began < maxSliceMs) continue
    await nextTurn()
    began = performance.now()
  }
}

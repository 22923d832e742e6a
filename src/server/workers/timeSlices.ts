// Divides long work of the server's own thread into slices, between which other calls are served.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds after which others get their turn; one step may take longer. */
const maxSliceMs = 10

/**
 * Works through the items in order, and lets others run whenever `maxSliceMs` have passed. An error of `work` ends it.
 */
export function inSlices<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  return stepsInSlices(eachOf(items, work))
}

/** The result of `work` for each item, in order, done like `inSlices`. */
export async function mapInSlices<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  await inSlices(items, (item) => {
    results.push(work(item))
  })
  return results
}

function* eachOf<Item>(items: Iterable<Item>, work: (item: Item) => void): Generator<void, void> {
  for (const item of items) {
    work(item)
    yield
  }
}

/** The result of work that yields after each of its steps, done like `inSlices`. */
export async function stepsInSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  let began = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - began < maxSliceMs) continue
    await nextTurn()
    began = performance.now()
  }
}

// Runs a story over the API on a product of its own, with an account at the factory that is empty
// at first.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { staleMaterializedColumns } from '../server/query/staleMaterializedColumns'
import { startProduct, type Product } from '../whole/product'
import type { Step } from './step'
import { createTeller, emptyAccount, type Teller } from './teller'

/** A product and its teller for the tests around the call; `tell` makes a test of each step, in their order. */
export function useStory(): {
  readonly teller: () => Teller
  readonly tell: (steps: readonly Step[], title?: string) => void
} {
  let product: Product
  let teller: Teller
  beforeAll(async () => {
    // What is refused must leave everything as it was; the hours of the server would write in between.
    product = await startProduct({ environment: { JOBS: 'off' } })
    teller = createTeller(product.transport)
    await emptyAccount(teller, 'J10001')
  })
  afterAll(() => product?.stop())
  return {
    teller: () => teller,
    tell: (steps, title = '%s') => {
      it.each(steps.map((step) => [`${step.step} ${step.role} ${step.action}`, step] as const))(
        title,
        async (_, step) => teller.tell(step),
      )
      it('and the tables keep what their lines add up to', async () => {
        const { database, liveApp } = product.server.dependencies
        const { different, looked } = await staleMaterializedColumns(database, liveApp.current)
        expect(different).toEqual([])
        expect(looked).toBeGreaterThan(100)
      })
    },
  }
}

// Does the second story hold over the API? First its order comes about step by step, then all 41 steps with every number and every refusal.
import { afterAll, beforeAll, describe, it } from 'vitest'
import { startProduct, type Product } from '../whole/product'
import { before2, story2 } from './story2'
import { createTeller, emptyAccount, type Teller } from './teller'

describe('story 2', () => {
  let product: Product
  let teller: Teller
  beforeAll(async () => {
    // What is refused must leave everything as it was; the hours of the server would write in between.
    product = await startProduct({ environment: { JOBS: 'off' } })
    teller = createTeller(product.transport)
    await emptyAccount(teller, 'J10001')
  })
  afterAll(() => product?.stop())

  const named = (steps: typeof story2) => steps.map((step) => [`${step.step} ${step.role} ${step.action}`, step] as const)
  it.each(named(before2))('before: %s', async (_, step) => teller.tell(step))
  it.each(named(story2))('%s', async (_, step) => teller.tell(step))
})

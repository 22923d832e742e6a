// Does the first story hold over the API? Every step by its role, with every number and every refusal, on the engine as it is shipped.
import { afterAll, beforeAll, describe, it } from 'vitest'
import { startProduct, type Product } from '../whole/product'
import { story1 } from './story1'
import { createTeller, emptyAccount, type Teller } from './teller'

describe('story 1', () => {
  let product: Product
  let teller: Teller
  beforeAll(async () => {
    // What is refused must leave everything as it was; the hours of the server would write in between.
    product = await startProduct({ environment: { JOBS: 'off' } })
    teller = createTeller(product.transport)
    await emptyAccount(teller, 'J10001')
  })
  afterAll(() => product?.stop())

  it.each(story1.map((step) => [`${step.step} ${step.role} ${step.action}`, step] as const))('%s', async (_, step) => teller.tell(step))
})

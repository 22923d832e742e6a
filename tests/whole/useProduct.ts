// Sets up a product for all tests of a file, with an API caller, and closes it.
import { afterAll, beforeAll } from 'vitest'
import { accounts, createTeller, type Teller } from '../story/teller'
import { startProduct, type Product } from './product'

/** To be called where a file begins; what it holds is there when the tests run. */
export function useProduct(
  options?: Parameters<typeof startProduct>[0],
  logins = accounts,
): {
  readonly product: Product
  readonly teller: Teller
} {
  let product: Product
  let teller: Teller
  beforeAll(async () => {
    product = await startProduct(options)
    teller = createTeller(product.transport, logins)
  }, 300_000)
  afterAll(() => product?.stop())
  return {
    get product() {
      return product
    },
    get teller() {
      return teller
    },
  }
}

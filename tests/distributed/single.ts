// The same product on one PostgreSQL, to compare the cluster with.
import { vi } from 'vitest'
import { createTeller, type Teller } from '../story/teller'
import { startProduct, type Product } from '../whole/product'

export interface Single {
  readonly product: Product
  readonly teller: Teller
}

export async function startSingle(): Promise<Single> {
  vi.stubEnv('TEST_DATABASE_URL', '')
  const product = await startProduct({ environment: { JOBS: 'off' } }).finally(() => vi.unstubAllEnvs())
  return { product, teller: createTeller(product.transport) }
}

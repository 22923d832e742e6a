// Do the demo data break nothing that holds of orders and their money?
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startProduct, type Product } from '../whole/product'
import { broken } from './invariants'
import { readTables } from './tables'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.stop())

it('the demo data are consistent', async () => {
  const tables = await readTables(product.server.dependencies.database)
  expect(tables.placement.length).toBeGreaterThan(20)
  // Only some of them have a history.
  expect(broken({ ...tables, log: [] }, new Map(), {}).filter((what) => !what.includes('the log says'))).toEqual([])
})

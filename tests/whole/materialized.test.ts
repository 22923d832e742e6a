// Tests which sums the shipped product stores as materialized columns.
import { expect, it } from 'vitest'
import { materializedColumns } from '../../src/server/database/sql/materializedColumns'
import { readSchemas } from './schemas'

it('kept values are some of the product, and none that asks for more than the lines', () => {
  const { order, contract, supplement } = readSchemas().entities
  expect([...materializedColumns(supplement!).keys()]).toHaveLength(1)
  expect([...materializedColumns(order!).keys()]).toContain('partsAmount')
  // What is not standard is said by the settings.
  expect([...materializedColumns(order!).keys()]).not.toContain('nonstandardParts')
  expect([...materializedColumns(contract!).keys()]).toContain('planned')
})

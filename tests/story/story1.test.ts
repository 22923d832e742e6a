// Does the first story hold over the API? Every step by its role, with every number and every refusal, on the engine as it is shipped.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListAnswer, RecordAnswer } from '../../src/protocol/calls'
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

  it('the money of the customer adds up to what was received', async () => {
    const filters = [{ field: 'customer', operator: 'in', value: [teller.kept.get('KH1')!.id] }]
    const answer = await teller.call<ListAnswer>('finance', '/api/list', { screen: '/order/CustomerWater', filters, want: { rows: true } })
    const totals = (answer.data.rows ?? []).map((row) => Number(row.values.balanceAfter))
    expect(totals).toHaveLength(5)
    expect(Math.max(...totals)).toBe(23_480)
  })

  it('the order went all the way of its dealer', async () => {
    const answer = await teller.call<RecordAnswer>('guide', '/api/record', teller.kept.get('DD1'))
    expect(answer.data.stages).toEqual(['assigning', 'measuring', 'drawing', 'inviting', 'caseConfirming', 'signing', 'checking', 'exploding', 'placing', 'ordering', 'producing', 'shipping', 'assigningWork', 'installing', 'evaluating', 'completed'])
  })
})

// Proves the first story over the API: every step by its role, with every number and every refusal,
// on the shipped engine.
import { describe, expect, it } from 'vitest'
import type { ListAnswer, RecordAnswer } from '../../src/protocol/calls'
import { story1 } from './story1'
import { useStory } from './useStory'

describe('story 1', () => {
  const { teller, tell } = useStory()
  tell(story1)

  it('the money of the customer adds up to what was received', async () => {
    const filters = [{ field: 'customer', operator: 'in', value: [teller().kept.get('KH1')!.id] }]
    const answer = await teller().call<ListAnswer>('finance', '/api/list', {
      screen: '/order/CustomerWater',
      filters,
      want: { rows: true },
    })
    const totals = (answer.data.rows ?? []).map((row) => Number(row.values.balanceAfter))
    expect(totals).toHaveLength(5)
    expect(Math.max(...totals)).toBe(23_480)
  })

  it('the order went all the way of its dealer', async () => {
    const answer = await teller().call<RecordAnswer>('guide', '/api/record', teller().kept.get('DD1'))
    expect(answer.data.stages).toEqual([
      'assigning',
      'measuring',
      'drawing',
      'inviting',
      'caseConfirming',
      'signing',
      'checking',
      'exploding',
      'placing',
      'ordering',
      'producing',
      'shipping',
      'assigningWork',
      'installing',
      'evaluating',
      'completed',
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { createActions, createIntention } from '../../src/runtime/actions'
import { CallError, type FaultKind } from '../../src/runtime/faults'
import { createWords } from '../../src/runtime/text'

const [words] = createWords(['zh', 'en'])
const fault = (kind: FaultKind) => new CallError({ kind, said: '不行' }, words)
const order = { entity: 'thing', transition: 'go', id: 4, version: 2 }

/** Actions over a list of outcomes: a value is answered, an error thrown. */
function actionsOf(outcomes: unknown[]) {
  const sent: Record<string, unknown>[] = []
  const said: string[] = []
  const changed: string[] = []
  const actions = createActions({
    client: {
      post: async (_path: string, body?: object) => {
        sent.push(body as Record<string, unknown>)
        const next = outcomes.shift()
        if (next instanceof Error) throw next
        return next as never
      },
    },
    notices: { say: (voice, text) => said.push(`${voice}: ${text}`) },
    words: () => words,
    changed: async (entities) => {
      changed.push(...entities)
    },
    pause: () => 0,
  })
  return { actions, sent, said, changed, keys: () => sent.map((body) => body.key) }
}
const done = { id: 4, version: 3, label: 'x', message: '已完成' }

describe('a run', () => {
  it('tells its outcome and makes stale what shows the entity', async () => {
    const { actions, said, changed } = actionsOf([done])
    expect(await actions.run(order)).toEqual(done)
    expect([said, changed]).toEqual([['success: 已完成'], ['thing']])
  })

  it('is sent again under the same key when no answer came', async () => {
    const { actions, keys } = actionsOf([fault('offline'), fault('offline'), done])
    await actions.run(order)
    expect(keys()).toHaveLength(3)
    expect(new Set(keys()).size).toBe(1)
  })

  it("keeps its key for the person's own retry after a timeout, and takes another when she changed what she sends", async () => {
    const intention = createIntention()
    const { actions, keys } = actionsOf([fault('timeout'), done, done])
    await expect(actions.run(order, { intention, quiet: true })).rejects.toThrow()
    await actions.run(order, { intention })
    const [first, second] = keys()
    expect(second).toBe(first)
    await actions.run({ ...order, note: 'other' }, { intention })
    expect(keys()[2]).not.toBe(first)
  })

  it('that was refused is another intention next time, says so once, and shows the record anew', async () => {
    const intention = createIntention()
    const { actions, keys, said, changed } = actionsOf([fault('refused'), done])
    await expect(actions.run(order, { intention })).rejects.toThrow('不行')
    await actions.run(order, { intention })
    expect(keys()[0]).not.toBe(keys()[1])
    expect(said).toEqual(['warning: 不行', 'success: 已完成'])
    expect(changed).toEqual(['thing', 'thing'])
  })

  it('that its form shows is not told as well', async () => {
    const { actions, said } = actionsOf([fault('refused')])
    await expect(actions.run(order, { quiet: true })).rejects.toThrow()
    expect(said).toEqual([])
  })
})

describe('a batch', () => {
  it('goes in parts of 200, each with a key of its own, and adds up', async () => {
    const records = Array.from({ length: 450 }, (_, at) => ({ id: at + 1, version: 1 }))
    const { actions, sent, keys, said } = actionsOf([
      { done: 200, refused: [] },
      { done: 199, refused: [{ id: 9, label: 'a', message: 'b' }] },
      { done: 50, refused: [] },
    ])
    const steps: number[] = []
    const answer = await actions.batch(
      { entity: 'thing', transition: 'go', records },
      { progress: (so) => steps.push(so) },
    )
    expect(answer).toEqual({ done: 449, refused: [{ id: 9, label: 'a', message: 'b' }] })
    expect(sent.map((body) => (body.records as unknown[]).length)).toEqual([200, 200, 50])
    expect(new Set(keys()).size).toBe(3)
    expect([steps, said]).toEqual([[200, 400, 450], ['warning: 完成 449 条，1 条未执行']])
  })
})

// Proves that a transition runs once whatever becomes of its answer, and what is read again.
import { describe, expect, it } from 'vitest'
import { createIdempotentAttempt, type AttemptStore } from '../../src/client/data/idempotentAttempt'
import { createActions } from '../../src/client/data/sendTransition'
import type { NotificationOptions } from '../../src/client/feedback/notifications'
import { CallError, type CallErrorKind } from '../../src/client/feedback/callError'
import { translatorOf } from '../pageTexts'

const words = translatorOf('zh')
const error = (kind: CallErrorKind, key?: string) => new CallError({ kind, serverText: '不行', key }, words)
const order = { entity: 'thing', transition: 'go', id: 4, version: 2 }

/** Actions over a list of outcomes: a value is answered, an error thrown. */
function actionsOf(outcomes: unknown[]) {
  const sent: Record<string, unknown>[] = []
  const said: string[] = []
  const undos: NotificationOptions['undo'][] = []
  const about: NotificationOptions['about'][] = []
  let changes = 0
  /** Whether each refresh named its write, whose event is then left out. */
  const named: boolean[] = []
  const actions = createActions({
    client: {
      post: async (_path: string, body?: object) => {
        sent.push(body as Record<string, unknown>)
        const next = outcomes.shift()
        if (next instanceof Error) throw next
        return next as never
      },
    },
    notifications: {
      say: (severity, text, { undo, about: records } = {}) => {
        about.push(records)
        said.push(`${severity}: ${text}`)
        undos.push(undo)
      },
      confirm: async ({ text }) => said.push(`asked: ${text}`) === 0,
    },
    translator: () => words,
    changed: async (write) => {
      changes++
      named.push(write !== undefined)
    },
    pause: () => 0,
  })
  return { actions, sent, said, undos, about, named, changes: () => changes, keys: () => sent.map((body) => body.key) }
}
const done = { id: 4, version: 3, label: 'x', message: '已完成' }

describe('a run', () => {
  it('tells its outcome and has everything that is shown read again', async () => {
    const { actions, said, changes } = actionsOf([done])
    expect(await actions.run(order)).toEqual(done)
    expect([said, changes()]).toEqual([['success: 已完成'], 1])
  })

  it('names the record that it wrote, as each of a batch is, so that earlier notices about it end', async () => {
    const { actions, about } = actionsOf([done, { done: 2, refused: [] }])
    await actions.run(order)
    const records = [order, { id: 5, version: 1 }].map(({ id, version }) => ({ id, version }))
    await actions.batch({ entity: 'thing', transition: 'go', records })
    expect(about).toEqual([['thing:4'], ['thing:4', 'thing:5']])
  })

  it('shows what its answer has for once', async () => {
    const { actions, said } = actionsOf([{ ...done, secret: 'key_x' }])
    await actions.run(order)
    expect(said).toEqual(['success: 已完成', 'asked: key_x'])
  })

  it('offers to take it back where its answer does, and has everything read again then', async () => {
    const undone = { message: '已撤销' }
    const runs = [{ ...done, undo: { run: 'r1', seconds: 30 } }, undone, done, error('refused')]
    const { actions, sent, said, undos, changes } = actionsOf(runs)
    await actions.run(order)
    expect(undos[0]).toMatchObject({ text: '撤销', seconds: 30 })
    undos[0]!.follow()
    await expect.poll(changes).toBe(2)
    expect(sent[1]).toEqual({ run: 'r1' })
    expect(said).toEqual(['success: 已完成', 'info: 已撤销'])
    await actions.run(order)
    expect(undos.at(-1)).toBeUndefined()
    undos[0]!.follow()
    await expect.poll(changes).toBe(4)
    expect(said.at(-1)).toBe('warning: 不行')
  })

  it('that is taken back without an answer leaves its event to be heard', async () => {
    const { actions, undos, named } = actionsOf([{ ...done, undo: { run: 'r1', seconds: 30 } }, error('timeout')])
    await actions.run(order)
    undos[0]!.follow()
    await expect.poll(() => named).toEqual([true, false])
  })

  it('is sent again under the same key when no answer came', async () => {
    const { actions, keys } = actionsOf([error('offline'), error('offline'), done])
    await actions.run(order)
    expect(keys()).toHaveLength(3)
    expect(new Set(keys()).size).toBe(1)
  })

  it.each(['timeout', 'broken', 'busy'] as const)(
    'whose outcome is unknown (%s) is sent again under its key',
    async (kind) => {
      const attempt = createIdempotentAttempt()
      const { actions, keys } = actionsOf([error(kind), done])
      await expect(actions.run(order, { attempt, quiet: true })).rejects.toThrow()
      await actions.run(order, { attempt })
      expect(keys()[1]).toBe(keys()[0])
    },
  )

  it('keeps its key for a retry after a timeout, and takes another when the values have changed', async () => {
    const attempt = createIdempotentAttempt()
    const { actions, keys } = actionsOf([error('timeout'), done, done])
    await expect(actions.run(order, { attempt, quiet: true })).rejects.toThrow()
    await actions.run(order, { attempt })
    const [first, second] = keys()
    expect(second).toBe(first)
    await actions.run({ ...order, note: 'other' }, { attempt })
    expect(keys()[2]).not.toBe(first)
  })

  it('is settled by a refusal after a lost answer, until the lost one is sent again', async () => {
    const attempt = createIdempotentAttempt()
    const { actions } = actionsOf([error('timeout'), error('refused'), error('timeout')])
    const states: boolean[] = [attempt.isUnsettled()]
    for (const note of ['a', 'b', 'a']) {
      await expect(actions.run({ ...order, note }, { attempt, quiet: true })).rejects.toThrow()
      states.push(attempt.isUnsettled())
    }
    expect(states).toEqual([false, true, false, true])
  })

  it('that creates and is changed while its outcome is unknown closes the former attempts', async () => {
    const attempt = createIdempotentAttempt()
    const { id: _, version: __, ...create } = order
    const { actions, sent, keys } = actionsOf([error('timeout'), error('broken'), done, done])
    await expect(actions.run(create, { attempt, quiet: true })).rejects.toThrow()
    await expect(actions.run({ ...create, note: 'b' }, { attempt, quiet: true })).rejects.toThrow()
    await actions.run({ ...create, note: 'c' }, { attempt })
    await actions.run({ ...create, note: 'd' }, { attempt })
    const [first, second] = keys()
    expect(sent.map(({ replaces }) => replaces)).toEqual([undefined, [first], [first, second], undefined])
  })

  it('that comes back to a former content takes a new key: the former one is closed', async () => {
    const attempt = createIdempotentAttempt()
    const { id: _, version: __, ...create } = order
    const { actions, sent, keys } = actionsOf([error('timeout'), error('timeout'), done])
    for (const note of ['a', 'b'])
      await expect(actions.run({ ...create, note }, { attempt, quiet: true })).rejects.toThrow()
    await actions.run({ ...create, note: 'a' }, { attempt })
    const [first, second, third] = keys()
    expect(new Set([first, second, third]).size).toBe(3)
    expect(sent.at(-1)!.replaces).toEqual([first, second])
  })

  const create = { entity: 'thing', transition: 'add' }

  it.each(['signedOut', 'forbidden'] as const)(
    'that may have been written is not written again after a refusal that came before its key (%s)',
    async (kind) => {
      const attempt = createIdempotentAttempt()
      const { actions, keys } = actionsOf([error('timeout'), error(kind), done])
      for (const _ of [1, 2]) await expect(actions.run(create, { attempt, quiet: true })).rejects.toThrow()
      await actions.run(create, { attempt })
      expect(new Set(keys()).size).toBe(1)
    },
  )

  it('that had no answer at first keeps its key when its next sending is refused', async () => {
    const attempt = createIdempotentAttempt()
    const { actions, keys } = actionsOf([error('offline'), error('signedOut'), done])
    await expect(actions.run(create, { attempt, quiet: true })).rejects.toThrow()
    await actions.run(create, { attempt })
    expect(new Set(keys()).size).toBe(1)
  })

  it('that is refused closes no former attempt, so the next one names it again', async () => {
    const attempt = createIdempotentAttempt()
    const { actions, sent, keys } = actionsOf([error('timeout'), error('refused'), done, done])
    for (const note of ['a', 'b'])
      await expect(actions.run({ ...create, note }, { attempt, quiet: true })).rejects.toThrow()
    for (const note of ['c', 'd']) await actions.run({ ...create, note }, { attempt })
    const [first] = keys()
    expect(sent.map(({ replaces }) => replaces)).toEqual([undefined, [first], [first], undefined])
  })

  it('that is refused because a former attempt has written is another intention next time', async () => {
    const attempt = createIdempotentAttempt()
    const { actions, sent } = actionsOf([error('timeout'), error('refused', 'attempt_already_written'), done])
    for (const note of ['a', 'b'])
      await expect(actions.run({ ...create, note }, { attempt, quiet: true })).rejects.toThrow()
    await actions.run({ ...create, note: 'b' }, { attempt })
    expect(sent.at(-1)!.replaces).toBeUndefined()
  })

  it('names as many former attempts as the server takes', async () => {
    const attempt = createIdempotentAttempt()
    const { actions, sent } = actionsOf([...Array.from({ length: 22 }, () => error('timeout')), done])
    for (let note = 0; note < 22; note++)
      await expect(actions.run({ ...create, note: `${note}` }, { attempt, quiet: true })).rejects.toThrow()
    await actions.run(create, { attempt })
    expect(sent.at(-1)!.replaces).toHaveLength(20)
  })

  it('keeps its key where it is kept, also for the page after this one', async () => {
    let stored: Parameters<AttemptStore['write']>[0] = null
    const store: AttemptStore = {
      read: () => stored ?? [],
      write: (entries) => {
        stored = entries
      },
    }
    const { actions, keys } = actionsOf([error('timeout'), done])
    const run = () => actions.run(order, { attempt: createIdempotentAttempt(store), quiet: true })
    await expect(run()).rejects.toThrow()
    await run()
    expect([keys()[1], stored]).toEqual([keys()[0], null])
  })

  it.each(['refused', 'forbidden'] as const)(
    'that was refused is another intention next time, says so once, and shows the record anew (%s)',
    async (kind) => {
      const attempt = createIdempotentAttempt()
      const { actions, keys, said, changes } = actionsOf([error(kind), done])
      await expect(actions.run(order, { attempt })).rejects.toThrow('不行')
      await actions.run(order, { attempt })
      expect(keys()[0]).not.toBe(keys()[1])
      expect(said).toEqual(['warning: 不行', 'success: 已完成'])
      expect(changes()).toBe(2)
    },
  )

  it('that its form shows is not told as well', async () => {
    const { actions, said } = actionsOf([error('refused')])
    await expect(actions.run(order, { quiet: true })).rejects.toThrow()
    expect(said).toEqual([])
  })
})

describe('a batch', () => {
  it('goes in parts of 200, each with a key of its own, and adds up', async () => {
    const records = Array.from({ length: 450 }, (_, at) => ({ id: at + 1, version: 1 }))
    const { actions, sent, keys, said } = actionsOf([
      { done: 200, refused: [] },
      { done: 199, refused: [{ id: 9, label: 'a', key: 'k', message: 'b' }] },
      { done: 50, refused: [] },
    ])
    const steps: number[] = []
    const answer = await actions.batch(
      { entity: 'thing', transition: 'go', records },
      { progress: (so) => steps.push(so) },
    )
    expect(answer).toEqual({ done: 449, refused: [{ id: 9, label: 'a', key: 'k', message: 'b' }] })
    expect(sent.map((body) => (body.records as unknown[]).length)).toEqual([200, 200, 50])
    expect(new Set(keys()).size).toBe(3)
    expect([steps, said]).toEqual([[200, 400, 450], ['warning: 完成 449 条，1 条未执行']])
  })

  it('that breaks off keeps the keys of all its parts, so that none is written twice', async () => {
    const attempt = createIdempotentAttempt()
    const records = Array.from({ length: 450 }, (_, at) => ({ id: at + 1, version: 1 }))
    const part = { done: 200, refused: [] }
    const { actions, keys, named } = actionsOf([part, error('broken'), part, part, { ...part, done: 50 }])
    const all = { entity: 'thing', transition: 'go', records }
    await expect(actions.batch(all, { attempt, quiet: true })).rejects.toThrow()
    // What it has written is drawn, and its events are heard.
    expect(named).toEqual([false])
    expect((await actions.batch(all, { attempt })).done).toBe(450)
    const [first, second, ...again] = keys()
    expect(again.slice(0, 2)).toEqual([first, second])
  })

  it('that the server was too busy to finish shows what it has written, and goes on under its key', async () => {
    const attempt = createIdempotentAttempt()
    const { actions, keys, named, said } = actionsOf([error('busy'), { done: 2, refused: [] }])
    const request = { entity: 'thing', transition: 'go', records: numbered(2) }
    await expect(actions.batch(request, { attempt })).rejects.toThrow()
    expect([named, said]).toEqual([[false], ['warning: 不行']])
    await actions.batch(request, { attempt })
    expect(keys()[1]).toBe(keys()[0])
  })

  it('that the server ended tells what it has done, and takes that back', async () => {
    const attempt = createIdempotentAttempt()
    const data = { ...undoable('r1', 'r2'), refused: [{ id: 3, label: 'a', key: 'k', message: 'b' }] }
    const ended = new CallError({ kind: 'busy', serverText: '忙', data }, words)
    const undone = { done: 2, refused: [] }
    const { actions, keys, sent, said, undos } = actionsOf([ended, ended, undone])
    const request = { entity: 'thing', transition: 'go', records: numbered(5) }
    const steps: number[] = []
    const options = { attempt, quiet: true, progress: (so: number) => steps.push(so) }
    for (const _ of [1, 2]) await expect(actions.batch(request, options)).rejects.toThrow('忙')
    expect(steps).toEqual([3, 3])
    expect(said).toEqual(['warning: 中断前已执行 2 条', 'warning: 中断前已执行 2 条'])
    undos[1]!.follow()
    await expect.poll(() => said.at(-1)).toBe('info: 已撤销 2 条')
    expect(sent[2]).toEqual({ runs: ['r2', 'r1'] })
    expect(keys()[1]).toBe(keys()[0])
  })

  const numbered = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at + 1, version: 1 }))
  const undoable = (...runs: string[]) => ({ done: runs.length, refused: [], undo: { runs, seconds: 30 } })

  it('offers to take all back, the latest first, tells what was not and why, and reads everything again', async () => {
    const gone = { id: 1, label: '沈明辉', key: 'undo_changed_since', message: '之后又被修改' }
    const more = Array.from({ length: 4 }, (_, at) => ({ ...gone, label: `客户 ${at}` }))
    const undone = [
      { done: 199, refused: [gone] },
      { done: 3, refused: more },
    ]
    const names = Array.from({ length: 207 }, (_, at) => `r${at}`)
    const answers = [undoable(...names.slice(0, 200)), undoable(...names.slice(200)), ...undone]
    const { actions, sent, said, undos, changes } = actionsOf(answers)
    await actions.batch({ entity: 'thing', transition: 'go', records: numbered(207) })
    expect(undos[0]).toMatchObject({ text: '撤销' })
    expect(undos[0]!.seconds).toBeGreaterThan(25)
    undos[0]!.follow()
    await expect.poll(changes).toBe(2)
    const latestFirst = [...names].reverse()
    expect(sent.slice(2)).toEqual([{ runs: latestFirst.slice(0, 200) }, { runs: latestFirst.slice(200) }])
    const named = ['沈明辉', '客户 0', '客户 1'].map((name) => `${name}：之后又被修改`).join('、')
    expect(said).toEqual(['success: 已完成 207 条', `warning: 已撤销 202 条，5 条未撤销（${named}、另有 2 条）`])
  })

  it('that did something which cannot be taken back offers nothing, one that did nothing more does', async () => {
    const refused = [{ id: 9, label: 'a', key: 'k', message: 'b' }]
    const outcomes = [
      ...[undoable('r1'), { done: 1, refused: [] }],
      ...[undoable('r1'), { done: 0, refused }, { done: 1, refused: [] }],
    ]
    const { actions, said, undos, changes } = actionsOf(outcomes)
    for (const _ of [1, 2]) await actions.batch({ entity: 'thing', transition: 'go', records: numbered(201) })
    expect(undos.map((undo) => undo !== undefined)).toEqual([false, true])
    undos[1]!.follow()
    await expect.poll(changes).toBe(3)
    expect(said.slice(1)).toEqual(['warning: 完成 1 条，1 条未执行', 'info: 已撤销 1 条'])
  })

  it('that took nearly all the time in which it can be taken back does not offer it', async () => {
    const { actions, undos } = actionsOf([{ ...undoable('r1'), undo: { runs: ['r1'], seconds: 4 } }])
    await actions.batch({ entity: 'thing', transition: 'go', records: numbered(1) })
    expect(undos).toEqual([undefined])
  })
})

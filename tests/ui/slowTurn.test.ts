// Proves that a dialog opens and a record appears although the answer about whose turn it is
// comes late, and that it is filled in.
import { expect, it, vi } from 'vitest'
import type { Reply } from '../../src/protocol/transport'
import { turnWaitMs, useElapsed } from '../../src/ui/controls/hooks/useElapsed'
import { RecordBody } from '../../src/ui/screens/record/RecordBody'
import { RecordView } from '../../src/ui/screens/record/RecordView'
import { useActionData } from '../../src/ui/form/dialogs/useActionData'
import { compiledBindery } from '../manifest/sources'
import { signedIn } from './drawnPage'
import { createFixture, envelope } from './fixture'
import { liveHook } from './liveHook'

it('a dialog waits for whose turn it is for a moment, and then opens without', async () => {
  const app = compiledBindery()
  const fixture = createFixture(app, 1)
  const answer = { revision: '', entities: app.entities, dictionaries: app.dictionaries, settings: {} }
  const [record] = fixture.recordsOf('reader')
  const runtime = await signedIn(fixture)
  let reply: (answer: Reply) => void = () => undefined
  fixture.once('/api/turn', () => new Promise<Reply>((resolve) => (reply = resolve)))
  const began = performance.now()
  const { last, end } = await liveHook(runtime, () =>
    useActionData({ action: { entity: 'reader', transition: 'edit' }, record, answer }),
  )
  await vi.waitFor(() => expect(fixture.calls.map(({ path }) => path)).toContain('/api/turn'))
  expect(last().isReady).toBe(false)
  await vi.waitFor(() => expect(last().isReady).toBe(true), { timeout: 5_000, interval: 5 })
  expect(performance.now() - began).toBeGreaterThan(250)
  expect(last().refusal).toBeUndefined()
  reply(envelope({ steps: [], refused: [{ transition: 'edit', message: 'Not now.' }] }))
  await vi.waitFor(() => expect(last().refusal).toBe('Not now.'))
  expect(last().isReady).toBe(true)
  end()
})

it('a record waits for whose turn it is for a moment after it was read, and then appears without', async () => {
  const app = compiledBindery()
  const fixture = createFixture(app, 1)
  const entity = Object.values(app.entities).find(({ states }) => Object.keys(states).length > 0)!
  const record = fixture.recordsOf(entity.name)[0]!
  const runtime = await signedIn(fixture)
  let read: (answer: Reply) => void = () => undefined
  let reply: (answer: Reply) => void = () => undefined
  fixture.once('/api/turn', () => new Promise<Reply>((resolve) => (reply = resolve)))
  fixture.once('/api/record', () => new Promise<Reply>((resolve) => (read = resolve)))
  const opened = { record: { entity: entity.name, id: record.id }, open: () => undefined, close: () => undefined }
  const { last, end } = await liveHook(runtime, () => ({
    hasWaited: useElapsed(turnWaitMs + 50),
    drawn: RecordView({ ...opened, wide: true }),
  }))
  await vi.waitFor(() => expect(fixture.calls.map(({ path }) => path)).toContain('/api/turn'))
  // The time of reading does not count.
  await vi.waitFor(() => expect(last().hasWaited).toBe(true), { timeout: 5_000, interval: 5 })
  const began = performance.now()
  read(envelope({ record, related: [] }))
  await vi.waitFor(() => expect(last().drawn.type).toBe(RecordBody), { timeout: 5_000, interval: 5 })
  expect(performance.now() - began).toBeGreaterThan(250)
  expect(last().drawn.props.turn).toBeUndefined()
  reply(envelope({ steps: [], refused: [{ transition: 'edit', message: 'Not now.' }] }))
  await vi.waitFor(() => expect(last().drawn.props.turn?.refused).toHaveLength(1))
  end()
})

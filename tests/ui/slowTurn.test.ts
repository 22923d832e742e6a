// Proves that a dialog opens although the answer about whose turn a record is comes late,
// and fills it in.
import { expect, it, vi } from 'vitest'
import type { Reply } from '../../src/protocol/transport'
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

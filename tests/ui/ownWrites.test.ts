// Proves that a write of the page, which a live event announces too, is followed by one read.
import { useQueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { createIdempotentAttempt } from '../../src/client/data/idempotentAttempt'
import { entitiesChanged, useList } from '../../src/client/data/queries'
import { writeHeader } from '../../src/protocol/liveEvents'
import { useMessagePanel } from '../../src/ui/layout/bars/messages/useMessagePanel'
import { useNoteActions } from '../../src/ui/screens/record/notes/useNoteActions'
import { useRecordOpened } from '../../src/ui/screens/record/useRecordOpened'
import { compiledBindery } from '../manifest/sources'
import { signedIn } from './drawnPage'
import { createFixture, envelope } from './fixture'
import { liveHook } from './liveHook'

const app = compiledBindery()

it.each([
  ['a note', '/api/notes/write'],
  ['the step that a record takes when it is opened', '/api/run'],
  ['a message that was read', '/api/run'],
])('%s', async (what, path) => {
  const fixture = createFixture(app, 1)
  const screen = Object.values(app.screens).find(({ kind }) => kind === 'list')!
  const entity = screen.entity!
  const [record] = fixture.recordsOf(entity)
  const runtime = await signedIn(fixture)
  let name: string | undefined
  fixture.once(path, ({ headers }) => {
    name = headers[writeHeader]
    return envelope({ id: record!.id, version: 2 })
  })
  const onOpen = { entity, transition: 'edit', reference: 'id' }
  const opened = what.includes('opened') ? onOpen : undefined
  const { last, end } = await liveHook(runtime, () => {
    const records = useQueryClient()
    const list = useList({ screen: screen.path, size: 7 }, [entity])
    const notes = useNoteActions(entity, record!.id)
    const panel = useMessagePanel()
    useRecordOpened(list.data && opened, record!)
    return { records, list, notes, panel }
  })
  const reads = () => fixture.calls.filter(({ body }) => (body as { size?: number } | null)?.size === 7).length
  await vi.waitFor(() => expect(last().list.data).toBeDefined())
  if (what.includes('note')) await last().notes.write({ text: 'Hello.' }, createIdempotentAttempt())
  if (what.includes('message')) await last().panel.mark(record!)
  await vi.waitFor(() => expect(reads()).toBe(2))
  expect(name).toBeTruthy()
  const announced = [{ entities: [entity], write: name! }]
  await entitiesChanged(last().records, announced)
  expect(reads()).toBe(2)
  await entitiesChanged(last().records, announced)
  expect(reads()).toBe(3)
  end()
})

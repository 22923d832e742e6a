// Proves that an unsent note returns with its record.
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { draftKey } from '../../src/ui/form/model/draft'
import { NoteComposer } from '../../src/ui/screens/record/notes/NoteComposer'
import { useNoteDraft } from '../../src/ui/screens/record/notes/useNoteDraft'
import { compiledBindery } from '../manifest/sources'
import { drawOn, signedIn } from './drawnPage'
import { createFixture } from './fixture'

const actions = { write: () => Promise.resolve(true), people: () => Promise.resolve([]) }
const key = draftKey(7, 'notes', 'reader.5')

it('with its text, for this record only', async () => {
  const runtime = await signedIn(createFixture(compiledBindery(), 1))
  const draw = (subject: string) => drawOn(runtime, () => createElement(NoteComposer, { subject, actions }))
  runtime.drafts.setItem(key, JSON.stringify({ values: { text: 'half a sentence', files: [] }, touched: ['text'] }))
  expect(draw('reader.5')).toContain('half a sentence')
  expect(draw('reader.6')).not.toContain('half a sentence')
})

it('as it was written last, until it is emptied', async () => {
  const runtime = await signedIn(createFixture(compiledBindery(), 1))
  let draft: ReturnType<typeof useNoteDraft>
  drawOn(runtime, () => {
    draft = useNoteDraft('reader.5', undefined)
    return null
  })
  draft!.keep({ text: 'half', files: [] })
  await expect.poll(() => runtime.drafts.getItem(key)).toContain('half')
  draft!.keep({ text: '', files: [] })
  expect(runtime.drafts.getItem(key)).toBeNull()
})

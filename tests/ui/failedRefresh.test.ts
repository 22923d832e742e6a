// Proves that open content stays when it cannot be read again in the background.
import { QueryClient } from '@tanstack/react-query'
import { createElement, useState } from 'react'
import { expect, it } from 'vitest'
import { useActionData } from '../../src/ui/form/dialogs/useActionData'
import { RecordView } from '../../src/ui/screens/record/RecordView'
import { compiledBindery } from '../manifest/sources'
import { drawOn, signedIn } from './drawnPage'
import { createFixture } from './fixture'

const app = compiledBindery()
const answer = { revision: '', entities: app.entities, dictionaries: app.dictionaries, settings: {} }
const fixture = createFixture(app, 1)
const [record] = fixture.recordsOf('reader')

/** Reads that have answered, and how the next of one fails. */
function readsOf(answers: Readonly<Record<string, unknown>>) {
  const client = new QueryClient()
  const ofRecord = { entity: 'reader', id: record!.id }
  const bodies: Record<string, object> = { '/api/record': ofRecord, '/api/turn': ofRecord }
  const keyOf = (path: string) => [path, bodies[path] ?? { entity: 'reader' }, 'zh']
  for (const [path, data] of Object.entries(answers))
    client.setQueryData(keyOf(path), data, { updatedAt: Date.now() + 60_000 })
  const fail = (path: string) =>
    client
      .getQueryCache()
      .find({ queryKey: keyOf(path) })!
      .setState({ status: 'error', error: new Error('The server is not there.') })
  return { client, fail }
}

it('a form', async () => {
  const { client, fail } = readsOf({ '/api/record': { record, related: [] }, '/api/turn': {} })
  let data: ReturnType<typeof useActionData>
  const Dialog = () => {
    const [refreshed, setRefreshed] = useState(false)
    data = useActionData({ action: { entity: 'reader', transition: 'edit' }, record, partial: true, answer })
    if (refreshed) return null
    expect(data).toMatchObject({ isReady: false, failure: null })
    fail('/api/record')
    setRefreshed(true)
    return null
  }
  drawOn(await signedIn(fixture), Dialog, client)
  expect(data!).toMatchObject({ isReady: true, failure: null })
})

it('a record, whose dialogs would be gone with it', async () => {
  const { client, fail } = readsOf({ '/api/entity': answer })
  fail('/api/entity')
  const markup = drawOn(
    await signedIn(fixture),
    () =>
      createElement(RecordView, {
        record: { entity: 'reader', id: record!.id },
        open: () => undefined,
        close: () => undefined,
        wide: false,
      }),
    client,
  )
  expect(markup).toContain('record-waiting')
})

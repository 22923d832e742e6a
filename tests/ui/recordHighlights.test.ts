// Proves which of its highlighted values the page of a record shows.
import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { RecordData } from '../../src/protocol/calls'
import { RecordHighlights } from '../../src/ui/screens/record/sections/RecordHighlights'
import { useRenderContext } from '../../src/ui/values/renderContext'
import { compiledBindery } from '../manifest/sources'
import { drawOn, signedIn } from './drawnPage'
import { createFixture } from './fixture'

const app = compiledBindery()
const parcel = app.entities.parcel!
const entity = { ...parcel, detail: { ...parcel.detail, highlightFields: ['pieces', 'damagedPieces'] } }
const answer = { entities: app.entities, dictionaries: app.dictionaries, settings: {}, revision: '' }

it('a count of zero is shown, an empty value is not', async () => {
  const runtime = await signedIn(createFixture(app, 1), 'en')
  const drawnWith = (values: RecordData['values']) =>
    drawOn(runtime, () =>
      createElement(RecordHighlights, {
        entity,
        record: { id: 1, label: 'P1', version: 1, can: [], values },
        context: useRenderContext(answer),
      }),
    )
  const titlesIn = (markup: string) => [...markup.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, title]) => title)
  expect(titlesIn(drawnWith({ pieces: 3, damagedPieces: 0 }))).toEqual(['Pieces', 'Damaged'])
  expect(titlesIn(drawnWith({ pieces: 0, damagedPieces: null }))).toEqual(['Pieces'])
  expect(drawnWith({ pieces: null, damagedPieces: null })).toBe('')
})

// Proves that a decision over files that are not there names them as missing.
import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { RecordData } from '../../src/protocol/calls'
import { RecordSummary } from '../../src/ui/form/dialogs/RecordSummary'
import { compiledBindery } from '../manifest/sources'
import { formTexts } from '../pageTexts'
import { drawOn, signedIn } from './drawnPage'
import { createFixture } from './fixture'

const app = compiledBindery()
const entity = app.entities.repair!
const { finish } = entity.transitions
const photos = { field: 'photos', input: false, required: false, readOnly: true, wide: true }
const transition = { ...finish!, form: [...finish!.form, photos] }

it('the files that a form only shows are named where there are none', async () => {
  const runtime = await signedIn(createFixture(app, 1))
  const drawnWith = (values: RecordData['values']) =>
    drawOn(runtime, () =>
      createElement(RecordSummary, {
        entity,
        transition,
        record: { id: 1, label: 'XD1', version: 1, can: [], values },
        answer: { entities: app.entities, dictionaries: app.dictionaries, settings: {}, revision: '' },
      }),
    )
  const missing = formTexts.noFiles.zh
  expect(drawnWith({ photos: [] })).toContain(missing)
  expect(drawnWith({ photos: [{ id: 4, name: 'cover.png', size: 9, type: 'image/png' }] })).not.toContain(missing)
  // A row of a list that does not carry the field tells nothing of it.
  expect(drawnWith({})).not.toContain(missing)
})

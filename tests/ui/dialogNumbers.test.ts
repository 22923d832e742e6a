// Proves that a number in a dialog opens its list in a page of its own, not behind the dialog.
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { BatchRecords } from '../../src/ui/form/dialogs/batch/BatchRecords'
import { RecordSummary } from '../../src/ui/form/dialogs/RecordSummary'
import { compiledBindery } from '../manifest/sources'
import { drawOn, signedIn } from './drawnPage'
import { createFixture } from './fixture'

const app = compiledBindery()
const { path, columns } = Object.values(app.screens).find((screen) => screen.entity === 'repair')!
const drillDown = path
const { fields, ...rest } = app.entities.repair!
const entity = { ...rest, fields: { ...fields, received: { ...fields.received!, drillDown } } }
const answer = { entities: { repair: entity }, dictionaries: app.dictionaries, settings: {}, revision: '' }
const record = { id: 7, label: 'XD7', version: 1, can: [], values: { listAmount: '80.00', received: '30.00' } }
const link = /<a [^>]*repair\.received\.7[^>]*>/

it('the list of a number opens beside the dialog of a transition', async () => {
  const runtime = await signedIn(createFixture(app, 1))
  const props = { entity, transition: entity.transitions.finish!, record, answer }
  const text = drawOn(runtime, () => createElement(RecordSummary, props))
  expect(link.exec(text)?.[0]).toContain('target="_blank"')
})

it('the list of a number opens beside the dialog of a batch', async () => {
  const runtime = await signedIn(createFixture(app, 1))
  const received = columns.filter(({ field }) => field === 'received').map((column) => ({ ...column, drillDown }))
  const props = { entity, records: [record], columns: received, answer }
  const text = drawOn(runtime, () => createElement(BatchRecords, props))
  expect(link.exec(text)?.[0]).toContain('target="_blank"')
})

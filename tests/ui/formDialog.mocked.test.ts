// Proves that a form names the record as it was loaded last, after another user has changed it.
import { createElement, Fragment, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { FormDialog } from '../../src/ui/form/dialogs/FormDialog'
import type { FormSession } from '../../src/ui/form/model/useFormModel'
import { compiledBindery } from '../manifest/sources'
import { drawOn, signedIn } from './drawnPage'
import { createFixture } from './fixture'

const drawn = vi.hoisted(() => ({}) as { form: FormSession })
vi.mock('../../src/ui/controls/dialogs/DraggableDialog', () => ({
  DraggableDialog: ({ title, children }: { title: ReactNode; children: ReactNode }) =>
    createElement(Fragment, null, title, children),
}))
vi.mock('../../src/ui/controls/hooks/useMedia', () => ({ useMedia: () => false, useNarrow: () => false }))
vi.mock('../../src/ui/form/model/useFormModel', async (original) => {
  const { useFormModel } = await original<typeof import('../../src/ui/form/model/useFormModel')>()
  return { useFormModel: (request: Parameters<typeof useFormModel>[0]) => (drawn.form ??= useFormModel(request)) }
})

it('names the record that it has loaded', async () => {
  const app = compiledBindery()
  const entity = app.entities.reader!
  const transition = entity.transitions.edit!
  const fixture = createFixture(app, 1)
  const runtime = await signedIn(fixture)
  const [record] = fixture.recordsOf('reader')
  const answer = { revision: '', entities: app.entities, dictionaries: app.dictionaries, settings: {} }
  const props = { entity, transition, answer, title: '', record: record!, onClose: () => undefined }
  const draw = () => drawOn(runtime, () => createElement(FormDialog, props))
  expect(draw()).toContain(record!.label)
  drawn.form.model.renew({ ...record!, version: record!.version + 1, label: 'renamed meanwhile' })
  expect(draw()).toContain('renamed meanwhile')
})

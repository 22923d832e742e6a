// Proves that the input for several records applies to these only, and is not discarded without a
// question.
import { createElement, Fragment, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import type { Runtime } from '../../src/client/context/clientContext'
import { draftKey } from '../../src/ui/form/model/draft'
import type { FormSession } from '../../src/ui/form/model/useFormModel'
import { BatchDialog } from '../../src/ui/form/dialogs/batch/BatchDialog'
import { compiledBindery } from '../manifest/sources'
import { drawOn, signedIn } from './drawnPage'
import { createFixture } from './fixture'

const drawn = vi.hoisted(() => ({}) as { close: () => void; form: FormSession })
vi.mock('../../src/ui/controls/dialogs/DraggableDialog', () => ({
  DraggableDialog: ({ children, onClose }: { children: ReactNode; onClose: () => void }) => {
    drawn.close = onClose
    return createElement(Fragment, null, children)
  },
}))
vi.mock('../../src/ui/form/model/useFormModel', async (original) => {
  const { useFormModel } = await original<typeof import('../../src/ui/form/model/useFormModel')>()
  return { useFormModel: (request: Parameters<typeof useFormModel>[0]) => (drawn.form = useFormModel(request)) }
})

const app = compiledBindery()
const entity = app.entities.reader!
const transition = {
  ...entity.transitions.edit!,
  form: entity.transitions.edit!.form.filter(({ field }) => field === 'remark'),
}
const answer = {
  revision: '',
  entities: { reader: { ...entity, transitions: { ...entity.transitions, edit: transition } } },
  dictionaries: app.dictionaries,
  settings: {},
}

const { columns } = Object.values(app.screens).find((screen) => screen.entity === 'reader')!

function draw(runtime: Runtime, onClose: () => void): string {
  const { recordsOf } = createFixture(app, 2)
  const props = { entity, transition, answer, title: '', records: recordsOf('reader'), columns, onClose }
  return drawOn(runtime, () => createElement(BatchDialog, props))
}

it('shows each record that was chosen, with the facts that the list has about it', async () => {
  const text = draw(await signedIn(createFixture(app, 2)), () => undefined)
  const records = createFixture(app, 2).recordsOf('reader')
  const facts = entity.facts.filter((fact) => columns.some(({ field }) => field === fact))
  expect(facts).not.toEqual([])
  for (const { label, values } of records)
    for (const part of [label, ...facts.map((fact) => String(values[fact]))]) expect(text).toContain(part)
})

it('a form for several records begins without what was filled in for others', async () => {
  const runtime = await signedIn(createFixture(app, 2))
  const draft = { values: { remark: 'for others' }, touched: ['remark'] }
  runtime.drafts.setItem(draftKey(7, '/', 'reader.edit'), JSON.stringify(draft))
  expect(draw(runtime, () => undefined)).not.toContain('for others')
})

it('and is not closed without a question once it is filled in', async () => {
  const runtime = await signedIn(createFixture(app, 2))
  const ask = vi.spyOn(runtime.notifications, 'confirm').mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  const close = vi.fn<() => void>()
  draw(runtime, close)
  await drawn.form.model.fieldOf('remark').onInput('for these')
  drawn.close()
  await expect.poll(() => ask.mock.calls.length).toBe(1)
  expect(close).not.toHaveBeenCalled()
  drawn.close()
  await expect.poll(() => close.mock.calls.length).toBe(1)
})

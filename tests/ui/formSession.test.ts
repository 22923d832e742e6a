// Proves that the content of a form reaches the server whatever happens to the page. Tests its
// hooks, without a browser.
import { expect, it } from 'vitest'
import { createElement, useState } from 'react'
import type { FileValue } from '../../src/protocol/calls'
import { InputContext, type InputContextValue } from '../../src/ui/inputs/base/inputContext'
import { useUploads } from '../../src/ui/inputs/files/useUploads'
import { useFormModel, type FormSession } from '../../src/ui/form/model/useFormModel'
import { useSubmission, type Submission } from '../../src/ui/form/view/submission/useSubmission'
import { useImports } from '../../src/client/data/imports'
import { useBatch } from '../../src/ui/form/dialogs/batch/useBatch'
import { compiledBindery } from '../manifest/sources'
import { drawOn, signedIn } from './drawnPage'
import { createFixture } from './fixture'

const app = compiledBindery()
const { reader } = app.entities
/** A change of readers that has a single input. */
const hand = {
  ...reader!.transitions.edit!,
  form: reader!.transitions
    .create!.form.filter(({ field }) => field === 'keeper')
    .map((ask) => ({ ...ask, default: undefined, optionsWhere: undefined })),
}
const entity = { ...reader!, transitions: { ...reader!.transitions, edit: hand } }
const answer = { revision: '', entities: { reader: entity }, dictionaries: app.dictionaries, settings: {} }

it('a batch waits for words that have not led to a value, and two presses are one', async () => {
  const fixture = createFixture(app, 2)
  const records = fixture.recordsOf('reader')
  let form: FormSession
  let batch: ReturnType<typeof useBatch>
  drawOn(await signedIn(fixture), () => {
    form = useFormModel({ entity: entity.name, transition: 'edit', answer })
    batch = useBatch({ entity, transition: hand, title: '', records, onClose: () => undefined }, form, {
      current: null,
    })
    return null
  })
  form!.inputContext.unsettled.add({
    settle: async () => {
      await form.model.fieldOf('keeper').onInput({ id: 9, label: 'Lin' })
      form.inputContext.unsettled.clear()
      return true
    },
    focus: () => undefined,
  })
  await Promise.all([batch!.run(), batch!.run()])
  const sent = fixture.calls.filter(({ path }) => path === '/api/batch')
  expect(sent.map(({ body }) => body)).toMatchObject([
    { dryRun: true, values: { keeper: 9 } },
    { values: { keeper: 9 } },
  ])
})

it('a batch clears the remark of an earlier decision, and leaves what each record has otherwise', async () => {
  const fixture = createFixture(app, 2)
  const records = fixture.recordsOf('reader')
  const form = hand.form.map((one) => ({ ...one, required: false }))
  const step = { ...hand, form, name: 'pass', from: ['active'], to: 'gone' }
  const sent = async (others: Partial<typeof entity.transitions>) => {
    const decided = { ...entity, transitions: { ...others, pass: step } }
    let batch: ReturnType<typeof useBatch>
    drawOn(await signedIn(fixture), () => {
      const session = useFormModel({
        entity: entity.name,
        transition: 'pass',
        answer: { ...answer, entities: { reader: decided } },
      })
      const given = { entity: decided, transition: step, title: '', records, onClose: () => undefined }
      batch = useBatch(given, session, { current: null })
      return null
    })
    await batch!.run()
    return fixture.calls.findLast(({ path }) => path === '/api/batch')!.body as { values: object }
  }
  expect((await sent({})).values).toEqual({ keeper: null })
  expect((await sent(entity.transitions)).values).toEqual({})
})

it('a form that is made again goes on with the record that it has loaded, and sends its version', async () => {
  const fixture = createFixture(app, 1)
  const [record] = fixture.recordsOf('reader')
  const colleague = { ...record!, version: 7, values: { keeper: { id: 9, label: 'Lin' } } }
  let form: FormSession
  let submission: Submission
  drawOn(await signedIn(fixture), () => {
    const [settings, setSettings] = useState(answer.settings)
    form = useFormModel({ entity: entity.name, transition: 'edit', answer: { ...answer, settings }, record })
    submission = useSubmission({ entity: entity.name, transition: 'edit', form, place: () => null })
    if (settings !== answer.settings) return null
    form.model.renew(colleague)
    setSettings({})
    return null
  })
  await submission!.submit()
  const sent = fixture.calls.filter(({ path }) => path === '/api/run')
  expect(sent.map(({ body }) => body)).toMatchObject([{ version: 7, values: { keeper: 9 } }])
})

it('a file that arrives after the form was made again is in it', async () => {
  const stored = { id: 'f1', name: 'a.png', size: 3, type: 'image/png' }
  let arrive: (file: FileValue) => void
  const upload = () => new Promise<FileValue>((resolve) => (arrive = resolve))
  const uploading: InputContextValue['uploading'] = new Map()
  const forms: FileValue[][] = [[], []]
  function Photos(): null {
    const [form, setForm] = useState(0)
    const field = app.entities.repair!.fields.photos!
    const { add } = useUploads({ field, value: forms[form]!, onChange: (files) => void (forms[form] = files ?? []) })
    if (form > 0) return null
    add([new File(['abc'], stored.name, { type: stored.type })])
    setForm(1)
    return null
  }
  const inputContext = { fileBytes: 10, uploading, upload } as Partial<InputContextValue> as InputContextValue
  drawOn(await signedIn(createFixture(app, 1)), () =>
    createElement(InputContext.Provider, { value: inputContext }, createElement(Photos)),
  )
  arrive!(stored)
  await expect.poll(() => uploading.size).toBe(0)
  expect(forms).toEqual([[], [stored]])
})

it('a form sent while a file is on its way waits for it; with a failed one it sends nothing', async () => {
  const send = async (end: (form: FormSession) => Promise<void> | 'failed') => {
    const fixture = createFixture(app, 1)
    const [record] = fixture.recordsOf('reader')
    let form: FormSession
    let submission: Submission
    drawOn(await signedIn(fixture), () => {
      form = useFormModel({ entity: entity.name, transition: 'edit', answer, record })
      submission = useSubmission({ entity: entity.name, transition: 'edit', form, place: () => null })
      return null
    })
    const { uploading } = form!.inputContext
    uploading.set(
      1,
      Promise.resolve().then(() => {
        const ended = end(form)
        if (ended === 'failed') uploading.set(1, ended)
        else return ended.then(() => void uploading.delete(1))
      }),
    )
    await submission!.submit()
    return fixture.calls.filter(({ path }) => path === '/api/run').map(({ body }) => body)
  }
  const arrive = async ({ model }: FormSession) => model.fieldOf('keeper').onInput({ id: 9, label: 'Lin' })
  expect(await send(arrive)).toMatchObject([{ values: { keeper: 9 } }])
  expect(await send(() => 'failed')).toEqual([])
})

it('what is sent and imported goes on in another language', async () => {
  const fixture = createFixture(app, 1)
  const runtime = await signedIn(fixture)
  let entry = fixture.entry
  const drawn: unknown[] = []
  const translated = Object.defineProperty({ ...runtime }, 'entry', { get: () => entry })
  drawOn(translated, () => {
    const [language, setLanguage] = useState('zh')
    drawn.push(useImports())
    entry = { ...entry, language: 'en' }
    if (language === 'zh') setLanguage('en')
    return null
  })
  expect(drawn).toHaveLength(2)
  expect(drawn[1]).toBe(drawn[0])
})

// Does what a form holds reach the server, whatever happens to the page meanwhile? Its hooks, without a browser.
import { expect, it } from 'vitest'
import { useFormModel, type FormSession } from '../../src/ui/form/model/useFormModel'
import { useBatch } from '../../src/ui/form/dialogs/useBatch'
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
    batch = useBatch({ entity, transition: hand, records, onClose: () => undefined }, form, { current: null })
    return null
  })
  form!.surroundings.unsettled.add({
    settle: async () => {
      await form.model.fieldOf('keeper').onInput({ id: 9, label: 'Lin' })
      form.surroundings.unsettled.clear()
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

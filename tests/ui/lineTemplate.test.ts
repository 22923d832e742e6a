// Proves that lines follow their template while they agree with it,
// and that a press lets others take its values again.
import { expect, it } from 'vitest'
import { observable } from '@formily/reactive'
import type { LineValue, RecordData } from '../../src/protocol/calls'
import { formApp, formOf, formRecord, typeInto } from './formOf'

const estimate = formApp.entities.estimate!
const { create } = estimate.transitions
/** The form of the creation, for a record that exists. */
const edit = { ...create!, creates: false, from: ['draft'] }
const listAmounts = new Map([[5, { listAmount: '0' }]])

/** The form of an estimate with these lines and a discount of 6, which the template makes 16 and 5. */
function editOf(extras: LineValue[], lists: ReadonlyMap<number, RecordData['values']> = listAmounts) {
  const extrasField = { ...estimate.fields.extras!, uniqueBy: ['name'] }
  const cells = { ...extrasField.fields, hint: { ...extrasField.fields!.name!, name: 'hint', required: false } }
  return formOf('estimate', 'create', {
    entity: { ...estimate, fields: { ...estimate.fields, extras: { ...extrasField, fields: cells } } },
    transition: edit,
    referenced: (_, id) => lists.get(id),
    record: formRecord({ repair: { id: 5, label: 'XD5' }, discount: '6.00', extras }),
  })
}
const templated: LineValue[] = [
  { name: 'Cover', cost: '16.0', hint: 'Leather' },
  { name: 'Gilding', cost: '5.00' },
]

it('lines of a record that are as the template gives them follow it, and keep what it does not give', async () => {
  const model = editOf(templated)
  await typeInto(model, 'discount', '8.00')
  expect(model.values().extras).toEqual([
    { name: 'Cover', cost: '18.00', hint: 'Leather' },
    { name: 'Gilding', cost: '5.00', hint: null },
  ])
  expect(model.refitted(model.outline.fields.find(({ name }) => name === 'extras')!)).toBeUndefined()
})

it('lines are compared with the template only once the records that decide it are read', async () => {
  const lists = observable(new Map<number, RecordData['values']>())
  const model = editOf(templated, lists)
  lists.set(5, { listAmount: '0' })
  await typeInto(model, 'discount', '8.00')
  expect(model.values().extras).toMatchObject([{ cost: '18.00' }, { cost: '5.00' }])
})

it('lines that differ stay, and a press takes over what the template gives now', async () => {
  const lines = [{ name: 'Cover', cost: '9.00', hint: 'Linen' }]
  const model = editOf(lines)
  await typeInto(model, 'discount', '4.00')
  expect(model.form.values.extras).toEqual(lines)
  const extras = model.outline.fields.find(({ name }) => name === 'extras')!
  const refitted = model.refitted(extras)
  expect(refitted).toEqual([{ name: 'Cover', cost: '14.00', hint: 'Linen' }])
  await typeInto(model, 'extras', refitted)
  expect(model.refitted(extras)).toBeUndefined()
  await typeInto(model, 'discount', '6.00')
  expect(model.form.values.extras).toEqual(refitted)
  expect(model.refitted(extras)).toHaveLength(2)
})

// Models of forms of the bindery: values are typed, referenced records are given.
import type { RecordData } from '../../src/protocol/calls'
import { createFormModel } from '../../src/ui/form/model/formModel'
import type { FormModelOptions } from '../../src/ui/form/model/formParts'
import { compiledBindery } from '../manifest/sources'
import { translatorOf } from '../pageTexts'

export const formApp = compiledBindery()
const words = translatorOf('en', formApp.product.languages)
const settings = Object.fromEntries(Object.values(formApp.settings).map((setting) => [setting.name, setting.value]))

/** The model of a form of the bindery. */
export function formOf(entity: string, transition: string, part: Partial<FormModelOptions> = {}) {
  return createFormModel({
    ...formApp,
    entity: formApp.entities[entity]!,
    transition: formApp.entities[entity]!.transitions[transition]!,
    translator: () => words,
    me: { id: { id: 7, label: 'Lin' }, branch: { id: 3, label: 'South' } },
    tenant: { id: { id: 1, label: 'J' } },
    settings,
    evaluationContext: { now: new Date('2025-03-07T02:00:00Z'), timezone: 'Asia/Shanghai', holds: () => true },
    referenced: () => undefined,
    ...part,
  })
}
export const typeInto = (model: ReturnType<typeof formOf>, name: string, value: unknown) =>
  model.fieldOf(name).onInput(value)
export const formRecord = (values: RecordData['values'], part: Partial<RecordData> = {}): RecordData => ({
  id: 9,
  version: 2,
  state: 'following',
  label: 'KH1',
  values,
  can: [],
  ...part,
})

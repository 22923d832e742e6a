// What does the page show of a form before anything is sent? Its model as the page makes it: what is visible, offered,
// required and suggested, over the record and the values that a person has entered.
import type { App } from '../../src/manifest/model/app'
import type { Transition } from '../../src/manifest/model/transition'
import type { RecordAnswer, RecordData } from '../../src/protocol/calls'
import type { Caller } from '../../src/server/context/context'
import { newLine } from '../../src/ui/inputs/lineModel/editLines'
import { createFormModel } from '../../src/ui/form/model/formModel'
import { offeredCodes } from '../../src/ui/form/model/offeredCodes'
import { translatorOf } from '../pageTexts'
import type { Teller } from '../story/teller'

export interface Look {
  readonly app: App
  readonly teller: Teller
  readonly role: string
  readonly caller: Caller
  readonly transition: Transition
  readonly record?: RecordData
  readonly values: Readonly<Record<string, unknown>>
}

const maxRounds = 3

/** Opens a form with values, and again when what it refers to was read. */
export async function lookAtForm(look: Look): Promise<void> {
  const { app, teller, role, caller, transition, record, values } = look
  const entity = app.entities[transition.entity]!
  const known = new Map<string, Readonly<Record<string, unknown>> | undefined>()
  const settings = Object.fromEntries(Object.values(app.settings).map((setting) => [setting.name, setting.value]))
  const words = translatorOf('zh', app.product.languages)
  for (let round = 0; round < maxRounds; round += 1) {
    const wanted = new Map<string, { entity: string; id: number }>()
    const model = createFormModel({
      entity,
      entities: app.entities,
      transition,
      settings,
      dictionaries: app.dictionaries,
      translator: () => words,
      me: { id: { id: Number(caller.me.id), label: '' } },
      tenant: { id: { id: Number(caller.tenant.id ?? 0), label: '' } },
      evaluationContext: { now: new Date(), timezone: app.product.timezone, holds: (code) => caller.codes.has(code) },
      referenced: (name, id) => {
        const key = `${name}:${id}`
        if (!known.has(key)) wanted.set(key, { entity: name, id })
        return known.get(key)
      },
      ...(record && { record }),
      draft: { values, touched: Object.keys(values) },
    })
    // What the inputs draw.
    for (const field of model.outline.fields) {
      model.required(field)
      for (const { value } of field.suggestions ?? []) model.formScope.rawValue(value, field.field)
      if (field.field.type === 'lines')
        newLine(field.field.fields ?? {}, model.formScope.read, model.formScope.evaluationContext)
      if (field.field.type === 'choice' && field.optionsWhere)
        offeredCodes(field.optionsWhere, app.dictionaries[field.field.dictionary ?? ''], model.formScope)
    }
    await model.check()
    if (wanted.size === 0) return
    for (const [key, subject] of wanted) {
      const { data, code } = await teller.call<RecordAnswer>(role, '/api/record', subject)
      known.set(
        key,
        code === 2000 ? { ...data.record.values, id: subject.id, state: data.record.state ?? null } : undefined,
      )
    }
  }
}

// Collects the choices of a column for its drop-down, if they are few.
import { transitionOf } from '../../../manifest/model/entity'
import { textIn } from '../../../manifest/model/text'
import { callerText, phrase } from '../../context/phrases'
import type { Field } from '../../../manifest/model/field'
import type { FormField } from '../../../manifest/model/transition'
import type { OptionsRequest, RefValue } from '../../../protocol/calls'
import { isLastingRefusal } from '../../../protocol/requestError'
import type { RequestContext } from '../contract/operation'
import { readOptions } from '../lists/references/options'
import { recordReferences } from './rows/recordNames'
import type { ExchangeScreen } from './sheetColumns'

/** The values that a cell may hold by its field alone. */
export function dictionaryChoices(context: RequestContext, field: Field): string[] | undefined {
  const { app, caller } = context
  if (field.type === 'boolean') return (['yes_cell', 'no_cell'] as const).map((key) => callerText(context, phrase(key)))
  if (field.type !== 'choice') return undefined
  return app.dictionaries[field.dictionary ?? '']?.items
    .filter(({ retired }) => !retired)
    .map(({ title }) => textIn(title, caller.language))
}

/** undefined: anything, or too many for a drop-down. */
export async function cellChoices(
  context: RequestContext,
  { entity, create }: Pick<ExchangeScreen, 'entity' | 'create'>,
  field: Field,
  formField: FormField | undefined,
): Promise<string[] | undefined> {
  if (field.type !== 'ref') return dictionaryChoices(context, field)
  if (!formField || create === undefined) return undefined
  const offered = transitionOf(entity, create).form.some((item) => item.field === field.name)
  if (!offered) return undefined
  return referenceChoices(context, { entity: entity.name, transition: create, field: field.name }, field)
}

/** The labels of a reference; undefined if the form offers none yet, or too many for a drop-down. */
export async function referenceChoices(
  context: RequestContext,
  request: OptionsRequest,
  field: Field,
): Promise<string[] | undefined> {
  // Options that depend on rights or on another choice get no drop-down; the row is validated all the same.
  const answer = await readOptions(context, request).catch((error: unknown) => {
    if (isLastingRefusal(error)) return undefined
    throw error
  })
  if (!answer || answer.more || answer.options.length === 0) return undefined
  const references = await recordReferences(
    context,
    [{ field }],
    answer.options.map((value) => ({ values: { [field.name]: value } })),
  )
  return answer.options.map((option) => (references(field, option) as RefValue).label)
}

// Resolves the exchange of a list:
// the transitions of rows, how they are taken back, and the key of a row.
import { fieldsInstead, isStoredAs, reportWrongField } from '../../context/fittingFields'
import type { Screen } from '../../model/screen'
import type { Field, FieldType } from '../../model/field'
import type * as language from '../../language/generated'
import { findField } from '../../context/lookup'
import {
  childLocation,
  indexed,
  reportProblem,
  type EntityDraft,
  type ManifestLocation,
  type TransitionDraft,
} from '../../context/compileContext'
import { ownTransition } from '../../context/transitionLookups'
import { fitsCell } from '../../fieldTypes/parseInput'
import { formValues, neverOffered } from './actions'

const keyTypes: readonly FieldType[] = ['string', 'mobile', 'int']

export function resolveExchange(
  location: ManifestLocation,
  written: language.Exchange,
  { entity, screen }: { readonly entity: EntityDraft; readonly screen: Screen },
): NonNullable<Screen['exchange']> {
  const { update, key } = written
  const creating = transitionNamed(childLocation(location, 'create'), written.create)
  const create = creating?.name
  if (create === undefined && update === undefined)
    reportProblem(location, 'missing-part', { thing: 'An exchange', key: 'create' })
  const action = screen.actions.find((item) => item.entity === entity.name && item.transition === create)
  const values = { ...action?.values, ...valuesOfCreate(location, written, entity) }
  if (create !== undefined) checkTransition(creating!.location, entity, { name: create, values })
  if (update !== undefined) checkTransition(childLocation(location, 'update'), entity, { name: update })
  const offered = new Set([...screen.columns, ...screen.filters].map(({ field }) => field))
  for (const [index, name] of indexed(key)) {
    const keyLocation = childLocation(location, 'key', index)
    const field = findField(keyLocation, entity, name)
    const isKey = (other: Field): boolean => isStoredAs(...keyTypes)(other) && offered.has(other.name)
    if (field !== undefined && !isKey(field))
      reportWrongField(keyLocation, {
        name,
        expected: 'a stored text or whole number among the columns or filters of the screen',
        fits: fieldsInstead('', entity.fields, isKey),
      })
  }
  if (written.lines !== undefined) checkExchangedLines(location, written, { entity, name: written.lines })
  const voiding = written.void === undefined ? undefined : resolveVoid(location, written, { create, entity })
  return {
    ...(create !== undefined && { create }),
    ...(update !== undefined && { update }),
    ...(voiding !== undefined && { void: voiding }),
    ...(written.lines !== undefined && { lines: written.lines }),
    key,
    values,
    messages: written.messages ?? 'summary',
    webhooks: written.webhooks ?? 'summary',
  }
}

/** A transition is written by its name, or as an object that gives it values. */
function transitionNamed(
  location: ManifestLocation,
  written: string | { readonly transition: string } | undefined,
): { readonly name: string; readonly location: ManifestLocation } | undefined {
  if (typeof written !== 'object') return written === undefined ? undefined : { name: written, location }
  return { name: written.transition, location: childLocation(location, 'transition') }
}

function valuesOfCreate(
  location: ManifestLocation,
  { create }: language.Exchange,
  entity: EntityDraft,
): NonNullable<Screen['exchange']>['values'] {
  if (typeof create !== 'object') return {}
  const transition = entity.transitions[create.transition]
  if (transition === undefined) return {}
  const valuesLocation = childLocation(childLocation(location, 'create'), 'values')
  return formValues(valuesLocation, { entity, transition }, create.values, location.context.base)
}

function resolveVoid(
  location: ManifestLocation,
  { void: written }: language.Exchange,
  { create, entity }: { readonly create: string | undefined; readonly entity: EntityDraft },
): NonNullable<Screen['exchange']>['void'] {
  const voidLocation = childLocation(location, 'void')
  const { name, location: nameLocation } = transitionNamed(voidLocation, written)!
  const transition = ownTransition(nameLocation, entity, name)
  if (transition === undefined) return undefined
  const creating = create === undefined ? undefined : entity.transitions[create]
  if (create === undefined)
    reportProblem(
      voidLocation,
      'ineffective-key',
      { key: 'void', where: 'on an exchange without `create`' },
      { key: true },
    )
  const why = whyNoVoid(entity, transition, creating)
  if (why !== undefined) reportProblem(nameLocation, 'wrong-transition', { name: transition.name, why })
  const { context } = location
  const values = formValues(
    childLocation(voidLocation, 'values'),
    { entity, transition },
    typeof written === 'object' ? written.values : undefined,
    context.base,
  )
  const missing = transition.form.find(
    ({ field, input, required, default: preset }) =>
      required && preset === undefined && !Object.hasOwn(values, field) && !(!input && isCreatedWith(creating, field)),
  )
  if (missing !== undefined && why === undefined)
    reportProblem(
      nameLocation,
      'wrong-transition',
      { name: transition.name, why: `it requires "${missing.field}", which is not entered there` },
      { hint: `Give it: { "transition": "${transition.name}", "values": { "${missing.field}": … } }.` },
    )
  return { transition: transition.name, values }
}

/** Why a transition cannot void a record that another one has just created. */
function whyNoVoid(
  entity: EntityDraft,
  transition: TransitionDraft,
  creating: TransitionDraft | undefined,
): string | undefined {
  if (transition.creates) return 'it creates a record'
  const state = creating?.creates ? creating.to : undefined
  if (state !== undefined && !transition.from.includes(state))
    return `"${creating!.name}" leaves a record in "${state}", and it runs from ${transition.from.join(', ')}`
  return neverOffered(entity, transition, { row: entity })
}

const isCreatedWith = (creating: TransitionDraft | undefined, name: string): boolean =>
  creating?.form.some(({ field, input, required }) => field === name && !input && required) === true

/** Each row is a line of a record: its fields are those of the form of `update`, and some of them identify the line. */
function checkExchangedLines(
  location: ManifestLocation,
  written: language.Exchange,
  { entity, name }: { readonly entity: EntityDraft; readonly name: string },
): void {
  const linesLocation = childLocation(location, 'lines')
  const field = findField(linesLocation, entity, name)
  if (field === undefined) return
  if (written.update === undefined) reportProblem(location, 'missing-part', { thing: 'An exchange', key: 'update' })
  if (written.create !== undefined)
    reportProblem(
      childLocation(location, 'create'),
      'ineffective-key',
      { key: 'create', where: 'on an exchange of lines' },
      { key: true },
    )
  const formField = entity.transitions[written.update ?? '']?.form.find((item) => item.field === field.name)
  const isKey = (key: string) => {
    const cell = field.fields?.[key]
    return cell !== undefined && fitsCell(cell) && !formField?.omitFields?.includes(key)
  }
  const keys = field.uniqueBy ?? []
  if (field.type !== 'lines' || keys.length === 0 || !keys.every(isKey))
    reportProblem(linesLocation, 'wrong-field', {
      name: field.name,
      expected: 'lines with `uniqueBy` that cells of the form can hold',
    })
  else if (written.update !== undefined && (formField === undefined || formField.input || formField.readOnly))
    reportProblem(linesLocation, 'wrong-field', {
      name: field.name,
      expected: 'lines that the form of `update` fills in',
    })
}

/** `values`: for a creating transition; absent for one that changes a record. */
function checkTransition(
  location: ManifestLocation,
  entity: EntityDraft,
  { name, values }: { readonly name: string; readonly values?: Readonly<Record<string, unknown>> },
): void {
  const transition = ownTransition(location, entity, name)
  if (transition === undefined) return
  if (transition.creates !== (values !== undefined))
    reportProblem(location, 'wrong-transition', {
      name,
      why: transition.creates ? 'it creates a record' : 'it runs on a record that is there',
    })
  for (const { field: fieldName, required, input } of transition.form) {
    const field = input ? transition.inputs[fieldName] : entity.fields[fieldName]
    if (values && field && required && !fitsCell(field) && !Object.hasOwn(values, fieldName))
      reportProblem(location, 'wrong-transition', {
        name,
        why: `no cell can hold "${fieldName}", which it requires`,
      })
  }
  if (transition.askFactor !== undefined)
    reportProblem(location, 'wrong-transition', { name, why: 'it asks for a second factor' })
  if (transition.note === 'required') reportProblem(location, 'wrong-transition', { name, why: 'it requires a note' })
}

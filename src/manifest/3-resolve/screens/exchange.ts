// Resolves the exchange of a list: the transitions that rows run and the key of a row.
import type { Screen } from '../../model/screen'
import type { Field } from '../../model/field'
import type * as language from '../../language/generated'
import { findField } from '../../context/lookup'
import { childLocation, reportProblem, type EntityDraft, type ManifestLocation } from '../../context/compileContext'
import { ownTransition } from '../../context/transitionLookups'
import { fitsCell } from '../../fieldTypes/parseInput'

const keyTypes: readonly Field['type'][] = ['string', 'mobile', 'int']

export function resolveExchange(
  location: ManifestLocation,
  manifest: language.Exchange,
  { entity, screen }: { readonly entity: EntityDraft; readonly screen: Screen },
): NonNullable<Screen['exchange']> {
  const { create, update, key } = manifest
  if (create === undefined && update === undefined)
    reportProblem(location, 'missing-part', { thing: 'An exchange', key: 'create' })
  const action = screen.actions.find((item) => item.entity === entity.name && item.transition === create)
  const values = action?.values ?? {}
  if (create !== undefined) checkTransition(childLocation(location, 'create'), entity, { name: create, values })
  if (update !== undefined) checkTransition(childLocation(location, 'update'), entity, { name: update })
  const offered = new Set([...screen.columns, ...screen.filters].map(({ field }) => field))
  for (const [index, name] of key.entries()) {
    const keyLocation = childLocation(location, 'key', index)
    const field = findField(keyLocation, entity, name)
    if (field !== undefined && !(keyTypes.includes(field.type) && field.stored && offered.has(name)))
      reportProblem(keyLocation, 'wrong-field', {
        name,
        expected: 'a stored text or whole number among the columns or filters of the screen',
      })
  }
  return { ...(create !== undefined && { create }), ...(update !== undefined && { update }), key, values }
}

/** `values`: given to a transition that creates; without them it is one that changes a record. */
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
  if (transition.note === 'required') reportProblem(location, 'wrong-transition', { name, why: 'it requires a note' })
}

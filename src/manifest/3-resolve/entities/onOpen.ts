// Resolves what runs when a record is opened.
// It is a transition of the record, or one that creates a record referring to it.
import type { Detail } from '../../model/detail'
import { reportProblem, type ManifestLocation, type EntityDraft } from '../../context/compileContext'
import { ownTransition, transitionNamed } from '../../context/transitionLookups'

export function resolveOnOpen(location: ManifestLocation, entity: EntityDraft, name: string): Detail['onOpen'] {
  if (name.includes('.')) return createsOnOpen(location, entity, name)
  const transition = ownTransition(location, entity, name)
  if (transition?.creates === true)
    reportProblem(location, 'wrong-transition', { name, why: 'it creates and runs on no record' })
  return transition?.creates === false ? { entity: entity.name, transition: name } : undefined
}

/** The new record may require nothing but the opened record. */
function createsOnOpen(location: ManifestLocation, entity: EntityDraft, name: string): Detail['onOpen'] {
  const transition = transitionNamed(location, name)
  if (transition === undefined) return undefined
  const [formField, ...others] = transition.transition.form
  const field = formField && !formField.input ? transition.entity.fields[formField.field] : undefined
  if (transition.transition.creates && others.length === 0 && field?.type === 'ref' && field.entity === entity.name)
    return { entity: transition.entity.name, transition: transition.transition.name, reference: field.name }
  reportProblem(location, 'wrong-transition', {
    name,
    why: `it does not create from one record of ${entity.name} alone`,
  })
  return undefined
}

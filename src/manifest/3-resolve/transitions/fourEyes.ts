// Resolves whom a transition excludes: the creator of the record, or the account in a field.

import { fieldsInstead, isReferenceTo, reportWrongField } from '../../context/fittingFields'
import type * as language from '../../language/generated'
import {
  childLocation,
  hintFor,
  reportProblem,
  type EntityDraft,
  type ManifestLocation,
  type TransitionDraft,
} from '../../context/compileContext'

/** The field must be stored: lists and records compare it before anything is computed. */
export function resolveFourEyes(
  location: ManifestLocation,
  draft: EntityDraft,
  transition: TransitionDraft,
  { fourEyes }: language.TransitionManifest,
): void {
  if (fourEyes === undefined) return
  if (fourEyes === 'createdBy') return void (transition.fourEyes = fourEyes)
  const fieldLocation = childLocation(location, 'fourEyes')
  const account = location.context.identity?.accountEntity
  const fits = ['createdBy', ...fieldsInstead('', draft.fields, isReferenceTo(account))]
  const field = draft.fields[fourEyes]
  if (field === undefined)
    reportProblem(fieldLocation, 'unknown-field', { entity: draft.name, name: fourEyes }, hintFor(fourEyes, fits))
  else if (account !== undefined && !fits.includes(fourEyes))
    reportWrongField(fieldLocation, { name: fourEyes, expected: `a stored reference to ${account}`, fits })
  else transition.fourEyes = fourEyes
}

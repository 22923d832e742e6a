// Resolves whom a transition excludes: the creator of the record, or the accounts in its fields.

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

/** The fields must be stored: lists and records compare it before anything is computed. */
export function resolveFourEyes(
  location: ManifestLocation,
  draft: EntityDraft,
  transition: TransitionDraft,
  { fourEyes }: language.TransitionManifest,
): void {
  if (fourEyes === undefined) return
  const account = location.context.identity?.accountEntity
  const fits = ['createdBy', ...fieldsInstead('', draft.fields, isReferenceTo(account))]
  const isSingle = typeof fourEyes === 'string'
  const names = isSingle ? [fourEyes] : fourEyes
  transition.fourEyes = names.filter((name, index) => {
    if (name === 'createdBy') return true
    const nameLocation = childLocation(location, 'fourEyes', ...(isSingle ? [] : [index]))
    if (draft.fields[name] === undefined)
      reportProblem(nameLocation, 'unknown-field', { entity: draft.name, name }, hintFor(name, fits))
    else if (account !== undefined && !fits.includes(name))
      reportWrongField(nameLocation, { name, expected: `a stored reference to ${account}`, fits })
    else return true
    return false
  })
}

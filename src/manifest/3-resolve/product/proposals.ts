// Resolves the proposals of app.json: changes of manifests that wait for an administrator.
import type * as language from '../../language/generated'
import { childLocation, reportProblem, type ManifestLocation } from '../../context/compileContext'
import { findEntity } from '../../context/lookup'
import { ownTransition } from '../../context/transitionLookups'

const LINES = 'files'
const LINE_FIELDS = ['path', 'text', 'digest'] as const
/** What the engine gives to the transition that creates a proposal. */
const PROPOSED_FIELDS = ['title', 'plan', 'difference', LINES] as const

export function resolveProposals(location: ManifestLocation, proposals: language.Proposals): void {
  const at = (key: keyof language.Proposals) => childLocation(location, key)
  const entity = findEntity(at('entity'), proposals.entity)
  if (entity === undefined) return
  const lines = entity.fields[LINES]?.fields ?? {}
  for (const name of LINE_FIELDS)
    if (!(name in lines))
      reportProblem(at('entity'), 'unknown-field', { entity: entity.name, name: `${LINES}.${name}` })
  const propose = ownTransition(at('proposeTransition'), entity, proposals.proposeTransition)
  const takeOver = ownTransition(at('takeOverTransition'), entity, proposals.takeOverTransition)
  for (const name of propose === undefined ? [] : PROPOSED_FIELDS)
    if (!propose!.form.some((ask) => ask.field === name))
      reportProblem(
        at('proposeTransition'),
        'missing-value',
        { transition: `${entity.name}.${proposals.proposeTransition}`, name },
        { hint: 'The engine gives it; the transition must ask it.' },
      )
  for (const [key, transition, creates] of [
    ['proposeTransition', propose, true],
    ['takeOverTransition', takeOver, false],
  ] as const)
    if (transition !== undefined && transition.creates !== creates)
      reportProblem(at(key), 'wrong-transition', {
        name: proposals[key],
        why: creates ? 'it does not create' : 'it creates',
      })
}

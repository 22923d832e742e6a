// Resolves the proposals of app.json: changes of manifests that wait for an administrator.
import type * as language from '../../language/generated'
import { childLocation, reportProblem, type ManifestLocation } from '../../context/compileContext'
import { findEntity } from '../../context/lookup'
import { ownTransition } from '../../context/transitionLookups'

const LINES = 'files'
const LINE_FIELDS = ['path', 'text', 'former', 'digest'] as const
/** What the engine gives to the transition that creates a proposal. */
const PROPOSED_FIELDS = ['title', 'origin', 'verdict', 'plan', 'difference', 'revision', LINES] as const

export function resolveProposals(location: ManifestLocation, proposals: language.Proposals): void {
  const at = (key: keyof language.Proposals) => childLocation(location, key)
  const entity = findEntity(at('entity'), proposals.entity)
  if (entity === undefined) return
  const lines = entity.fields[LINES]?.fields ?? {}
  for (const name of LINE_FIELDS)
    if (!(name in lines))
      reportProblem(at('entity'), 'unknown-field', { entity: entity.name, name: `${LINES}.${name}` })
  for (const key of ['proposeTransition', 'noteTransition'] as const) {
    const creating = ownTransition(at(key), entity, proposals[key])
    for (const name of creating === undefined ? [] : PROPOSED_FIELDS)
      if (!creating!.form.some((ask) => ask.field === name))
        reportProblem(
          at(key),
          'missing-value',
          { transition: `${entity.name}.${proposals[key]}`, name },
          { hint: 'The engine gives it; the transition must ask it.' },
        )
    if (creating?.creates === false)
      reportProblem(at(key), 'wrong-transition', { name: proposals[key], why: 'it does not create' })
  }
  for (const key of ['takeOverTransition', 'leaveTransition', 'goBackTransition'] as const)
    if (ownTransition(at(key), entity, proposals[key])?.creates)
      reportProblem(at(key), 'wrong-transition', { name: proposals[key], why: 'it creates' })
}

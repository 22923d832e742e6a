// Resolves the proposals of app.json: changes of manifests that wait for an administrator.
import type * as language from '../../language/generated'
import { childLocation, reportProblem, type ManifestLocation } from '../../context/compileContext'
import { findEntity } from '../../context/lookup'
import { checkEngineTransition } from './engineTransition'

const linesField = 'files'
const lineFields = ['path', 'text', 'former', 'digest'] as const
/** The values that the engine passes to the transition that creates a proposal. */
const proposedFields = ['title', 'origin', 'verdict', 'plan', 'difference', 'revision', linesField] as const

export function resolveProposals(location: ManifestLocation, proposals: language.Proposals): void {
  const at = (key: keyof language.Proposals) => childLocation(location, key)
  const entity = findEntity(at('entity'), proposals.entity)
  if (entity === undefined) return
  const lines = entity.fields[linesField]?.fields ?? {}
  for (const name of lineFields)
    if (!(name in lines))
      reportProblem(at('entity'), 'unknown-field', { entity: entity.name, name: `${linesField}.${name}` })
  for (const key of ['proposeTransition', 'noteTransition'] as const)
    checkEngineTransition(at(key), entity, proposals[key], { creates: true, given: proposedFields, systemOnly: true })
  for (const key of ['takeOverTransition', 'leaveTransition', 'goBackTransition'] as const)
    checkEngineTransition(at(key), entity, proposals[key], { creates: false })
}

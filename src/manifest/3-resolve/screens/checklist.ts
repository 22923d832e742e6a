// Resolves the steps of a checklist: when each counts as done, and where and how to do it.
import type { ChecklistStep } from '../../model/block'
import type * as language from '../../language/generated'
import { audienceAt } from '../../context/audience'
import { listAt } from '../fields/listLookups'
import { findEntity } from '../../context/lookup'
import { childLocation, indexed, reportProblem, type ManifestLocation } from '../../context/compileContext'
import { conditionAt } from '../../context/ruleTypes'
import { actionWithoutRow } from './actions'

export function resolveSteps(
  location: ManifestLocation,
  steps: readonly language.ChecklistStep[] | undefined,
): ChecklistStep[] {
  const names = new Set<string>()
  return indexed(steps).flatMap(([index, step]) => {
    const stepLocation = childLocation(location, index)
    if (names.has(step.name)) reportProblem(childLocation(stepLocation, 'name'), 'duplicate-entry', { name: step.name })
    names.add(step.name)
    return resolveStep(stepLocation, step) ?? []
  })
}

function resolveStep(location: ManifestLocation, step: language.ChecklistStep): ChecklistStep | undefined {
  const { context } = location
  const list = listAt(childLocation(location, 'screen'), step.screen)
  if (step.import === true && list !== undefined && list.exchange?.create === undefined)
    reportProblem(childLocation(location, 'import'), 'missing-part', {
      thing: `The list ${step.screen}, to import into it,`,
      key: 'exchange.create',
    })
  const action =
    step.action === undefined ? undefined : actionWithoutRow(childLocation(location, 'action'), step.action)
  const entity = findEntity(childLocation(location, 'entity'), step.entity)
  if (entity === undefined) return undefined
  const where = conditionAt(location, 'where', step.where, { ...context.base, record: entity.shape })
  return {
    name: step.name,
    title: step.title,
    ...(step.text !== undefined && { text: step.text }),
    entity: entity.name,
    ...(where !== undefined && { where }),
    atLeast: step.atLeast ?? 1,
    screen: step.screen,
    ...(action !== undefined && { action }),
    import: step.import ?? false,
    ...audienceAt(location, step),
  }
}

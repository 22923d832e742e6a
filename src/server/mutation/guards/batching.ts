// Decides whether records may go through a transition together, in single statements per stage.
// Only if the difference is invisible: nothing runs after the write, and nothing read before it depends on records of
// the same entity.
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Transition } from '../../../manifest/model/transition'
import { createAppCache } from '../../context/liveApp'
import { prefetchPaths } from '../state/prefetchPaths'
import { entitiesOnPath, entitiesOfAggregate } from '../state/pathDependencies'

const cache = createAppCache<Transition, boolean>()

/** Decided once for each transition of an App. False only means one record after another, with the same outcome. */
export function canRunAsBatch(app: App, entity: Entity, transition: Transition): boolean {
  return cache(app, transition, () => find(app, entity, transition))
}

function find(app: App, entity: Entity, transition: Transition): boolean {
  if (transition.effects.length > 0 || Object.keys(transition.change).length + Object.keys(transition.copy).length > 0)
    return false
  if (
    Object.values(transition.vars).some((aggregate) =>
      entitiesOfAggregate(app, aggregate, entity.name).has(entity.name),
    )
  )
    return false
  return prefetchPaths(app, entity, transition).every((path) => {
    const [name = '', ...rest] = path.split('.')
    const field = entity.fields[name]
    if (field?.aggregate?.lines !== undefined) return true
    return (
      field?.type === 'ref' &&
      field.stored &&
      rest.length > 0 &&
      !entitiesOnPath(app, field.entity ?? '', rest.join('.')).has(entity.name)
    )
  })
}

// May several records go through a transition together, stage by stage in single statements? Only if none of them could notice:
// nothing runs after the write, and nothing that is asked before it depends on records of the same entity.
import type { App, Entity, Transition } from '../../manifest/app'
import { pathsAhead } from './ahead'
import { entitiesBehind, entitiesBehindAggregate } from './reach'

const kept = new WeakMap<Transition, boolean>()

export function goTogether(app: App, entity: Entity, transition: Transition): boolean {
  let together = kept.get(transition)
  if (together === undefined) kept.set(transition, (together = find(app, entity, transition)))
  return together
}

function find(app: App, entity: Entity, transition: Transition): boolean {
  if (transition.effects.length > 0 || Object.keys(transition.change).length + Object.keys(transition.copy).length > 0)
    return false
  if (
    Object.values(transition.lets).some((aggregate) =>
      entitiesBehindAggregate(app, aggregate, entity.name).has(entity.name),
    )
  )
    return false
  return pathsAhead(app, entity, transition).every((path) => {
    const [name = '', ...rest] = path.split('.')
    const field = entity.fields[name]
    if (field?.aggregate?.lines !== undefined) return true
    return (
      field?.type === 'ref' &&
      field.stored &&
      rest.length > 0 &&
      !entitiesBehind(app, field.entity ?? '', rest.join('.')).has(entity.name)
    )
  })
}

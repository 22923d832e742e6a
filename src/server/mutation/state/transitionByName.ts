// Finds what a request names: a transition and its entity.
// A name that every object has, as `constructor`, is none.
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Transition } from '../../../manifest/model/transition'
import { unknownTransition } from './errors'

/** @throws RequestError action_not_found */
export function transitionByName(
  { entities }: App,
  {
    entity: entityName = '',
    transition: transitionName = '',
  }: { readonly entity?: string; readonly transition?: string },
): { readonly entity: Entity; readonly transition: Transition } {
  const entity = Object.hasOwn(entities, entityName) ? entities[entityName] : undefined
  const transition =
    entity && Object.hasOwn(entity.transitions, transitionName) ? entity.transitions[transitionName] : undefined
  if (!entity || !transition) throw unknownTransition()
  return { entity, transition }
}

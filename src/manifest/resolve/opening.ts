// What runs in silence when a record is opened? A transition of its own, or one that makes a record of another kind which refers to it.
import type { Detail } from '../app'
import { tell, type At, type EntityDraft, type World } from '../world'
import { ownTransition, transitionNamed } from './effects'

export function runsOnOpen(world: World, place: At, entity: EntityDraft, name: string): Detail['onOpen'] {
  if (name.includes('.')) return createsOnOpen(world, place, entity, name)
  const transition = ownTransition(world, place, entity, name)
  if (transition?.creates === true)
    tell(world, place, 'wrong-transition', { name, why: 'it creates and runs on no record' })
  return transition?.creates === false ? { entity: entity.name, transition: name } : undefined
}

/** What is created must need nothing but the record that was opened. */
function createsOnOpen(world: World, place: At, entity: EntityDraft, name: string): Detail['onOpen'] {
  const found = transitionNamed(world, place, name)
  if (found === undefined) return undefined
  const [ask, ...others] = found.transition.asks
  const field = ask && !ask.input ? found.entity.fields[ask.field] : undefined
  if (found.transition.creates && others.length === 0 && field?.type === 'ref' && field.entity === entity.name)
    return { entity: found.entity.name, transition: found.transition.name, by: field.name }
  tell(world, place, 'wrong-transition', { name, why: `it does not create from one record of ${entity.name} alone` })
  return undefined
}

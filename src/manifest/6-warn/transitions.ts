// Warns of creating transitions that no screen offers.
// All others are offered on the record.
import type { App } from '../model/app'
import type { Action } from '../model/column'
import { everyScreen } from '../access/screenByPath'
import { locationOf, type CompileContext } from '../context/compileContext'
import type { Warnings } from './warnings'

/** `words`: the names in calls and in the files of the product, which the engine runs. */
export function warnOfTransitions(
  context: CompileContext,
  warnings: Warnings,
  app: App,
  words: ReadonlyMap<string, number>,
): void {
  const offered = offeredTransitions(app)
  for (const { name: entity, file, transitions } of Object.values(context.entities))
    for (const { name, creates, permissions } of Object.values(transitions)) {
      const forPeople = permissions.some(({ permission }) => permission !== 'system')
      const named = `${entity}.${name}`
      if (!creates || !forPeople || offered.has(named) || words.has(named) || words.has(name)) continue
      warnings.at(locationOf(context, file, 'transitions', name), 'unoffered-transition', { name }, { key: true })
    }
}

function offeredTransitions({ screens, entities }: App): ReadonlySet<string> {
  const offered = new Set<string>()
  const add = (entity: string | undefined, transition: string | undefined) => offered.add(`${entity}.${transition}`)
  const addActions = (actions: readonly Action[]) => {
    for (const { entity, transition } of actions) add(entity, transition)
  }
  for (const { entity, actions, batchActions, exchange, blocks } of everyScreen(screens)) {
    addActions(actions)
    for (const { transition } of batchActions) add(entity, transition)
    add(entity, exchange?.create)
    for (const block of blocks) {
      addActions(block.actions)
      addActions(block.steps.flatMap(({ action }) => action ?? []))
      for (const transition of Object.values(block.imports ?? {}).flat()) add(block.entity, transition)
    }
  }
  for (const { name, detail, transitions } of Object.values(entities)) {
    if (detail.onOpen !== undefined) add(detail.onOpen.entity, detail.onOpen.transition)
    for (const { entity, actions } of detail.related) for (const transition of actions) add(entity, transition)
    for (const { effects } of Object.values(transitions))
      for (const effect of effects) if (effect.kind === 'run') add(effect.entity, effect.transition)
    add(name, entities[name]?.sync?.send?.run)
  }
  return offered
}

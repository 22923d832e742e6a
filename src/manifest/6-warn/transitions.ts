// Warns of creating transitions that no screen offers (all others are offered on the record),
// of second persons that are compared with the wrong first, and of effects that run once where lines
// name a record twice.
import type { App } from '../model/app'
import type { Action } from '../model/column'
import { everyScreen } from '../access/screenByPath'
import { locationOf, type CompileContext, type EntityDraft, type TransitionDraft } from '../context/compileContext'
import type { Warnings } from './warnings'

/** `wordCounts`: the names in calls and in the files of the product, which the engine runs. */
export function warnOfTransitions(
  context: CompileContext,
  warnings: Warnings,
  app: App,
  wordCounts: ReadonlyMap<string, number>,
): void {
  const offered = offeredTransitions(app)
  for (const { name: entity, file, transitions } of Object.values(context.entities))
    for (const { name, creates, permissions } of Object.values(transitions)) {
      const forPeople = permissions.some(({ permission }) => permission !== 'system')
      const named = `${entity}.${name}`
      if (!creates || !forPeople || offered.has(named) || wordCounts.has(named) || wordCounts.has(name)) continue
      warnings.at(locationOf(context, file, 'transitions', name), 'unoffered-transition', { name }, { key: true })
    }
}

/** Where lines may refer to a record twice, and an effect of theirs runs on it once. */
export function warnOfRepeatedLines(context: CompileContext, warnings: Warnings, draft: EntityDraft): void {
  for (const { name, effects } of Object.values(draft.transitions))
    for (const [index, effect] of effects.entries()) {
      const [lines = '', cell = ''] = (effect.kind === 'run' && effect.on?.split('.')) || []
      const field = draft.fields[lines]
      if (field?.type !== 'lines' || (field.uniqueBy?.length === 1 && field.uniqueBy[0] === cell)) continue
      const location = locationOf(context, draft.file, 'transitions', name, 'effects', index, 'on')
      const hint = `Write \`"uniqueBy": ["${cell}"]\` at \`${lines}\`.`
      warnings.at(location, 'repeated-line', { name: lines, cell }, { hint })
    }
}

/** Where people with other rights than creators begin what is approved. */
export function warnOfFourEyes(context: CompileContext, warnings: Warnings, draft: EntityDraft): void {
  const transitions = Object.values(draft.transitions)
  const creating = new Set(transitions.filter(({ creates }) => creates).flatMap(codesOf))
  for (const transition of transitions) {
    if (transition.fourEyes?.length !== 1 || transition.fourEyes[0] !== 'createdBy') continue
    const asking = transitions.find(
      (other) => begins(draft, other, transition) && !codesOf(other).some((code) => creating.has(code)),
    )
    if (asking === undefined) continue
    const hint = `Keep who did it in a field (\`set\` of \`${asking.name}\`, with \`me.id\`), and name that field in \`fourEyes\`.`
    const location = locationOf(context, draft.file, 'transitions', transition.name, 'fourEyes')
    warnings.at(location, 'four-eyes-of-creator', { name: asking.name }, { hint })
  }
}

/** Whether people lead records by `asking` to where `approving` takes them, and from elsewhere. */
function begins(draft: EntityDraft, asking: TransitionDraft, approving: TransitionDraft): boolean {
  const { creates, to, skipsStages, from } = asking
  if (creates || to === undefined || codesOf(asking).length === 0) return false
  const stages = draft.entity.stages.map(({ state }) => state)
  const reached = skipsStages ? stages.slice(stages.indexOf(to)) : [to]
  return (
    reached.some((state) => approving.from.includes(state)) && !from.some((state) => approving.from.includes(state))
  )
}

const codesOf = ({ permissions }: TransitionDraft): string[] =>
  permissions.map(({ permission }) => permission).filter((code) => code !== 'system')

function offeredTransitions({ screens, entities }: App): ReadonlySet<string> {
  const offered = new Set<string>()
  const add = (entity: string | undefined, transition: string | undefined) => offered.add(`${entity}.${transition}`)
  const addActions = (actions: readonly Action[]) => {
    for (const { entity, transition, implied } of actions) if (!implied) add(entity, transition)
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

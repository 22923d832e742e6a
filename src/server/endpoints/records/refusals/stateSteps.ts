// Words a state that a record lacks: the present state, and the next steps on the way to a wanted
// one, each with the roles that take it.
import { canRead, canRun } from '../../../../manifest/access/permissions'
import { isForPeople, startingSteps, stepsTo } from '../../../../manifest/access/stepOrder'
import type { LocalizableText } from '../../../../manifest/expression/message'
import { entityOf, type App } from '../../../../manifest/model/app'
import type { Entity } from '../../../../manifest/model/entity'
import type { RuleNode } from '../../../../manifest/model/rule'
import { isSameTitle } from '../../../../manifest/model/text'
import type { Transition } from '../../../../manifest/model/transition'
import type { Context } from '../../../context/context'
import { joined, phrase } from '../../../context/phrases'
import type { Wording } from '../../../mutation/guards/ruleSentence'
import { passedStages } from '../stages'
import type { Explaining } from './refusalWording'

/** Maximum steps named on the way to a state. */
const maxSteps = 3

/** The states that a condition over the state of the record alone permits. */
export function wantedStates({ states }: Entity, node: RuleNode): readonly string[] | undefined {
  if (node.kind !== 'binary' || node.left.kind !== 'name') return undefined
  const { scope, path } = node.left
  if (scope !== 'record' || path.join('.') !== 'state') return undefined
  const items = node.op === 'in' && node.right.kind === 'list' ? node.right.items : node.op === '==' ? [node.right] : []
  const names = items.flatMap((item) => (item.kind === 'literal' ? [String(item.value)] : []))
  return names.length > 0 && names.every((name) => Object.hasOwn(states, name)) ? names : undefined
}

/** The sentence about a wrong state, and its details. */
export async function stateTexts(
  { context, holders }: Explaining,
  wording: Wording,
  wanted: readonly string[],
  state: string,
): Promise<[LocalizableText, LocalizableText[]]> {
  const { app, caller } = context
  const { entity } = wording
  const titleOf = (name: string) => entity.states[name]?.title ?? { [caller.language]: name }
  const direct = Object.values(entity.transitions).filter(
    (step) =>
      step.from.includes(state) && step.to !== undefined && wanted.includes(step.to) && canRun(app, caller, step),
  )
  const way = await peoplesSteps(context, wording, wanted, state)
  const [first, ...later] = way
  const permitted = direct.length > 0 ? direct : first && canRun(app, caller, first) ? [first] : []
  const rolesOf = await holders.rolesTaking(way)
  const rolesText = (step: Transition) =>
    joined(
      'choices',
      rolesOf(step).map((role) => ({ [caller.language]: role })),
    )
  const isOthers = first !== undefined && permitted.length === 0 && rolesOf(first).length > 0
  const unnamed = later.findIndex((step) => rolesOf(step).length === 0)
  const next = later
    .slice(0, unnamed < 0 ? undefined : unnamed)
    .map((step) => phrase('why_way_step', { action: titleIn(app, entity, step), roles: rolesText(step) }))
  return [
    phrase('why_state', { states: joined('choices', wanted.map(titleOf)) }),
    [
      phrase('why_state_now', { state: titleOf(state) }),
      ...permitted
        .filter(({ title }, index) => permitted.findIndex((other) => isSameTitle(other.title, title)) === index)
        .slice(0, maxSteps)
        .map((step) => phrase('why_through', { action: titleIn(app, entity, step) })),
      ...(isOthers
        ? [phrase('why_through_others', { action: titleIn(app, entity, first), roles: rolesText(first) })]
        : []),
      ...(next.length > 0 && (permitted.length > 0 || isOthers)
        ? [phrase('why_way', { steps: joined('enumeration', next) })]
        : []),
    ],
  ]
}

/**
 * The next steps of people on the way from a state to one of the wanted, past the stages that the record skips. It ends
 * before a step without people to name: what follows is not next. A way that people begin goes before a shorter
 * one of the server alone.
 */
async function peoplesSteps(
  { app, caller }: Context,
  wording: Wording,
  wanted: readonly string[],
  state: string,
): Promise<readonly Transition[]> {
  const { entity } = wording
  const stages = await passedStages(wording)
  const counts = (step: Transition) => isForPeople(step) || startingSteps(app, step).length > 0
  const way = stepsTo(entity, state, wanted, { stages, counts }) ?? stepsTo(entity, state, wanted, { stages }) ?? []
  const named: Transition[] = []
  for (const step of way.slice(0, maxSteps)) {
    const taken = isForPeople(step)
      ? step
      : startingSteps(app, step).find((starting) => canRead(app, caller, entityOf(app, starting.entity)))
    if (!taken) break
    named.push(taken)
  }
  return named
}

/** The title of a step; of one with another kind of record also whose it is. */
const titleIn = (app: App, entity: Entity, step: Transition): LocalizableText =>
  step.entity === entity.name
    ? step.title
    : phrase('why_step_of', { entity: entityOf(app, step.entity).title, action: step.title })

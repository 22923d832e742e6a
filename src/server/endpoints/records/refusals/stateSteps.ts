// Words a state that a record lacks: the present state, and the steps that lead to the wanted ones
// or who may take the next one.
import { canRun } from '../../../../manifest/access/permissions'
import { firstStepTo, isForPeople } from '../../../../manifest/access/stepOrder'
import type { LocalizableText } from '../../../../manifest/expression/message'
import type { Entity } from '../../../../manifest/model/entity'
import { isSameTitle } from '../../../../manifest/model/text'
import type { Transition } from '../../../../manifest/model/transition'
import type { Holders } from '../../../auth/permissionHolders'
import type { Context } from '../../../context/context'
import { joined, phrase } from '../../../context/phrases'
import type { Wording } from '../../../mutation/guards/ruleSentence'

/** Maximum steps named on the way to a state. */
const maxSteps = 3

export interface Explaining {
  readonly context: Context
  readonly holders: ReadonlyMap<string, Holders>
}

/** The next step from a state toward the wanted ones, if the caller may not take it. */
function stepOfOthers(
  { app, caller }: Context,
  entity: Entity,
  wanted: readonly string[],
  state: string,
): Transition | undefined {
  const step = firstStepTo(entity, state, wanted)
  return step && isForPeople(step) && !canRun(app, caller, step) ? step : undefined
}

const codesOf = (step: Transition | undefined) => (step?.permissions ?? []).map(({ permission }) => permission)

/** The permissions of the next step, if only others may take it. */
export const codesOfOthers = (context: Context, entity: Entity, wanted: readonly string[], state: string) =>
  codesOf(stepOfOthers(context, entity, wanted, state))

/** The sentence about a wrong state, and its details. */
export function stateTexts(
  { context, holders, wording: { entity } }: Explaining & { readonly wording: Wording },
  wanted: readonly string[],
  state: string,
): [LocalizableText, LocalizableText[]] {
  const { app, caller } = context
  const titleOf = (name: string) => entity.states[name]?.title ?? { [caller.language]: name }
  const direct = Object.values(entity.transitions).filter(
    (step) =>
      step.from.includes(state) && step.to !== undefined && wanted.includes(step.to) && canRun(app, caller, step),
  )
  const toward = firstStepTo(entity, state, wanted)
  const steps = direct.length > 0 || !toward || !canRun(app, caller, toward) ? direct : [toward]
  const foreign = steps.length === 0 ? stepOfOthers(context, entity, wanted, state) : undefined
  const roles = [...new Set(codesOf(foreign).flatMap((code) => holders.get(code)?.roles ?? []))]
  const named = roles.map((role) => ({ [caller.language]: role }))
  return [
    phrase('why_state', { states: joined('choices', wanted.map(titleOf)) }),
    [
      phrase('why_state_now', { state: titleOf(state) }),
      ...steps
        .filter(({ title }, index) => steps.findIndex((other) => isSameTitle(other.title, title)) === index)
        .slice(0, maxSteps)
        .map(({ title }) => phrase('why_through', { action: title })),
      ...(foreign && named.length > 0
        ? [phrase('why_through_others', { action: foreign.title, roles: joined('choices', named) })]
        : []),
    ],
  ]
}

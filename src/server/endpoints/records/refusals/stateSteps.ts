// Words a state that a record lacks: the present state, and the next steps on the way to a wanted
// one, each with the roles that take it.
import { canRead, canRun } from '../../../../manifest/access/permissions'
import { isForPeople, stepsTo } from '../../../../manifest/access/stepOrder'
import type { LocalizableText } from '../../../../manifest/expression/message'
import { entityOf, type App } from '../../../../manifest/model/app'
import type { Entity } from '../../../../manifest/model/entity'
import type { RuleNode } from '../../../../manifest/model/rule'
import { isSameTitle } from '../../../../manifest/model/text'
import type { Transition } from '../../../../manifest/model/transition'
import { holdersOf } from '../../../auth/permissionHolders'
import type { Caller, Context } from '../../../context/context'
import { joined, phrase } from '../../../context/phrases'
import type { Wording } from '../../../mutation/guards/ruleSentence'

/** Maximum steps named on the way to a state. */
const maxSteps = 3

/** The states that a condition over the state alone permits. */
export function wantedStates({ states }: Entity, node: RuleNode): readonly string[] | undefined {
  if (node.kind !== 'binary' || node.left.kind !== 'name' || node.left.path.join('.') !== 'state') return undefined
  const items = node.op === 'in' && node.right.kind === 'list' ? node.right.items : node.op === '==' ? [node.right] : []
  const names = items.flatMap((item) => (item.kind === 'literal' ? [String(item.value)] : []))
  return names.length > 0 && names.every((name) => Object.hasOwn(states, name)) ? names : undefined
}

/** The sentence about a wrong state, and its details. */
export async function stateTexts(
  context: Context,
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
  const rolesOf = await roleNames(context, way)
  const roles = first && permitted.length === 0 ? rolesOf(first) : undefined
  const next = later.flatMap((step): LocalizableText[] => {
    const taking = rolesOf(step)
    return taking ? [phrase('why_way_step', { action: titleIn(app, entity, step), roles: taking })] : []
  })
  return [
    phrase('why_state', { states: joined('choices', wanted.map(titleOf)) }),
    [
      phrase('why_state_now', { state: titleOf(state) }),
      ...permitted
        .filter(({ title }, index) => permitted.findIndex((other) => isSameTitle(other.title, title)) === index)
        .slice(0, maxSteps)
        .map((step) => phrase('why_through', { action: titleIn(app, entity, step) })),
      ...(roles && first ? [phrase('why_through_others', { action: titleIn(app, entity, first), roles })] : []),
      ...(next.length > 0 && (permitted.length > 0 || roles)
        ? [phrase('why_way', { steps: joined('enumeration', next) })]
        : []),
    ],
  ]
}

/** The next steps of people on the way from a state to one of the wanted, past the stages that the record skips. */
async function peoplesSteps(
  { app, caller }: Context,
  { resolver, names, entity }: Wording,
  wanted: readonly string[],
  state: string,
): Promise<readonly Transition[]> {
  const rules = entity.stages.map(({ skipWhen }) => skipWhen)
  await resolver.prepare([{ names, rules }])
  const skipped = entity.stages.filter(({ skipWhen }) => skipWhen && resolver.holds(names, skipWhen))
  const way = stepsTo(entity, state, wanted, new Set(skipped.map((stage) => stage.state))) ?? []
  return way.slice(0, maxSteps).flatMap((step) => (isForPeople(step) ? [step] : runningStep(app, caller, step)))
}

/** What people do with another record that runs a step of the server, as far as the caller may read such records. */
function runningStep(app: App, caller: Caller, { entity, name }: Transition): readonly Transition[] {
  const running = Object.values(app.entities)
    .filter((other) => canRead(app, caller, other))
    .flatMap(({ transitions }) => Object.values(transitions))
    .find(
      (step) =>
        !step.danger &&
        isForPeople(step) &&
        step.effects.some((effect) => effect.kind === 'run' && effect.entity === entity && effect.transition === name),
    )
  return running ? [running] : []
}

/** The roles that may take each of the steps, joined; undefined if no role may. */
async function roleNames(context: Context, steps: readonly Transition[]) {
  const codesOf = ({ permissions }: Transition) => permissions.map(({ permission }) => permission)
  const holders = await holdersOf(context, [...new Set(steps.flatMap(codesOf))])
  return (step: Transition): LocalizableText | undefined => {
    const roles = [...new Set(codesOf(step).flatMap((code) => holders.get(code)?.roles ?? []))]
    const named = roles.map((role) => ({ [context.caller.language]: role }))
    return named.length > 0 ? joined('choices', named) : undefined
  }
}

/** The title of a step; of one with another kind of record also whose it is. */
const titleIn = (app: App, entity: Entity, step: Transition): LocalizableText =>
  step.entity === entity.name
    ? step.title
    : phrase('why_step_of', { entity: entityOf(app, step.entity).title, action: step.title })

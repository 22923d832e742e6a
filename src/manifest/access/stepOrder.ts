// Orders the transitions offered on a record: those that move it on, that create what it waits for,
// that create from it, take it back, or change it, then optional ones, and destructive ones last.
import type { App } from '../model/app'
import type { Related } from '../model/detail'
import type { Entity } from '../model/entity'
import type { Transition } from '../model/transition'

export const stepRanks = { move: 0, awaited: 1, begin: 2, back: 3, change: 4, aside: 5, harm: 6 } as const

/** The rank of a transition of an entity for a record in a state. */
export function stepRank({ transitions, stages }: Entity, name: string, state: string | undefined): number {
  const transition = transitions[name]
  if (transition?.danger) return stepRanks.harm
  if (transition?.turn === false) return stepRanks.aside
  if (transition?.creates) return stepRanks.begin
  if (!transition || transition.to === undefined || transition.to === state) return stepRanks.change
  const indexOf = (stage: string | undefined) => stages.findIndex((item) => item.state === stage)
  const to = indexOf(transition.to)
  return to >= 0 && to < indexOf(state) ? stepRanks.back : stepRanks.move
}

/** The transitions by which people move a record on from a state; a rule of `turnWhen` is not evaluated here. */
export function turnSteps(entity: Entity, state: string): Transition[] {
  return Object.values(entity.transitions).filter(
    (step) => step.from.includes(state) && stepRank(entity, step.name, state) === stepRanks.move && isForPeople(step),
  )
}

/**
 * The tables of referring records on whose own steps the life cycle of a record waits in a state: an effect of one of
 * their transitions takes the record to a later stage.
 */
export function carriersOf(app: Pick<App, 'entities'>, entity: Entity, state: string): Related[] {
  const indexOf = (name: string | undefined) => entity.stages.findIndex((stage) => stage.state === name)
  const stage = indexOf(state)
  if (stage < 0) return []
  const movesOn = (name: string) => {
    const moved = entity.transitions[name]
    return moved !== undefined && moved.from.includes(state) && indexOf(moved.to) > stage
  }
  return entity.detail.related.filter(({ entity: name, reference }) =>
    Object.values(app.entities[name]?.transitions ?? {}).some(({ effects }) =>
      effects.some(
        (effect) =>
          effect.kind === 'run' &&
          effect.entity === entity.name &&
          effect.on === reference &&
          movesOn(effect.transition),
      ),
    ),
  )
}

/** False where only the system may run the transition: jobs and effects. */
export const isForPeople = ({ permissions }: Transition) =>
  permissions.some(({ permission }) => permission !== 'system')

/** By App and `entity.transition`: the transitions whose effects run it. */
const runnersByApp = new WeakMap<App['entities'], ReadonlyMap<string, readonly Transition[]>>()

function runnersOf({ entities }: Pick<App, 'entities'>, { entity, name }: Transition): readonly Transition[] {
  const runners = runnersByApp.get(entities) ?? allRunners(entities)
  runnersByApp.set(entities, runners)
  return runners.get(`${entity}.${name}`) ?? []
}

function allRunners(entities: App['entities']): ReadonlyMap<string, readonly Transition[]> {
  const runners = new Map<string, Transition[]>()
  for (const { transitions } of Object.values(entities))
    for (const step of Object.values(transitions))
      for (const effect of step.effects) {
        if (effect.kind !== 'run') continue
        const run = `${effect.entity}.${effect.transition}`
        runners.set(run, [...(runners.get(run) ?? []), step])
      }
  return runners
}

/**
 * What people do that makes the server run a transition on a record, the nearest first: their own transitions whose
 * effects run it, also by way of other transitions of the server. Nothing that destroys, and nothing that creates a
 * record of the same kind, as the one that it runs on is there already.
 */
export function startingSteps(app: Pick<App, 'entities'>, step: Transition): readonly Transition[] {
  const starting: Transition[] = []
  const seen = new Set([step])
  for (const run of seen)
    for (const runner of runnersOf(app, run)) {
      if (runner.danger || (runner.creates && runner.entity === step.entity)) continue
      if (isForPeople(runner)) starting.push(runner)
      else seen.add(runner)
    }
  return starting
}

interface Ways {
  /** The stages that the record passes through; absent: all. */
  readonly stages?: readonly string[]
  /** Which steps count; absent: all that do no harm. */
  readonly counts?: (step: Transition) => boolean
}

/** The shortest harmless way from a state to one of others; undefined if there is none. */
export function stepsTo(
  entity: Entity,
  state: string,
  targets: readonly string[],
  { stages, counts = () => true }: Ways = {},
): readonly Transition[] | undefined {
  const seen = new Set([state])
  let frontier = [{ reached: state, steps: [] as readonly Transition[] }]
  while (frontier.length > 0) {
    const next: typeof frontier = []
    for (const { reached, steps } of frontier)
      for (const step of Object.values(entity.transitions)) {
        const to = arrivalOf(entity, step, stages)
        if (step.danger || to === undefined || !step.from.includes(reached) || seen.has(to) || !counts(step)) continue
        seen.add(to)
        const way = { reached: to, steps: [...steps, step] }
        if (targets.includes(to)) return way.steps
        next.push(way)
      }
    frontier = next
  }
  return undefined
}

/** The state to which a transition leads. */
function arrivalOf({ stages }: Entity, { to, skipsStages }: Transition, passed: readonly string[] | undefined) {
  if (!skipsStages) return to
  const following = stages.slice(stages.findIndex(({ state }) => state === to))
  return following.find(({ state }) => !passed || passed.includes(state))?.state
}

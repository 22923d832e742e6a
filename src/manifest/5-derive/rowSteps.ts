// Derives the steps of rows: a list that offers actions also offers those that move its records on,
// so that a row has the same next step as its record.
import { carriersOf, isForPeople, stepRank, stepRanks } from '../access/stepOrder'
import type { CompileContext, EntityDraft, Mutable } from '../context/compileContext'
import type { App } from '../model/app'
import type { Action } from '../model/column'
import type { Entity } from '../model/entity'
import { recordItself } from '../model/rule'
import type { Screen } from '../model/screen'
import type { Transition } from '../model/transition'

/** Notes for each table of referring records in which states of the record its life cycle waits for one of them. */
export function deriveAwaited(drafts: CompileContext['entities']): void {
  const entities = compiledOf(drafts)
  for (const { entity } of Object.values(drafts)) {
    const carriers = new Map(
      Object.keys(entity.states).map((state) => [state, carriersOf({ entities }, entity, state)]),
    )
    const related = entity.detail.related.map((table) => {
      const awaitedIn = [...carriers].flatMap(([state, tables]) => (tables.includes(table) ? [state] : []))
      return awaitedIn.length > 0 ? { ...table, awaitedIn } : table
    })
    entity.detail = { ...entity.detail, related }
  }
}

/** Adds what the manifest left out behind what it lists; a list without actions is for reading only. */
export function deriveRowSteps(drafts: CompileContext['entities'], screens: readonly Mutable<Screen>[]): void {
  const entities = compiledOf(drafts)
  for (const screen of screens) {
    const entity = entities[screen.entity ?? '']
    if (screen.kind !== 'list' || !entity || screen.actions.length === 0) continue
    const states = screen.states ?? Object.keys(entity.states)
    const isListed = (step: Transition) =>
      screen.actions.some((action) => action.entity === step.entity && action.transition === step.name)
    const steps = [...movesFrom(entity, states), ...awaitedSteps(entities, entity, states)]
    const left = steps.filter((step) => isForPeople(step) && !isListed(step))
    screen.actions = [...screen.actions, ...left.map((step) => rowStep(entity, step))]
  }
}

const compiledOf = (drafts: Readonly<Record<string, EntityDraft>>): App['entities'] =>
  Object.fromEntries(Object.entries(drafts).map(([name, { entity }]) => [name, entity]))

const movesFrom = (entity: Entity, states: readonly string[]): Transition[] =>
  Object.values(entity.transitions).filter(({ name, from }) =>
    states.some((state) => from.includes(state) && stepRank(entity, name, state) === stepRanks.move),
  )

/** What creates the records for which the life cycle waits. */
const awaitedSteps = (entities: App['entities'], { detail }: Entity, states: readonly string[]): Transition[] =>
  detail.related
    .filter(({ awaitedIn }) => awaitedIn?.some((state) => states.includes(state)))
    .flatMap(({ entity: name, actions }) =>
      actions.flatMap((action) => {
        const entity = entities[name]
        const step = entity?.transitions[action]
        return entity && step && stepRank(entity, action, undefined) === stepRanks.begin ? [step] : []
      }),
    )

/** A step of the row's own record, or one whose form refers to it. */
function rowStep({ name: rows, detail }: Entity, { entity, name, title }: Transition): Action {
  const by = detail.related.find((table) => entity !== rows && table.entity === entity && table.actions.includes(name))
  const values = by ? { [by.reference]: recordItself } : {}
  return { entity, transition: name, title, place: 'row', values, primary: false, implied: true }
}

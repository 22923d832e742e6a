// Orders the actions of a record, for rows and detail views:
// those that move it on, that create from it, that change it, and last the destructive ones.
import { stepRank, stepRanks } from '../../manifest/access/stepOrder'
import type { Action } from '../../manifest/model/column'
import type { Related } from '../../manifest/model/detail'
import type { Entity } from '../../manifest/model/entity'
import type { Screen } from '../../manifest/model/screen'
import type { Text } from '../../manifest/model/text'
import type { RecordData } from '../../protocol/calls'
import { givenValues } from './actionValues'

/** The name of an action in a record's `can`. */
export function allowedActionKey(
  action: Pick<Action, 'entity' | 'transition' | 'on'>,
  entityName: string | undefined,
): string {
  return action.entity === entityName && action.on === undefined
    ? action.transition
    : `${action.entity}.${action.transition}`
}

/** The main action above a list: also offered by an empty one, and by the key n. */
export function createAction({ actions }: Screen): Action | undefined {
  const above = actions.filter((action) => action.place === 'toolbar')
  return above.find((action) => action.primary) ?? above[0]
}

/** The permitted actions, including those that create a record of another kind for this one. */
export function actionsOf(
  row: RecordData,
  actions: readonly Action[],
  entityName: string | undefined,
  entities: Readonly<Record<string, Entity>>,
): Action[] {
  return inOrder(
    actions.filter((action) => row.can.includes(allowedActionKey(action, entityName))),
    entities,
    { row, entityName },
  )
}

/** Whether the manifest marks the transition as destructive; false for one that the account may not run at all. */
export function isDanger(
  action: Pick<Action, 'entity' | 'transition'>,
  entities: Readonly<Record<string, Entity>>,
): boolean {
  return entities[action.entity]?.transitions[action.transition]?.danger ?? false
}

/** Whether an action is destructive, or creates what nothing waits for, and is therefore never offered first. */
export function isSetAside(action: Target, entities: Entities): boolean {
  const definition = entities[action.entity]?.transitions[action.transition]
  return definition !== undefined && (definition.danger || (definition.creates && definition.turn === false))
}

/**
 * Whether a destructive action is offered in sight nevertheless: the one other answer to the one step that the record
 * waits for, as a rejection beside an approval, or all that is ever `offered` here.
 */
export function isAnswer(
  action: Target,
  { possible, offered }: { readonly possible: readonly Target[]; readonly offered: readonly Target[] },
  entities: Entities,
): boolean {
  if (!isDanger(action, entities)) return false
  if (offered.every((one) => isDanger(one, entities))) return offered.length === 1
  const stepsAmong = (actions: readonly Target[]) =>
    actions.filter((one) => one.entity === action.entity && !isSetAside(one, entities))
  const steps = stepsAmong(possible)
  // The states that it leads out of: none for a change that may leave the record in its state.
  const statesOf = ({ entity, transition }: Target) => {
    const { from = [], to } = entities[entity]?.transitions[transition] ?? {}
    return to === undefined || from.includes(to) ? '' : from.join()
  }
  const states = statesOf(action)
  // Where the record does not allow the step, its rejection is what remains.
  const counterparts = steps.length > 0 ? steps : stepsAmong(offered)
  const isOther = (one: Target) => one.entity === action.entity && isDanger(one, entities) && statesOf(one) === states
  return (
    steps.length < 2 &&
    states !== '' &&
    counterparts.some((step) => statesOf(step) === states) &&
    possible.filter(isOther).length === 1
  )
}

/** Whether an action takes a record back, or comes too early for it, and is therefore never the conspicuous one. */
export function isBack(action: Target, entities: Entities, subject: Subject): boolean {
  return isLater(action, subject) || rankOf(action, entities, subject) === stepRanks.back
}

/** Whether an action moves a record on or creates from it; the first such is the next step. */
export function isStep(action: Target, entities: Entities, subject: Subject): boolean {
  return rankOf(action, entities, subject) < stepRanks.back
}

type Target = Pick<Action, 'entity' | 'transition' | 'on'>
/** The record that offers an action, and its entity. */
interface Subject {
  readonly row: Pick<RecordData, 'state' | 'later'>
  readonly entityName: string | undefined
}
type Entities = Readonly<Record<string, Entity>>

const isLater = (action: Target, { row, entityName }: Subject): boolean =>
  row.later?.includes(allowedActionKey(action, entityName)) ?? false

function rankOf(action: Target, entities: Entities, subject: Subject): number {
  const definition = entities[action.entity]
  if (!definition) return stepRanks.change
  const rank = stepRank(definition, action.transition, subject.row.state)
  if (rank < stepRanks.aside && isLater(action, subject)) return stepRanks.aside
  return rank === stepRanks.begin && isAwaited(action, entities, subject) ? stepRanks.awaited : rank
}

/** Whether it creates what the life cycle of the record waits for. */
function isAwaited({ entity, transition }: Target, entities: Entities, { row, entityName = '' }: Subject): boolean {
  const related = entities[entityName]?.detail.related ?? []
  return related.some(
    ({ entity: name, actions, awaitedIn }) =>
      name === entity && actions.includes(transition) && row.state !== undefined && awaitedIn?.includes(row.state),
  )
}

/** Equal ranks keep the order of the manifest. */
function inOrder(actions: readonly Action[], entities: Entities, subject: Subject): Action[] {
  return [...actions].sort((a, b) => rankOf(a, entities, subject) - rankOf(b, entities, subject))
}

/**
 * The actions of a detail view: every transition of its entity that is possible now, and transitions that create a
 * referring record. Leaves out names in `can` that are unknown here, whose forms could not be drawn.
 */
export function recordActions(
  record: RecordData,
  entityName: string,
  entities: Readonly<Record<string, Entity>>,
): Action[] {
  const entity = entities[entityName]
  const own = Object.values(entity?.transitions ?? {})
    .filter(({ name, creates }) => !creates && record.can.includes(name))
    .map(({ name, title }) => actionOn(entityName, name, title))
  const begun = (entity?.detail.related ?? []).flatMap((related) => creations(related, entities, record.can))
  return inOrder([...own, ...begun], entities, { row: record, entityName })
}

/** The permitted, harmless transitions that move a record on. */
export function movesOn(entityName: string, row: RecordData, entities: Entities): Action[] {
  const entity = entities[entityName]
  return Object.values(entity?.transitions ?? {})
    .filter(({ name }) => row.can.includes(name) && stepRank(entity!, name, row.state) === stepRanks.move)
    .map(({ name, title }) => actionOn(entityName, name, title))
}

/** Transitions that create a record which refers to this one. */
export function creations(
  { entity, actions }: Related,
  entities: Readonly<Record<string, Entity>>,
  can: readonly string[],
): Action[] {
  return actions.flatMap((name): Action[] => {
    const created = entities[entity]?.transitions[name]
    return created?.creates && can.includes(`${entity}.${name}`) ? [actionOn(entity, name, created.title)] : []
  })
}

function actionOn(entity: string, transition: string, title: Text): Action {
  return { entity, transition, title, place: 'row', values: {}, primary: false }
}

/**
 * The values that an action of a detail view passes to its form: the record as a reference, and values of the record.
 */
export function begunValues(
  { entity, transition }: Action,
  record: RecordData,
  { name, detail }: Entity,
  entities: Entities,
): Readonly<Record<string, unknown>> | undefined {
  if (entity === name) return undefined
  const related = detail.related.find((item) => item.entity === entity && item.actions.includes(transition))
  const begun = entities[entity]?.transitions[transition]
  return related && givenValues(begun ?? { form: [] }, related.reference, record)
}

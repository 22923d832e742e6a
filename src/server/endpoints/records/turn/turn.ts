// Answers POST /api/turn: which transitions move a record on, which roles may run them,
// since when it waits, and which checks would refuse. Names roles, never people.
import { once } from '../../../../manifest/expression/values/once'
import { firstItem } from '../../../../manifest/expression/values/present'
import { entityOf } from '../../../../manifest/model/app'
import { canRead, canRun } from '../../../../manifest/access/permissions'
import { carriersOf, isForPeople } from '../../../../manifest/access/stepOrder'
import { transitionOf, type Entity } from '../../../../manifest/model/entity'
import type { Transition } from '../../../../manifest/model/transition'
import type { TurnAnswer, TurnRequest } from '../../../../protocol/records/stepCalls'
import { RequestError } from '../../../../protocol/requestError'
import type { Context, LoadedRecord } from '../../../context/context'
import { inOneLanguage } from '../../../context/language'
import { WriteEnded } from '../../../database/connection/databaseError'
import type { RunDependencies } from '../../../mutation/runTransition'
import { assertPermitted } from '../../../mutation/guards/permission'
import { prepareConditions } from '../../../mutation/guards/missingConditions'
import type { Wording } from '../../../mutation/guards/ruleSentence'
import { unknownTransition } from '../../../mutation/state/errors'
import { afterDryRun } from '../../../mutation/dryRuns'
import { withinTenantOf } from '../../../query/records/loadRecords'
import { notFound, readableEntity, readRecord } from '../record'
import {
  allCreatingSteps,
  firstWaiting,
  loadRecordsOf,
  turnOf,
  unmetCheck,
  waitingSince,
  type SteppedRecord,
  type Turn,
} from './dueSteps'
import { stepsBefore } from './precedingSteps'

/**
 * @throws RequestError record_not_reachable, permission_required, like the record itself; for a transition after
 *   which it is read also action_not_found
 */
export async function readTurn(
  wide: Context,
  { entity: name, id, after }: TurnRequest,
  running: RunDependencies,
): Promise<TurnAnswer> {
  const entity = readableEntity(wide, name)
  const context = await withinTenantOf(wide, entity, id)
  const [record] = await loadRecordsOf(context, entity, [id])
  if (!record) throw notFound()
  const state = typeof record.state === 'string' ? record.state : undefined
  if (state === undefined || entity.states[state]?.closed) return {}
  const spoken = (answer: TurnAnswer) => inOneLanguage(answer, context.app.product, context.caller.language)
  if (after !== undefined) {
    const transition = Object.hasOwn(entity.transitions, after) ? entity.transitions[after] : undefined
    if (!transition?.awaitsDecision) throw unknownTransition()
    return spoken(await turnAfter(running, context, record, transition))
  }
  const turn = await turnOf(context, entity, record)
  const answer = await answerWithSteps(context, entity, record, turn)
  const refused = await refusedActions(context, turn.wording, state)
  return spoken({ ...answer, ...(refused.length > 0 && { refused }) })
}

/** What the record waits for, and what comes before a step that is refused. */
async function answerWithSteps(
  context: Context,
  entity: Entity,
  stored: LoadedRecord,
  turn: Turn,
): Promise<TurnAnswer | undefined> {
  const request = { entity: entity.name, id: stored.id }
  const reached = { entity, stored, read: once(() => readRecord(context, request)) }
  const answer =
    turn.steps.length > 0 ? await answerOf(context, entity, turn) : await answerOfCarriers(context, reached)
  const before = answer?.unmet && (await stepsBefore(context, reached, answer))
  return answer?.unmet && before ? { ...answer, unmet: { ...answer.unmet, before } } : answer
}

/**
 * The turn of a record once it was submitted for a decision; where that would be refused now, or a write holds one of
 * its records, only who decides.
 */
async function turnAfter(
  running: RunDependencies,
  context: Context,
  record: LoadedRecord,
  transition: Transition,
): Promise<TurnAnswer> {
  assertPermitted(context.app, context.caller, transition)
  const entity = entityOf(context.app, transition.entity)
  const { id } = record
  const request = { entity: entity.name, transition: transition.name, id, version: Number(record.version) }
  const asSubmitted = async (query: Context['query']): Promise<TurnAnswer> => {
    const later = { ...context, query }
    const [stored] = await loadRecordsOf(later, entity, [id])
    return (stored && (await answerWithSteps(later, entity, stored, await turnOf(later, entity, stored)))) ?? {}
  }
  try {
    return await afterDryRun(running, context, request, asSubmitted)
  } catch (error) {
    if (!(error instanceof RequestError || error instanceof WriteEnded)) throw error
    const { steps } = await turnOf(context, entity, { ...record, state: transition.to })
    return { steps }
  }
}

async function answerOf(context: Context, entity: Entity, { wording, steps, since }: Turn): Promise<TurnAnswer> {
  const first =
    steps.find(({ transition }) => canRun(context.app, context.caller, transitionOf(entity, transition))) ??
    firstItem(steps)
  const unmet = await unmetCheck(context, wording, transitionOf(entity, first.transition))
  return { steps, ...(since && { since }), ...(unmet && { unmet }) }
}

/** For a state that waits for another record: that record's turn or, before it exists, what creates it. */
async function answerOfCarriers(context: Context, record: SteppedRecord): Promise<TurnAnswer | undefined> {
  const { app, caller } = context
  const { entity, stored } = record
  const carriers = carriersOf(app, entity, String(stored.state)).filter((carrier) =>
    canRead(app, caller, entityOf(app, carrier.entity)),
  )
  if (carriers.length === 0) return undefined
  const waiting = await firstWaiting(context, carriers, await record.read())
  if (waiting) return { ...(await answerOf(context, waiting.entity, waiting.turn)), of: waiting.of }
  const possible = (await allCreatingSteps(context, record, carriers)).filter(({ steps }) => steps.length > 0)
  const steps = possible.flatMap((carrier) => carrier.steps)
  const unmet = possible.every((carrier) => carrier.unmet) ? possible[0]?.unmet : undefined
  return steps.length > 0 ? { steps, ...waitingSince(stored), ...(unmet && { unmet }) } : undefined
}

/** Transitions that the caller may run but a check on the stored record would refuse, each with its sentence. */
async function refusedActions(context: Context, wording: Wording, state: string) {
  const offered = Object.values(wording.entity.transitions).filter(
    (step) =>
      !step.creates && isForPeople(step) && step.from.includes(state) && canRun(context.app, context.caller, step),
  )
  const { caller } = context
  const attempts = offered.map((transition) => ({ caller, transition, names: wording.names }))
  await prepareConditions(wording.resolver, attempts)
  const refused: { transition: string; message: string }[] = []
  for (const step of offered) {
    const unmet = await unmetCheck(context, wording, step)
    if (unmet) refused.push({ transition: step.name, message: unmet.message })
  }
  return refused
}

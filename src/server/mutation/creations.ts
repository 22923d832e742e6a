// Creates several records in one transaction, or none: rows of an import.
// Each request keeps its key and answer. A refusal does not name its request: the caller then runs each by itself.
import { firstItem } from '../../manifest/expression/values/present'
import type { RunAnswer, RunRequest } from '../../protocol/calls'
import type { App } from '../../manifest/model/app'
import type { Entity } from '../../manifest/model/entity'
import type { Caller, Context, RawRecord } from '../context/context'
import { runAnswer } from './answer'
import { concludeWrites, inTransaction, type RunDependencies } from './runTransition'
import { countMasked, dryRunBatch, type DryRun } from './dryRuns'
import { assertPermitted } from './guards/permission'
import { canRunAsBatch } from './guards/batching'
import { perform } from './perform'
import { unknownTransition } from './state/errors'
import { transitionByName } from './state/transitionByName'
import type {
  GatheredEvent,
  GatheredMessage,
  TransitionBatch,
  TransitionResult,
  WriteContext,
} from './state/writeContext'
import { accountOfKeys, claimKeys, keyedContent, saveAnswersSql } from './write/idempotency'

/** What a creation has written, and the messages of its effects that are kept for a summary. */
interface Creation {
  readonly answer: RunAnswer
  readonly messages: readonly GatheredMessage[]
}

export interface CreationDependencies extends Pick<RunDependencies, 'database' | 'app' | 'onCommitted'> {
  readonly gathers: boolean
  readonly gathersEvents: boolean
  /** Stores what the requests have created, in their order, in the transaction of the change. */
  readonly storeCreated: (
    query: Context['query'],
    created: readonly Creation[],
    events: readonly GatheredEvent[],
  ) => Promise<void>
}

/** A creation and its values. */
type CreationRequest = Pick<RunRequest, 'entity' | 'transition'> & { readonly values?: RawRecord }

/** Whether creations of an entity may run together: a key is issued to one request alone. */
export const canBatchCreate = ({ access }: App, { name }: Pick<Entity, 'name'>): boolean =>
  name !== access.apiKeys?.entity

/** A request has been run before. */
class KeyTaken extends Error {}

/**
 * Creates a record for each request; false, and nothing is written, where one of them has been run before.
 * @throws RequestError whichever refusal of any of them; nothing is written then
 */
export async function runCreations(
  { database, app, onCommitted, storeCreated, ...gathering }: CreationDependencies,
  caller: Caller,
  requests: readonly RunRequest[],
  now: Date,
): Promise<boolean> {
  const batch = creationBatch(app, caller, requests)
  assertPermitted(app, caller, batch.transition)
  const account = accountOfKeys(caller)
  const writing = inTransaction({ database, app, ...gathering }, caller, now, async (context) => {
    if (!(await claimKeys(context.query, account, requests.map(keyedContent), now))) throw new KeyTaken()
    const { done, messages } = await performAll(context, batch)
    await concludeWrites(context)
    const created: Creation[] = []
    for (const [index, result] of done.entries())
      created.push({ answer: await runAnswer(context, batch, result), messages: messages[index] ?? [] })
    const answers = created.map(({ answer }, index) => ({ key: requests[index]!.key, answer }))
    await context.query(saveAnswersSql(account, answers))
    await storeCreated(context.query, created, context.gatheredEvents ?? [])
  })
  const written = await writing.catch((error: unknown) => {
    if (error instanceof KeyTaken) return undefined
    throw error
  })
  if (written && written.records.length > 0) onCommitted?.(written)
  return written !== undefined
}

/**
 * Runs creations and undoes them; no document number is taken.
 * @throws as `runCreations`, and RequestError too_many_lookups
 */
export async function dryRunCreations(
  { database, app }: Pick<RunDependencies, 'database' | 'app'>,
  caller: Caller,
  requests: readonly CreationRequest[],
  now: Date,
): Promise<DryRun[]> {
  const batch = creationBatch(app, caller, requests)
  assertPermitted(app, caller, batch.transition)
  await countMasked({ database, app }, { caller, now }, batch)
  return dryRunBatch({ database, app }, { caller, now }, batch)
}

function creationBatch(app: App, caller: Caller, requests: readonly CreationRequest[]): TransitionBatch {
  const { entity, transition } = transitionByName(app, firstItem(requests))
  if (!transition.creates) throw unknownTransition()
  return { entity, transition, caller, depth: 0, requests: requests.map(({ values = {} }) => ({ values })) }
}

/** Those with effects one after the other, so that each keeps its own messages. */
async function performAll(
  context: WriteContext,
  batch: TransitionBatch,
): Promise<{ done: TransitionResult[]; messages: GatheredMessage[][] }> {
  if (canRunAsBatch(context.app, batch.entity, batch.transition))
    return { done: await perform(context, batch), messages: [] }
  const done: TransitionResult[] = []
  const messages: GatheredMessage[][] = []
  for (const request of batch.requests) {
    done.push(...(await perform(context, { ...batch, requests: [request] })))
    messages.push(context.gathered?.splice(0) ?? [])
  }
  return { done, messages }
}

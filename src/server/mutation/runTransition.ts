// Runs a transition with all its consequences in one transaction, or not at all.
// In order: permission, idempotency key, the stages of perform.ts, the stored answer.
import { firstItem } from '../../manifest/expression/values/present'
import type { App } from '../../manifest/model/app'
import type { RunAnswer, RunRequest } from '../../protocol/calls'
import { auditRightsChanges } from './audit'
import type { Caller, Context } from '../context/context'
import type { Database } from '../database/connection/openDatabase'
import { runAnswer } from './answer'
import { attemptAlreadyWritten, unknownTransition } from './state/errors'
import { transitionByName } from './state/transitionByName'
import { accountOfKeys, claimKey, closeAttempts, keyedContent } from './write/idempotency'
import { checkInvariants } from './guards/invariants'
import { writeLog } from './write/auditLog'
import { queueEvents } from './webhooks/events'
import { perform } from './perform'
import { assertPermitted } from './guards/permission'
import { issueNewKey } from '../auth/apiKeys'
import { resetSignIn } from '../auth/factors/factors'
import { saveUndoRun } from './write/undoRuns'
import { clashError, UniqueViolation } from './write/uniqueness'
import {
  createWriteContext,
  systemCaller,
  type GatheredEvent,
  type GatheredMessage,
  type TransitionResult,
  type TransitionBatch,
  type WriteContext,
  type WriteOptions,
  type WrittenRecord,
} from './state/writeContext'
import { withinTenantOf } from '../query/records/loadRecords'

/** What was written, announced after the commit. */
export interface CommitResult {
  readonly records: readonly WrittenRecord[]
}

export interface RunDependencies {
  readonly database: Pick<Database, 'query' | 'transaction' | 'distributed'>
  readonly app: App
  readonly onCommitted?: (committed: CommitResult) => void
  /** true: a user runs it and can undo it for a while, if its manifest offers that. */
  readonly offersUndo?: boolean
  readonly alsoStore?: AlsoStored
  readonly before?: RunPreparation
}

/** What is also stored in the transaction of a change. */
export interface AlsoStored {
  /** Stores the messages of effects for a summary; absent: each is sent. */
  readonly messages?: (query: Context['query'], messages: readonly GatheredMessage[]) => Promise<unknown>
  /** Stores the events for webhooks for a summary; absent: each is queued. */
  readonly events?: (query: Context['query'], events: readonly GatheredEvent[]) => Promise<unknown>
  /** Stores the answer elsewhere, that of a retry too. */
  readonly answer?: (query: Context['query'], answer: RunAnswer) => Promise<unknown>
}

/** What needs more than the database, before the transaction. */
interface RunPreparation {
  /** Rejects what must not be run. */
  readonly examine?: (request: Omit<RunRequest, 'key'>) => Promise<void>
  /** Prepares the decision on a change of the manifests; absent: none is decided. */
  readonly decide?: (context: Context, decision: Decision) => Promise<DecisionStep>
}

/** A decision on a change of the manifests: applies it, or proposes its reverse. */
interface Decision {
  readonly transition: string
  readonly id: number
}

/** What a decision adds to its transaction. */
export interface DecisionStep {
  /** A further transition. */
  readonly also?: Omit<RunRequest, 'key'>
  /** The last step before the commit. */
  readonly finish?: (query: Context['query']) => Promise<void>
}

/**
 * Runs a transition for a caller.
 * @throws RequestError permission_required and all other refusals; then nothing is written
 */
export async function runTransition(
  { database, app, onCommitted, offersUndo, alsoStore = {}, before }: RunDependencies,
  caller: Caller,
  request: RunRequest,
  now: Date,
): Promise<RunAnswer> {
  const batch = batchOf(app, caller, request)
  // Before any lookup, so that a retry gets the stored answer only while its caller has the permission.
  assertPermitted(app, caller, batch.transition)
  const examined = await before?.examine?.(request).catch(deferred)
  const tenant = await tenantOfBatch({ database, app }, caller, batch, now)
  const account = accountOfKeys(caller)
  const undoable = offersUndo === true && batch.transition.undo && account > 0 && caller.apiKey === undefined
  const decided = await decisionOf({ database, app, before }, { caller, now }, batch)
  const gathering = { gathers: alsoStore.messages !== undefined, gathersEvents: alsoStore.events !== undefined }
  const transacting = { database, app, tenant, undoable, ...gathering }
  const { answer, records } = await inTransaction(transacting, caller, now, async (context) => {
    if (request.replaces && account > 0) await replaceAttempts(context.query, account, request.replaces, now)
    const claim = await claimKey(context.query, account, keyedContent(request), now)
    if (claim.answer) {
      await alsoStore.answer?.(context.query, claim.answer)
      return claim.answer
    }
    if (examined instanceof Error) throw examined
    if (decided instanceof Error) throw decided
    const further = decided?.also ? [batchOf(app, systemCaller(caller), decided.also)] : []
    const [done] = await runAtomically(context, batch, ...further)
    await storeGathered(context, alsoStore)
    const answer = {
      ...(await runAnswer(context, batch, done!)),
      ...(undoable && !isAnnounced(context) && { undo: await saveUndoRun(context, account, done!) }),
    }
    await claim.save(answer)
    await alsoStore.answer?.(context.query, answer)
    if (resetsSignIn(app, batch)) await resetSignIn(context.query, answer.id)
    await decided?.finish?.(context.query)
    const issuesApiKey = batch.transition.creates && batch.entity.name === app.access.apiKeys?.entity
    return issuesApiKey && account > 0 ? { ...answer, secret: await issueNewKey(context, answer.id, account) } : answer
  })
  if (records.length > 0) onCommitted?.({ records })
  return answer
}

/** Stores what effects gathered instead of sending it. */
async function storeGathered(
  { query, gathered = [], gatheredEvents = [] }: WriteContext,
  alsoStore: AlsoStored,
): Promise<void> {
  if (gathered.length > 0) await alsoStore.messages?.(query, gathered)
  if (gatheredEvents.length > 0) await alsoStore.events?.(query, gatheredEvents)
}

/** @throws RequestError attempt_already_written if one of the attempts has written its record */
async function replaceAttempts(
  query: Context['query'],
  account: number,
  keys: readonly string[],
  now: Date,
): Promise<void> {
  const [written] = await closeAttempts<Partial<RunAnswer>>(query, account, keys, now)
  if (written) throw attemptAlreadyWritten(written.no ?? written.label ?? '')
}

/** What a decision on the manifests adds; its refusal is deferred. */
export async function decisionOf(
  { database, app, before }: Pick<RunDependencies, 'database' | 'app' | 'before'>,
  { caller, now }: Pick<Context, 'caller' | 'now'>,
  { entity, transition, requests }: TransitionBatch,
): Promise<DecisionStep | Error | undefined> {
  const { proposals } = app.product
  const decisions = [proposals?.takeOverTransition, proposals?.goBackTransition]
  if (entity.name !== proposals?.entity || !decisions.includes(transition.name)) return undefined
  if (!before?.decide) throw unknownTransition()
  const query = <T>(statement: Parameters<typeof database.query>[0]) => database.query<T>(statement)
  const decision = { transition: transition.name, id: firstItem(requests).id! }
  return before.decide({ app, caller, now, query, distributed: database.distributed }, decision).catch(deferred)
}

/** A refusal as a value, thrown only once the key is claimed, so that a retry gets the stored answer instead. */
function deferred(error: unknown): Error {
  if (error instanceof Error) return error
  throw error
}

function resetsSignIn({ access }: App, { entity, transition }: TransitionBatch): boolean {
  return entity.name === access.identity.accountEntity && transition.name === access.secondFactor?.resetTransition
}

/** Whether another system is notified of it. */
function isAnnounced({ app, written }: WriteContext): boolean {
  return written.has(app.product.webhooks?.deliveryEntity ?? '')
}

/** The tenant within which a batch runs. */
export async function tenantOfBatch(
  { database, app }: RunDependencies,
  caller: Caller,
  { entity, requests }: TransitionBatch,
  now: Date,
): Promise<number | undefined> {
  const first = firstItem(requests).id
  const query = <T>(statement: Parameters<typeof database.query>[0]) => database.query<T>(statement)
  const wide: Context = { app, caller, now, query, distributed: database.distributed }
  const { tenant } = first === undefined ? wide : await withinTenantOf(wide, entity, first)
  return tenant
}

/** Runs transitions with their effects, invariants and audit log; once in a transaction. */
export async function runAtomically(
  context: WriteContext,
  ...batches: readonly TransitionBatch[]
): Promise<TransitionResult[]> {
  const done: TransitionResult[] = []
  for (const batch of batches) done.push(...(await perform(context, batch)))
  await concludeWrites(context)
  return done
}

/** What follows the last transition of a transaction. */
export async function concludeWrites(context: WriteContext): Promise<void> {
  await checkInvariants(context)
  await queueEvents(context)
  await writeLog(context)
  await auditRightsChanges(context)
}

export type Transacting = Pick<RunDependencies, 'database' | 'app'> & WriteOptions & { readonly tenant?: number }

/** Runs work in a transaction; returns what is to be announced. Explains a unique violation after the rollback. */
export async function inTransaction<T>(
  { database, app, tenant, ...options }: Transacting,
  caller: Caller,
  now: Date,
  run: (work: WriteContext) => Promise<T>,
): Promise<{ answer: T; records: readonly WrittenRecord[] }> {
  try {
    return await database.transaction(async (tx) => {
      const context = createWriteContext(
        { app, caller, now, query: tx.query, distributed: database.distributed, tenant },
        perform,
        { ...options, acrossTenants: tx.acrossTenants },
      )
      const answer = await run(context)
      return {
        answer,
        records: [...context.written.values()].flatMap((records) =>
          [...records.values()].map(({ entity, id, tenant }) => ({ entity, id, tenant })),
        ),
      }
    })
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    throw await clashError(
      { app, caller, now, distributed: database.distributed, query: (statement) => database.query(statement) },
      error,
      options.dryRun === true,
    )
  }
}

/** A request as a batch of one. @throws RequestError action_not_found */
export function batchOf(
  app: App,
  caller: Caller,
  { id, version, values, note, factorProof, ...names }: Omit<RunRequest, 'key'>,
): TransitionBatch {
  const { entity, transition } = transitionByName(app, names)
  if (transition.creates !== (id === undefined)) throw unknownTransition()
  const requests = [{ id, version, values: values ?? {}, note }]
  return { entity, transition, caller, depth: 0, requests, ...(factorProof !== undefined && { factorProof }) }
}

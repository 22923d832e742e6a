// Runs a transition with all its consequences in one transaction, or not at all.
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
  /** Stores the messages of effects, in the transaction of the change, for a summary; absent: each is sent. */
  readonly storeMessages?: (query: Context['query'], messages: readonly GatheredMessage[]) => Promise<unknown>
  /** Stores the events for webhooks, as `storeMessages` does messages; absent: each is queued. */
  readonly storeEvents?: (query: Context['query'], events: readonly GatheredEvent[]) => Promise<unknown>
  /** Stores the answer elsewhere, in the transaction of the change; also the answer of a retry. */
  readonly storeAnswer?: (query: Context['query'], answer: RunAnswer) => Promise<unknown>
  /** Checks that need more than the database, before the transaction. */
  readonly examine?: (request: Omit<RunRequest, 'key'>) => Promise<void>
  /** Prepares the decision on a change of the manifests, before the transaction; absent: none is decided. */
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
  { database, app, onCommitted, offersUndo, storeMessages, storeEvents, storeAnswer, examine, decide }: RunDependencies,
  caller: Caller,
  request: RunRequest,
  now: Date,
): Promise<RunAnswer> {
  const batch = batchOf(app, caller, request)
  // Before any lookup, so that a retry gets the stored answer only while its caller has the permission.
  assertPermitted(app, caller, batch.transition)
  const examined = await examine?.(request).catch(deferred)
  const tenant = await tenantOfBatch({ database, app }, caller, batch, now)
  const account = accountOfKeys(caller)
  const undoable = offersUndo === true && batch.transition.undo && account > 0 && caller.apiKey === undefined
  const decided = await decisionOf({ database, app, decide }, { caller, now }, batch)
  const gathering = { gathers: storeMessages !== undefined, gathersEvents: storeEvents !== undefined }
  const within = { database, app, tenant, undoable, ...gathering }
  const { answer, records } = await inTransaction(within, caller, now, async (context) => {
    if (request.replaces && account > 0) await replaceAttempts(context.query, account, request.replaces, now)
    const claim = await claimKey(context.query, account, keyedContent(request), now)
    if (claim.answer) {
      await storeAnswer?.(context.query, claim.answer)
      return claim.answer
    }
    if (examined instanceof Error) throw examined
    if (decided instanceof Error) throw decided
    const further = decided?.also ? [batchOf(app, systemCaller(caller), decided.also)] : []
    const [done] = await runAtomically(context, batch, ...further)
    await storeGathered(context, { storeMessages, storeEvents })
    const answer = {
      ...(await runAnswer(context, batch, done!)),
      ...(undoable && !isAnnounced(context) && { undo: await saveUndoRun(context, account, done!) }),
    }
    await claim.save(answer)
    await storeAnswer?.(context.query, answer)
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
  { storeMessages, storeEvents }: Pick<RunDependencies, 'storeMessages' | 'storeEvents'>,
): Promise<void> {
  if (gathered.length > 0) await storeMessages?.(query, gathered)
  if (gatheredEvents.length > 0) await storeEvents?.(query, gatheredEvents)
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
  { database, app, decide }: Pick<RunDependencies, 'database' | 'app' | 'decide'>,
  { caller, now }: Pick<Context, 'caller' | 'now'>,
  { entity, transition, requests }: TransitionBatch,
): Promise<DecisionStep | Error | undefined> {
  const { proposals } = app.product
  const decisions = [proposals?.takeOverTransition, proposals?.goBackTransition]
  if (entity.name !== proposals?.entity || !decisions.includes(transition.name)) return undefined
  if (!decide) throw unknownTransition()
  const query = <T>(statement: Parameters<typeof database.query>[0]) => database.query<T>(statement)
  const decision = { transition: transition.name, id: firstItem(requests).id! }
  return decide({ app, caller, now, query, distributed: database.distributed }, decision).catch(deferred)
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

// POST /api/batch and /api/undoBatch: run or undo a transition on several records, one by one.
// A lasting refusal of one record does not affect the others. A dry run rolls each transaction back.
import type { BatchAnswer, BatchRequest, RunAnswer } from '../../../protocol/calls'
import type { UndoBatchAnswer, UndoBatchRequest } from '../../../protocol/records/undoCalls'
import { isLastingRefusal, RequestError } from '../../../protocol/requestError'
import type { Caller, Context } from '../../context/context'
import { unknownTransition } from '../../mutation/state/errors'
import { labelsInReach } from '../../mutation/state/recordLabels'
import { transitionByName } from '../../mutation/state/transitionByName'
import { assertPermitted } from '../../mutation/guards/permission'
import { runTransition, type RunDependencies } from '../../mutation/runTransition'
import { dryRunTransition } from '../../mutation/dryRuns'
import { undoRun } from '../../mutation/undo'
import { databaseError } from '../../database/connection/databaseError'
import { accountOfKeys } from '../../mutation/write/idempotency'
import { findUndoRuns } from '../../mutation/write/undoRuns'
import type { LocalizableText } from '../../../manifest/expression/message'
import type { Entity } from '../../../manifest/model/entity'
import { callerText, joined } from '../../context/phrases'

/** `query` reads the labels of refused records, within the share and the time limit of the caller's reads. */
type BatchDependencies = RunDependencies & Pick<Context, 'query'>

/**
 * Responds with how many succeeded and why the others did not. Repeated with the same idempotency key it keeps what
 * succeeded and retries the others. A dry run tries each record in its present state, ignoring changes of the others.
 * @throws RequestError action_not_found, or permission_required when the caller may not run it at all; server_busy and
 * others of the moment, after which the same request goes on where it ended. Their data is the answer so far, if any
 * record was written.
 */
export async function runBatch(
  { query, ...dependencies }: BatchDependencies,
  caller: Caller,
  { records, key, dryRun = false, ...request }: BatchRequest,
  now: Date,
): Promise<BatchAnswer> {
  const { app } = dependencies
  const { entity, transition } = transitionByName(app, request)
  if (transition.creates || transition.revealsSecret) throw unknownTransition()
  assertPermitted(app, caller, transition)
  const versions = new Map(records.map(({ id, version }) => [id, version]))
  const undos: NonNullable<RunAnswer['undo']>[] = []
  const { done, refused, ended } = await attemptEach(versions, isLastingRefusal, async ([id, version]) => {
    const one = { ...request, id, version, key: `${key}/${id}` }
    if (dryRun) return void (await dryRunTransition(dependencies, caller, one, now))
    const { undo } = await runTransition(dependencies, caller, one, now)
    if (undo) undos.push(undo)
  })
  if (ended && (dryRun || done === 0)) throw ended.error
  const [first] = undos
  const refusedRecords = refused.map(({ item: [id], error }) => ({ entity, id, error }))
  const answer: BatchAnswer = {
    done,
    refused: await namedRefusals(
      { app, caller, now, distributed: dependencies.database.distributed, query },
      refusedRecords,
    ),
    ...(first && undos.length === done && { undo: { runs: undos.map(({ run }) => run), seconds: first.seconds } }),
  }
  if (!ended) return answer
  const refusal = isRequestError(ended.error) ? ended.error : databaseError(ended.error)
  throw refusal?.withData(answer) ?? ended.error
}

/**
 * Undoes runs. Repeated, those that are undone already count as done.
 * @throws RequestError undo_too_late when one of them is not the caller's; then none is undone
 */
export async function undoBatch(
  { query, ...dependencies }: BatchDependencies,
  caller: Caller,
  { runs }: UndoBatchRequest,
  now: Date,
): Promise<UndoBatchAnswer> {
  const { app, database } = dependencies
  const undoRuns = await findUndoRuns((statement) => database.query(statement), accountOfKeys(caller), runs)
  const byRun = new Map(undoRuns.map((one) => [one.run, one]))
  const candidates = runs.map((run) => {
    const candidate = byRun.get(run)
    if (!candidate) throw new RequestError('undo_too_late')
    return candidate
  })
  // The offer to undo cannot be pressed again: name also the records for which the server was too busy.
  const undoOne = ({ run }: (typeof candidates)[number]) => undoRun(dependencies, caller, { run }, now)
  const { done, refused, ended } = await attemptEach(candidates, isRequestError, undoOne)
  if (ended) throw ended.error
  const refusedRecords = refused.map(({ item: { entity, record }, error }) => ({
    entity: app.entities[entity],
    id: Number(record),
    error,
  }))
  return {
    done,
    refused: await namedRefusals({ app, caller, now, distributed: database.distributed, query }, refusedRecords),
  }
}

interface Refusal<Item> {
  readonly item: Item
  readonly error: RequestError
}

const isRequestError = (error: unknown): error is RequestError => error instanceof RequestError

interface Attempts<Item> {
  readonly done: number
  readonly refused: readonly Refusal<Item>[]
  /** What ended it before its last item. */
  readonly ended?: { readonly error: unknown }
}

/** Attempts each by itself, one after the other. An error that does not count as its refusal ends it. */
async function attemptEach<Item>(
  items: Iterable<Item>,
  isCounted: (error: unknown) => error is RequestError,
  attempt: (item: Item) => Promise<unknown>,
): Promise<Attempts<Item>> {
  const refused: Refusal<Item>[] = []
  let done = 0
  for (const item of items) {
    try {
      await attempt(item)
      done += 1
    } catch (error) {
      if (!isCounted(error)) return { done, refused, ended: { error } }
      refused.push({ item, error })
    }
  }
  return { done, refused }
}

interface RefusedRecord extends Pick<Refusal<never>, 'error'> {
  /** Absent: it is gone from the manifests. */
  readonly entity: Entity | undefined
  readonly id: number
}

/** The refused records with their labels and sentences. */
export async function namedRefusals(
  context: Context,
  refused: readonly RefusedRecord[],
): Promise<BatchAnswer['refused']> {
  const labels = new Map<Entity | undefined, Map<number, string>>()
  for (const entity of new Set(refused.map((one) => one.entity))) {
    if (!entity) continue
    const ids = refused.filter((one) => one.entity === entity).map(({ id }) => id)
    // What was written stays written: without a connection the numbers stand for the labels.
    const labelsById = await labelsInReach(context, entity, ids).catch((error: unknown) => {
      if (isRequestError(error) || databaseError(error)) return new Map<number, string>()
      throw error
    })
    labels.set(entity, labelsById)
  }
  return refused.map(({ entity, id, error }) => ({
    id,
    label: labels.get(entity)?.get(id) ?? String(id),
    key: error.key,
    message: sentenceOf(context, error),
  }))
}

/** The refusal as one sentence, including its field errors. */
function sentenceOf(context: Pick<Context, 'app' | 'caller'>, { sentence, fields = {} }: RequestError): string {
  const inWords = (message: LocalizableText) => callerText(context, message)
  const others = new Map(Object.values(fields).map((message) => [inWords(message), message]))
  others.delete(inWords(sentence))
  return inWords(joined('sequence', [sentence, ...others.values()]))
}

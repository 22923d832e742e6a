// POST /api/batch: runs a transition on several records, each in a transaction of its own.
// A refusal of one record does not affect the others. A dry run rolls each transaction back.
import type { BatchAnswer, BatchRequest } from '../../../protocol/calls'
import { RequestError } from '../../../protocol/requestError'
import type { Caller, Context } from '../../context/context'
import { loadRecords } from '../../query/records/loadRecords'
import { labelFor } from '../../mutation/answer'
import { unknownTransition } from '../../mutation/state/errors'
import { transitionByName } from '../../mutation/state/transitionByName'
import { assertPermitted } from '../../mutation/guards/permission'
import { valueText } from '../../mutation/state/valueText'
import { runTransition, type RunDependencies } from '../../mutation/commit'
import { dryRunTransition } from '../../mutation/dryRuns'
import type { LocalizableText } from '../../../manifest/expression/message'
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import { callerText, joined } from '../../context/phrases'

/** `query` reads the labels of refused records, within the share and the time limit of the caller's reads. */
type BatchDependencies = RunDependencies & Pick<Context, 'query'>

/**
 * Responds with how many succeeded and why the others did not. Repeated with the same idempotency key it keeps what
 * succeeded and retries the others. A dry run tries each record in its present state, ignoring changes of the others.
 * @throws RequestError action_not_found, or permission_required when the caller may not run it at all
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
  const refused = new Map<number, RequestError>()
  const versions = new Map(records.map(({ id, version }) => [id, version]))
  const runOne = dryRun ? dryRunTransition : runTransition
  for (const [id, version] of versions) {
    try {
      await runOne(dependencies, caller, { ...request, id, version, key: `${key}/${id}` }, now)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      refused.set(id, error)
    }
  }
  const reading: Context = { app, caller, now, distributed: dependencies.database.distributed, query }
  // What was written stays written: without a free connection the numbers stand for the labels.
  const labels = await labelsOf(reading, entity, [...refused.keys()]).catch((error: unknown) => {
    if (error instanceof RequestError) return new Map<number, string>()
    throw error
  })
  return {
    done: versions.size - refused.size,
    refused: [...refused].map(([id, error]) => ({
      id,
      label: labels.get(id) ?? String(id),
      key: error.key,
      message: sentenceOf(app, error, caller),
    })),
  }
}

async function labelsOf(context: Context, entity: Entity, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { app, caller } = context
  const records = await loadRecords(context, {
    entity: entity.name,
    paths: [entity.labelField],
    where: { ids },
    scoped: true,
  })
  return new Map(
    records.map((record) => [
      Number(record.id),
      labelFor(
        caller,
        entity,
        record.state,
        valueText(app, entity.fields[entity.labelField], record[entity.labelField], caller.language),
      ),
    ]),
  )
}

/** The refusal as one sentence, including its field errors. */
function sentenceOf(app: App, { sentence, fields = {} }: RequestError, caller: Caller): string {
  const inWords = (message: LocalizableText) => callerText({ app, caller }, message)
  const others = new Map(Object.values(fields).map((message) => [inWords(message), message]))
  others.delete(inWords(sentence))
  return inWords(joined('sequence', [sentence, ...others.values()]))
}

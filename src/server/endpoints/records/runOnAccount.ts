// Changes the caller's own account through the transition of the options, with all its rules.
import { randomUUID } from 'node:crypto'
import type { Endpoint } from '../../../manifest/model/app'
import type { RunAnswer } from '../../../protocol/calls'
import type { RawRecord } from '../../context/context'
import { runDependencies } from '../../mutation/runDependencies'
import { loadRecords } from '../../query/records/loadRecords'
import type { Operation, RequestContext } from '../contract/operation'
import { runTransition } from '../../mutation/runTransition'

/** Options: transition of the account entity. Input: its form. */
export const runOnAccountOperation: Operation = {
  check({ options }, app) {
    const { accountEntity: account } = app.access.identity
    const transition = app.entities[account]?.transitions[String(options.transition)]
    if (!transition || transition.creates)
      return [`options.transition must name a transition of ${account} that changes a record.`]
    return []
  },
  run: (context, input, endpoint) => changeAccount(context, endpoint, input),
}

/**
 * Runs the transition of an endpoint's options on the caller's own account, whatever version it has by now.
 * @param caller who runs it: the system for a transition that is none of a user
 */
export async function changeAccount(
  context: RequestContext,
  { options }: Pick<Endpoint, 'options'>,
  values: RawRecord,
  caller = context.caller,
): Promise<RunAnswer> {
  const entity = context.app.access.identity.accountEntity
  const id = Number(context.caller.me.id)
  const [record] = await loadRecords(context, { entity, paths: [], where: { ids: [id] }, scoped: false })
  const transition = String(options.transition)
  const request = { entity, transition, id, version: Number(record?.version), values, key: randomUUID() }
  return runTransition(runDependencies(context), caller, request, context.now)
}

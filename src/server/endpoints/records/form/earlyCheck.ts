// POST /api/earlyCheck: makes a dry run of a transition with the inputs of an open form.
// Others may still be missing. Returns the refusals for the inputs that the manifest names, in the caller's language.
import type { EarlyCheckAnswer, EarlyCheckRequest } from '../../../../protocol/calls'
import type { RefusalKey } from '../../../../protocol/refusals/catalog'
import { RequestError } from '../../../../protocol/requestError'
import type { Caller } from '../../../context/context'
import { callerText } from '../../../context/phrases'
import type { RunDependencies } from '../../../mutation/runTransition'
import { dryRunTransition } from '../../../mutation/dryRuns'
import { unknownTransition } from '../../../mutation/state/errors'
import { transitionByName } from '../../../mutation/state/transitionByName'

/** Refusals of the call itself, not of what the form holds; of a changed record the server reads no input. */
const refusalsOfCall: readonly string[] = [
  'action_not_found',
  'call_not_for_programs',
  'permission_denied',
  'permission_required',
  'permission_withdrawn',
  'scope_too_narrow',
  'stale_version',
  'too_many_lookups',
] satisfies RefusalKey[]

/** @throws RequestError action_not_found, also where nothing is checked early, and the others of `refusalsOfCall` */
export async function runEarlyCheck(
  dependencies: RunDependencies,
  caller: Caller,
  request: EarlyCheckRequest,
  now: Date,
): Promise<EarlyCheckAnswer> {
  const { app } = dependencies
  const { transition } = transitionByName(app, request)
  if (transition.earlyCheck.length === 0) throw unknownTransition()
  try {
    await dryRunTransition(dependencies, caller, { ...request, incomplete: 'checkedFirst' }, now)
    return { fields: {} }
  } catch (error) {
    if (!(error instanceof RequestError) || refusalsOfCall.includes(error.key)) throw error
    const refused = Object.entries(error.fields ?? {}).filter(([name]) => transition.earlyCheck.includes(name))
    return { fields: Object.fromEntries(refused.map(([name, text]) => [name, callerText({ app, caller }, text)])) }
  }
}

// POST /api/rehearse: tries a transition with the inputs of an open form and keeps nothing.
// Answers what it would refuse at the inputs that its manifest names, in the caller's words.
import type { RehearseAnswer, RehearseRequest } from '../../../protocol/calls'
import { RequestError } from '../../../protocol/requestError'
import type { Caller } from '../../context/context'
import { callerText } from '../../context/phrases'
import { rehearseTransition, type RunDependencies } from '../../mutation/commit'
import { unknownTransition } from '../../mutation/state/errors'
import { transitionByName } from '../../mutation/transitionByName'

/** @throws RequestError action_not_found, also where nothing is checked early; permission_required */
export async function checkEarly(
  dependencies: RunDependencies,
  caller: Caller,
  request: RehearseRequest,
  now: Date,
): Promise<RehearseAnswer> {
  const { app } = dependencies
  const { transition } = transitionByName(app, request)
  if (transition.earlyCheck.length === 0) throw unknownTransition()
  try {
    await rehearseTransition(dependencies, caller, { ...request, key: 'rehearsal' }, now)
    return { fields: {} }
  } catch (error) {
    if (!(error instanceof RequestError) || error.key === 'permission_required') throw error
    const refused = Object.entries(error.fields ?? {}).filter(([name]) => transition.earlyCheck.includes(name))
    return { fields: Object.fromEntries(refused.map(([name, text]) => [name, callerText({ app, caller }, text)])) }
  }
}

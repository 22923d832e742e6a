// Does the caller's account with the outside system still open it? Signed in there anew, with a changed password where one is given: the system must take
// it before it is sealed and kept. It comes from the caller alone and goes to nobody but the system.
import { codes, Fault } from '../../protocol/envelope'
import { enterAnew, systemToSignIn } from '../outside/signIn'
import { troubles } from '../outside/trouble'
import type { Operation } from './operation'
import { runOwn } from './runOwn'

/** Options: transition of the account's entity, run when it worked. Input: password, may be absent. */
export const syncOutside: Operation = {
  check: (endpoint, app) => [
    ...(systemToSignIn(app) ? [] : ['There is no outside system that is signed in to.']),
    ...(runOwn.check?.(endpoint, app) ?? []),
  ],
  async run(context, { password, ...input }, endpoint) {
    const given = typeof password === 'string' && password !== '' ? password : undefined
    const reason = await enterAnew(context, systemToSignIn(context.app)!, given)
    if (reason === undefined) return runOwn.run(context, input, endpoint)
    const text = troubles[reason]
    throw new Fault(
      codes.refused,
      text,
      reason === 'refused' || reason === 'noPassword' ? { fields: { password: text } } : {},
    )
  },
}

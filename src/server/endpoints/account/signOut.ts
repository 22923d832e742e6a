// Ends the caller's session in every tab. Without a session there is nothing to do.
import { endSession } from '../../auth/sessions'
import type { Operation } from '../contract/operation'

export const signOut: Operation = {
  async run({ caller, server }) {
    if (caller.session === undefined) return null
    await endSession(server.database, caller.session)
    // The cache finds callers by token, not by session, so all of it goes.
    server.callers.forget()
    server.live.signedOut(new Set([caller.session]))
    return null
  },
}

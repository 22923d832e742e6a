// Ends the caller's session at once, in every tab. Without a session there is nothing to do.
import { endSession } from '../../auth/sessions'
import type { Operation } from '../contract/operation'

export const signOut: Operation = {
  async run({ caller, server }) {
    if (caller.session === undefined) return null
    await endSession(server.database, caller.session)
    server.callers.forget()
    server.live.signedOut(new Set([caller.session]))
    return null
  },
}

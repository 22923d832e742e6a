// How does a session end? At once, in every tab that shows it. Without a session there is nothing to end, which is no fault.
import { endSession } from '../sessions'
import type { Operation } from './operation'

export const signOut: Operation = {
  async run({ caller, server }) {
    if (caller.session === undefined) return null
    await endSession(server.database, caller.session)
    server.callers.forget()
    server.live.signedOut(new Set([caller.session]))
    return null
  },
}

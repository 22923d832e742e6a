// Signs in by account and password, or by the handle of an earlier choice, and opens a session.
// An unknown account gets the same response in the same time; several accounts with one login are distinguished only
// after the proof.
import { RequestError } from '../../../protocol/requestError'
import { auditingFailures } from '../../mutation/audit'
import { claimAttempt, forgetFailures, serializeAttempts } from '../../auth/signInThrottle'
import type { Caller } from '../../context/context'
import { callerOf } from '../../auth/callers'
import { findAccounts } from '../../auth/findIdentities'
import { passwordMark, provenAccounts } from '../../auth/passwords'
import { digestOf, endSession, takeHandle } from '../../auth/sessions'
import { completeSignIn, signInOptionProblems } from './completeSignIn'
import type { Operation, RequestContext } from '../contract/operation'

/** Input: account and password, or handle. */
export const signIn: Operation = {
  check: signInOptionProblems,
  async run(context, input, endpoint) {
    if (typeof input.handle === 'string') return completeSignIn(context, await chosen(context, input.handle), endpoint)
    const { callers, isOutdated } = await auditingFailures(context, String(input.account ?? ''), () =>
      proven(context, String(input.account ?? ''), String(input.password ?? '')),
    )
    const answer = await completeSignIn(context, callers, endpoint)
    if (!(await isOutdated())) return answer
    if (typeof answer.token === 'string') await endSession(context.server.database, digestOf(answer.token))
    throw refused()
  },
}

interface Proven {
  /** Those of the accounts that may sign in. */
  readonly callers: Caller[]
  /**
   * Whether one of the accounts has another password by now: that change has ended the sessions that it found, and must
   * not be survived by one that was proven before and opened after.
   */
  readonly isOutdated: () => Promise<boolean>
}

async function proven(context: RequestContext, account: string, password: string): Promise<Proven> {
  const address = context.call.address ?? 'local'
  if (account === '' || password === '') throw refused()
  return serializeAttempts(context.server.database, account, address, () => prove(context, account, password, address))
}

async function prove(context: RequestContext, account: string, password: string, address: string): Promise<Proven> {
  const { app, caller, now, server } = context
  await claimAttempt(server.database, account, address, now)
  const identities = await findAccounts(context, caller.language, { login: account })
  const ids = identities.map((identity) => Number(identity.me.id))
  const mark = await passwordMark(server.database, ids)
  const accounts = new Set(await provenAccounts(server.database, ids, password))
  const callers = identities
    .filter((identity) => accounts.has(Number(identity.me.id)))
    .map((identity) => callerOf(app, identity, now, { language: caller.language }))
    .filter((item) => item !== undefined)
  if (callers.length === 0) throw refused()
  await forgetFailures(server.database, account, address, now)
  return { callers, isOutdated: async () => (await passwordMark(server.database, ids)) !== mark }
}

async function chosen(context: RequestContext, handle: string): Promise<Caller[]> {
  const { app, caller, now, server } = context
  const account = await takeHandle(server.database, handle, now)
  const [identity] = account === undefined ? [] : await findAccounts(context, caller.language, { ids: [account] })
  const accountCaller = identity && callerOf(app, identity, now, { language: caller.language })
  if (!accountCaller) throw new RequestError('sign_in_choice_expired')
  return [accountCaller]
}

function refused(): RequestError {
  return new RequestError('credentials_wrong')
}

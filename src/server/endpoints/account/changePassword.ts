// Changes the caller's password after verifying the old one; ends the account's other sessions.
import { RequestError } from '../../../protocol/requestError'
import { claimAttempt, forgetFailures, serializeAttempts } from '../../auth/signInThrottle'
import { savePassword, passwordProblem, provenAccounts } from '../../auth/passwords'
import { endBegunSignIns, endOtherSessions } from '../../auth/sessions'
import { recordAuditWithin } from '../../mutation/audit'
import type { Operation } from '../contract/operation'

/** Input: oldPassword, newPassword. */
export const changePassword: Operation = {
  async run(context, input) {
    const { app, caller, now, server, call } = context
    const account = Number(caller.me.id)
    const login = String(caller.me[app.access.identity.loginField] ?? '')
    const address = call.address ?? 'local'
    const [before, after] = [String(input.oldPassword ?? ''), String(input.newPassword ?? '')]
    await serializeAttempts(server.database, login, address, async () => {
      await claimAttempt(server.database, login, address, now)
      if (!(await provenAccounts(server.database, [account], before)).includes(account)) {
        throw new RequestError('old_password_wrong', {}, { field: 'oldPassword' })
      }
      await forgetFailures(server.database, login, address, now)
    })
    const problem = before === after ? 'password_unchanged' : passwordProblem(after, login)
    if (problem) throw new RequestError(problem, {}, { field: 'newPassword' })
    await server.database.transaction(async (tx) => {
      await savePassword(tx, account, after)
      await recordAuditWithin(tx.query, context, { action: 'passwordChanged' })
    })
    await endBegunSignIns(server.database, account)
    const ended = await endOtherSessions(server.database, account, caller.session)
    server.callers.forget()
    server.live.signedOut(new Set(ended))
    return null
  },
}

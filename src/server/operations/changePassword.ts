// May this person have another password? Only who proves the old one, and then every other session of the account ends.
import { codes, Fault } from '../../protocol/envelope'
import { claimAttempt, forgetFailures, inTurn } from '../attempts'
import { keepPassword, passwordProblem, provenAccounts } from '../passwords'
import { endOtherSessions } from '../sessions'
import type { Operation } from './operation'

/** Input: oldPassword, newPassword. */
export const changePassword: Operation = {
  async run({ app, caller, now, server, call }, input) {
    const account = Number(caller.me.id)
    const login = String(caller.me[app.access.identity.login] ?? '')
    const address = call.address ?? 'local'
    const [before, after] = [String(input.oldPassword ?? ''), String(input.newPassword ?? '')]
    await inTurn(server.database, login, address, async () => {
      await claimAttempt(server.database, login, address, now)
      if (!(await provenAccounts(server.database, [account], before)).includes(account)) {
        throw new Fault(codes.refused, ['原密码错误', 'The old password is wrong'], {
          fields: { oldPassword: ['原密码错误', 'The old password is wrong'] },
        })
      }
      await forgetFailures(server.database, login, address, now)
    })
    const problem =
      before === after
        ? (['新密码不能与原密码相同', 'The new password must differ from the old one'] as const)
        : passwordProblem(after, login)
    if (problem) throw new Fault(codes.refused, problem, { fields: { newPassword: problem } })
    await keepPassword(server.database, account, after)
    const ended = await endOtherSessions(server.database, account, caller.session)
    server.callers.forget()
    server.live.signedOut(new Set(ended))
    return null
  },
}

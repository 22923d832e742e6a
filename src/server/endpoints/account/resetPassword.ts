// Resets a forgotten password: a code sent to the phone gives a ticket, which sets the password.
// Ends every session of the accounts with that number.
import { idOf } from '../../../manifest/expression/values/value'
import { randomBytes } from 'node:crypto'
import { RequestError } from '../../../protocol/requestError'
import { claimAttempt, forgetFailures } from '../../auth/signInThrottle'
import { saveCode, useCode } from '../../auth/oneTimeCodes'
import { savePassword, passwordProblem } from '../../auth/passwords'
import { endBegunSignIns, endOtherSessions } from '../../auth/sessions'
import { auditingFailures, recordAuditWithin } from '../../mutation/audit'
import { callersByField } from './completeSignIn'
import type { Operation, RequestContext } from '../contract/operation'
import { resetPurpose } from './sendCode'

const ticketPurpose = 'ticket'

/**
 * Input: mobile and code: responds with a ticket; mobile, ticket and newPassword (or mobile, code and newPassword):
 * sets the password.
 */
export const resetPassword: Operation = {
  async run(context, input) {
    const { call, now, server } = context
    const { database } = server
    const [login, code, ticket] = ['mobile', 'code', 'ticket'].map((name) => String(input[name] ?? '').trim()) as [
      string,
      string,
      string,
    ]
    // Stored as typed, as sign-in compares it.
    const password = String(input.newPassword ?? '')
    // Validate before consuming the ticket, so that the user can try another password.
    const problem = password === '' && ticket === '' ? undefined : passwordProblem(password, login)
    if (problem) throw new RequestError(problem, {}, { field: 'newPassword' })
    if (ticket === '') {
      const address = call.address ?? 'local'
      await claimAttempt(database, `code ${login}`, address, now)
      await auditingFailures(context, login, () => useCode(database, { purpose: resetPurpose, login }, code, now))
      await forgetFailures(database, `code ${login}`, address, now)
      if (password === '') return { ticket: await giveResetTicket(context, login) }
    } else await useTicket(context, login, ticket)
    await change(context, login, password)
    return { done: true }
  },
}

async function giveResetTicket({ server, now }: RequestContext, login: string): Promise<string> {
  const ticket = randomBytes(24).toString('base64url')
  // Use a purpose of its own for each number: tickets are not sent, so the limits of sending do not apply.
  await saveCode(server.database, { purpose: `${ticketPurpose} ${ticket}`, login }, ticket, now)
  return ticket
}

async function useTicket({ server, now }: RequestContext, login: string, ticket: string): Promise<void> {
  try {
    await useCode(server.database, { purpose: `${ticketPurpose} ${ticket}`, login }, ticket, now)
  } catch (error) {
    if (error instanceof RequestError) throw new RequestError('ticket_expired')
    throw error
  }
}

async function change(context: RequestContext, login: string, password: string): Promise<void> {
  const { app, server } = context
  const callers = await callersByField(context, app.access.identity.loginField, login)
  if (callers.length === 0) throw new RequestError('no_account_to_reset')
  await server.database.transaction(async (tx) => {
    for (const { me } of callers) await savePassword(tx, Number(me.id), password)
    const reset = callers.map(({ me, tenant }) => ({ by: Number(me.id), tenant: idOf(tenant) }))
    await recordAuditWithin(tx.query, context, ...reset.map((row) => ({ action: 'passwordReset', ...row }) as const))
  })
  const ended: string[] = []
  for (const { me } of callers) {
    await endBegunSignIns(server.database, Number(me.id))
    ended.push(...(await endOtherSessions(server.database, Number(me.id), undefined)))
  }
  server.callers.forget()
  server.live.signedOut(new Set(ended))
}

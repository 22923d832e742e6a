// May somebody who forgot her password choose another? Whoever holds the telephone: a code gives a ticket, the ticket takes the new password.
// Every session of the accounts behind that number ends.
import { randomBytes } from 'node:crypto'
import { codes, Fault } from '../../protocol/envelope'
import { claimAttempt, forgetFailures } from '../attempts'
import { keepCode, useCode } from '../oneTimeCodes'
import { keepPassword, passwordProblem } from '../passwords'
import { endOtherSessions } from '../sessions'
import { callersWith } from './comeIn'
import type { Operation, RequestContext } from './operation'
import { resetPurpose } from './sendCode'

const ticketPurpose = 'ticket'

/** Input: mobile and code: answers a ticket; mobile, ticket and newPassword (or mobile, code and newPassword): changes it. */
export const resetPassword: Operation = {
  async run(context, input) {
    const { call, now, server } = context
    const { database } = server
    const [login, code, ticket, password] = ['mobile', 'code', 'ticket', 'newPassword'].map((name) =>
      String(input[name] ?? '').trim(),
    ) as [string, string, string, string]
    // Said before the ticket is used up, so that another password can be tried.
    const problem = password === '' && ticket === '' ? undefined : passwordProblem(password, login)
    if (problem) throw new Fault(codes.refused, problem, { fields: { newPassword: problem } })
    if (ticket === '') {
      const address = call.address ?? 'local'
      await claimAttempt(database, `code ${login}`, address, now)
      await useCode(database, resetPurpose, login, code, now)
      await forgetFailures(database, `code ${login}`, address, now)
      if (password === '') return { ticket: await giveTicket(context, login) }
    } else await useTicket(context, login, ticket)
    await change(context, login, password)
    return { done: true }
  },
}

async function giveTicket({ server, now }: RequestContext, login: string): Promise<string> {
  const ticket = randomBytes(24).toString('base64url')
  // Under a name of its own each: a ticket is not sent, so the limits of sending are not its own.
  await keepCode(server.database, `${ticketPurpose} ${ticket}`, login, ticket, now)
  return ticket
}

async function useTicket({ server, now }: RequestContext, login: string, ticket: string): Promise<void> {
  try {
    await useCode(server.database, `${ticketPurpose} ${ticket}`, login, ticket, now)
  } catch (error) {
    if (error instanceof Fault)
      throw new Fault(codes.refused, ['验证已过期，请重新获取验证码', 'This has expired; please ask for another code'])
    throw error
  }
}

async function change(context: RequestContext, login: string, password: string): Promise<void> {
  const { app, server } = context
  const callers = await callersWith(context, app.access.identity.login, login)
  if (callers.length === 0)
    throw new Fault(codes.refused, ['没有可以重置的账号', 'There is no account whose password could be changed'])
  const ended: string[] = []
  for (const { me } of callers) {
    await keepPassword(server.database, Number(me.id), password)
    ended.push(...(await endOtherSessions(server.database, Number(me.id), undefined)))
  }
  server.callers.forget()
  server.live.signedOut(new Set(ended))
}

// Who may come in? Proves account and password, or takes the handle of a choice made before, and opens a session.
// The same answer and the same time for an account that does not exist; several accounts behind one name are told apart only after the proof.
import sql from 'sql-template-tag'
import { codes, Fault } from '../../protocol/envelope'
import { claimAttempt, forgetFailures, inTurn } from '../attempts'
import type { Caller } from '../context'
import { column } from '../database/identifier'
import { callerOf } from '../identify'
import { findIdentities } from '../identity'
import { provenAccounts } from '../passwords'
import { takeHandle } from '../sessions'
import { comeIn, comeInProblems } from './comeIn'
import type { Operation, RequestContext } from './operation'

/** Input: account and password, or handle. */
export const signIn: Operation = {
  check: comeInProblems,
  async run(context, input, endpoint) {
    const callers =
      typeof input.handle === 'string'
        ? await chosen(context, input.handle)
        : await proven(context, String(input.account ?? ''), String(input.password ?? ''))
    return comeIn(context, callers, endpoint)
  },
}

async function proven(context: RequestContext, account: string, password: string): Promise<Caller[]> {
  const address = context.call.address ?? 'local'
  if (account === '' || password === '') throw refused()
  return inTurn(context.server.database, account, address, () => prove(context, account, password, address))
}

async function prove(context: RequestContext, account: string, password: string, address: string): Promise<Caller[]> {
  const { app, caller, now, server } = context
  await claimAttempt(server.database, account, address, now)
  const identities = await findIdentities(
    context,
    caller.language,
    sql`${column('a', app.access.identity.login)} = ${account}`,
  )
  const accounts = new Set(
    await provenAccounts(
      server.database,
      identities.map((identity) => Number(identity.me.id)),
      password,
    ),
  )
  const callers = identities
    .filter((identity) => accounts.has(Number(identity.me.id)))
    .map((identity) => callerOf(app, identity, now, caller.language))
    .filter((one) => one !== undefined)
  if (callers.length === 0) throw refused()
  await forgetFailures(server.database, account, address, now)
  return callers
}

async function chosen(context: RequestContext, handle: string): Promise<Caller[]> {
  const { app, caller, now, server } = context
  const account = await takeHandle(server.database, handle, now)
  const [identity] =
    account === undefined ? [] : await findIdentities(context, caller.language, sql`a."id" = ${account}`)
  const found = identity && callerOf(app, identity, now, caller.language)
  if (!found)
    throw new Fault(codes.refused, ['选择已过期，请重新登录', 'This choice has expired; please sign in again'])
  return [found]
}

function refused(): Fault {
  return new Fault(codes.refused, ['账号或密码错误', 'The account or the password is wrong'])
}

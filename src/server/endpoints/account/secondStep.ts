// The second step of a sign-in: proves the second factor, or adds a required one.
// Sessions are opened only here, so that no way of signing in bypasses the second factor.
import { RequestError } from '../../../protocol/requestError'
import type { ChallengeAnswer, ChallengeRequest, ProveAnswer, ProveRequest } from '../../../protocol/signIn/signInCalls'
import { recordAudit, auditingFailures } from '../../mutation/audit'
import { callerOf } from '../../auth/callers'
import { factorsOf, hasFactor, requiresFactor } from '../../auth/factors/factors'
import { challengeFactor, proveFactor, type FactorContext, type FactorOwner } from '../../auth/factors/proveFactor'
import { findAccounts } from '../../auth/findIdentities'
import { openSession } from '../../auth/sessions'
import { giveTicket, takeTicket, tryTicket, type TicketPurpose } from '../../auth/tickets'
import type { Caller } from '../../context/context'
import type { RequestContext } from '../contract/operation'
import { pageOriginOf } from '../contract/pageOrigin'

type SecondStepAnswer =
  | { readonly result: 'success'; readonly token: string }
  | { readonly result: 'secondFactor' | 'addFactor'; readonly ticket: string }

/** After a valid first proof opens the session, or returns the ticket for the second step. */
export async function secondStep(context: RequestContext, caller: Caller): Promise<SecondStepAnswer> {
  const { app, now, server } = context
  const account = accountOf(caller)
  const { query } = server.database
  if (await hasFactor(query, account))
    return { result: 'secondFactor', ticket: await giveTicket(query, { purpose: 'secondStep', account, now }) }
  if (requiresFactor(app, caller, now))
    return { result: 'addFactor', ticket: await giveTicket(query, { purpose: 'enrolment', account, now }) }
  return { result: 'success', token: await beginSession(context, caller, 'password') }
}

/** POST /api/factors/challenge. */
export async function challenge(context: RequestContext, { ticket }: ChallengeRequest): Promise<ChallengeAnswer> {
  const { query } = context.server.database
  const owner = ticket === undefined ? sessionOwner(context) : (await waiting(context, 'secondStep', ticket)).owner
  const factors = await factorsOf(query, owner.account)
  const passkey = await challengeFactor(factorContext(context), owner, factors)
  return {
    kinds: [...new Set(factors.map(({ kind }) => kind))].filter((kind) => kind !== 'passkey' || passkey !== undefined),
    ...(passkey && { passkey }),
  }
}

/** POST /api/factors/prove: with a ticket it opens the session, within one it gives a proof. */
export async function prove(context: RequestContext, { ticket, ...proof }: ProveRequest): Promise<ProveAnswer> {
  const { now, server } = context
  const { query } = server.database
  if (ticket === undefined) {
    const owner = sessionOwner(context)
    await proveFactor(factorContext(context), owner, proof)
    return { proof: await giveTicket(query, { purpose: 'proof', now, ...owner }) }
  }
  const { owner, caller } = await waiting(context, 'secondStep', ticket)
  const login = String(caller.me[context.app.access.identity.loginField] ?? '')
  await auditingFailures(context, login, () => proveFactor(factorContext(context), owner, proof))
  return { token: await passSecondStep(context, caller, 'secondStep', ticket) }
}

/** Opens the session of a ticket; of several concurrent attempts one gets it. */
export async function passSecondStep(
  context: RequestContext,
  caller: Caller,
  purpose: TicketPurpose,
  ticket: string,
): Promise<string> {
  const { now, server } = context
  if (!(await takeTicket(server.database.query, purpose, ticket, { now }))) throw expired()
  return beginSession(context, caller, 'factor')
}

/** The account of a ticket, if it may still sign in. Counts a try. */
export async function waiting(
  context: RequestContext,
  purpose: TicketPurpose,
  ticket: string,
): Promise<{ readonly owner: FactorOwner; readonly caller: Caller }> {
  const { app, caller: asking, now, server } = context
  const { language } = asking
  const held = await tryTicket(server.database.query, purpose, ticket, now)
  const [identity] = held?.account ? await findAccounts(context, language, { ids: [held.account] }) : []
  const caller = identity && callerOf(app, identity, now, { language })
  if (!caller) throw expired()
  return { owner: { account: accountOf(caller), session: null }, caller }
}

export function factorContext(context: RequestContext): FactorContext {
  const { now, server } = context
  return { database: server.database, seal: server.integrations.secretStore, now, page: pageOriginOf(context) }
}

/** @throws RequestError signed_out without a session */
export function sessionOwner({ caller }: Pick<RequestContext, 'caller'>): FactorOwner & { readonly session: string } {
  const { session } = caller
  if (session === undefined) throw new RequestError('signed_out')
  return { account: accountOf(caller), session }
}

async function beginSession(context: RequestContext, caller: Caller, proof: 'password' | 'factor'): Promise<string> {
  const { now, server, call } = context
  const token = await openSession(server.database, {
    account: accountOf(caller),
    now,
    hours: server.configuration.sessionHours,
    address: call.address,
    agent: call.headers['user-agent'],
    factor: proof === 'factor',
  })
  await recordAudit({ ...context, caller }, { action: 'signIn' })
  return token
}

const accountOf = ({ me }: Caller) => Number(me.id)

const expired = () => new RequestError('second_step_expired')

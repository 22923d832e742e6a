// What is answered to somebody who has proven who she is? A session; or, for several accounts behind one proof, an opaque handle for each of them.
import type { Endpoint } from '../../manifest/app'
import sql from 'sql-template-tag'
import { answerFields, fieldProblems } from '../answerFields'
import type { Caller } from '../context'
import { column } from '../database/identifier'
import { callerOf } from '../identify'
import { findIdentities } from '../identity'
import { giveHandles, openSession } from '../sessions'
import type { Operation, RequestContext } from './operation'

/** What is wrong with `options.fields` and `options.choice` of an endpoint that lets people in. */
export const comeInProblems: NonNullable<Operation['check']> = (endpoint, app) => [
  ...fieldProblems(app, endpoint, ['token', 'result']),
  ...fieldProblems(app, endpoint, ['handle'], 'choice'),
]

/** The callers that may sign in today among the accounts with this value of a field of theirs. */
export async function callersWith(context: RequestContext, field: string, value: string): Promise<Caller[]> {
  const { app, caller, now } = context
  const identities = await findIdentities(context, caller.language, sql`${column('a', field)} = ${value}`)
  return identities.map((identity) => callerOf(app, identity, now, caller.language)).filter((one) => one !== undefined)
}

/**
 * Answers `options.fields` over the caller, with the values token and result; for several accounts result `multiAccount` and `accounts`,
 * each with its handle and `options.choice`.
 */
export async function comeIn(
  context: RequestContext,
  callers: readonly Caller[],
  endpoint: Endpoint,
): Promise<Record<string, unknown>> {
  const { app, now, server } = context
  const [caller] = callers
  if (callers.length > 1) {
    const handles = await giveHandles(
      server.database,
      callers.map((one) => Number(one.me.id)),
      now,
    )
    const accounts = callers.map((one) =>
      answerFields({ app, caller: one, now }, endpoint, { handle: handles.get(Number(one.me.id)) }, 'choice'),
    )
    return {
      ...answerFields({ app, caller: context.caller, now }, endpoint, { result: 'multiAccount' }),
      result: 'multiAccount',
      accounts,
    }
  }
  const token = await openSession(server.database, {
    account: Number(caller!.me.id),
    now,
    hours: server.configuration.sessionHours,
    address: context.call.address,
    agent: context.call.headers['user-agent'],
  })
  return {
    ...answerFields({ app, caller: caller!, now }, endpoint, { token, result: 'success' }),
    token,
    result: 'success',
  }
}

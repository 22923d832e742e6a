// Completes a sign-in after its proof: opens a session, or requires the second step.
// Several accounts behind one proof get an opaque handle each instead.
import type { Endpoint } from '../../../manifest/model/app'
import sql from 'sql-template-tag'
import { answerFields, fieldProblems } from '../../context/responseFields'
import type { Caller } from '../../context/context'
import { column } from '../../database/sql/identifier'
import { callerOf } from '../../auth/callers'
import { findAccounts, findIdentities } from '../../auth/findIdentities'
import { giveHandles } from '../../auth/sessions'
import type { Operation, RequestContext } from '../contract/operation'
import { secondStep } from './secondStep'

/** Problems of `options.fields` and `options.accountChoice` of an endpoint that signs in. */
export const signInOptionProblems: NonNullable<Operation['check']> = (endpoint, app) => [
  ...fieldProblems(app, endpoint, ['token', 'result']),
  ...fieldProblems(app, endpoint, ['handle'], 'accountChoice'),
]

/** The callers that may sign in today among the accounts with this value in a field. */
export async function callersByField(context: RequestContext, field: string, value: string): Promise<Caller[]> {
  const { app, caller, now } = context
  const identities =
    field === app.access.identity.loginField
      ? await findAccounts(context, caller.language, { login: value })
      : await findIdentities(context, caller.language, sql`${column('a', field)} = ${value}`)
  return identities
    .map((identity) => callerOf(app, identity, now, { language: caller.language }))
    .filter((item) => item !== undefined)
}

/**
 * Responds with `options.fields` over the caller, with the values token and result; for several accounts result
 * `multiAccount` and `accounts`, each with its handle and `options.accountChoice`; where the account has or needs a
 * second factor result `secondFactor` or `addFactor` and the ticket of the second step.
 */
export async function completeSignIn(
  context: RequestContext,
  callers: readonly Caller[],
  endpoint: Endpoint,
): Promise<Record<string, unknown>> {
  const { app, now, server } = context
  const [caller] = callers
  if (callers.length > 1) {
    const handles = await giveHandles(
      server.database,
      callers.map((item) => Number(item.me.id)),
      now,
    )
    const accounts = callers.map((item) =>
      answerFields({ app, caller: item, now }, endpoint, { handle: handles.get(Number(item.me.id)) }, 'accountChoice'),
    )
    return {
      ...answerFields({ app, caller: context.caller, now }, endpoint, { result: 'multiAccount' }),
      result: 'multiAccount',
      accounts,
    }
  }
  const step = await secondStep(context, caller!)
  // Before the second step the answer reveals nothing of the account.
  const visible = step.result === 'success' ? caller! : context.caller
  return { ...answerFields({ app, caller: visible, now }, endpoint, { ...step }), ...step }
}

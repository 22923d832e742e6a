// Who may come in with a code? Whoever holds the telephone of an account; or, without a number, whoever an outside service says is the holder of the code.
import { codes, Fault } from '../../protocol/envelope'
import { claimAttempt, forgetFailures } from '../attempts'
import type { Caller } from '../context'
import { useCode } from '../oneTimeCodes'
import { callersWith, comeIn, comeInProblems } from './comeIn'
import type { Operation, RequestContext } from './operation'
import { outsideAccount, outsideProblems } from './outsideProof'
import { signInPurpose } from './sendCode'

/** Options: by (an outside service) and field (of the account, holding its account there). Input: code, and the number that it was sent to. */
export const signInByCode: Operation = {
  check: (endpoint, app) => [...comeInProblems(endpoint, app), ...outsideProblems(endpoint, app)],
  async run(context, input, endpoint) {
    const { call, now, server } = context
    const code = String(input.code ?? '').trim()
    const login = typeof input.mobile === 'string' ? input.mobile : undefined
    const address = call.address ?? 'local'
    const tried = login ?? 'outside'
    await claimAttempt(server.database, `code ${tried}`, address, now)
    const callers =
      login === undefined ? await ofOutside(context, code, endpoint.options) : await ofTelephone(context, login, code)
    if (callers.length === 0)
      throw new Fault(
        codes.refused,
        ['没有可登录的账号，请先用密码登录', 'There is no account to sign in to; please use your password'],
        { data: { unbound: login === undefined } },
      )
    await forgetFailures(server.database, `code ${tried}`, address, now)
    return comeIn(context, callers, endpoint)
  },
}

async function ofTelephone(context: RequestContext, login: string, code: string): Promise<Caller[]> {
  await useCode(context.server.database, signInPurpose, login, code, context.now)
  return callersWith(context, context.app.access.identity.login, login)
}

async function ofOutside(
  context: RequestContext,
  code: string,
  { by, field }: Readonly<Record<string, unknown>>,
): Promise<Caller[]> {
  return callersWith(context, String(field), await outsideAccount(context, String(by), code))
}

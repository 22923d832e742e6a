// May a code go to this telephone? Sends one if an account is signed in to by it. The answer is the same whether there is such an account or not.
import { codes, Fault } from '../../protocol/envelope'
import { claimAttempt } from '../attempts'
import { keepCode, newCode } from '../oneTimeCodes'
import { deliverOnce } from '../senders/courier'
import { maskText } from '../plan/mask'
import { callersWith } from './comeIn'
import type { Operation } from './operation'

export const signInPurpose = 'signIn'
export const resetPurpose = 'reset'
const texts = {
  [signInPurpose]: (code: string) => [
    `登录验证码 ${code}，10 分钟内有效。请勿告诉他人。`,
    `${code} is your sign-in code, valid for 10 minutes. Tell it to nobody.`,
  ],
  [resetPurpose]: (code: string) => [
    `重置密码验证码 ${code}，10 分钟内有效。请勿告诉他人。`,
    `${code} is your code for a new password, valid for 10 minutes. Tell it to nobody.`,
  ],
} as const

/** Input: mobile; purpose signIn or reset (if absent). */
export const sendCode: Operation = {
  async run(context, input) {
    const { app, caller, call, now, server } = context
    const login = String(input.mobile ?? '')
    if (login === '')
      throw new Fault(codes.refused, ['请填写手机号', 'Please enter the mobile number'], {
        fields: { mobile: ['必填', 'Required'] },
      })
    const purpose = input.purpose === signInPurpose ? signInPurpose : resetPurpose
    await claimAttempt(server.database, `send ${purpose} ${login}`, call.address ?? 'local', now)
    const code = newCode()
    await keepCode(server.database, purpose, login, code, now)
    const callers = await callersWith(context, app.access.identity.login, login)
    const textWith = (shown: string) =>
      `【${app.product.title[caller.language]}】${texts[purpose](shown)[caller.language]}`
    // Not waited for: the time of the answer would tell that the number is known.
    const [first] = callers
    if (!first) return null
    const tenant = typeof first.tenant.id === 'number' ? first.tenant.id : null
    void deliverOnce(
      server,
      tenant,
      'sms',
      { address: login, text: textWith(code) },
      { address: maskText(login, [3, 4]), text: textWith('******') },
    ).catch((error: unknown) => server.log.error('A text message could not be handed over', error))
    return null
  },
}

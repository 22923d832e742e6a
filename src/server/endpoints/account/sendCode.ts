// Sends a one-time code to a phone if an account signs in with it.
// The response is the same without such an account.
import { idOf } from '../../../manifest/expression/values/value'
import { textIn } from '../../../manifest/model/text'
import { RequestError } from '../../../protocol/requestError'
import { claimAttempt } from '../../auth/signInThrottle'
import { saveCode, newCode } from '../../auth/oneTimeCodes'
import { sendImmediately } from '../../integrations/channels/outboxWorker'
import { maskText } from '../../query/expression/mask'
import { callersByField } from './completeSignIn'
import { integrationProblems } from '../contract/integrationOptions'
import type { Operation } from '../contract/operation'
import { fieldError } from '../../../manifest/fieldTypes/fieldErrors'
import { callerText, phrase } from '../../context/phrases'

export const signInPurpose = 'signIn'
export const resetPurpose = 'reset'
const texts = { [signInPurpose]: 'sign_in_code', [resetPurpose]: 'reset_code' } as const

/** Options: channel (an integration). Input: mobile; purpose signIn (default) or reset. */
export const sendCode: Operation = {
  check: ({ options }, app) =>
    integrationProblems(app, options.channel, 'channel').map((why) => `options.channel ${why}`),
  async run(context, input, { options }) {
    const { app, caller, call, now, server } = context
    const login = String(input.mobile ?? '')
    if (login === '') throw new RequestError('mobile_required', {}, { fields: { mobile: fieldError('required') } })
    const purpose = input.purpose === signInPurpose ? signInPurpose : resetPurpose
    await claimAttempt(server.database, `send ${purpose} ${login}`, call.address ?? 'local', now)
    const code = newCode()
    await saveCode(server.database, { purpose, login }, code, now)
    const callers = await callersByField(context, app.access.identity.loginField, login)
    const textWith = (visible: string) =>
      `【${textIn(app.product.title, caller.language)}】${callerText(context, phrase(texts[purpose], { code: visible }))}`
    // Not awaited: the response time would reveal that the number is known.
    const [first] = callers
    if (!first) return null
    void sendImmediately(
      server,
      idOf(first.tenant),
      { channel: String(options.channel), address: login, text: textWith(code) },
      { address: maskText(login, [3, 4]), text: textWith('******') },
    ).catch((error: unknown) => server.log.error('A text message could not be handed over', error))
    return null
  },
}

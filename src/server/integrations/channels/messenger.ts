// Sends messages by the calls that an integration's manifest declares.
// One call a message, with a token where the service issues them.
import type { Integration } from '../../../manifest/model/app'
import type { HttpEgress } from '../../egress/httpEgress'
import { SendProblem, type MessageChannel } from '../contract/channel'
import { callUrl, filledEntries, nested, answerValue, type TemplateValues } from '../contract/filledTemplates'
import type { IntegrationSettings } from '../contract/settings'
import { postJson } from './postJson'

export type ChannelIntegration = Pick<Integration, 'token'> & { readonly channel: NonNullable<Integration['channel']> }

/** Seconds before its end at which a token is no longer used. */
const margin = 60

export function createMessenger(
  egress: HttpEgress,
  { channel, token: issued }: ChannelIntegration,
  { address: base, values }: IntegrationSettings,
  clock: () => Date,
): MessageChannel {
  let cached: { readonly value: string; readonly until: number } | undefined
  const newToken = async ({ path, query, tokenPath, secondsPath }: NonNullable<Integration['token']>) => {
    const answer = await postJson(egress, callUrl(base, path, filledEntries(query, values)))
    const [value, seconds] = [answerValue(answer, tokenPath), answerValue(answer, secondsPath)]
    if (typeof value !== 'string' || value === '') throw new SendProblem(reasonOf(channel, answer) ?? 'no token')
    cached = { value, until: clock().getTime() + (typeof seconds === 'number' ? seconds - margin : margin) * 1_000 }
    return value
  }
  const sendWith = (message: TemplateValues) =>
    postJson(egress, callUrl(base, channel.path, filledEntries(channel.query, message)), {
      body: nested(filledEntries(channel.body, message)),
      headers: Object.fromEntries(filledEntries(channel.headers, message)),
    })
  return {
    async send({ address, text }) {
      const message = { ...values, address, text: [...text].slice(0, channel.maxLength).join('') }
      const token = issued && (cached && cached.until > clock().getTime() ? cached.value : await newToken(issued))
      let answer = await sendWith({ ...message, token })
      if (issued?.expiredCodes?.includes(codeOf(channel, answer)))
        answer = await sendWith({ ...message, token: await newToken(issued) })
      const reason = reasonOf(channel, answer)
      if (reason !== undefined) throw new SendProblem(reason)
    },
  }
}

/** The error code of an answer: 0 is success, -1 replaces a value that is no code. */
function codeOf({ errorPath }: ChannelIntegration['channel'], answer: object): number {
  if (errorPath === undefined) return 0
  const value = answerValue(answer, errorPath)
  return Number.isInteger(value) ? (value as number) : -1
}

/** Why a call was not accepted; undefined when it was. */
function reasonOf(channel: ChannelIntegration['channel'], answer: object): string | undefined {
  const code = codeOf(channel, answer)
  return code === 0 ? undefined : `${channel.errorPath} ${code}`
}

// Sends messages by the calls that an integration's manifest declares.
// One call per message, with a token if the service issues them.
import type { Integration } from '../../../manifest/model/app'
import { SendProblem, type MessageChannel } from '../contract/channel'
import { callUrl, filledEntries, nested, answerValue, type TemplateValues } from '../contract/filledTemplates'
import type { ServiceContext } from '../contract/integrationContext'
import type { IntegrationSettings } from '../contract/settings'
import { createIssuedToken } from './issuedToken'
import { postJson } from './postJson'

export type ChannelIntegration = Pick<Integration, 'token'> & { readonly channel: NonNullable<Integration['channel']> }

/**
 * A channel whose `send` cuts the text at `maxLength` characters and renews an expired token once. It rejects with a
 * SendProblem if the service refuses the message.
 */
export function createMessenger(
  services: Pick<ServiceContext, 'egress' | 'clock'>,
  { channel, token: issuing }: ChannelIntegration,
  settings: IntegrationSettings,
): MessageChannel {
  const { egress } = services
  const { address: base, values } = settings
  const issued =
    issuing && createIssuedToken(services, issuing, settings, (answer) => detailOf(channel, codeOf(channel, answer)))
  const sendWith = (message: TemplateValues) =>
    postJson(egress, callUrl(base, channel.path, filledEntries(channel.query, message)), {
      body: nested(filledEntries(channel.body, message)),
      headers: Object.fromEntries(filledEntries(channel.headers, message)),
    })
  return {
    async send({ id: messageId, address, text }) {
      const message = { ...values, messageId, address, text: [...text].slice(0, channel.maxLength).join('') }
      let answer = await sendWith({ ...message, token: await issued?.current() })
      if (issued?.isExpired(codeOf(channel, answer)))
        answer = await sendWith({ ...message, token: await issued.renewed() })
      const code = codeOf(channel, answer)
      // An answer without a code is not from the service itself, which may still have received the message.
      if (code === undefined) throw new SendProblem('unclear', { isUnknown: true })
      const detail = detailOf(channel, code)
      if (detail !== undefined) throw new SendProblem('refused', { detail })
    },
  }
}

/** The error code of an answer: 0 is success; undefined: it has none. */
function codeOf({ errorPath }: ChannelIntegration['channel'], answer: object): number | undefined {
  if (errorPath === undefined) return 0
  const value = answerValue(answer, errorPath)
  return Number.isInteger(value) ? (value as number) : undefined
}

/** The error of a call with its name; undefined when there is none. */
function detailOf({ errorPath }: ChannelIntegration['channel'], code: number | undefined): string | undefined {
  return code === undefined || code === 0 ? undefined : `${errorPath} ${code}`
}

// Defines message channels, the only way for a message to leave the product.
import type { LocalizableText } from '../../../manifest/expression/message'
import { entityOf, type App } from '../../../manifest/model/app'
import type { SendFailure } from '../../../manifest/model/product'
import { untranslated } from '../../../manifest/model/text'
import { joined } from '../../context/phrases'

export interface Message {
  /** The same at each attempt, so that a service receiving it twice can deliver it once. */
  readonly id: string
  /** A phone number, or the recipient's account at the service. */
  readonly address: string
  readonly text: string
  /** Additional parts of mail; other channels ignore them. */
  readonly mail?: MailParts
}

export interface MailParts {
  readonly subject: string
  readonly attachment?: { readonly name: string; readonly type: string; readonly content: Buffer }
}

export interface MessageChannel {
  /** Sends a message; whether it was read is unknown. @throws SendProblem when it was not accepted */
  send(message: Message): Promise<void>
}

/** The channel of an integration by its name; undefined if it is not one. */
export type MessageChannels = (integration: unknown) => MessageChannel | undefined

/** Not accepted. `detail` is for the administrator: a status or error code, no secret and no text of a third party. */
export class SendProblem extends Error {
  override readonly name = 'SendProblem'
  readonly detail: string | undefined
  /** Whether the service may have accepted the message all the same. */
  readonly isUnknown: boolean

  constructor(
    readonly reason: SendFailure,
    {
      detail,
      isUnknown = false,
      ...options
    }: ErrorOptions & { readonly detail?: string; readonly isUnknown?: boolean } = {},
  ) {
    super(detail === undefined ? reason : `${reason}, ${detail}`, options)
    this.detail = detail
    this.isUnknown = isUnknown
  }
}

/** Why a message was not sent, in the words of the outbox; a product without one has the bare reason. */
export function sendProblemText(app: App, { reason, detail }: SendProblem): LocalizableText {
  const { outbox } = app.product
  const dictionary = outbox && entityOf(app, outbox.entity).fields.failureReason?.dictionary
  const choices = app.dictionaries[dictionary ?? '']?.items
  const text = choices?.find(({ code }) => code === reason)?.title ?? untranslated(reason)
  return detail === undefined ? text : joined('enumeration', [text, untranslated(detail)])
}

/** @throws SendProblem when no integration of this name sends messages */
export function channelOf(channels: MessageChannels, channel: unknown): MessageChannel {
  const sender = channels(channel)
  if (!sender) throw new SendProblem('noChannel')
  return sender
}

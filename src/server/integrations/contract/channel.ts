// Defines message channels, the only way for a message to leave the product.

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
export type Senders = (integration: unknown) => MessageChannel | undefined

/** Not accepted. `reason` is for the administrator; it contains no secret and no text of a third party. */
export class SendProblem extends Error {
  override readonly name = 'SendProblem'
  /** Whether the service may have accepted the message all the same. */
  readonly isUnknown: boolean

  constructor(
    readonly reason: string,
    { isUnknown = false, ...options }: ErrorOptions & { readonly isUnknown?: boolean } = {},
  ) {
    super(reason, options)
    this.isUnknown = isUnknown
  }
}

/** @throws SendProblem when no integration of this name sends messages */
export function senderOf(senders: Senders, channel: unknown): MessageChannel {
  const sender = senders(channel)
  if (!sender) throw new SendProblem(`no channel ${String(channel)}`)
  return sender
}

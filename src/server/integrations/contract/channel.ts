// Defines message channels, the only way for a message to leave the product.

export interface Message {
  /** A phone number, or the recipient's account at the service. */
  readonly address: string
  readonly text: string
  /** What mail has besides; other channels leave it out. */
  readonly mail?: MailParts
}

export interface MailParts {
  /** Names the mail: sent again it is the same mail for its receiver. */
  readonly id: string
  readonly subject: string
  readonly attachment?: { readonly name: string; readonly type: string; readonly content: Buffer }
}

export interface MessageChannel {
  /** Sends a message; whether it was read is unknown. @throws SendProblem when it was not accepted */
  send(message: Message): Promise<void>
}

/** The channel of an integration by its name; undefined for whatever is none. */
export type Senders = (integration: unknown) => MessageChannel | undefined

/** Not accepted. `reason` is for the administrator; it contains no secret and no text of a third party. */
export class SendProblem extends Error {
  override readonly name = 'SendProblem'
  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options)
  }
}

/** @throws SendProblem when no integration of this name sends messages */
export function senderOf(senders: Senders, channel: unknown): MessageChannel {
  const sender = senders(channel)
  if (!sender) throw new SendProblem(`no channel ${String(channel)}`)
  return sender
}

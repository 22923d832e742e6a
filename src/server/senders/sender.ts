// How does a message leave the product for somebody's telephone? Through one of these, by its channel, and through nothing else.

export interface Message {
  /** A telephone number, or what the person is called at the service. */
  readonly address: string
  readonly text: string
}

export interface Sender {
  /** Hands a message over; whether it was read is not known. @throws SendProblem when it was not taken */
  send(message: Message): Promise<void>
}

/** By the channels that manifests name. */
export interface Senders {
  readonly sms: Sender
  readonly wechat: Sender
}

/** Not taken. `reason` is for the administrator; it holds no secret and nothing that a stranger wrote. */
export class SendProblem extends Error {
  override readonly name = 'SendProblem'
  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options)
  }
}

export function senderOf(senders: Senders, channel: unknown): Sender | undefined {
  return channel === 'sms' || channel === 'wechat' ? senders[channel] : undefined
}

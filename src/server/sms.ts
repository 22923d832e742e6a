// How does a text message reach a telephone? Through this interface, and through nothing else. The stand-in sends nothing: it keeps what would have
// been sent in a file that the person who runs the server can read.
import { appendFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface ShortMessage { readonly mobile: string; readonly text: string }

export interface Sms {
  /** Hands a message over; what became of it is not known. @throws when it could not be handed over */
  send(message: ShortMessage): Promise<void>
}

export interface SmsOutbox extends Sms {
  /** The messages of this process, the newest last. */
  readonly sent: readonly ShortMessage[]
}

const mostKept = 100

/** Keeps messages in memory and as lines of JSON in a file that only its owner reads. */
export function createSmsOutbox(file: string, clock: () => Date): SmsOutbox {
  const sent: ShortMessage[] = []
  return {
    sent,
    async send(message) {
      sent.push(message)
      if (sent.length > mostKept) sent.shift()
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await appendFile(file, `${JSON.stringify({ at: clock().toISOString(), ...message })}\n`, { mode: 0o600 })
    },
  }
}

// The server's interface to live events: subscribers and announcements.
import type { Readable } from 'node:stream'
import type { Caller } from './context'
import type { LiveEvent } from '../../protocol/liveEvents'

/** Records were written: entities of one tenant (null: of all). */
export interface ChangeNotice {
  readonly tenant: number | null
  readonly entities: readonly string[]
  /** How the page that sent the write named it. */
  readonly write?: string
}

export interface Subscriber {
  readonly account: number
  readonly tenant: number | null
  readonly administrator: boolean
  readonly session: string
}

export interface Live {
  /** A stream of server-sent events for a caller; it begins with `first`. */
  open(caller: Caller, first: readonly LiveEvent[]): Readable
  /** Sends an event to the subscribers that pass the test. */
  send(event: LiveEvent, test?: (viewer: Subscriber) => boolean): void
  /** Announces a write that others can see now. */
  changed(change: ChangeNotice): void
  onChanged(listener: (change: ChangeNotice) => void): void
  /** Notifies the holders of these sessions that they are signed out and ends their streams. */
  signedOut(sessions: ReadonlySet<string>): void
  onSignedOut(listener: (sessions: ReadonlySet<string>) => void): void
  readonly viewers: readonly Subscriber[]
  close(): void
}

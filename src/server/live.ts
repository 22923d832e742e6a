// Who looks on, and what are they told? Open streams of live events by caller; each gets only what concerns its tenant, its person and its role.
// Events say that something changed, never what it is now: the data comes through the ordinary calls.
import { Readable } from 'node:stream'
import type { LiveEvent } from '../protocol/calls'
import type { Caller } from './context'

/** Something was written: entities of one tenant (null: of all). */
export interface Change {
  readonly tenant: number | null
  readonly entities: readonly string[]
}

export interface Viewer {
  readonly account: number
  readonly tenant: number | null
  readonly administrator: boolean
  readonly session: string
}

export interface Live {
  /** A stream of server-sent events for a caller; it begins with `first`. */
  open(caller: Caller, first: readonly LiveEvent[]): Readable
  /** Tells the viewers for whom the test holds. */
  tell(event: LiveEvent, test?: (viewer: Viewer) => boolean): void
  /** Something was written and is now to be seen by others. */
  changed(change: Change): void
  onChanged(listener: (change: Change) => void): void
  /** Tells the holders of these sessions that they are signed out and ends their streams. */
  signedOut(sessions: ReadonlySet<string>): void
  onSignedOut(listener: (sessions: ReadonlySet<string>) => void): void
  readonly viewers: readonly Viewer[]
  close(): void
}

const heartbeat = 25_000
/** Changes that follow each other are told together: a batch of records is one event. */
const gather = 40
/** A viewer who does not read is let go before her backlog grows. */
const backlog = 256 * 1024

/** Live events of one process. */
export function createLive(): Live {
  const streams = new Map<Readable, Viewer>()
  const listeners: ((change: Change) => void)[] = []
  const endListeners: ((sessions: ReadonlySet<string>) => void)[] = []
  const push = (stream: Readable, text: string) => {
    if (stream.readableLength > backlog) stream.destroy()
    else stream.push(text)
  }
  const pending = new Map<number | null, Set<string>>()
  let timer: NodeJS.Timeout | undefined
  const tellPending = () => {
    timer = undefined
    for (const [tenant, entities] of pending)
      live.tell(
        { event: 'changed', entities: [...entities] },
        (viewer) => tenant === null || viewer.tenant === tenant || viewer.administrator,
      )
    pending.clear()
  }
  const beat = setInterval(() => {
    for (const stream of streams.keys()) push(stream, ':\n\n')
  }, heartbeat).unref()
  const live: Live = {
    open(caller, first) {
      const stream = new Readable({ read: () => undefined })
      const tenant = caller.tenant.id
      streams.set(stream, {
        account: Number(caller.me.id),
        tenant: typeof tenant === 'number' ? tenant : null,
        administrator: caller.administrator,
        session: caller.session ?? '',
      })
      stream.once('close', () => streams.delete(stream))
      push(stream, ':\n\n')
      for (const event of first) push(stream, written(event))
      return stream
    },
    tell(event, test = () => true) {
      const text = written(event)
      for (const [stream, viewer] of streams) if (test(viewer)) push(stream, text)
    },
    changed(change) {
      for (const listener of listeners) listener(change)
      if (streams.size === 0) return
      const known = pending.get(change.tenant) ?? new Set()
      for (const entity of change.entities) known.add(entity)
      pending.set(change.tenant, known)
      timer ??= setTimeout(tellPending, gather)
    },
    onChanged: (listener) => {
      listeners.push(listener)
    },
    signedOut(sessions) {
      if (sessions.size === 0) return
      for (const listener of endListeners) listener(sessions)
      for (const [stream, viewer] of streams) {
        if (!sessions.has(viewer.session)) continue
        push(stream, written({ event: 'signedOut' }))
        stream.push(null)
      }
    },
    onSignedOut: (listener) => {
      endListeners.push(listener)
    },
    get viewers() {
      return [...streams.values()]
    },
    close() {
      clearInterval(beat)
      clearTimeout(timer)
      for (const stream of streams.keys()) stream.push(null)
    },
  }
  return live
}

function written(event: LiveEvent): string {
  return `event: ${event.event}\ndata: ${JSON.stringify(event)}\n\n`
}

// Streams live events to subscribers, each filtered by tenant, account and role.
// Events announce changes without data; the page reads that through ordinary calls.
import { Readable } from 'node:stream'
import type { LiveEvent } from '../../protocol/liveEvents'
import type { Caller } from '../context/context'
import type { ChangeNotice, Live, Subscriber } from '../context/liveEvents'

const heartbeatMs = 25_000
/** Milliseconds in which changes are collected: a batch of records is one event. */
const gatherMs = 40
/** Bytes after which a subscriber that does not read is dropped. */
const maxBacklogBytes = 256 * 1024

/** The live events of one process. */
export function createLive(): Live {
  const streams = new Map<Readable, Subscriber>()
  const listeners: ((change: ChangeNotice) => void)[] = []
  const endListeners: ((sessions: ReadonlySet<string>) => void)[] = []
  // The stream of a subscriber that does not read stays open for long after its end: push nothing into it meanwhile.
  const end = (stream: Readable) => {
    streams.delete(stream)
    stream.push(null)
  }
  const collected = collectChanges(({ tenant, ...change }) =>
    live.send(
      { event: 'changed', ...change },
      (viewer) => tenant === null || viewer.tenant === tenant || viewer.administrator,
    ),
  )
  const beat = setInterval(() => {
    for (const stream of streams.keys()) push(stream, ':\n\n')
  }, heartbeatMs).unref()
  const live: Live = {
    open(caller, first) {
      const stream = new Readable({ read: () => undefined })
      streams.set(stream, subscriberOf(caller))
      stream.once('close', () => streams.delete(stream))
      push(stream, ':\n\n')
      for (const event of first) push(stream, formatEvent(event))
      return stream
    },
    send(event, test = () => true) {
      const text = formatEvent(event)
      for (const [stream, viewer] of streams) if (test(viewer)) push(stream, text)
    },
    changed(change) {
      for (const listener of listeners) listener(change)
      if (streams.size > 0) collected.add(change)
    },
    onChanged: (listener) => {
      listeners.push(listener)
    },
    signedOut(sessions) {
      if (sessions.size === 0) return
      for (const listener of endListeners) listener(sessions)
      for (const [stream, viewer] of streams) {
        if (!sessions.has(viewer.session)) continue
        push(stream, formatEvent({ event: 'signedOut' }))
        end(stream)
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
      collected.stop()
      for (const stream of streams.keys()) end(stream)
    },
  }
  return live
}

function push(stream: Readable, text: string): void {
  if (stream.readableLength > maxBacklogBytes) stream.destroy()
  else stream.push(text)
}

/** Collects the changes of a short time into one notice for each tenant and write of a page. */
function collectChanges(onCollected: (change: ChangeNotice) => void): {
  add(change: ChangeNotice): void
  stop(): void
} {
  const pending = new Map<string, ChangeNotice>()
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    timer = undefined
    for (const change of pending.values()) onCollected(change)
    pending.clear()
  }
  return {
    add(change) {
      const group = `${change.tenant} ${change.write ?? ''}`
      const earlier = pending.get(group)?.entities ?? []
      pending.set(group, { ...change, entities: [...new Set([...earlier, ...change.entities])] })
      timer ??= setTimeout(flush, gatherMs)
    },
    stop: () => clearTimeout(timer),
  }
}

function subscriberOf(caller: Caller): Subscriber {
  const tenant = caller.tenant.id
  return {
    account: Number(caller.me.id),
    tenant: typeof tenant === 'number' ? tenant : null,
    administrator: caller.administrator,
    session: caller.session ?? '',
  }
}

function formatEvent(event: LiveEvent): string {
  return `event: ${event.event}\ndata: ${JSON.stringify(event)}\n\n`
}

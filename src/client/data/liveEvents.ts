// Live events over one stream per origin: one page of the user listens and relays to the others.
// Events only report that something changed; the data comes through the ordinary calls.
import type { LiveEvent } from '../../protocol/liveEvents'
import type { Client } from '../transport/callServer'
import { delayUntilOnline } from '../transport/delayUntilOnline'
import { CallError } from '../feedback/callError'
import { openChannel } from '../storage/openChannel'

interface LiveOptions {
  readonly client: Pick<Client, 'stream'>
  /** Pages with the same name share one stream. */
  readonly name: string
  readonly onEvent: (event: LiveEvent) => void
  /** `again`: after an interruption, during which anything may have changed. */
  readonly onConnected: (again: boolean) => void
  readonly onDisconnected: () => void
  /** Milliseconds before attempt n (from 0); tests shorten it. */
  readonly pause?: (attempt: number) => number
}

/** Milliseconds without data after which a stream counts as dead: the server sends a heartbeat every 25 s. */
const maxSilence = 60_000

/**
 * Messages between the pages, which may be of two builds. A new page sends `ask`, and the page that reads the stream
 * answers `still` (connected) or `down`. It also sends `up` whenever the stream has opened, since earlier events were
 * missed.
 */
type PageMessage = LiveEvent | 'ask' | 'still' | 'up' | 'down'

/** Listens until the returned function is called. */
export function listen(options: LiveOptions): () => void {
  const { name, onEvent, onConnected, onDisconnected } = options
  const stop = new AbortController()
  const channel = openChannel(`live:${name}`)
  const send = (message: PageMessage) => channel?.postMessage(message)
  // Whichever page reads the stream; undefined before the first message about it.
  let status: 'connected' | 'disconnected' | undefined
  let isReader = false
  const connected = () => {
    const again = status !== undefined
    status = 'connected'
    onConnected(again)
  }
  const disconnected = () => {
    status = 'disconnected'
    onDisconnected()
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<PageMessage>) => {
    if (data === 'ask') {
      if (isReader && status) send(status === 'connected' ? 'still' : 'down')
    } else if (data === 'still') {
      if (status !== 'connected') connected()
    } else if (data === 'up') connected()
    else if (data === 'down') disconnected()
    else onEvent(data)
  })
  send('ask')
  const relayed: StreamReader = {
    ...options,
    onEvent: (event) => {
      onEvent(event)
      send(event)
    },
    onConnected: () => {
      // A page that takes over from a closed one has missed the events in between.
      connected()
      isReader = true
      send('up')
    },
    onDisconnected: () => {
      disconnected()
      send('down')
    },
  }
  const read = () => readStream(relayed, stop.signal)
  // Six streams of one origin would leave no connection for calls; locks exist in secure contexts only.
  const locks = channel ? globalThis.navigator?.locks : undefined
  const work = locks ? locks.request(`live:${name}`, { signal: stop.signal }, read) : read()
  work.catch((error: unknown) => {
    if (stop.signal.aborted) return undefined
    if (error instanceof DOMException && error.name === 'SecurityError') return read()
    throw error
  })
  return () => {
    stop.abort()
    channel?.close()
  }
}

interface StreamReader extends Omit<LiveOptions, 'name' | 'onConnected'> {
  readonly onConnected: () => void
}

/** Reads the stream, and opens it again whenever it ends, until the session ends or the signal aborts. */
async function readStream(
  { client, onEvent, onConnected, onDisconnected, pause = pauseBefore }: StreamReader,
  signal: AbortSignal,
): Promise<void> {
  let attempt = 0
  while (!signal.aborted) {
    const dead = new AbortController()
    let timer = setTimeout(() => dead.abort(), maxSilence)
    try {
      const bytes = await client.stream('/api/events', {
        quiet: true,
        signal: AbortSignal.any([signal, dead.signal]),
      })
      onConnected()
      attempt = 0
      const parse = eventParser(onEvent)
      for await (const chunk of bytes) {
        clearTimeout(timer)
        timer = setTimeout(() => dead.abort(), maxSilence)
        parse(chunk)
      }
    } catch (error) {
      if (signal.aborted) return
      // The session handles 2999; every other interruption is retried.
      if (error instanceof CallError && (error.kind === 'signedOut' || error.kind === 'forbidden')) return
    } finally {
      clearTimeout(timer)
    }
    if (signal.aborted) return
    onDisconnected()
    await delayUntilOnline(pause(attempt++), signal)
  }
}

/** Repeats what has failed, after ever longer waits. False: the signal has aborted before it succeeded. */
export async function repeatUntilDone(
  attempt: () => Promise<boolean>,
  signal: AbortSignal,
  pause = pauseBefore,
): Promise<boolean> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    if (await attempt()) return true
    await delayUntilOnline(pause(failures), signal)
  }
  return false
}

/** 1, 2, 4 … 30 s, with jitter so that clients do not reconnect to a restarted server all at once. */
function pauseBefore(attempt: number): number {
  return Math.min(30_000, 1_000 * 2 ** attempt) * (0.7 + Math.random() * 0.6)
}

/** Parses chunks of a stream of server-sent events into whole events. */
export function eventParser(onEvent: (event: LiveEvent) => void): (chunk: Uint8Array) => void {
  const decoder = new TextDecoder()
  let incomplete = ''
  return (chunk) => {
    incomplete += decoder.decode(chunk, { stream: true })
    const messages = incomplete.split(/\r?\n\r?\n/)
    incomplete = messages.pop() ?? ''
    for (const message of messages) {
      const data = message
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart())
        .join('\n')
      if (data) onEvent(JSON.parse(data) as LiveEvent)
    }
  }
}

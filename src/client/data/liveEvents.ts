// Live events over one stream per origin: one page of the user listens and relays to the others.
// Events only report that something changed; the data comes through the ordinary calls.
import type { LiveEvent } from '../../protocol/liveEvents'
import type { Client } from '../transport/callServer'
import { CallError } from '../feedback/callError'

interface LiveOptions {
  readonly client: Pick<Client, 'stream'>
  /** Pages with the same name share one stream. */
  readonly name: string
  readonly heard: (event: LiveEvent) => void
  /** The stream is connected; `again`: after an interruption, during which anything may have changed. */
  readonly up: (again: boolean) => void
  readonly down: () => void
  /** Milliseconds before attempt n (from 0); tests shorten it. */
  readonly pause?: (attempt: number) => number
}

/** Milliseconds without data after which a stream counts as dead: the server sends a heartbeat every 25 s. */
const silence = 60_000

/**
 * Messages between pages. up: the stream has just opened, earlier events were missed; still: it is open, in answer to
 * ask, the first message of a new page.
 */
type Said = LiveEvent | 'ask' | 'up' | 'still' | 'down'

/** Listens until the returned function is called. */
export function listen(facts: LiveOptions): () => void {
  const stop = new AbortController()
  const channel = openChannel(`live:${facts.name}`)
  const say = (text: Said) => channel?.postMessage(text)
  // Last known status of the stream, whichever page reads it; undefined before the first message.
  let lastState: 'up' | 'down' | undefined
  const up = (again: boolean) => {
    lastState = 'up'
    facts.up(again)
  }
  const down = () => {
    lastState = 'down'
    facts.down()
  }
  let reads = false
  channel?.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (data === 'ask') {
      if (reads && lastState) say(lastState === 'up' ? 'still' : 'down')
    } else if (data === 'still') {
      if (lastState !== 'up') up(lastState === 'down')
    } else if (data === 'up') up(lastState !== undefined)
    else if (data === 'down') down()
    else facts.heard(data)
  })
  say('ask')
  const shared = {
    ...facts,
    heard: (event: LiveEvent) => {
      facts.heard(event)
      say(event)
    },
    up: () => {
      // A page that takes over from a closed one has missed the events in between.
      up(lastState !== undefined)
      reads = true
      say('up')
    },
    down: () => {
      down()
      say('down')
    },
  }
  const run = () => follow(shared, stop.signal)
  // Six streams of one origin would leave no connection for calls; locks exist in secure contexts only.
  const locks = channel ? globalThis.navigator?.locks : undefined
  const work = locks ? locks.request(`live:${facts.name}`, { signal: stop.signal }, run) : run()
  work.catch((error: unknown) => {
    if (stop.signal.aborted) return undefined
    if (error instanceof DOMException && error.name === 'SecurityError') return run()
    throw error
  })
  return () => {
    stop.abort()
    channel?.close()
  }
}

/** null: the browser has none, or forbids it with its storages; then this page listens by itself. */
function openChannel(name: string): BroadcastChannel | null {
  try {
    return new globalThis.BroadcastChannel(name)
  } catch {
    return null
  }
}

async function follow(
  facts: Omit<LiveOptions, 'up'> & { readonly up: () => void },
  signal: AbortSignal,
): Promise<void> {
  let attempt = 0
  while (!signal.aborted) {
    const quiet = new AbortController()
    let watch = setTimeout(() => quiet.abort(), silence)
    try {
      const bytes = await facts.client.stream('/api/events', {
        quiet: true,
        signal: AbortSignal.any([signal, quiet.signal]),
      })
      facts.up()
      attempt = 0
      const read = reader(facts.heard)
      for await (const chunk of bytes) {
        clearTimeout(watch)
        watch = setTimeout(() => quiet.abort(), silence)
        read(chunk)
      }
    } catch (error) {
      if (signal.aborted) return
      // The session handles 2999; every other interruption is retried.
      if (error instanceof CallError && (error.kind === 'signedOut' || error.kind === 'forbidden')) return
    } finally {
      clearTimeout(watch)
    }
    if (signal.aborted) return
    facts.down()
    await waited((facts.pause ?? pauseBefore)(attempt++), signal)
  }
}

/** 1, 2, 4 … 30 s, with jitter so that clients do not reconnect to a restarted server all at once. */
function pauseBefore(attempt: number): number {
  return Math.min(30_000, 1_000 * 2 ** attempt) * (0.7 + Math.random() * 0.6)
}

function waited(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    globalThis.addEventListener?.('online', done)
    signal.addEventListener('abort', done)
  })
}

/** Parses chunks of a stream of server-sent events into whole events. */
export function reader(heard: (event: LiveEvent) => void): (chunk: Uint8Array) => void {
  const decoder = new TextDecoder()
  let rest = ''
  return (chunk) => {
    rest += decoder.decode(chunk, { stream: true })
    const messages = rest.split(/\r?\n\r?\n/)
    rest = messages.pop() ?? ''
    for (const message of messages) {
      const data = message
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart())
        .join('\n')
      if (data) heard(JSON.parse(data) as LiveEvent)
    }
  }
}

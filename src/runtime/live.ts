// What changes while somebody looks on? Live events over one stream of this origin: of several pages of the same person one listens and tells the others.
// Events only say that something changed; the data comes through the ordinary calls.
import type { LiveEvent } from '../protocol/calls'
import type { Client } from './client'
import { CallError } from './faults'

export interface LiveFacts {
  readonly client: Pick<Client, 'stream'>
  /** Pages with the same name share one stream. */
  readonly name: string
  readonly heard: (event: LiveEvent) => void
  /** The stream is up; `again`: after a break, so that anything may have changed meanwhile. */
  readonly up: (again: boolean) => void
  readonly down: () => void
  /** Milliseconds before try n (from 0); tests shorten it. */
  readonly pause?: (attempt: number) => number
}

/** A stream that says nothing for so long is dead: the server's heart beats every 25 s. */
const silence = 60_000

/** Listens until the answer is called. */
export function listen(facts: LiveFacts): () => void {
  const stop = new AbortController()
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`live:${facts.name}`)
  channel?.addEventListener('message', ({ data }: MessageEvent<LiveEvent | 'up' | 'down'>) => {
    if (data === 'up') facts.up(true)
    else if (data === 'down') facts.down()
    else facts.heard(data)
  })
  const shared: LiveFacts = {
    ...facts,
    heard: (event) => {
      facts.heard(event)
      channel?.postMessage(event)
    },
    up: (again) => {
      facts.up(again)
      channel?.postMessage('up')
    },
    down: () => {
      facts.down()
      channel?.postMessage('down')
    },
  }
  const run = () => follow(shared, stop.signal)
  // Six streams of one origin would leave no connection for calls; locks exist in secure contexts only.
  const locks = channel ? globalThis.navigator?.locks : undefined
  const work = locks ? locks.request(`live:${facts.name}`, { signal: stop.signal }, run) : run()
  work.catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })
  return () => {
    stop.abort()
    channel?.close()
  }
}

async function follow(facts: LiveFacts, signal: AbortSignal): Promise<void> {
  let attempt = 0
  let ever = false
  while (!signal.aborted) {
    const quiet = new AbortController()
    let watch = setTimeout(() => quiet.abort(), silence)
    try {
      const bytes = await facts.client.stream('/api/events', {
        quiet: true,
        signal: AbortSignal.any([signal, quiet.signal]),
      })
      facts.up(ever)
      ever = true
      attempt = 0
      const read = reader(facts.heard)
      for await (const chunk of bytes) {
        clearTimeout(watch)
        watch = setTimeout(() => quiet.abort(), silence)
        read(chunk)
      }
    } catch (error) {
      if (signal.aborted) return
      // 2999 is answered by the session; every other break is tried again.
      if (error instanceof CallError && (error.kind === 'signedOut' || error.kind === 'forbidden')) return
    } finally {
      clearTimeout(watch)
    }
    if (signal.aborted) return
    facts.down()
    await waited((facts.pause ?? pauseBefore)(attempt++), signal)
  }
}

/** 1, 2, 4 … 30 s, with a spread so that a restarted server is not met by all at once. */
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

/** Takes chunks of a stream of server-sent events and gives whole events. */
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

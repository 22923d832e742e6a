// How much does a server take? Sixteen keep-alive connections that send the next request when the answer is there, for
// a bounded time.
// An answer that is no success makes the whole measurement void.
import autocannon from 'autocannon'

export interface Target {
  readonly url: string
  readonly path: string
  readonly token: string
  /** Tokens of others who get the same answers; each connection takes another one. */
  readonly colleagues?: readonly string[]
  /** Sent in turn, so that no single answer can be kept. */
  readonly bodies: readonly object[]
}
export interface Load {
  readonly count: number
  readonly seconds: number
  readonly latencies: readonly number[]
}

export const connections = 16

/** Stands in a body for an id that no other request has. */
export const anyId = '[<id>]'

/** So many slow requests at once find room always, of one account too: four statements, of which a list sends two. */
const ownShare = 2
const tooBusy = [429, 503]

interface Extent {
  readonly connections: number
  /** Seconds. */
  readonly duration: number
  /** Requests at most. */
  readonly amount?: number
}

/**
 * Loads for some seconds. A server too slow to answer each connection once in that time, or that refuses for want of
 * room, is given the time that it takes, by as many connections as it serves at once.
 * @throws Error when anything was refused otherwise, failed or came too late
 */
export async function load(target: Target, seconds: number): Promise<Load> {
  const timed = await run(target, { connections, duration: seconds })
  if (!timed.refused && timed.count >= connections) return timed
  const all = await run(target, { connections: ownShare, duration: 600, amount: connections })
  if (all.refused) throw new Error(`${target.path} had no room for ${ownShare} requests at once.`)
  return all
}

async function run(
  { url, path, token, colleagues = [], bodies }: Target,
  extent: Extent,
): Promise<Load & { refused: boolean }> {
  const latencies: number[] = []
  const tokens = [token, ...colleagues]
  const requestsWith = (one: string) =>
    bodies.map((body) => ({
      method: 'POST' as const,
      path,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-token': one, 'x-language': 'zh' },
    }))
  let clients = 0
  const began = performance.now()
  const cannon = autocannon({
    ...extent,
    url,
    timeout: 120,
    requests: requestsWith(token),
    setupClient: (client) => client.setRequests(requestsWith(tokens[clients++ % tokens.length]!)),
    idReplacement: bodies.some((body) => JSON.stringify(body).includes(anyId)),
    verifyBody: (body) => body.startsWith('{"code":2000,'),
  })
  let last = began
  let refused = false
  cannon.on('response', (_client, status, _bytes, milliseconds) => {
    refused ||= tooBusy.includes(status)
    latencies.push(milliseconds)
    last = performance.now()
  })
  const result = await cannon
  const wrong = result.errors + result.timeouts + (refused ? 0 : result.mismatches + result.non2xx)
  if (wrong > 0) throw new Error(`${path} did not answer ${wrong} of ${result.requests.total} requests with success.`)
  // What was under way when the time was over is not counted, and neither is its time.
  return { count: latencies.length, seconds: (last - began) / 1_000, latencies, refused }
}

/** One answer's data. @throws Error when it is refused */
export async function ask<T>({ url, path, token }: Omit<Target, 'bodies'>, body: object): Promise<T> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-token': token, 'x-language': 'zh' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!text.startsWith('{"code":2000,'))
    throw new Error(`${path} refused ${JSON.stringify(body)}: ${text.slice(0, 500)}`)
  return (JSON.parse(text) as { data: T }).data
}

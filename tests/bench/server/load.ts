// How much does a server take? Sixteen keep-alive connections that send the next request when the answer is there, for
// a bounded time.
// An answer that is no success makes the whole measurement void.
import autocannon from 'autocannon'

export interface Target {
  readonly url: string
  readonly path: string
  readonly token: string
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

/**
 * Loads for some seconds; a server too slow to answer each connection once in that time is given the time that it
 * takes.
 * @throws Error when anything was refused, failed or came too late
 */
export async function load(target: Target, seconds: number): Promise<Load> {
  const timed = await run(target, { duration: seconds })
  return timed.count >= connections ? timed : run(target, { duration: 600, amount: connections })
}

async function run({ url, path, token, bodies }: Target, extent: { duration: number; amount?: number }): Promise<Load> {
  const latencies: number[] = []
  const requests = bodies.map((body) => ({ method: 'POST' as const, path, body: JSON.stringify(body) }))
  const began = performance.now()
  const cannon = autocannon({
    ...extent,
    url,
    connections,
    timeout: 120,
    headers: { 'content-type': 'application/json', 'x-token': token, 'x-language': 'zh' },
    requests,
    idReplacement: requests.some(({ body }) => body.includes(anyId)),
    verifyBody: (body) => body.startsWith('{"code":2000,'),
  })
  let last = began
  cannon.on('response', (_client, _status, _bytes, milliseconds) => {
    latencies.push(milliseconds)
    last = performance.now()
  })
  const result = await cannon
  const wrong = result.errors + result.timeouts + result.mismatches + result.non2xx
  if (wrong > 0) throw new Error(`${path} did not answer ${wrong} of ${result.requests.total} requests with success.`)
  // What was under way when the time was over is not counted, and neither is its time.
  return { count: latencies.length, seconds: (last - began) / 1_000, latencies }
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

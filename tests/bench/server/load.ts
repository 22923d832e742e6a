// How much does a server take? Sixteen keep-alive connections that send the next request when the answer is there, for a bounded time.
// An answer that is no success makes the whole measurement void.
import autocannon from 'autocannon'

export interface Target {
  readonly url: string
  readonly path: string
  readonly token: string
  /** Sent in turn, so that no single answer can be kept. */
  readonly bodies: readonly object[]
}
export interface Load { readonly count: number; readonly seconds: number; readonly latencies: readonly number[] }

export const connections = 16

/** @throws Error when anything was refused, failed or came too late */
export async function load({ url, path, token, bodies }: Target, seconds: number): Promise<Load> {
  const latencies: number[] = []
  const run = autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 60,
    headers: { 'content-type': 'application/json', 'x-token': token, 'x-language': 'zh' },
    requests: bodies.map((body) => ({ method: 'POST', path, body: JSON.stringify(body) })),
    verifyBody: (body) => body.startsWith('{"code":2000,'),
  })
  run.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds))
  const result = await run
  const wrong = result.errors + result.timeouts + result.mismatches + result.non2xx
  if (wrong > 0) throw new Error(`${path} did not answer ${wrong} of ${result.requests.total} requests with success.`)
  return { count: latencies.length, seconds: result.duration, latencies }
}

/** One answer's data. @throws Error when it is refused */
export async function ask<T>({ url, path, token }: Omit<Target, 'bodies'>, body: object): Promise<T> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-token': token, 'x-language': 'zh' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!text.startsWith('{"code":2000,')) throw new Error(`${path} refused ${JSON.stringify(body)}: ${text.slice(0, 500)}`)
  return (JSON.parse(text) as { data: T }).data
}

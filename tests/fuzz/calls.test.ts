// Does the server stand whatever comes over its socket? Every call, with something wrong: an answer in time, never a
// defect, nothing of its inside. Here a sample; `npm run fuzz` sends 20,000 (FUZZ_CALLS, FUZZ_SEED).
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { randomOf } from '../oracle/requests'
import { readSchemas } from '../whole/schemas'
import { useProduct } from '../whole/useProduct'
import { WildRequests, type WildRequest } from './wildRequests'

const count = Number(process.env.FUZZ_CALLS ?? 250)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_130)
const atOnce = 8
const lines: string[] = []
const suite = useProduct({ environment: { JOBS: 'off' }, hear: (line) => lines.push(line) })

/** What stands in an answer only where something of the program leaks. */
const inside = /\bat \S+ \(?\S+\.(ts|js|mjs):\d+|node_modules|pg_catalog|syntax error at|[A-Z]\w*Error: /
/** The longest that an answer may take on a busy machine; reads are ended after ten seconds. */
const patienceMs = 30_000

/** The start of the answer as it came; empty where the connection was closed without one. */
function answerTo({ method, path, headers, body = '' }: WildRequest): Promise<string> {
  const { hostname, port } = new URL(suite.product.address)
  const bytes = Buffer.from(body)
  const fields = { host: hostname, connection: 'close', 'content-length': String(bytes.length), ...headers }
  // Bytes that no header may hold would be an error of this client.
  const plain = (text: string) => text.replace(/[^\x20-\x7e\t]/g, '')
  const head = [
    `${method} ${plain(path).replaceAll(' ', '%20')} HTTP/1.1`,
    ...Object.entries(fields).map(([name, value]) => `${name}: ${plain(value)}`),
  ]
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      socket.write(bytes)
    })
    socket.setTimeout(patienceMs, () => socket.destroy(new Error(`No answer to ${head[0]} ${String(body)}`)))
    socket.on('data', (chunk: Buffer) => {
      if (text.length < 100_000) text += chunk.toString('latin1')
      // It stays open.
      if (/^content-type: text\/event-stream/im.test(text)) socket.destroy()
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // Closed before all of a large request was taken.
      if (['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) resolve(text)
      else reject(error)
    })
    socket.once('close', () => resolve(text))
  })
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)

it(`stands ${count} broken requests of FUZZ_SEED=${seed}`, { timeout: 120_000 + count * 100 }, async () => {
  const roles = ['owner', 'guide', 'admin']
  const tokens = await Promise.all(roles.map((role) => suite.teller.token(role)))
  const requests = new WildRequests(readSchemas(), tokens, randomOf(seed))
  const statuses = new Map<number, number>()
  const wrong: string[] = []
  const heap: number[] = []
  for (let sent = 0; sent < count; sent += atOnce) {
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        const request = requests.next()
        const answer = await answerTo(request)
        const status = statusOf(answer)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        // 503 refuses for a time, in words; 501 and 505 are those of Node for an unknown method or version.
        const isDefect = status >= 500 && ![501, 503, 505].includes(status)
        if (!isDefect && !inside.test(answer)) return
        const { method, path, body } = request
        wrong.push(`${method} ${path.slice(0, 200)} ${String(body).slice(0, 500)}\n  ${answer.slice(0, 800)}`)
      }),
    )
    heap.push(process.memoryUsage().heapUsed)
  }
  expect(wrong.slice(0, 5).join('\n')).toBe('')
  // Neither refused at the door, nor all taken.
  for (const status of [200, 400, 404]) expect(statuses.get(status), `${status}`).toBeGreaterThan(0)
  expect(lines.filter((line) => /Defect/i.test(line))).toEqual([])
  const { code } = await suite.teller.call('owner', '/api/list', { screen: '/customer/CustomerList' })
  expect(code, 'everybody is still served').toBe(2000)
  if (count < 5_000) return
  // The least of the last quarter is what stays, whatever waits to be collected.
  const least = (from: number, to: number) => Math.min(...heap.slice(heap.length * from, heap.length * to))
  process.stdout.write(`${JSON.stringify([...statuses])}, heap ${least(0.25, 0.5)} then ${least(0.75, 1)}\n`)
  expect(least(0.75, 1)).toBeLessThan(least(0.25, 0.5) * 1.3)
})

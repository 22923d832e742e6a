// Proves that a sender that stops or drips loses its connection in time, and one that the server
// delays does not.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Parts, Reply } from '../../src/protocol/transport'
import { createFileStore } from '../../src/server/files/fileStore'
import { createHttp } from '../../src/server/http/http'
import { createLog } from '../../src/server/context/log'
import { errorReply } from '../../src/server/endpoints/contract/errorReply'
import { succeed } from '../../src/server/context/reply'
import { english } from '../protocol/locales'

let folder: string
let server: FastifyInstance
/** Awaited before the second part of a form is taken. */
let between: Promise<unknown> = Promise.resolve()
const received: string[] = []
const logged: string[] = []
const log = createLog('debug', { write: (line) => logged.push(line), say: () => undefined })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'slow-'))
  const files = await createFileStore(join(folder, 'kept'))
  const receive = async ({ parts }: Parts): Promise<Reply> => {
    for await (const part of parts) {
      if (part.kind !== 'file') continue
      received.push((await files.receive(part.bytes, 1_000_000)).digest)
      await between
    }
    return succeed(received.length, '')
  }
  server = await createHttp({
    transport: async ({ path, body }) =>
      path === '/api/unread' || body === undefined
        ? succeed(null, '')
        : path === '/api/upload'
          ? receive(body as Parts).catch((error: unknown) => errorReply(error, english, log))
          : succeed(body, ''),
    isCall: (_, path) => path.startsWith('/api/'),
    configuration: { proxies: 0, uploadBytes: 1_000_000 },
    log,
    webFolder: join(folder, 'none'),
    entry: () => ({ revision: 'r', product: { title: {} } as never }),
    pace: {
      body: { silenceMs: 200, graceMs: 300, bytesPerSecond: 1_000 },
      headers: { headersTimeout: 300, connectionsCheckingInterval: 50 },
    },
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  server.server.closeAllConnections()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function begin(path: string, type: string, start: string, length = 100_000): Socket {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n${start}`)
  return socket
}
/** All that the server sends until it closes the connection. */
const answerOf = (socket: Socket) => text(socket)
const json = 'application/json'
const form = 'multipart/form-data; boundary=b'
const part = (content: string) =>
  `--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${content}\r\n`
const incoming = () => readdirSync(join(folder, 'kept', 'incoming'))
const refused = /^HTTP\/1\.1 408 .*connection: close.*"key":"request_too_slow"/is

it.each([
  ['JSON', '/api/x', json, '{"a":'],
  ['a form before its first part', '/api/upload', form, '--b\r\ncontent-disp'],
  ['a form within a file', '/api/upload', form, part('hello').slice(0, -3)],
])('%s that stops coming is refused in words, and its connection closed', async (_, path, type, start) => {
  const socket = begin(path, type, start)
  expect(await answerOf(socket)).toMatch(refused)
  expect(incoming()).toEqual([])
  expect(logged.filter((line) => line.includes('Defect'))).toEqual([])
})

it.each([
  ['JSON', '/api/x', json, '{"a":"'],
  ['a file', '/api/upload', form, part('hello').slice(0, -3)],
])('%s that comes in drops is ended although it never stops', async (_, path, type, start) => {
  const socket = begin(path, type, start)
  const drops = setInterval(() => socket.write('x'), 40)
  expect(await answerOf(socket).finally(() => clearInterval(drops))).toMatch(refused)
  expect(incoming()).toEqual([])
})

it.each([
  ['stop coming', 0],
  ['come in drops', 40],
])('headers that %s are refused, and the connection closed', async (_, every) => {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET /api/x HTTP/1.1\r\nhost: x\r\nx-a: ')
  const drops = every > 0 ? setInterval(() => socket.write('a'), every) : undefined
  expect(await answerOf(socket).finally(() => clearInterval(drops))).toMatch(/^HTTP\/1\.1 408 /)
})

it.each([
  ['answered before its body came', '/api/unread', form],
  ['refused by its type', '/api/x', 'text/strange'],
])('a request %s keeps no connection either', async (_, path, type) => {
  expect(await answerOf(begin(path, type, 'x'))).toMatch(/^HTTP\/1\.1 (200|415)/)
})

it('a steady body is read to its end, also while the server itself is slow', async () => {
  // The silences of other senders pass while the server is at work.
  between = (async () => {
    for (let time = 0; time < 3; time += 1) await answerOf(begin('/api/x', json, '{"a":'))
  })()
  const whole = `${part('first '.repeat(20_000))}${part('second '.repeat(120_000))}--b--\r\n`
  const socket = begin('/api/upload', form, whole, whole.length)
  socket.once('data', () => socket.end())
  const before = received.length
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 200 /)
  expect(received.length - before).toBe(2)
})

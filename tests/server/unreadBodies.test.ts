// Proves that a connection goes on after a form refused midway, and that no large body is received
// for a refusal that its head already decides.
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Parts } from '../../src/protocol/transport'
import { RequestError } from '../../src/protocol/requestError'
import { createLog } from '../../src/server/context/log'
import { succeed } from '../../src/server/context/reply'
import { errorReply, unknownPath } from '../../src/server/endpoints/contract/errorReply'
import { createHttp } from '../../src/server/http/http'
import { english } from '../protocol/locales'

const log = createLog('silent', { write: () => undefined, say: () => undefined })
const uploadBytes = 20_000_000
/** One connection for all requests, as a browser or a proxy keeps it. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let server: FastifyInstance
let port: number
/** Bytes that the server has read from its newest connection. */
let bytesRead: () => number

beforeAll(async () => {
  server = await createHttp({
    transport: async ({ body, path }) => {
      if (path === '/api/nothing') return errorReply(unknownPath(), english, log)
      if (path !== '/api/upload') return succeed('read', '')
      try {
        for await (const part of (body as Parts).parts)
          if (part.kind === 'file') for await (const _ of part.bytes) throw new RequestError('storage_full')
        return succeed(null, '')
      } catch (error) {
        return errorReply(error, english, log)
      }
    },
    isCall: (_, path) => path.startsWith('/api/'),
    isTarget: (_, path) => path !== '/api/nothing',
    isKnown: async (headers) => headers['x-token'] !== 'stolen',
    configuration: { proxies: 0, uploadBytes },
    log,
    webFolder: '/nowhere',
    entry: () => ({ revision: 'r', product: { languages: ['en'], passthroughOrigins: [] } }) as never,
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  server.server.on('connection', (socket) => (bytesRead = () => socket.bytesRead))
  port = (server.server.address() as AddressInfo).port
})
afterAll(async () => {
  agent.destroy()
  await server.close()
})

const send = (path: string, type: string, body: Buffer, chunked = false) =>
  new Promise<{ status: number | undefined; port: number | undefined }>((resolve, reject) => {
    const sent = request(
      {
        port,
        path,
        agent,
        method: 'POST',
        timeout: 10_000,
        headers: { 'content-type': type, ...(!chunked && { 'content-length': body.length }) },
      },
      (reply) => {
        const from = reply.socket.localPort
        reply.resume().once('end', () => resolve({ status: reply.statusCode, port: from }))
      },
    )
    sent.once('timeout', () => sent.destroy(new Error(`No answer of ${path} within ten seconds`)))
    sent.once('error', reject)
    sent.end(body)
  })

const form = (size: number) =>
  Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'),
    Buffer.alloc(size, 65),
    Buffer.from('\r\n--b--\r\n'),
  ])

it.each([
  ['of a given length', false],
  ['in chunks', true],
])('a form %s that is refused midway leaves the connection usable', async (_, chunked) => {
  const refused = await send('/api/upload', 'multipart/form-data; boundary=b', form(4_000_000), chunked)
  expect(refused.status).toBe(507)
  const next = await send('/api/x', 'application/json', Buffer.from('{}'))
  expect(next).toEqual({ status: 200, port: refused.port })
})

it('a form without an end is cut off after its refusal', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const drained = () => new Promise<void>((resolve) => socket.once('drain', resolve))
  const chunk = (bytes: Buffer) =>
    socket.write(Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]))
  socket.write(
    'POST /api/upload HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked\r\n\r\n',
  )
  chunk(form(1_000).subarray(0, 900))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toContain(' 507 ')
  let sent = 0
  for (const part = Buffer.alloc(1_000_000, 65); !socket.destroyed && sent < 10 * uploadBytes; sent += part.length)
    if (!chunk(part)) await Promise.race([drained(), closed])
  expect(sent).toBeLessThan(10 * uploadBytes)
  await closed
})

const json = 'application/json'
const boundForm = 'multipart/form-data; boundary=b'
it.each([
  ['to a path without a call', 404, '/api/nothing', json, ''],
  ['of a form to a path without a call', 404, '/api/nothing', boundForm, ''],
  ['of a kind that no call reads', 415, '/api/x', 'text/strange', ''],
  ['without a session', 413, '/api/x', json, 'stolen'],
  ['above the limit', 413, '/api/x', json, ''],
])('a body %s is refused unread, and its connection closed', async (_, status, path, type, token) => {
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\nx-token: ${token}\r\n`
  for (const [length, body] of [
    ['content-length: 3000000', Buffer.alloc(3_000_000, 0x20)],
    ['transfer-encoding: chunked', Buffer.from(`2dc6c0\r\n${' '.repeat(3_000_000)}\r\n0\r\n\r\n`)],
  ] as const) {
    const socket = connect(port, '127.0.0.1')
    // The server closes while this side is still writing.
    socket.on('error', () => undefined)
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    let answer = ''
    socket.on('data', (bytes: Buffer) => (answer += bytes.toString()))
    socket.write(`${head}${length}\r\n\r\n`)
    socket.write(body)
    await closed
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*connection: close`, 'is'))
    // Only a body of unknown length has to be read up to the limit.
    const isMeasured = path === '/api/x' && type === json && token === '' && length.startsWith('transfer')
    expect(bytesRead()).toBeLessThan(isMeasured ? 2_500_000 : 500_000)
  }
})

it('a small body to a path without a call leaves the connection usable', async () => {
  const refused = await send('/api/nothing', json, Buffer.from(JSON.stringify('x'.repeat(60_000))))
  expect(refused.status).toBe(404)
  expect(await send('/api/x', json, Buffer.from('{}'))).toEqual({ status: 200, port: refused.port })
})

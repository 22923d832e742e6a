// Proves how many connections one address may hold: enough for a shop behind it, while other
// addresses go on; and what counts as an address.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { succeed } from '../../src/server/context/reply'
import { createLog } from '../../src/server/context/log'
import { clientAddress } from '../../src/server/http/clientAddress'
import { createHttp } from '../../src/server/http/http'

const most = 600
const secondAddress = '127.0.0.2'
const silent = () => undefined
const log = createLog('silent', { write: silent, say: silent })
let server: FastifyInstance
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.close()
})

async function start(proxies: number): Promise<number> {
  server = await createHttp({
    transport: async () => succeed('here', ''),
    isCall: (_, path) => path.startsWith('/api/'),
    configuration: { proxies, uploadBytes: 1_000 },
    log,
    webFolder: '/nowhere',
    entry: () => ({ revision: 'r', product: { languages: ['en'], passthroughOrigins: [] } }) as never,
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  return (server.server.address() as AddressInfo).port
}

function open(port: number, from = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  sockets.push(socket)
  socket.on('error', silent).resume()
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket)).once('error', reject)
  })
}

/** Whether this machine has further addresses of its own: some systems have to be given each. */
const hasSecondAddress = () =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false)).listen(0, secondAddress, () => probe.close(() => resolve(true)))
  })

/** The status that a connection is answered with; nothing where the server has closed it. */
function answerOn(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    socket.once('data', (bytes: Buffer) => resolve(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString('latin1'))?.[1]))
    socket.once('close', () => resolve(undefined))
    socket.write('GET /api/x HTTP/1.1\r\nhost: x\r\n\r\n')
  })
}

it('one address holds six hundred, further ones are closed, and another address is answered', async () => {
  const port = await start(0)
  const held = await Promise.all(Array.from({ length: most }, () => open(port)))
  // The server has taken them all.
  expect(await answerOn(held.at(-1)!)).toBe('200')
  expect(await answerOn(await open(port))).toBeUndefined()
  expect(await answerOn(held[0]!)).toBe('200')
  if (await hasSecondAddress()) expect(await answerOn(await open(port, secondAddress))).toBe('200')
  held[0]!.destroy()
  await expect.poll(async () => answerOn(await open(port))).toBe('200')
})

it('behind a proxy all share one address, which is not bounded by itself', async () => {
  const port = await start(1)
  const held = await Promise.all(Array.from({ length: most + 1 }, () => open(port)))
  expect(await answerOn(held.at(-1)!)).toBe('200')
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51423', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['unknown', 'unknown'],
  ['1.2.3:80', '1.2.3:80'],
  ['[x]:80', '[x]:80'],
])('the address of %s is %s, whatever port a proxy adds', (text, address) => {
  expect(clientAddress(text)).toBe(address)
})

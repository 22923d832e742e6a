// Proves after which failures a message may have arrived. Uses a service that fails in each way.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOutgoing } from '../../../src/server/egress/httpEgress'
import { createMessenger, type ChannelIntegration } from '../../../src/server/integrations/channels/messenger'

let server: Server
let address: string
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().once('end', () => {
      const [, status = ''] = request.url!.split('/')
      if (status === 'reset') request.socket.destroy()
      else if (status === 'html') response.end('<html>Welcome</html>')
      else if (status === 'code') response.end('{"errcode":40001}')
      else response.writeHead(Number(status)).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server?.close())

function sendTo(base: string, path: string): Promise<void> {
  const egress = createOutgoing()
  egress.allow(new URL(base).origin)
  const channel = { path, errorPath: 'errcode', maxLength: 100, query: {}, headers: {}, body: { text: '{text}' } }
  const messenger = createMessenger({ egress, clock: () => new Date() }, { channel } as unknown as ChannelIntegration, {
    address: base,
    values: {},
  })
  return messenger.send({ id: 'm1', address: 'somebody', text: 'Hello' })
}

it.each([
  ['a connection that is cut after the request', '/reset', true],
  ['a gateway that got no answer', '/504', true],
  ['a gateway whose service broke off', '/502', true],
  ['a page in place of an answer', '/html', true],
  ['a code of the service', '/code', false],
  ['a refusal', '/400', false],
  ['a service that says that it failed', '/500', false],
])('after %s', async (_, path, isUnknown) => {
  await expect(sendTo(address, path)).rejects.toMatchObject({ name: 'SendProblem', isUnknown })
})

it('not where nothing listens', async () => {
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  await expect(sendTo(`http://127.0.0.1:${port}`, '/200')).rejects.toMatchObject({ isUnknown: false })
})

// Proves that outgoing calls reach only permitted addresses, and that a bad answer has no effect.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createOutgoing } from '../../../src/server/egress/httpEgress'
import { isPrivateAddress } from '../../../src/server/egress/privateAddress'
import { hostileTargets } from './hostileTargets'

const open: Server[] = []
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  open.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const usual = { timeoutMs: 2_000, maxBytes: 1_000 }

describe('outgoing calls', () => {
  it('reach what was configured, and nothing else', async () => {
    const address = await serve((request, reply) => void reply.end(`at ${request.url}`))
    const outgoing = createOutgoing()
    await expect(outgoing.call(new URL(`${address}/a`), usual)).rejects.toMatchObject({ reason: 'notAllowed' })
    outgoing.allow(address)
    expect(String((await outgoing.call(new URL(`${address}/a?b=1`), usual)).body)).toBe('at /a?b=1')
    await expect(
      outgoing.call(new URL(address.replace('http://', 'http://user:secret@')), usual),
    ).rejects.toMatchObject({ reason: 'notAllowed' })
    await expect(outgoing.call(new URL('file:///etc/passwd'), usual)).rejects.toMatchObject({ reason: 'notAllowed' })
  })

  it('refuse a name that leads into the own network, unless that was meant', async () => {
    const address = await serve((_, reply) => void reply.end('inside'))
    const { port } = new URL(address)
    const resolve = ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])) as never
    const named = new URL(`http://partner.example:${port}/`)
    const careful = createOutgoing({ resolve })
    careful.allow(named.origin)
    await expect(careful.call(named, usual)).rejects.toMatchObject({ reason: 'private' })
    const inside = createOutgoing({ resolve, privateNames: true })
    inside.allow(named.origin)
    expect(String((await inside.call(named, usual)).body)).toBe('inside')
  })

  it('refuse a private address that an account entered, unless all may be private', async () => {
    const address = await serve((_, reply) => void reply.end('inside'))
    const { port } = new URL(address)
    const careful = createOutgoing()
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '10.0.0.5']) {
      const entered = new URL(`http://${host}:${port}/`)
      careful.allow(entered.origin, { entered: true })
      await expect(careful.call(entered, usual), host).rejects.toMatchObject({ reason: 'private' })
    }
    const inside = createOutgoing({ privateNames: true })
    inside.allow(address, { entered: true })
    expect(String((await inside.call(new URL(`${address}/`), usual)).body)).toBe('inside')
  })

  it('follow a redirect on the same origin and no other of 600', async () => {
    let target = '/there'
    const address = await serve((request, reply) => {
      if (request.url === '/there') return void reply.end('arrived')
      reply.writeHead(302, { location: target }).end()
    })
    const outgoing = createOutgoing()
    outgoing.allow(address)
    expect(String((await outgoing.call(new URL(`${address}/`), usual)).body)).toBe('arrived')
    const targets = hostileTargets().filter((one) => !/[^\x21-\x7e]/.test(one))
    const reached: string[] = []
    for (target of targets) {
      const answer = await outgoing
        .call(new URL(`${address}/`), usual)
        .catch((error: { reason?: string }) => error.reason)
      // What stays on the origin redirects again and ends as too many steps.
      if (answer !== 'redirected') reached.push(target)
    }
    expect(targets.length).toBeGreaterThan(400)
    expect(reached).toEqual([])
  })

  it('end when an answer is slow, endless or broken off, and say nothing of what was sent', async () => {
    const outgoing = createOutgoing()
    const slow = await serve(() => undefined)
    const endless = await serve((_, reply) => {
      const timer = setInterval(() => reply.write('x'.repeat(500)), 5)
      reply.on('close', () => clearInterval(timer))
    })
    const broken = await serve((request) => request.socket.destroy())
    for (const address of [slow, endless, broken]) outgoing.allow(address)
    const reason = (address: string) =>
      outgoing
        .call(new URL(`${address}/?password=canary`), { timeoutMs: 300, maxBytes: 1_000 })
        .catch((error: Error & { reason?: string }) => `${error.reason} ${error.stack} ${String(error.cause)}`)
    const said = await Promise.all([slow, endless, broken].map(reason))
    expect(said.map((text) => String(text).split(' ')[0])).toEqual(['slow', 'tooLarge', 'down'])
    expect(said.join()).not.toContain('canary')
  })
})

describe('private addresses', () => {
  it('are told from public ones in every way of writing', () => {
    for (const address of [
      '127.0.0.1',
      '10.1.2.3',
      '172.31.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '2002:7f00:1::',
      'not an address',
    ])
      expect([address, isPrivateAddress(address)]).toEqual([address, true])
    for (const address of ['1.1.1.1', '8.8.8.8', '172.32.0.1', '2400:3200::1'])
      expect([address, isPrivateAddress(address)]).toEqual([address, false])
  })
})

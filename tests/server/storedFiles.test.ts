// Proves that an uploaded file is sent unchanged, whatever its first bytes, and that the server's
// own content is compressed.
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Reply } from '../../src/protocol/transport'
import { StreamedReply, streamReply } from '../../src/server/context/streamedReply'
import { createHttp } from '../../src/server/http/http'
import { createLog } from '../../src/server/context/log'

let server: FastifyInstance
let address: string
let reply: Reply

beforeAll(async () => {
  server = await createHttp({
    transport: async () => reply,
    isCall: () => true,
    configuration: { proxies: 0, uploadBytes: 1_000 },
    log: createLog('error', { write: () => undefined, say: () => undefined }),
    webFolder: '/nowhere',
    entry: () => ({
      revision: 'r1',
      product: {
        title: {},
        shortTitle: {},
        icon: '/i.svg',
        touchIcon: '/t.png',
        languages: ['zh'],
        homeScreen: '/desk',
        theme: { primaryColor: '#123456', size: 'small' as const },
        cookies: { token: 'a', language: 'b', size: 'c', sidebar: 'd' },
      },
    }),
  })
  address = await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

const asked = () => fetch(`${address}/api/file`, { headers: { 'accept-encoding': 'br, gzip' } })
const streamed = (text: string, isStored: boolean) =>
  streamReply(new StreamedReply(Readable.from([Buffer.from(text)]), 'text/plain', { name: 'a.txt', isStored }))

// The first two bytes of each are also those of data compressed by deflate, the last ones of gzip.
it.each(['80', 'H,', 'x ', 'hb', '(4', '\u001f\u008b\u0008'])('a text that begins with %j', async (beginning) => {
  const text = beginning + 'a1b2c3d4'.repeat(5_000)
  reply = streamed(text, true)
  const answer = await asked()
  expect(await answer.text()).toBe(text)
  expect(answer.headers.get('content-encoding')).toBeNull()
})

it('a file that the server writes is compressed', async () => {
  reply = streamed('name,city\n'.repeat(5_000), false)
  const answer = await asked()
  expect(await answer.text()).toBe('name,city\n'.repeat(5_000))
  expect(answer.headers.get('content-encoding')).toBe('br')
})

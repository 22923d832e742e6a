// Proves what a caller without a session can make the server do: read little, and lead no user
// elsewhere.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { succeed } from '../../src/server/context/reply'
import { createLog } from '../../src/server/context/log'
import { createHttp } from '../../src/server/http/http'

const silent = () => undefined
const entry = {
  revision: 'r',
  product: {
    title: { en: 'A' },
    shortTitle: { en: 'A' },
    icon: '/a.svg',
    touchIcon: '/a.png',
    homeScreen: '/',
    languages: ['en'] as const,
    theme: { primaryColor: '#123456', size: 'small' as const },
    cookies: { token: 'a', language: 'b', size: 'c', sidebar: 'd' },
    passthroughOrigins: [],
  },
}
let folder: string
let server: FastifyInstance
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strangers-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head></head><body>page</body></html>')
  server = await createHttp({
    transport: async ({ body }) => succeed(body, ''),
    isCall: (_, path) => path.startsWith('/api/'),
    isKnown: async (headers) => headers['x-token'] === 'known',
    configuration: { proxies: 0, uploadBytes: 1_000 },
    log: createLog('silent', { write: silent, say: silent }),
    webFolder: folder,
    entry: () => entry,
  })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

it.each([
  ['a stranger', '', 413],
  ['a token that nobody has', 'stolen', 413],
  ['a session', 'known', 200],
])('a body that does not say its size, for %s', async (_, token, status) => {
  const reply = await server.inject({
    method: 'POST',
    url: '/api/x',
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked', 'x-token': token },
    payload: Readable.from(['{"text":', '"x"}']),
  })
  expect(reply.statusCode).toBe(status)
})

it.each([
  '/redirect//evil.example',
  '/redirect/https://evil.example',
  '/login?redirect=//evil.example',
  '/authredirect?code=x&state=//evil.example',
  '//evil.example/',
])('%s is the page and leads nowhere else', async (url) => {
  const { statusCode, headers } = await server.inject({ url, headers: { accept: 'text/html' } })
  expect([statusCode, headers.location, headers.refresh]).toEqual([200, undefined, undefined])
})

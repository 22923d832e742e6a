// Proves that HTTP carries what the transport defines, protects the page, and answers every misuse
// with an envelope without a stack.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call, Parts, Reply } from '../../src/protocol/transport'
import { createHttp } from '../../src/server/http/http'
import { createLog } from '../../src/server/context/log'
import { errorReply, unknownPath } from '../../src/server/endpoints/contract/errorReply'
import { succeed } from '../../src/server/context/reply'
import { chinese, english } from '../protocol/locales'

let folder: string
let server: FastifyInstance
let answer: (call: Call) => Promise<Reply>
const logged: string[] = []
const log = createLog('debug', { write: (line) => logged.push(line), say: () => undefined })
const entry = {
  revision: 'r1',
  product: {
    title: { zh: '</script><script>alert(1)</script>', en: 'Warehouse' },
    shortTitle: { zh: '仓', en: 'W' },
    icon: '/picture.svg',
    touchIcon: '/touch.png',
    languages: ['zh', 'en'] as const,
    homeScreen: '/desk',
    theme: { primaryColor: '#123456', size: 'small' as const },
    cookies: { token: 'a', language: 'tongue', size: 'c', sidebar: 'd' },
    passthroughOrigins: ['https://warehouse.example'],
  },
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'web-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head><title></title></head><body>页面</body></html>')
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), 'export {}')
  writeFileSync(join(folder, 'assets', 'main-abc123.js.br'), brotliCompressSync('export {}'))
  server = await createHttp({
    transport: (call) => answer(call),
    isCall: (_, path) => path.startsWith('/api/'),
    configuration: { proxies: 0, uploadBytes: 1_000 },
    log,
    webFolder: folder,
    entry: () => entry,
  })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  logged.length = 0
  answer = async (call) =>
    succeed({ method: call.method, path: call.path, body: call.body, token: call.headers['x-token'] }, '成功')
})
const page = { accept: 'text/html,application/xhtml+xml' }

describe('calls', () => {
  it('reach the transport with path, query, headers and body', async () => {
    const reply = await server.inject({
      method: 'POST',
      url: '/api/x?client=y',
      headers: { 'x-token': 't' },
      payload: { a: [1] },
    })
    expect(reply.json()).toEqual({
      code: 2000,
      msg: '成功',
      data: { method: 'POST', path: '/api/x?client=y', body: { a: [1] }, token: 't' },
    })
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  it('keep the status and headers of the reply', async () => {
    answer = async () => ({
      status: 429,
      headers: { 'retry-after': '7' },
      body: { code: 2001, msg: 'slow', data: null },
    })
    const reply = await server.inject({ url: '/api/x' })
    expect([reply.statusCode, reply.headers['retry-after'], reply.json().code]).toEqual([429, '7', 2001])
  })

  it('may be answered by a stream', async () => {
    answer = async () => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: Readable.from(['a', 'b']),
    })
    const reply = await server.inject({ url: '/api/x', headers: { 'accept-encoding': 'br, gzip' } })
    expect(reply.body).toBe('ab')
    expect(reply.headers['content-encoding']).toBeUndefined()
  })

  it('carry files part by part', async () => {
    answer = async (call) => {
      const told: unknown[] = []
      for await (const part of (call.body as Parts).parts) {
        if (part.kind === 'value') told.push([part.name, part.value])
        else {
          const hash = createHash('sha256')
          for await (const chunk of part.bytes) hash.update(chunk)
          told.push([part.name, part.filename, hash.digest('hex').slice(0, 8)])
        }
      }
      return succeed(told, '')
    }
    const form = new FormData()
    form.set('client', 'x')
    form.set('file', new Blob(['hello']), '文件.txt')
    const reply = await server.inject({ method: 'POST', url: '/api/upload', payload: form })
    expect(reply.json().data).toEqual([
      ['client', 'x'],
      ['file', '文件.txt', createHash('sha256').update('hello').digest('hex').slice(0, 8)],
    ])
  })

  it('with a file past the limit are refused', async () => {
    answer = async (call) => {
      try {
        for await (const part of (call.body as Parts).parts)
          if (part.kind === 'file') for await (const _ of part.bytes) void _
        return succeed(null, '')
      } catch (error) {
        return errorReply(error, english, log)
      }
    }
    const form = new FormData()
    form.set('file', new Blob(['x'.repeat(2_000)]), 'a.txt')
    const reply = await server.inject({ method: 'POST', url: '/api/upload', payload: form })
    expect([reply.statusCode, reply.json().code]).toEqual([413, 2001])
  })
})

describe('what guards a browser', () => {
  it.each([
    ['a call', { url: '/api/x' }],
    ['a page', { url: '/', headers: { accept: 'text/html' } }],
    ['a file', { url: '/assets/main-abc123.js' }],
    ['an unknown method', { method: 'DELETE', url: '/api/x' }],
    ['a misuse', { method: 'POST', url: '/api/x', payload: '{', headers: { 'content-type': 'application/json' } }],
    [
      'too much',
      {
        method: 'POST',
        url: '/api/x',
        payload: JSON.stringify('x'.repeat(3 * 1024 * 1024)),
        headers: { 'content-type': 'application/json' },
      },
    ],
  ] as const)('goes with %s', async (_, request) => {
    const { headers } = await server.inject(request)
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'SAMEORIGIN',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    })
    expect(headers['content-security-policy']).toContain("default-src 'self'")
  })
})

describe('misuse', () => {
  it.each([
    ['no JSON', { payload: '{"a":', headers: { 'content-type': 'application/json' } }, 400],
    ['a foreign prototype', { payload: '{"__proto__":{"a":1}}', headers: { 'content-type': 'application/json' } }, 400],
    ['another kind of content', { payload: 'a=1', headers: { 'content-type': 'text/strange' } }, 415],
    [
      'too much',
      { payload: JSON.stringify('x'.repeat(3 * 1024 * 1024)), headers: { 'content-type': 'application/json' } },
      413,
    ],
  ])('%s is refused with an envelope', async (_, request, status) => {
    const reply = await server.inject({ method: 'POST', url: '/api/x', ...request })
    expect([reply.statusCode, reply.json().code]).toEqual([status, 2001])
  })

  it('a defect is answered with a reference to the log, never with a stack', async () => {
    answer = async () => errorReply(new Error('secret detail'), english, log)
    const reply = await server.inject({ url: '/api/x' })
    const { reference } = reply.json().data
    expect([reply.statusCode, reply.json().code]).toEqual([500, 5000])
    expect(reply.body).not.toMatch(/secret|at .*\.ts/)
    expect(logged.join('\n')).toContain(`Defect ${reference}`)
    expect(logged.join('\n')).toContain('secret detail')
  })

  it('other methods are no calls', async () => {
    const reply = await server.inject({ method: 'DELETE', url: '/api/x' })
    expect([reply.statusCode, reply.json().code]).toEqual([404, 404])
  })

  it('an unknown call stays a 404 even for a browser', async () => {
    answer = async () => errorReply(unknownPath(), chinese, log)
    const reply = await server.inject({ url: '/api/none', headers: page })
    expect([reply.statusCode, reply.json().msg]).toEqual([404, '访问异常，请稍后重试！'])
  })
})

describe('the page', () => {
  it('answers every address that a browser opens, known or not', async () => {
    for (const url of ['/', '/some/where', '/no/such/page']) {
      const reply = await server.inject({ url, headers: page })
      expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'private, no-cache',
      ])
      expect(reply.body).toContain('页面')
    }
  })

  it('answers HEAD as GET without the body', async () => {
    const reply = await server.inject({ method: 'HEAD', url: '/', headers: page })
    expect([reply.statusCode, reply.headers['content-type'], reply.body]).toEqual([200, 'text/html; charset=utf-8', ''])
  })

  it('carries its entry data, which cannot end its block', async () => {
    const { body, headers } = await server.inject({ url: '/', headers: page })
    const data = /<script type="application\/json" id="entry">(.*?)<\/script>/.exec(body)?.[1]
    expect(JSON.parse(data!)).toEqual(entry)
    expect(body.match(/<script/g)).toHaveLength(1)
    const again = await server.inject({ url: '/', headers: { ...page, 'if-none-match': String(headers.etag) } })
    expect(again.statusCode).toBe(304)
  })

  it('is guarded: no foreign or inline scripts, no eval, no frames, no sniffing', async () => {
    const { headers } = await server.inject({ url: '/', headers: page })
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split(';')
        .map((part) => [part.split(' ')[0], part.split(' ').slice(1)]),
    )
    expect(policy['script-src']).toEqual(["'self'"])
    expect(String(headers['content-security-policy'])).not.toContain('unsafe-inline')
    expect(policy['default-src']).toEqual(["'self'"])
    expect(policy['frame-ancestors']).toEqual(["'none'"])
    expect(String(headers['content-security-policy'])).not.toContain('upgrade-insecure-requests')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  it('takes styles with the nonce of its own answer, also from the cache', async () => {
    const nonces = new Set()
    while (nonces.size < 2) {
      const { body, headers } = await server.inject({ url: '/', headers: page })
      const nonce = /<meta property="csp-nonce" nonce="([\w-]{22})"/.exec(body)?.[1]
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}';`)
      expect(nonces.size).toBe(nonces.add(nonce).size - 1)
      const again = await server.inject({ url: '/', headers: { ...page, 'if-none-match': String(headers.etag) } })
      // The browser keeps the policy of the page that it has.
      expect([again.statusCode, again.headers['content-security-policy']]).toEqual([304, undefined])
    }
  })

  it('serves hashed assets for ever, compressed beforehand', async () => {
    const reply = await server.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'br' } })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    })
    expect(reply.headers['content-type']).toContain('javascript')
    const plain = await server.inject({ url: '/assets/main-abc123.js' })
    expect(plain.body).toBe('export {}')
  })

  it('serves nothing beside its folder', async () => {
    for (const url of ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '/%00']) {
      const reply = await server.inject({ url })
      expect(reply.body).not.toContain('dependencies')
    }
  })

  it('is installable under its own name and pictures, in the language of the cookie', async () => {
    const { body: html } = await server.inject({ url: '/', headers: page })
    const address = /rel="manifest" href="([^"]+)"/.exec(html)?.[1]
    expect([/rel="icon" href="([^"]+)"/.exec(html)?.[1], /touch-icon" href="([^"]+)"/.exec(html)?.[1]]).toEqual([
      '/picture.svg',
      '/touch.png',
    ])
    const reply = await server.inject({ url: address!, headers: { cookie: 'x=1; tongue=en' } })
    expect(reply.headers['content-type']).toContain('application/manifest+json')
    expect(reply.json()).toMatchObject({
      name: 'Warehouse',
      short_name: 'W',
      lang: 'en',
      start_url: '/desk',
      display: 'standalone',
      theme_color: '#123456',
      icons: [{ src: '/picture.svg' }, { src: '/touch.png' }, { src: '/touch.png', purpose: 'maskable' }],
    })
    const other = await server.inject({ url: address!, headers: { cookie: 'tongue=xx' } })
    expect(other.json()).toMatchObject({ lang: 'zh', short_name: '仓' })
  })

  it('says how to build it where it is not built', async () => {
    const bare = await createHttp({
      transport: answer,
      isCall: () => false,
      configuration: { proxies: 0, uploadBytes: 1 },
      log,
      webFolder: join(folder, 'none'),
      entry: () => entry,
    })
    const reply = await bare.inject({ url: '/', headers: page })
    expect([reply.statusCode, reply.body.includes('npm run build')]).toEqual([503, true])
    await bare.close()
  })
})

describe('what a stranger may send', () => {
  let guarded: FastifyInstance
  beforeAll(async () => {
    guarded = await createHttp({
      transport: (call) => answer(call),
      isCall: (_, path) => path.startsWith('/api/'),
      isKnown: async (headers) => headers['x-token'] === 'known',
      configuration: { proxies: 0, uploadBytes: 1_000_000 },
      log,
      webFolder: folder,
      entry: () => entry,
    })
  })
  afterAll(() => guarded.close())
  const send = (size: number, token?: string) =>
    guarded.inject({
      method: 'POST',
      url: '/api/x',
      headers: { 'content-type': 'application/json', ...(token && { 'x-token': token }) },
      payload: JSON.stringify({ text: 'x'.repeat(size) }),
    })

  it('is 64 kB, signed in more', async () => {
    expect((await send(60_000)).statusCode).toBe(200)
    for (const token of [undefined, 'stolen']) {
      const reply = await send(70_000, token)
      expect([reply.statusCode, reply.json().code, reply.json().msg]).toEqual([413, 2001, '内容过大'])
    }
    expect((await send(70_000, 'known')).statusCode).toBe(200)
  })

  it('as a form that breaks off is refused in words, without a defect', async () => {
    answer = async (call) => {
      try {
        for await (const part of (call.body as Parts).parts)
          if (part.kind === 'file') for await (const _ of part.bytes) void _
        return succeed(null, '')
      } catch (error) {
        return errorReply(error, english, log)
      }
    }
    const whole = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello'
    for (const [type, payload] of [
      ['multipart/form-data', whole],
      ['multipart/form-data; boundary=', whole],
      ['multipart/form-data; boundary=b', whole],
      ['multipart/form-data; boundary=b', '--b\r\nContent-Disp'],
    ] as const) {
      const reply = await guarded.inject({ method: 'POST', url: '/api/x', headers: { 'content-type': type }, payload })
      expect([reply.statusCode, reply.json().code], `${type} ${payload}`).toEqual([400, 2001])
    }
    expect(logged.filter((line) => line.includes('Defect'))).toEqual([])
  })

  it('with X-Forwarded-For is noticed once when no proxy was told of', async () => {
    for (let at = 0; at < 3; at += 1)
      await guarded.inject({ url: '/api/x', headers: { 'x-forwarded-for': '10.0.0.1' } })
    expect(logged.filter((line) => line.includes('TRUSTED_PROXIES'))).toHaveLength(1)
  })
})

it('the page answers at its root whatever is accepted, and calls stay calls', async () => {
  for (const headers of [{}, { accept: '*/*' }]) {
    const reply = await server.inject({ url: '/', headers })
    expect([reply.statusCode, String(reply.headers['content-type'])]).toEqual([200, 'text/html; charset=utf-8'])
  }
  expect((await server.inject({ url: '/api/x' })).json().code).toBe(2000)
})

it('no page may use what the product does not', async () => {
  const reply = await server.inject({ url: '/', headers: page })
  expect(reply.headers['permissions-policy']).toContain('camera=()')
})

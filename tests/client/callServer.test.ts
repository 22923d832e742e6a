// Proves what a call carries, who gets a prefetched answer, and how each error is worded.
import { describe, expect, it } from 'vitest'
import type { Call, Reply, Transport } from '../../src/protocol/transport'
import { createClient } from '../../src/client/transport/callServer'
import { CallError } from '../../src/client/feedback/callError'
import { translatorOf } from '../pageTexts'

const chinese = translatorOf('zh')
const english = translatorOf('en')
const json = { 'content-type': 'application/json' }
const reply = (body: unknown, status = 200, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { ...json, ...headers },
  body,
})

function clientOf(transport: Transport, words = chinese, token: string | null = 'secret') {
  const told: { error: CallError; quiet: boolean }[] = []
  const client = createClient(transport, {
    token: () => token,
    translator: () => words,
    marker: 'marker',
    failed: (error, quiet) => told.push({ error, quiet }),
  })
  return { client, told }
}

async function failureOf(work: Promise<unknown>): Promise<CallError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(CallError)
  return error as CallError
}

describe('a call', () => {
  // spec 7.1 7.2 7.3
  it('carries token, language and the client marker: in the query of GET, in the body of POST', async () => {
    const calls: Call[] = []
    const { client } = clientOf(async (call) => {
      calls.push(call)
      return reply({ code: 2000, msg: '', data: 5 })
    })
    expect(await client.get('/a', { x: '1' })).toBe(5)
    expect(await client.post('/b', { y: 2 })).toBe(5)
    expect(calls[0]).toMatchObject({
      method: 'GET',
      path: '/a?x=1&client=marker',
      headers: { 'x-token': 'secret', 'x-language': 'zh' },
    })
    expect(calls[1]).toMatchObject({ method: 'POST', path: '/b', body: { y: 2, client: 'marker' } })
  })

  // spec 7.1
  it('carries no token header where there is no token', async () => {
    const { client } = clientOf(
      async (call) => reply({ code: 2000, msg: '', data: Object.keys(call.headers) }),
      chinese,
      null,
    )
    expect(await client.get('/a')).not.toContain('x-token')
  })
})

describe('a prefetched call', () => {
  it('is the answer to the first who asks the same, and to nobody else', async () => {
    let made = 0
    const { client } = clientOf(async () => reply({ code: 2000, msg: '', data: ++made }))
    client.prefetch('/a', { x: 1 })
    expect(await client.post('/a', { x: 2 })).toBe(2)
    expect(await client.post('/a', { x: 1 }, { language: 'fr' })).toBe(3)
    expect(await client.post('/a', { x: 1 })).toBe(1)
    expect(await client.post('/a', { x: 1 })).toBe(4)
  })

  it('is not taken once it was dropped', async () => {
    let made = 0
    const { client } = clientOf(async () => reply({ code: 2000, msg: '', data: ++made }))
    client.prefetch('/a', { x: 1 })
    client.prefetch('/a', { x: 2 })
    expect(await client.post('/a', { x: 2 })).toBe(2)
    client.dropPrefetched()
    expect(await client.post('/a', { x: 1 })).toBe(3)
  })

  it('fails for who asks, and for nobody when nobody does', async () => {
    const { client } = clientOf(async () => reply({ code: 2002, msg: '无权', data: null }))
    client.prefetch('/a', { x: 1 })
    expect((await failureOf(client.post('/a', { x: 1 }))).kind).toBe('forbidden')
    client.prefetch('/a', { x: 1 })
    await new Promise((resolve) => setImmediate(resolve))
  })
})

describe('the error catalog', () => {
  const cases: [string, Reply, string, string, string][] = [
    [
      '2001 with the words of the server',
      reply({ code: 2001, msg: '余额不足', data: null }),
      'refused',
      '余额不足',
      '余额不足',
    ],
    [
      '2002 with the words of the server',
      reply({ code: 2002, msg: '没有权限', data: null }),
      'forbidden',
      '没有权限',
      '没有权限',
    ],
    [
      '2002 with a hint after the words of the server',
      reply({ code: 2002, key: 'permission_required', msg: '没有权限', hint: '请联系管理员', data: null }),
      'forbidden',
      '没有权限。请联系管理员',
      '没有权限. 请联系管理员',
    ],
    [
      '2999',
      reply({ code: 2999, msg: 'x', data: null }),
      'signedOut',
      '你已被登出，请重新登录！',
      'You have been signed out. Please sign in again!',
    ],
    [
      'another code without words',
      reply({ code: 4711, msg: '', data: null }),
      'rejected',
      '访问异常，请稍后重试！',
      'Something went wrong. Please try again later!',
    ],
    [
      'HTTP 404',
      reply({ code: 404, msg: 'no', data: null }, 404),
      'missing',
      '访问异常，请稍后重试！',
      'Something went wrong. Please try again later!',
    ],
    [
      'HTTP 500',
      reply(null, 500),
      'broken',
      '服务器遇到错误，无法完成请求',
      'The server encountered an error and could not complete the request',
    ],
    [
      'HTTP 429',
      reply({ code: 2001, msg: '', data: null }, 429, { 'retry-after': '30' }),
      'busy',
      '操作过于频繁，请在 30 秒后重试',
      'Too many requests. Please try again in 30 seconds',
    ],
    [
      'an answer that is no envelope',
      reply('<html>'),
      'rejected',
      '访问异常，请稍后重试！',
      'Something went wrong. Please try again later!',
    ],
  ]
  // spec 8.1 8.2 8.6 8.7 8.8 8.11
  it.each(cases)('%s', async (_name, answer, kind, zh, en) => {
    for (const [words, text] of [
      [chinese, zh],
      [english, en],
    ] as const) {
      const { client, told } = clientOf(async () => answer, words)
      const error = await failureOf(client.post('/a'))
      expect([error.kind, error.message]).toEqual([kind, text])
      // With what every failure rejects, whatever words a person reads.
      expect(error.cause).toBe(words.t('error.rejected'))
      expect(told).toEqual([{ error, quiet: false }])
    }
  })

  it('names the reference of a defect', async () => {
    for (const [words, text] of [
      [chinese, '服务器遇到错误，无法完成请求（错误编号 ab12）'],
      [english, `${english.t('error.broken')} (reference ab12)`],
    ] as const) {
      const broken = reply({ code: 5000, msg: '', data: { reference: 'ab12' } }, 500)
      const { client } = clientOf(async () => broken, words)
      expect((await failureOf(client.post('/a'))).message).toBe(text)
    }
  })

  it('gives field errors by name', async () => {
    const { client } = clientOf(async () => reply({ code: 2001, msg: '请检查', data: { fields: { name: '必填' } } }))
    expect((await failureOf(client.post('/a'))).fields).toEqual({ name: '必填' })
  })

  // spec 7.4 8.9 8.10
  it("tells a late answer from none, and the endpoint's own text from the usual", async () => {
    const never: Transport = ({ signal }) =>
      new Promise((_, reject) => signal!.addEventListener('abort', () => reject(new Error('aborted'))))
    const { client } = clientOf(never)
    expect(await failureOf(client.post('/a', {}, { timeoutMs: 5 }))).toMatchObject({
      kind: 'timeout',
      message: '请求超时，请重试！',
      uncertain: true,
    })
    expect(
      (
        await failureOf(
          client.post('/a', {}, { timeoutMs: 5, timeoutText: { zh: '请求服务器超时，请重试', en: 'late' } }),
        )
      ).message,
    ).toBe('请求服务器超时，请重试')
    const broken = clientOf(async () => {
      throw new TypeError('fetch failed')
    })
    expect(await failureOf(broken.client.post('/a'))).toMatchObject({ kind: 'offline', uncertain: true })
    const control = new AbortController()
    const left = client.post('/a', {}, { signal: control.signal })
    control.abort()
    expect(await failureOf(left)).toMatchObject({ kind: 'aborted', uncertain: false })
  })

  it('says quiet for a failure that its caller shows', async () => {
    const { client, told } = clientOf(async () => reply({ code: 2001, msg: 'no', data: null }))
    await failureOf(client.post('/a', {}, { quiet: true }))
    expect(told[0]!.quiet).toBe(true)
  })
})

describe('a download', () => {
  it('that is given up while its bytes are coming is no defect', async () => {
    const control = new AbortController()
    const body = (async function* () {
      yield new Uint8Array(3)
      control.abort()
      throw new DOMException('BodyStreamBuffer was aborted', 'AbortError')
    })()
    const { client, told } = clientOf(async () => ({ status: 200, headers: { 'content-type': 'image/webp' }, body }))
    const failed = client.download('/thumbnail', null, { quiet: true, signal: control.signal })
    expect(await failureOf(failed)).toMatchObject({ kind: 'aborted' })
    expect(told).toHaveLength(1)
  })

  it('gives the bytes under the name of the header, and reports how many have come', async () => {
    const chunks = [new Uint8Array([65, 66]), new Uint8Array([67])]
    const { client } = clientOf(async () => ({
      status: 200,
      headers: {
        'content-type': 'text/csv',
        'content-disposition': 'attachment; filename="x.csv"; filename*=UTF-8\'\'%E5%AE%A2%E6%88%B7.csv',
      },
      body: new ReadableStream({
        start(stream) {
          chunks.forEach((chunk) => stream.enqueue(chunk))
          stream.close()
        },
      }),
    }))
    const loaded: number[] = []
    const { blob, name } = await client.download('/export', {}, { progress: (bytes) => loaded.push(bytes) })
    expect([name, await blob.text(), loaded]).toEqual(['客户.csv', 'ABC', [2, 3]])
  })

  it('is named by the plain name where the encoded one is cut', async () => {
    const named = async (disposition: string) => {
      const headers = { 'content-type': 'text/csv', 'content-disposition': disposition }
      const { client } = clientOf(async () => ({ status: 200, headers, body: new Blob(['a']).stream() }))
      return (await client.download('/export', {})).name
    }
    expect(await named('attachment; filename="x.csv"; filename*=UTF-8\'\'%E5%AE%')).toBe('x.csv')
    expect(await named("attachment; filename*=UTF-8''%E5%AE%")).toBe('download')
  })

  it('that is refused throws what the envelope says', async () => {
    const { client } = clientOf(async () => reply({ code: 2001, msg: '太多', data: null }))
    expect(await failureOf(client.download('/export', {}))).toMatchObject({ kind: 'refused', message: '太多' })
  })
})

describe('a call', () => {
  // spec 8.3
  it('of another server that is configured is handed on as it is, without our token; of any other server it is judged like ours', async () => {
    const asked: Call[] = []
    const raw = { code: 17, rows: [1] }
    const client = createClient(
      async (call) => {
        asked.push(call)
        return reply(raw)
      },
      {
        token: () => 'secret',
        translator: () => chinese,
        marker: 'marker',
        rawOrigins: ['https://warehouse.example'],
        failed: () => undefined,
      },
    )
    expect(await client.get('https://warehouse.example/api/stock', { sku: '1' })).toEqual(raw)
    expect(asked[0]).toMatchObject({ path: 'https://warehouse.example/api/stock?sku=1&client=marker' })
    expect(asked[0]!.headers).not.toHaveProperty('x-token')
    for (const path of [
      'https://elsewhere.example/warehouse.example',
      'https://warehouse.example.evil.example/',
      '/warehouse.example/api',
    ])
      expect((await failureOf(client.get(path))).kind, path).toBe('rejected')
  })
})

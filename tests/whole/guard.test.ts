// Tests that every answer protects the browser:
// pages, their parts, calls, files and refusals have a content policy that runs no text.
import { request } from 'node:http'
import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { useProduct } from './useProduct'

interface Asked {
  readonly method?: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
}
const suite = useProduct()
let token: string
beforeAll(async () => {
  token = await suite.teller.token('owner')
})

function ask({
  method = 'GET',
  path,
  headers = {},
  body,
}: Asked): Promise<{ status: number; policy: string; headers: Record<string, unknown> }> {
  const { hostname, port } = new URL(suite.product.address)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (answer) => {
      answer.resume()
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          policy: String(answer.headers['content-security-policy'] ?? ''),
          headers: answer.headers,
        }),
      )
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

const json = { 'content-type': 'application/json' }
const page = { accept: 'text/html' }
const cases: readonly (readonly [string, number, () => Asked])[] = [
  ['the page', 200, () => ({ path: '/', headers: page })],
  ['the page at an address of its own', 200, () => ({ path: '/customer/CustomerList', headers: page })],
  ['its head alone', 200, () => ({ path: '/', method: 'HEAD', headers: page })],
  [
    'a script of the page',
    200,
    () => ({ path: `/assets/${readdirSync('dist/assets').find((name) => name.endsWith('.js'))!}` }),
  ],
  ['its picture', 200, () => ({ path: '/icon.svg' })],
  ['how it is installed', 200, () => ({ path: '/manifest.webmanifest' })],
  ['a call that anybody may make', 200, () => ({ path: '/api/entry' })],
  ['a call without a session', 200, () => ({ path: '/api/boot' })],
  ['a call with one', 200, () => ({ path: '/api/boot', headers: { 'x-token': token } })],
  [
    'a refused call',
    200,
    () => ({
      method: 'POST',
      path: '/api/list',
      headers: { ...json, 'x-token': token },
      body: '{"screen":"/nowhere"}',
    }),
  ],
  [
    'an export',
    200,
    () => ({
      method: 'POST',
      path: '/api/export',
      headers: { ...json, 'x-token': token },
      body: '{"screen":"/customer/CustomerList","format":"csv"}',
    }),
  ],
  ['a call that is not there', 404, () => ({ method: 'POST', path: '/pcindex/nothing', headers: json, body: '{}' })],
  ['a body that is no JSON', 400, () => ({ method: 'POST', path: '/api/list', headers: json, body: '{' })],
  [
    'a body of another kind',
    415,
    () => ({ method: 'POST', path: '/api/list', headers: { 'content-type': 'text/xml' }, body: '<a/>' }),
  ],
  [
    'a body that is too large',
    413,
    () => ({ method: 'POST', path: '/api/list', headers: json, body: Buffer.alloc(3 * 1024 * 1024, 0x20) }),
  ],
  ['a method that is none', 404, () => ({ method: 'DELETE', path: '/api/list' })],
]

describe('the content policy', () => {
  it.each(cases)('stands on %s', async (_name, status, asked) => {
    const answer = await ask(asked())
    expect(answer.status).toBe(status)
    const directives = Object.fromEntries(
      answer.policy
        .split(';')
        .map((one) => one.trim().split(/\s+/))
        .map(([name, ...sources]) => [name, sources]),
    )
    // A file that a user gave may do nothing at all.
    const file = 'sandbox' in directives
    expect(directives['default-src'], answer.policy).toEqual([file ? "'none'" : "'self'"])
    if (!file)
      expect([directives['script-src'], directives['object-src']], answer.policy).toEqual([["'self'"], ["'none'"]])
    expect(answer.policy).not.toContain('unsafe-eval')
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  })
})

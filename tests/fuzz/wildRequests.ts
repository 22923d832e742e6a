// What does a broken or malicious client send? Requests for every call, of which most have something wrong: method,
// path, headers, encoding, or body.
import { gzipSync } from 'node:zlib'
import { readCallsOf, type ReadCall } from '../load/readCalls'
import type { App } from '../../src/manifest/model/app'
import { derivedCalls } from '../../src/server/endpoints/derivedCalls'
import { nul } from '../whole/hostile'

/** As it goes over the wire. */
export interface WildRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

const texts = ['', ' ', nul, '\ud800', '__proto__', 'constructor', '../../etc/passwd', "' or 1=1 --", '%', '\\', '$1']
const texts2 = [
  '{{7*7}}',
  '<script>',
  '\u202e',
  '👩‍👩‍👧',
  'x'.repeat(5_000),
  '9'.repeat(400),
  '1e309',
  '0x10',
  '2026-02-30',
]
const numbers = [0, -0, -1, 1.5, 1e21, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 53)]
const methods = ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'POST', 'get', 'XYZ']
/** Not JSON, or not what a call takes. */
const bodies = [
  ...['{', '[]', 'null', '"x"', '5', '', '\ufeff{}', '{"__proto__":{"x":1}}', '{"a":1,"a":2}'],
  ...['['.repeat(20_000), `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, `{"n":${'9'.repeat(100_000)}}`],
]
const types = [
  ...['application/json; charset=utf-16', 'text/plain', 'application/x-www-form-urlencoded', 'text/xml', ''],
  ...['multipart/form-data', 'multipart/form-data; boundary=', 'application/json\t; a=b'],
]
const oddHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'x-forwarded-for': "1' or '1'='1" },
  { host: 'elsewhere.example' },
  { cookie: `Token=${'x'.repeat(6_000)}` },
  { 'accept-language': 'x'.repeat(3_000) },
  { 'x-token': 'x'.repeat(12_000) },
  { accept: 'text/html' },
  { range: 'bytes=0-1' },
  { 'if-none-match': '*' },
  { origin: 'https://elsewhere.example' },
  { 'content-encoding': 'br' },
]

/** By a seed's numbers; `tokens`: of sessions, by role. */
export class WildRequests {
  private readonly calls: readonly ReadCall[]

  constructor(
    app: App,
    private readonly tokens: readonly string[],
    private readonly random: () => number,
  ) {
    const ids = new Map(Object.keys(app.entities).map((name) => [name, [1, 2, 3]] as const))
    const declared = Object.values(app.endpoints)
      // It would end the session of all the others.
      .filter(({ operation }) => operation !== 'signOut')
      .map(({ method, path }) => `${method} ${path}`)
    const others = [...Object.keys(derivedCalls), ...declared].map((call) => ({ call, body: {} }))
    this.calls = [...readCallsOf(app, ids), ...others, ...others]
  }

  next(): WildRequest {
    const { call, body } = this.pick(this.calls)
    const [path = '', method = 'POST'] = call.split(' ').reverse()
    const headers = {
      'x-token': this.random() < 0.1 ? this.pick(['', 'x', "' or 1=1"]) : this.pick(this.tokens),
      'x-language': this.pick(['zh', 'en', 'xx']),
    }
    if (method === 'GET') return { method, path: `${path}?${this.query()}`, headers }
    const json = { ...headers, 'content-type': 'application/json' }
    const text = JSON.stringify(this.mutated(body))
    const kinds: readonly (() => WildRequest)[] = [
      ...Array.from({ length: 12 }, () => () => ({ method, path, headers: json, body: text })),
      () => ({ method: this.pick(methods), path, headers: json, body: text }),
      () => ({ method, path, headers: { ...headers, 'content-type': this.pick(types) }, body: text }),
      () => ({ method, path, headers: json, body: this.pick(bodies) }),
      () => ({ method, path: this.otherPath(path), headers: json, body: text }),
      () => ({ method, path, headers: { ...json, ...this.pick(oddHeaders) }, body: text }),
      () => ({ method, path, headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync(text) }),
      () => this.form(path, headers),
    ]
    return this.pick(kinds)()
  }

  /** The body with some values replaced, left out or added. */
  private mutated(body: object): object {
    const entries = Object.entries(body).filter(() => this.random() > 0.05)
    const changed = entries.map(([name, value]) => [name, this.random() < 0.25 ? this.value() : value] as const)
    const added = this.random() < 0.3 ? [[this.pick(names), this.value()] as const] : []
    return Object.fromEntries([...changed, ...added])
  }

  private value(depth = 0): unknown {
    const kind = Math.floor(this.random() * (depth > 2 ? 5 : 7))
    if (kind === 0) return this.pick([null, true, false])
    if (kind === 1) return this.pick(numbers)
    if (kind < 5) return this.pick(this.random() < 0.5 ? texts : texts2)
    const parts = Array.from({ length: Math.floor(this.random() * 4) }, () => this.value(depth + 1))
    return kind === 5 ? parts : Object.fromEntries(parts.map((part) => [this.pick([...names, ...texts]), part]))
  }

  private query(): string {
    return Array.from({ length: Math.floor(this.random() * 4) }, () => {
      const text = encodeURIComponent(this.pick(texts2))
      return `${this.pick(names)}=${this.random() < 0.1 ? '%zz' : text}`
    }).join('&')
  }

  private otherPath(path: string): string {
    return this.pick([
      `${path}/`,
      path.toUpperCase(),
      `/${path}`,
      `${path}%00`,
      `${path}/..%2f..%2fetc/passwd`,
      `${path}?${'a'.repeat(9_000)}`,
      '/%2e%2e/%2e%2e/etc/passwd',
      '/assets/..%2f..%2fpackage.json',
      '/%c0%ae%c0%ae/',
      '/__proto__',
      '/api/%6c%69st',
      `/${'x'.repeat(9_000)}`,
    ])
  }

  /** A form with a file, mostly broken. */
  private form(path: string, headers: Readonly<Record<string, string>>): WildRequest {
    const mark = this.pick(['x', '----a'])
    const name = this.pick(['a.png', '../../x.svg', 'x'.repeat(3_000)])
    const part = `--${mark}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n`
    const content = this.pick(['<script>', '\x89PNG', 'GIF89a', ''])
    return {
      method: 'POST',
      path: this.pick([path, '/pcindex4/upload.html', '/pcindex4/upload/fileV2']),
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${mark}` },
      body: this.pick([
        `${part}Content-Type: text/html\r\n\r\n${content}\r\n--${mark}--\r\n`,
        `${part}\r\n${content}`,
        `--${mark}`,
        `--${mark}\r\n\r\n\r\n--${mark}--`,
        'x'.repeat(10_000),
      ]),
    }
  }

  private pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.random() * values.length)]!
  }
}

const names = [
  ...['screen', 'entity', 'transition', 'id', 'version', 'values', 'key', 'filters', 'words', 'tab', 'sort', 'page'],
  ...['size', 'after', 'want', 'columns', 'field', 'ids', 'from', 'to', 'group', 'format', 'path', 'name', 'value'],
  ...['records', 'password', 'account', 'mobile', 'conditions', 'groupBy', 'drillDown', 'client', '__proto__'],
]

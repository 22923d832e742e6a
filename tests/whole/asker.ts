// Sends wrong requests as the administrator, whom no permission stops; every answer must be an
// envelope and no defect.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect } from 'vitest'
import { codes, type Envelope } from '../../src/protocol/envelope'
import { refusals } from '../../src/protocol/refusals/catalog'
import type { RefusalEntry } from '../../src/protocol/refusals/entry'
import { runDueJobs } from '../../src/server/jobs/jobs'
import { createTeller } from '../story/teller'
import { countEverything } from './counts'
import { startProduct, type Product } from './product'

type Language = 'zh' | 'en'
/** `fields`: the errors by field; `data`: all of the answer. */
export interface Told {
  readonly code: number
  /** Of a refusal: its key in the catalog. */
  readonly key: string | undefined
  readonly msg: string
  readonly fields: Readonly<Record<string, string>>
  readonly data: unknown
}

export interface Asker {
  /** A call whose answer is an envelope (or a file), whatever was sent. */
  ask(path: string, body: unknown, language?: Language, method?: 'GET' | 'POST'): Promise<Told>
  /** Asks in both languages: the same refusal in other words. Answers the English one. */
  refusedTwice(path: string, body: () => object): Promise<Told>
  /** Fails when the work changes any table. */
  nothingWritten<T>(work: () => Promise<T>, what: string): Promise<T>
  readonly token: string
}

/** A product for all tests of a file, and what they ask of it; to be called where the file begins. */
export function useAsker(): Omit<Asker, 'token'> & { readonly product: () => Product; readonly token: () => string } {
  let product: Product
  let asker: Asker
  beforeAll(async () => {
    product = await startProduct({ environment: { JOBS: 'off' } })
    asker = await createAsker(product)
  })
  afterAll(() => product?.stop())
  return {
    product: () => product,
    token: () => asker.token,
    ask: (...request) => asker.ask(...request),
    refusedTwice: (...request) => asker.refusedTwice(...request),
    nothingWritten: (...request) => asker.nothingWritten(...request),
  }
}

async function createAsker(product: Product): Promise<Asker> {
  const { database, liveApp } = product.server.dependencies
  const app = liveApp.current
  const token = await createTeller(product.transport).token('admin')
  // What is due by time is done now, so that nothing but requests writes from here on.
  await runDueJobs(database, app, new Date())

  async function ask(
    path: string,
    body: unknown,
    language: Language = 'zh',
    method: 'GET' | 'POST' = 'POST',
  ): Promise<Told> {
    // An address of its own each: who tries passwords is slowed down, which is tested elsewhere.
    const reply = await product.transport({
      method,
      path,
      headers: { 'x-token': token, 'x-language': language },
      body,
      address: randomUUID(),
    })
    if (typeof (reply.body as Readable | null)?.pipe === 'function') {
      ;(reply.body as Readable).destroy()
      return { code: 2000, key: undefined, msg: '', fields: {}, data: null }
    }
    const { code, msg, data, key, hint, ...others } = reply.body as Envelope<{ fields?: Record<string, string> } | null>
    const sound =
      [200, 400, 404, 415, 429].includes(reply.status) &&
      [2000, 2001, 2002, 404].includes(code) &&
      typeof msg === 'string' &&
      msg !== '' &&
      data !== undefined &&
      Object.keys(others).length === 0 &&
      isOfCatalog({ code, key, hint, status: reply.status })
    if (!sound)
      expect.fail(
        `${language} ${path} ${JSON.stringify(body)?.slice(0, 600)}: HTTP ${reply.status} ${JSON.stringify(reply.body)}`,
      )
    return { code, key, msg, fields: data?.fields ?? {}, data }
  }

  async function refusedTwice(path: string, body: () => object): Promise<Told> {
    const [zh, en] = [await ask(path, body(), 'zh'), await ask(path, body(), 'en')]
    const what = `${path} ${JSON.stringify(body()).slice(0, 600)}: ${zh.msg}`
    expect([zh.code, en.code], what).not.toContain(2000)
    expect([en.code, en.key], what).toEqual([zh.code, zh.key])
    expect(Object.keys(en.fields).sort(), what).toEqual(Object.keys(zh.fields).sort())
    for (const [name, text] of [['msg', zh.msg], ...Object.entries(zh.fields)] as const) {
      expect(text, `${what} ${name}`).toMatch(/\p{Script=Han}/u)
      const english = name === 'msg' ? en.msg : en.fields[name]!
      expect(english, `${what} ${name}`).toMatch(/[A-Za-z]/)
      expect(english, `${what} ${name}`).not.toBe(text)
    }
    return en
  }

  async function nothingWritten<T>(work: () => Promise<T>, what: string): Promise<T> {
    const before = await countEverything(database, app)
    const value = await work()
    expect(await countEverything(database, app), `${what}: nothing is written`).toEqual(before)
    return value
  }
  return { ask, refusedTwice, nothingWritten, token }
}

/** A refusal has the key, the code and the status of one entry; success has none. */
function isOfCatalog({
  code,
  key,
  hint,
  status,
}: Pick<Envelope, 'code' | 'key' | 'hint'> & { status: number }): boolean {
  if (code === codes.success) return key === undefined && hint === undefined
  const entry = Object.entries<RefusalEntry>(refusals).find(([name]) => name === key)?.[1]
  return entry?.code === code && entry.status === status && (hint === undefined) === (entry.hint === undefined)
}

const least = 60

/**
 * Whether enough was tried: the time is over, and not before sixty tries, however slow. An interruption would leave a
 * request at work.
 */
export function patience(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds
  let tried = 0
  return () => ++tried > least && performance.now() > end
}

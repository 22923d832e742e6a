// Tests the time limit and cancellation of reads:
// each read call of the real manifests is blocked in the database, ends in time with a sentence, and leaves nothing
// running.
import { randomUUID } from 'node:crypto'
import sql, { join } from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { everyScreen } from '../../src/manifest/access/screenByPath'
import type { ImportState } from '../../src/protocol/exchange/exchangeCalls'
import type { Database } from '../../src/server/database/connection/openDatabase'
import { derivedCalls } from '../../src/server/endpoints/derivedCalls'
import { identifier } from '../../src/server/database/sql/identifier'
import { createImporter } from './importing'
import { readSchemas } from './schemas'
import { takingTurns, turnOf } from '../turns'
import { createTeller } from '../story/teller'
import { useProduct } from './useProduct'

const app = readSchemas()
const screens = everyScreen(app.screens)
const suite = useProduct({ environment: { READ_SECONDS: '2', JOBS: 'off' } })
const database = () => suite.product.server.dependencies.database

const of = (kind: string) => screens.find((screen) => screen.kind === kind)!.path
const listed = screens.find((screen) => screen.kind === 'list' && screen.entity && screen.export)!
const searched = screens
  .flatMap((screen) => screen.filters.map((column) => ({ screen, column })))
  .find(({ column, screen }) => column.type === 'ref' && screen.kind === 'list')!
const span = { from: '2026-01-01', to: '2026-03-01' }

const entities = Object.values(app.entities)
const exchanged = screens.find(({ exchange }) => exchange?.update)!
const noted = entities.find(({ detail }) => detail.notes)!.name
const printed = entities.find(({ documents }) => documents.length > 0)!
const document = printed.documents[0]!.name
const unique = entities
  .flatMap((entity) => entity.unique.map((rule) => ({ entity, rule })))
  .flatMap(({ entity, rule }) =>
    Object.values(entity.transitions)
      .filter(({ creates, form }) => creates && rule.fields.every((name) => form.some(({ field }) => field === name)))
      .map((transition) => ({ entity, transition, field: entity.fields[rule.fields[0]!]! })),
  )
  .find(({ field }) => field.type === 'mobile')!
const changed = Object.values(app.entities[listed.entity!]!.transitions).find(({ creates }) => !creates)!
const declaredReads = ['list', 'record', 'screenFigures', 'unreadCounts']

/** An import whose rows are still to be compared. */
const begun = { import: 0 }

/** A call without a method is a POST. */
type Read = readonly [call: string, body: object, role?: string]
/** One request of every call that reads records, and who asks. */
const reads: readonly Read[] = [
  ['/api/list', { screen: listed.path, want: { rows: true } }],
  ['/api/export', { screen: listed.path, format: 'csv' }],
  ['/api/options', { screen: searched.screen.path, field: searched.column.field }],
  ['/api/calendar', { screen: of('calendar'), ...span }],
  ['/api/report', { screen: of('report') }],
  ['/api/dashboard', { screen: of('dashboard') }],
  ['/api/dashboard', { screen: screens.find(({ blocks }) => blocks.some(({ kind }) => kind === 'reminder'))!.path }],
  ['/api/record', { entity: listed.entity, id: 1 }],
  ['/api/timeline', { entity: listed.entity, id: 1 }],
  ['/api/notes', { entity: noted, id: 1 }],
  ['/api/notes/people', { entity: noted, id: 1, words: '' }],
  ['/api/turn', { entity: listed.entity, id: 1 }],
  ['/api/why', { entity: listed.entity, transition: changed.name, id: 1 }],
  ['/api/document', { entity: printed.name, id: 1, document }],
  ['/api/documents', { entity: printed.name, ids: [1, 2], document }],
  [
    '/api/duplicates',
    { entity: unique.entity.name, transition: unique.transition.name, values: { [unique.field.name]: '13900000000' } },
    'owner',
  ],
  ['/api/exchange/export', { screen: exchanged.path }, 'owner'],
  ['/api/exchange/step', begun, 'owner'],
  ['GET /api/boot', {}],
  ...Object.values(app.endpoints)
    .filter(({ operation }) => declaredReads.includes(operation))
    .map(({ method, path, operation }) => [`${method} ${path}`, operation === 'record' ? { id: 1 } : {}] as const),
]

const checkedEarly = entities
  .flatMap((entity) => Object.values(entity.transitions).map((transition) => ({ entity, transition })))
  .find(({ transition: { earlyCheck, creates } }) => earlyCheck.length > 0 && !creates)!
const existing = { id: 1, version: 1 }
/** What the owner may change. */
const change = { entity: exchanged.entity, transition: exchanged.exchange!.update }
/** Dry runs: they lock and write as a write does, and are rolled back. */
const dryRuns: readonly Read[] = [
  [
    '/api/earlyCheck',
    { entity: checkedEarly.entity.name, transition: checkedEarly.transition.name, ...existing, values: {} },
    'dispatcher',
  ],
  ['/api/batch', { ...change, records: [existing], key: 'bounded-read', dryRun: true }, 'owner'],
]

/** Each of its searches ends by itself after a second. */
const searches: readonly Read[] = [['/api/find', { words: 'a' }]]

/** The tables that say who calls are left open: everybody is recognized, and then waits. */
async function held(work: () => Promise<void>): Promise<void> {
  const { callers, liveApp } = suite.product.server.dependencies
  const texts: string[] = []
  database().onStatement = (text) => texts.push(text)
  await callers.validSessions(liveApp.current, ['-'], new Date())
  database().onStatement = undefined
  const asked = texts.join('\n')
  const tables = Object.values(app.entities)
    .filter(({ name, view }) => !view && !asked.includes(`"${name}"`))
    .map(({ name }) => identifier(name))
  await database().transaction(async (tx) => {
    await tx.query(sql`lock table ${join(tables, ', ')} in access exclusive mode`)
    await work()
  })
}

const waiting = () =>
  database().owner.query(
    sql`select pid, query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )

/** Statements that ended because their caller left. */
async function abandoned(): Promise<number> {
  const figures = await (await fetch(`${suite.product.address}/metrics`)).text()
  return Number(/database_statements_ended_total\{reason="abandoned"\} (\d+)/.exec(figures)?.[1] ?? 0)
}

function send(call: string, body: object, token: string, language: 'zh' | 'en', signal?: AbortSignal) {
  const [path = '', method = 'POST'] = call.split(' ').reverse()
  return fetch(`${suite.product.address}${path}`, {
    method,
    headers: { 'x-token': token, 'x-language': language, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify({ client: app.product.clientName, ...body }) }),
    signal,
  })
}

const requestOf = ([path, body, role = 'admin']: Read) => ({ path, body, role })
const asked = reads.map(requestOf)
/** Those that are tried today. */
const ended = turnOf(asked, 3)
/** What waits for a minute takes turns. */
const isToday = takingTurns(3, 2)
/** Requests of one account that run at once: fewer than its share. */
const together = 3

beforeAll(async () => {
  const { uploaded, answer } = createImporter(suite)
  const file = await uploaded('owner', 'one.csv', '姓名,手机,客户来源\n甲,13655501999,自然进店\n')
  const request = { screen: '/customer/CustomerList', file }
  begun.import = (await answer<ImportState>('owner', '/api/exchange/begin', request)).id
})

it('a read that takes too long is ended, and says so', { timeout: 120_000 }, async () => {
  const tokens = new Map<string, string>()
  for (const { role } of asked) tokens.set(role, await suite.teller.token(role))
  const boot = await fetch(`${suite.product.address}/api/boot`, { headers: { 'x-token': tokens.get('admin')! } })
  expect(await boot.json()).toMatchObject({ data: { readSeconds: 2 } })
  const words = { zh: /查询耗时过长/, en: /took too long/ }
  await held(async () => {
    for (let from = 0; from < ended.length; from += together)
      await Promise.all(
        ended.slice(from, from + together).map(async ({ path, body, role }, at) => {
          const language = (from + at) % 2 ? 'en' : 'zh'
          const reply = await send(path, body, tokens.get(role)!, language)
          expect([reply.status, reply.headers.get('retry-after')], path).toEqual([503, '10'])
          expect(await reply.json(), path).toMatchObject({ code: 2001, msg: expect.stringMatching(words[language]) })
        }),
      )
    expect(await waiting()).toEqual([])
  })
})

it.runIf(isToday())('what a write looks up before its transaction is a read with a limit', async () => {
  const token = await suite.teller.token('owner')
  await database().transaction(async (tx) => {
    await tx.query(sql`lock table "_undo" in access exclusive mode`)
    // At once: each waits for the whole limit of a write, which is a minute.
    const replies = await Promise.all([
      send('/api/undo', { run: randomUUID() }, token, 'zh'),
      send('/api/undoBatch', { runs: [randomUUID()] }, token, 'zh'),
    ])
    expect(replies.map(({ status }) => status)).toEqual([503, 503])
  })
})

it('a statement of the server itself has a limit, too, unless it changes tables', async () => {
  const limit = async ({ query }: Pick<Database, 'query'>) =>
    (await query<{ statement_timeout: string }>(sql`show statement_timeout`))[0]?.statement_timeout
  expect([await limit(database()), await limit(database().owner)]).toEqual(['1min', '0'])
})

describe.each([...ended, ...[...dryRuns, ...searches].map(requestOf)])('$path', ({ path, body, role }) => {
  it('is ended in the database when its caller leaves', async () => {
    const token = await suite.teller.token(role)
    const before = await abandoned()
    await held(async () => {
      const leaving = new AbortController()
      const read = send(path, body, token, 'zh', leaving.signal).catch((error: unknown) => error)
      await expect.poll(waiting, { interval: 10 }).not.toEqual([])
      leaving.abort()
      expect(await read).toMatchObject({ name: 'AbortError' })
      await expect.poll(waiting, { interval: 10 }).toEqual([])
    })
    // Not by its time limit.
    await expect.poll(abandoned).toBe(before + 1)
  })
})

const engineReads: readonly Read[] = [
  ['POST /api/screen', { path: listed.path }],
  ['POST /api/preference', { name: 'bounded', value: 1 }],
  ['POST /api/links', {}],
  ['POST /api/factors', {}],
  ['POST /api/signIn/links', {}],
]
/** Calls that are not tried, by the reason. */
const untried: Readonly<Record<string, readonly string[]>> = {
  'answers from the manifests': ['GET /api/entry', 'POST /api/manual', 'GET /api/openapi.json', 'POST /api/entity'],
  'reads tables of the engine by the keys of its caller': [
    ...engineReads.map(([call]) => call),
    'POST /api/uploads/state',
  ],
  'reads choices as /api/options does, of the few tables that recognize a caller': ['POST /api/exchange/template'],
  'reads one file by its id': ['GET /api/thumbnail'],
  'reads the rows of an import by the keys of its caller, whose time is counted by rows': [
    ...['begin', 'linesSheet', 'lines', 'latest', 'receipts', 'rows', 'outcome'],
  ].map((name) => `POST /api/exchange/${name}`),
  'reads one row of the engine for each job': ['POST /api/jobs'],
  'runs other calls, each bounded by itself': ['POST /mcp'],
  'stays open': ['GET /api/events'],
  'opens one document by its key, once its sender may still read it': ['GET /shared'],
  'writes, and a write that was sent is completed': [
    ...['run', 'jobs/run', 'undo', 'undoBatch', 'notes/write', 'exchange/takeBack', 'exchange/confirm'],
    ...['exchange/discard', 'links/create', 'links/end', 'uploads', 'uploads/append', 'uploads/discard'],
  ].map((name) => `POST /api/${name}`),
  'is for signing in, or for a factor or account of the caller alone': [
    ...['challenge', 'prove', 'begin', 'confirm', 'remove', 'recoveryCodes'].map((name) => `factors/${name}`),
    ...['begin', 'finish', 'authorize', 'unlink'].map((name) => `signIn/${name}`),
    ...['integration', 'integration/launch', 'integration/password'],
  ].map((name) => `POST /api/${name}`),
}
/** Operations of declared calls that are not tried, by the reason. */
const untriedOperations: Readonly<Record<string, readonly string[]>> = {
  'answers from the manifests': ['entry', 'dictionaryOptions'],
  'reads the account of its caller': ['session', 'settings', 'maskedLogin'],
  'is for signing in': ['signIn', 'signInByCode', 'signOut', 'sendCode', 'resetPassword'],
  'reads one file by its id': ['download'],
  'writes, and a write that was sent is completed': [
    ...['runOnAccount', 'bindAccount', 'changePassword', 'syncIntegrationPassword', 'markRead', 'upload'],
  ],
}

it('no call that reads is left out, and none is named that is not there', () => {
  const tried = new Set(
    [...reads, ...dryRuns, ...searches].map(([call]) => (call.includes(' ') ? call : `POST ${call}`)),
  )
  const named = Object.values(untried).flat()
  const operations = Object.values(untriedOperations).flat()
  const declared = Object.values(app.endpoints).filter(({ operation }) => !operations.includes(operation))
  const calls = [...Object.keys(derivedCalls), ...declared.map(({ method, path }) => `${method} ${path}`)]
  expect(calls.filter((call) => !tried.has(call) && !named.includes(call))).toEqual([])
  expect(named.filter((call) => tried.has(call) || !(call in derivedCalls))).toEqual([])
  const used = Object.values(app.endpoints).map(({ operation }) => operation)
  expect(operations.filter((operation) => !used.includes(operation))).toEqual([])
})

it('figures, and what reads tables of the engine alone, are told while the tables of records are held', async () => {
  const token = await suite.teller.token('owner')
  await held(async () => {
    const figures = await (await fetch(`${suite.product.address}/metrics`)).text()
    expect(figures).toMatch(/^outbox_waiting nan$/im)
    expect(figures).toMatch(/^database_pool_waiting\{pool="own"\} \d+$/m)
    for (const [call, body] of engineReads) {
      const reply = await send(call, body, token, 'zh')
      expect([call, reply.status, ((await reply.json()) as { code: number }).code]).toEqual([call, 200, 2000])
    }
  })
})

describe('many values', () => {
  const field = listed.filters.find(({ type }) => type === 'string')!.field
  const search = async (lists: number, values: number, language: 'zh' | 'en' = 'zh') => {
    const known = (await (
      await send('/api/list', { screen: listed.path, size: 1 }, await suite.teller.token('admin'), language)
    ).json()) as { data: { rows: { values: Record<string, unknown> }[] } }
    const found = known.data.rows[0]!.values[field]
    const filters = Array.from({ length: lists }, () => ({
      field,
      operator: 'in',
      value: [found, ...Array.from({ length: values - 1 }, (_, at) => `${'y'.repeat(20)}${at}`)],
    }))
    const reply = await send(
      '/api/list',
      { screen: listed.path, filters, want: { rows: true, total: 'exact' } },
      await suite.teller.token('admin'),
      language,
    )
    return { found, status: reply.status, body: (await reply.json()) as { code: number; msg: string; data: any } }
  }

  // PostgreSQL 15 with statistics took the product of the lists as its way through the index: run it with
  // TEST_DATABASE_URL on one as well.
  it('in many lists for one field are asked for in no time, and all of them count', async () => {
    await database().owner.query(sql`analyze`)
    const { found, status, body } = await search(10, 200)
    expect([status, body.code]).toEqual([200, 2000])
    expect(body.data.total.count).toBeGreaterThan(0)
    for (const row of body.data.rows) expect(row.values[field]).toBe(found)
  })

  it('beyond what one search compares are refused in words', async () => {
    expect((await search(5, 401)).body).toMatchObject({ code: 2001, data: { fields: { filters: '查询值过多' } } })
    expect((await search(5, 401, 'en')).body).toMatchObject({
      code: 2001,
      data: { fields: { filters: 'Too many values to search for' } },
    })
  })
})

/** A list that a caller may see and whose statement does not read an entity. */
async function untouchedBy(entity: string, token: string): Promise<string> {
  for (const { path } of screens.filter((screen) => screen.kind === 'list' && screen.entity)) {
    const texts: string[] = []
    database().onStatement = (text) => texts.push(text)
    const reply = await send('/api/list', { screen: path, size: 1 }, token, 'zh')
    database().onStatement = undefined
    const { code } = (await reply.json()) as { code: number }
    if (code === 2000 && !texts.join().includes(`"${entity}"`)) return path
  }
  throw new Error('Every list reads it.')
}

describe('many reads of one account', () => {
  it('keep nobody else waiting, and are refused beyond their share', async () => {
    const [greedy, other] = [await suite.teller.token('admin'), await suite.teller.token('owner')]
    const held = listed
    const light = await untouchedBy(held.entity!, other)
    await database().transaction(async (tx) => {
      await tx.query(sql`lock table ${identifier(held.entity!)} in access exclusive mode`)
      const told = Array.from({ length: 200 }, async () => {
        const reply = await send('/api/list', { screen: held.path }, greedy, 'zh')
        return [reply.status, reply.headers.get('retry-after'), ((await reply.json()) as { code: number }).code].join()
      })
      await expect.poll(waiting, { interval: 10 }).not.toEqual([])
      for (let at = 0; at < 20; at += 1) {
        const reply = await send('/api/list', { screen: light, size: 1 }, other, 'zh')
        expect([reply.status, ((await reply.json()) as { code: number }).code]).toEqual([200, 2000])
        expect((await waiting()).length).toBeLessThanOrEqual(4)
      }
      expect(new Set(await Promise.all(told))).toEqual(new Set(['503,10,2001', '429,2,2001']))
    })
  })
})

it('an exhausted pool is said within a second, while sign-in, health and small reads go on', async () => {
  const [screen, entity] = ['/customer/CustomerList', 'customer']
  const crowd = await Promise.all(['owner', 'manager', 'restricted'].map((role) => suite.teller.token(role)))
  const other = await suite.teller.token('admin')
  const light = await untouchedBy(entity, other)
  const refused = async () => {
    const began = performance.now()
    const reply = await send('/api/list', { screen: light, size: 1 }, other, 'zh')
    const { key } = (await reply.json()) as { key?: string }
    // Well before the reads of the others end.
    return [reply.status, reply.headers.get('retry-after'), key, performance.now() - began < 1_900]
  }
  const others = async () => {
    const signedIn = await createTeller(suite.product.transport).token('finance')
    const health = await fetch(`${suite.product.address}/readyz`)
    const boot = await fetch(`${suite.product.address}/api/boot`, { headers: { 'x-token': other } })
    return [signedIn.length > 0, health.status, ((await boot.json()) as { code: number }).code]
  }
  await database().transaction(async (tx) => {
    await tx.query(sql`lock table ${identifier(entity)} in access exclusive mode`)
    // The reads of the crowd end after two seconds: where the machine was too slow for that, they begin again.
    const exhausted = async () => {
      const reading = crowd.flatMap((token) =>
        Array.from({ length: 4 }, () => send('/api/list', { screen }, token, 'zh')),
      )
      try {
        await expect.poll(async () => (await waiting()).length, { interval: 10, timeout: 2_000 }).toBe(10)
        return await Promise.all([refused(), others()])
      } finally {
        await Promise.all(reading)
      }
    }
    await expect.poll(exhausted, { timeout: 60_000 }).toEqual([
      [503, '1', 'server_busy', true],
      [true, 200, 2000],
    ])
  })
})

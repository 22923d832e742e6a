// How long may a read of a caller last, and what becomes of it when the caller leaves? Each read call of the real
// manifests is kept waiting in the database: it is ended in time and said in words, and nothing of it is left there.
import sql, { join } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { everyScreen } from '../../src/manifest/access/screenByPath'
import { identifier } from '../../src/server/database/sql/identifier'
import { readSchemas } from './schemas'
import { useProduct } from './useProduct'

const app = readSchemas()
const screens = everyScreen(app.screens)
const whole = useProduct({ environment: { READ_SECONDS: '2', JOBS: 'off' } })
const database = () => whole.product.server.dependencies.database

const of = (kind: string) => screens.find((screen) => screen.kind === kind)!.path
const listed = screens.find((screen) => screen.kind === 'list' && screen.entity && screen.export)!
const searched = screens
  .flatMap((screen) => screen.filters.map((column) => ({ screen, column })))
  .find(({ column, screen }) => column.type === 'ref' && screen.kind === 'list')!
const span = { from: '2026-01-01', to: '2026-03-01' }

/** One request of every call that reads records. */
const reads: readonly (readonly [string, object])[] = [
  ['/api/list', { screen: listed.path, want: { rows: true } }],
  ['/api/export', { screen: listed.path, format: 'csv' }],
  ['/api/options', { screen: searched.screen.path, field: searched.column.field }],
  ['/api/calendar', { screen: of('calendar'), ...span }],
  ['/api/report', { screen: of('report') }],
  ['/api/dashboard', { screen: of('dashboard') }],
  ['/api/dashboard', { screen: screens.find(({ blocks }) => blocks.some(({ kind }) => kind === 'reminder'))!.path }],
  ['/api/record', { entity: listed.entity, id: 1 }],
  ['/api/timeline', { entity: listed.entity, id: 1 }],
]

/** The tables that say who calls are left open: everybody is recognized, and then waits. */
async function held(work: () => Promise<void>): Promise<void> {
  const { callers, holder } = whole.product.server.dependencies
  const texts: string[] = []
  database().onStatement = (text) => texts.push(text)
  await callers.stillGood(holder.current, ['-'], new Date())
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
  const figures = await (await fetch(`${whole.product.address}/metrics`)).text()
  return Number(/database_statements_ended_total\{reason="abandoned"\} (\d+)/.exec(figures)?.[1] ?? 0)
}

const send = (path: string, body: object, token: string, language: 'zh' | 'en', signal?: AbortSignal) =>
  fetch(`${whole.product.address}${path}`, {
    method: 'POST',
    headers: { 'x-token': token, 'x-language': language, 'content-type': 'application/json' },
    body: JSON.stringify({ client: app.product.clientName, ...body }),
    signal,
  })

describe.each(reads)('%s', (path, body) => {
  it('is ended when it takes too long, and says so', async () => {
    const token = await whole.teller.token('admin')
    await held(async () => {
      await Promise.all(
        (
          [
            ['zh', /查询耗时过长/],
            ['en', /took too long/],
          ] as const
        ).map(async ([language, words]) => {
          const reply = await send(path, body, token, language)
          expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '10'])
          expect(await reply.json()).toMatchObject({ code: 2001, msg: expect.stringMatching(words) })
        }),
      )
      expect(await waiting()).toEqual([])
    })
  })

  it('is ended in the database when its caller leaves', async () => {
    const token = await whole.teller.token('admin')
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

it('figures are told while the tables of records are held', async () => {
  await held(async () => {
    const figures = await (await fetch(`${whole.product.address}/metrics`)).text()
    expect(figures).toMatch(/^outbox_waiting nan$/im)
    expect(figures).toMatch(/^database_pool_waiting \d+$/m)
  })
})

describe('many values', () => {
  const field = listed.filters.find(({ type }) => type === 'string')!.field
  const search = async (lists: number, values: number, language: 'zh' | 'en' = 'zh') => {
    const known = (await (
      await send('/api/list', { screen: listed.path, size: 1 }, await whole.teller.token('admin'), language)
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
      await whole.teller.token('admin'),
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
    const [greedy, other] = [await whole.teller.token('admin'), await whole.teller.token('owner')]
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

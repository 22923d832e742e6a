// Do several programs on one database act as one? Started at the same moment on an empty one; sessions, writes, live events and timed rules belong to all of them.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListAnswer, RunAnswer } from '../../src/protocol/calls'
import { endPrograms, startProgram, type Program } from '../server/program'
import { createTeller, type Teller } from '../story/teller'
import { overHttp } from './overHttp'
import { newDatabase } from './product'

const server = process.env.TEST_DATABASE_URL

describe.runIf(server)('two programs on one database', () => {
  let root: string
  let database: { url: string; drop(): Promise<void> }
  let client: pg.Client
  let programs: Program[]
  let addresses: string[]
  let tellers: Teller[]
  const query = async <T>(text: string, values: unknown[] = []) => (await client.query(text, values)).rows as T[]

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'two-'))
    database = await newDatabase(server!)
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await startBoth()
  }, 150_000)
  afterAll(async () => {
    await endPrograms()
    await client?.end()
    await database?.drop()
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  })

  async function startBoth(): Promise<void> {
    programs = [0, 1].map((at) => startProgram([], { DATABASE_URL: database.url, DATA_DIR: join(root, String(at)), DEMO: 'on', WATCH: 'off' }))
    addresses = await Promise.all(programs.map(({ address }) => address))
    tellers = addresses.map((address) => createTeller(overHttp(address)))
  }
  const boot = async (at: number, token: string) => ((await overHttp(addresses[at]!)({ method: 'GET', path: '/api/boot', headers: { 'x-token': token } })).body as { code: number }).code

  /** The live events of a program; answers a function that waits for one. */
  async function listen(at: number, token: string): Promise<(event: string) => Promise<string>> {
    const reply = await fetch(`${addresses[at]!}/api/events`, { headers: { 'x-token': token } })
    const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    return async (event) => {
      for (;;) {
        const match = new RegExp(`event: ${event}\\ndata: (.*)\\n`).exec(text)
        if (match) {
          text = text.slice(match.index + match[0].length)
          return match[1]!
        }
        const { value, done } = await reader.read()
        if (done) throw new Error(`The stream ended before ${event}`)
        text += value
      }
    }
  }

  it('that begin at the same moment load the demo data once', async () => {
    expect(programs.filter(({ said }) => said().includes('Demo data:'))).toHaveLength(1)
    for (const one of programs) await expect.poll(one.said).toContain('13800000001')
    const [counted] = await query<{ accounts: number; logins: number }>(`SELECT count(*)::int AS accounts, count(DISTINCT "mobile")::int AS logins FROM "employee"`)
    expect(counted!.accounts).toBe((await query(`SELECT DISTINCT "dealer", "mobile" FROM "employee"`)).length)
  })

  it('share a session, and it ends on the other within a second', async () => {
    const token = await tellers[0]!.token('manager')
    expect(await boot(1, token)).toBe(2000)
    const told = await listen(1, token)
    await overHttp(addresses[0]!)({ method: 'GET', path: '/pcindex/login/login_out.html', headers: { 'x-token': token } })
    const ended = performance.now()
    expect(await boot(0, token)).toBe(2999)
    await expect.poll(() => boot(1, token), { interval: 50, timeout: 5_000 }).toBe(2999)
    // A second, and what two calls take on a machine that is busy.
    expect(performance.now() - ended).toBeLessThan(2_500)
    await told('signedOut')
    expect(performance.now() - ended, 'an open page hears of it').toBeLessThan(5_000)
  })

  it('show each other what was written, at once, and tell those who look on', async () => {
    const token = await tellers[1]!.token('owner')
    const told = await listen(1, token)
    await told('revision')
    const name = `隔壁${randomUUID().slice(0, 6)}`
    const request = { entity: 'customer', transition: 'createPool', values: { name, mobile: '13977770001', source: 'walkIn' }, key: randomUUID() }
    const [one, two] = await Promise.all([0, 1].map((at) => tellers[at]!.call<RunAnswer>('owner', '/api/run', request)))
    expect(one, 'a double click on both').toEqual(two)
    expect(one).toMatchObject({ code: 2000 })
    for (const teller of tellers) expect((await teller.call<ListAnswer>('owner', '/api/list', { screen: '/customer/HighSeas', words: name, want: { total: 'exact' } })).data.total!.count).toBe(1)
    expect(await told('changed')).toContain('customer')
    const third = await tellers[0]!.call<RunAnswer>('owner', '/api/run', { entity: 'customer', transition: 'createPool', values: { name, mobile: '13977770002', source: 'walkIn' }, key: randomUUID() })
    expect(third).toMatchObject({ code: 2000 })
    expect(await told('changed')).toContain('customer')
  })

  it('end cleanly one by one, and the database goes on for the other', async () => {
    programs[0]!.child.kill('SIGTERM')
    expect(await programs[0]!.ended).toBe(0)
    expect((await tellers[1]!.call<ListAnswer>('owner', '/api/list', { screen: '/customer/HighSeas' })).code).toBe(2000)
    programs[1]!.child.kill('SIGTERM')
    expect([await programs[1]!.ended, programs[1]!.told()]).toEqual([0, ''])
  })

  it('do what is due by time once', async () => {
    const due = await query<{ id: string; version: string }>(`
      SELECT c."id", c."version" FROM "customer" c
      WHERE c."state" = 'following' AND NOT EXISTS (SELECT 1 FROM "order" o WHERE o."customer" = c."id") AND NOT EXISTS (SELECT 1 FROM "receipt" r WHERE r."customer" = c."id") LIMIT 20`)
    const ids = due.map(({ id }) => id)
    await query(`UPDATE "follow" SET "createdAt" = now() - interval '60 days' WHERE "customer" = ANY($1)`, [ids])
    await query(`UPDATE "customer" SET "stateAt" = now() - interval '60 days' WHERE "id" = ANY($1)`, [ids])
    expect(ids.length).toBeGreaterThan(3)
    await query(`DELETE FROM "_timed"`)
    await startBoth()
    await expect.poll(() => query(`SELECT 1 FROM "customer" WHERE "id" = ANY($1) AND "state" = 'pool'`, [ids]), { timeout: 20_000, interval: 100 }).toHaveLength(ids.length)
    const logged = await query<{ count: number }>(`SELECT count(*)::int AS count FROM "log" WHERE "entity" = 'customer' AND "action" = 'recycle' AND "recordId" = ANY($1) GROUP BY "recordId"`, [ids])
    expect(logged.map(({ count }) => count)).toEqual(ids.map(() => 1))
    const after = await query<{ id: string; version: string }>(`SELECT "id", "version" FROM "customer" WHERE "id" = ANY($1)`, [ids])
    for (const { id, version } of after) expect(Number(version)).toBe(Number(due.find((one) => one.id === id)!.version) + 1)
  }, 90_000)

  it('are refused in one sentence where their user has no rights', async () => {
    const role = `visitor_${randomUUID().slice(0, 8)}`
    await query(`CREATE ROLE ${role} LOGIN PASSWORD 'reads'`)
    try {
      await query('REVOKE CREATE ON SCHEMA public FROM PUBLIC')
      const url = Object.assign(new URL(database.url), { username: role, password: 'reads' }).href
      const { ended, told } = startProgram([], { DATABASE_URL: url, DATA_DIR: join(root, 'visitor') })
      expect(await ended).toBe(1)
      expect(told()).toMatch(/^The database refuses \(permission denied .*\): its user may not make its tables there\. Give it the rights .*$/m)
      expect(told()).not.toMatch(/^\s+at |:reads@/m)
    } finally {
      await query(`DROP ROLE ${role}`)
    }
  })
})

// Tests that several servers on one database act as one:
// started together on an empty one; sessions, writes, live events and jobs are shared.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListAnswer, RunAnswer, RunRequest } from '../../src/protocol/calls'
import { loopSeed } from '../loopSeed'
import { endPrograms, startProgram, type Program } from '../server/program'
import { createTeller, type Teller } from '../story/teller'
import { due } from './dueRecords'
import { overHttp } from './overHttp'
import { newDatabase } from './product'
import { readSchemas } from './schemas'

const server = process.env.TEST_DATABASE_URL
const environment = { DEMO: 'on', WATCH: 'off', SECRET_KEY: 'ab'.repeat(32) }

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
    programs = [0, 1].map(start)
    addresses = await Promise.all(programs.map(({ address }) => address))
    tellers = addresses.map((address) => createTeller(overHttp(address)))
  }
  const start = (at: number): Program =>
    startProgram([], { ...environment, DATABASE_URL: database.url, DATA_DIR: join(root, String(at)) })
  const boot = async (at: number, token: string) =>
    (
      (await overHttp(addresses[at]!)({ method: 'GET', path: '/api/boot', headers: { 'x-token': token } })).body as {
        code: number
      }
    ).code

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
    expect(programs.filter(({ stdout }) => stdout().includes('Demo data:'))).toHaveLength(1)
    for (const one of programs) await expect.poll(one.stdout).toContain('13800000001')
    const accounts = await query(`SELECT "id" FROM "employee"`)
    // Those of programs have no mobile number.
    const people = await query(`SELECT DISTINCT "dealer", coalesce("mobile", "name") FROM "employee"`)
    expect(accounts).toHaveLength(people.length)
  })

  it('share a session, and it ends on the other too', async () => {
    const token = await tellers[0]!.token('manager')
    expect(await boot(1, token)).toBe(2000)
    const told = await listen(1, token)
    await overHttp(addresses[0]!)({
      method: 'GET',
      path: '/pcindex/login/login_out.html',
      headers: { 'x-token': token },
    })
    expect(await boot(0, token)).toBe(2999)
    await expect.poll(() => boot(1, token)).toBe(2999)
    // An open page hears of it.
    await told('signedOut')
  })

  it('show each other what was written, at once, and tell those who look on', async () => {
    const token = await tellers[1]!.token('owner')
    const told = await listen(1, token)
    await told('revision')
    /** Jobs change other records meanwhile. */
    const changed = async (entity: string) => {
      while (!(await told('changed')).includes(entity));
    }
    const name = `隔壁${randomUUID().slice(0, 6)}`
    const request = {
      entity: 'customer',
      transition: 'createPool',
      values: { name, mobile: '13977770001', source: 'walkIn' },
      key: randomUUID(),
    }
    const [one, two] = await Promise.all([0, 1].map((at) => tellers[at]!.call<RunAnswer>('owner', '/api/run', request)))
    expect(one, 'a double click on both').toEqual(two)
    expect(one).toMatchObject({ code: 2000 })
    for (const teller of tellers)
      expect(
        (
          await teller.call<ListAnswer>('owner', '/api/list', {
            screen: '/customer/HighSeas',
            words: name,
            want: { total: 'exact' },
          })
        ).data.total!.count,
      ).toBe(1)
    await changed('customer')
    const third = await tellers[0]!.call<RunAnswer>('owner', '/api/run', {
      entity: 'customer',
      transition: 'createPool',
      values: { name, mobile: '13977770002', source: 'walkIn' },
      key: randomUUID(),
    })
    expect(third).toMatchObject({ code: 2000 })
    await changed('customer')
  })

  it('give documents numbers of their own, and let one of many writers of a version through', async () => {
    for (const teller of tellers) for (const role of ['guide', 'owner', 'finance']) await teller.token(role)
    const run = (at: number, role: string, request: object) =>
      tellers[at % 2]!.call<RunAnswer>(role, '/api/run', { key: randomUUID(), ...request })
    const many = (count: number, attempt: (at: number) => ReturnType<typeof run>) =>
      Promise.all(Array.from({ length: count }, (_, at) => attempt(at)))
    const outcomes = (answers: Awaited<ReturnType<typeof many>>) => answers.map(({ code, key }) => key ?? code).sort()
    const { id: guide } = await tellers[0]!.account('guide')
    const [customer] = await query<{ id: number; version: number }>(
      `SELECT "id"::int, "version"::int FROM "customer" WHERE "guide" = $1 AND "state" = 'following' LIMIT 1`,
      [guide],
    )
    const edit = { entity: 'customer', transition: 'edit', ...customer }
    const edited = await many(50, (at) => run(at, 'owner', { ...edit, values: { remark: `${at}` } }))
    expect(outcomes(edited)).toEqual([2000, ...Array<string>(49).fill('stale_version')])

    const values = { customer: customer!.id, kind: 'earnest', amount: '100', order: null, payMethod: 'cash' }
    const create = { entity: 'receipt', transition: 'create', values }
    const receipts = (await many(20, (at) => run(at, 'guide', create))).map(({ data }) => data.id)
    const numbers = await query(`SELECT DISTINCT "no" FROM "receipt" WHERE "id" = ANY($1)`, [receipts])
    expect(numbers).toHaveLength(20)
    const approve = { entity: 'receipt', transition: 'approveEarnest', id: receipts[0], version: 1, values: {} }
    const approved = await many(20, (at) => run(at, at % 4 < 2 ? 'owner' : 'finance', approve))
    expect(outcomes(approved)).toEqual([2000, ...Array<string>(19).fill('stale_version')])

    // A key belongs to its account, on every program.
    const same = { ...create, key: randomUUID() }
    const both = await many(2, (at) => run(at, ['guide', 'owner'][at]!, same))
    expect(outcomes(both)).toEqual([2000, 2000])
    expect(new Set(both.map(({ data }) => data.id)).size).toBe(2)
  }, 60_000)

  it('end the calls and the stream of an account that the other has disabled', async () => {
    const token = await tellers[1]!.token('designer')
    const { id } = await tellers[1]!.account('designer')
    const told = await listen(1, token)
    await told('revision')
    const [account] = await query<{ version: number }>(`SELECT "version"::int FROM "employee" WHERE "id" = $1`, [id])
    const disable = { entity: 'employee', transition: 'disable', id, ...account, values: {}, key: randomUUID() }
    expect(await tellers[0]!.call<RunAnswer>('owner', '/api/run', disable)).toMatchObject({ code: 2000 })
    await told('signedOut')
    await expect.poll(() => boot(1, token)).toBe(2999)
  })

  it('end cleanly one by one, and the database goes on for the other', async () => {
    programs[0]!.child.kill('SIGTERM')
    expect(await programs[0]!.ended).toBe(0)
    expect((await tellers[1]!.call<ListAnswer>('owner', '/api/list', { screen: '/customer/HighSeas' })).code).toBe(2000)
    programs[1]!.child.kill('SIGTERM')
    expect([await programs[1]!.ended, programs[1]!.stderr()]).toEqual([0, ''])
  })

  it('do what is due by time once, whatever it is', async () => {
    const rules = Object.values(readSchemas().entities).flatMap((entity) =>
      entity.jobs.filter(({ importFile: lines }) => !lines).map(({ transition }) => `${entity.name}.${transition}`),
    )
    expect(Object.keys(due).sort(), 'every job has records that are due').toEqual(rules.sort())
    // Jobs may have run before, as the programs started.
    const [before] = await query<{ last: string }>(`SELECT coalesce(max("id"), 0) AS "last" FROM "log"`)
    const made = new Map<string, string[]>()
    const dealers = await query<{ id: string }>(`SELECT "id" FROM "dealer" ORDER BY "id" LIMIT 3`)
    for (const [name, statement] of Object.entries(due)) {
      const ids: string[] = []
      for (const dealer of dealers)
        ids.push(...(await query<{ id: string }>(statement, [dealer.id])).map(({ id }) => id))
      made.set(name, ids)
      expect(made.get(name)!.length, name).toBeGreaterThan(0)
    }
    const times = async (name: string) => {
      const [entity, action] = name.split('.')
      return (
        await query<{ count: number }>(
          `SELECT count(*)::int AS count FROM "log"
           WHERE "id" > $4 AND "entity" = $1 AND "action" = $2 AND "recordId" = ANY($3) GROUP BY "recordId"`,
          [entity, action, made.get(name)!, before!.last],
        )
      ).map(({ count }) => count)
    }
    await query(`DELETE FROM "_timed"`)
    await startBoth()
    for (const [name, ids] of made)
      await expect
        .poll(async () => (await times(name)).length, { timeout: 120_000, interval: 100, message: name })
        .toBe(ids.length)
    // A second look finds nothing left.
    for (const { child } of programs) child.kill('SIGTERM')
    await Promise.all(programs.map(({ ended }) => ended))
    await query(`UPDATE "_timed" SET "at" = now() - interval '1 day'`)
    await startBoth()
    await expect
      .poll(() => query(`SELECT 1 FROM "_timed" WHERE "at" < now() - interval '1 hour'`), {
        timeout: 120_000,
        interval: 100,
      })
      .toHaveLength(0)
    for (const [name, ids] of made) expect(await times(name), name).toEqual(ids.map(() => 1))
  }, 120_000)

  it('send each scheduled report once, also those of one that is killed in the middle', async () => {
    const mark = `两台${randomUUID().slice(0, 6)}`
    const patient = { timeout: 120_000, interval: 50 }
    const list = JSON.stringify({ screen: '/customer/CustomerList', filters: [], columns: ['no', 'name'] })
    const usual = { every: 'day', hour: 8, delivery: 'message', language: 'zh', request: list }
    /** Both begin a round when there is one more. */
    const schedule = async (number: number, at: number) => {
      const values = { ...usual, name: `${mark}-${number}` }
      const request = { entity: 'scheduledReport', transition: 'create', values, key: randomUUID() }
      expect(await tellers[at]!.call<RunAnswer>('owner', '/api/run', request)).toMatchObject({ code: 2000 })
    }
    const pending = () =>
      query<{ leased: boolean | null }>(
        `SELECT "nextAt" > now() AS leased FROM "scheduledReport" WHERE "name" LIKE $1 AND ("dueAt" > now()) IS NOT TRUE`,
        [`${mark}%`],
      )
    const leased = async () => (await pending()).filter((report) => report.leased)
    const makeDue = (where: string) =>
      query(
        `UPDATE "scheduledReport" SET "dueAt" = now() - interval '1 hour', "nextAt" = now() - interval '1 second'
          WHERE "name" LIKE $1 AND ${where}`,
        [`${mark}%`],
      )
    const timesSent = async () => {
      const titles = await query<{ title: string }>(
        `SELECT "title"::text AS title FROM "message" WHERE "title"::text LIKE $1`,
        [`%${mark}%`],
      )
      return [0, 1, 2, 3, 4, 5].map(
        (number) => titles.filter(({ title }) => title.includes(`${mark}-${number}`)).length,
      )
    }
    /** Does what is given while each program has one in hand: an account's are sent one by one. */
    const amidst = async (round: number, work: () => Promise<unknown>) => {
      const barrier = new pg.Client({ connectionString: database.url })
      await barrier.connect()
      try {
        await barrier.query('BEGIN; LOCK TABLE "message" IN SHARE ROW EXCLUSIVE MODE')
        await makeDue('TRUE')
        await schedule(5 + round, 0)
        await expect.poll(leased, patient).toHaveLength(2)
        await work()
      } finally {
        await barrier.end()
      }
    }
    for (let number = 0; number < 6; number += 1) await schedule(number, number % 2)
    await expect.poll(pending, patient).toEqual([])

    await amidst(1, async () => undefined)
    await expect.poll(pending, patient).toEqual([])
    expect(await timesSent()).toEqual(Array(6).fill(1))

    const victim = loopSeed % 2
    await amidst(2, () => {
      programs[victim]!.child.kill('SIGKILL')
      return programs[victim]!.ended
    })
    await expect.poll(pending, patient).toEqual([{ leased: true }])
    // Its lease ends.
    await makeDue(`"dueAt" < now()`)
    await schedule(8, 1 - victim)
    await expect.poll(pending, patient).toEqual([])
    expect(await timesSent()).toEqual(Array(6).fill(2))

    programs[victim] = start(victim)
    addresses[victim] = await programs[victim].address
    tellers[victim] = createTeller(overHttp(addresses[victim]))
  }, 120_000)

  it('lose nothing when one is killed while people write on both, and the other goes on', async () => {
    const mark = `两${randomUUID().slice(0, 6)}`
    const [victim, enough] = [loopSeed % 2, 10 + (loopSeed % 40)]
    const attempts = Array.from({ length: 100 }, (_, at): { request: RunRequest; answer?: RunAnswer } => ({
      request: {
        entity: 'customer',
        transition: 'createPool',
        values: { name: `${mark}${at}`, mobile: `136${String(60_000_000 + at)}`, source: 'walkIn' },
        key: randomUUID(),
      },
    }))
    // Once for all writers: sign-ins of one account at the same moment are held back.
    for (const teller of tellers) await teller.token('owner')
    let acknowledged = 0
    const left = [...attempts]
    const write = async (first: number) => {
      for (let at = first, attempt = left.pop(); attempt; attempt = left.pop()) {
        const told = await tellers[at]!.call<RunAnswer>('owner', '/api/run', attempt.request).catch(
          (error: unknown) => {
            // Only the killed one may fail to answer.
            if (at === victim && error instanceof TypeError) return undefined
            throw error
          },
        )
        if (!told) at = 1 - victim
        else {
          expect(told).toMatchObject({ code: 2000 })
          attempt.answer = told.data
          if (++acknowledged === enough) programs[victim]!.child.kill('SIGKILL')
        }
      }
    }
    await Promise.all(Array.from({ length: 10 }, (_, client) => write(client % 2)))
    expect(await programs[victim]!.ended).toBeNull()
    const unanswered = attempts.filter(({ answer }) => !answer).length
    expect(acknowledged + unanswered).toBe(attempts.length)
    const teller = tellers[1 - victim]!
    const found = async () =>
      (
        await teller.call<ListAnswer>('owner', '/api/list', {
          screen: '/customer/HighSeas',
          filters: [{ field: 'name', operator: 'contains', value: mark }],
          want: { total: 'exact' },
        })
      ).data.total!.count
    expect(await found()).toBeGreaterThanOrEqual(acknowledged)
    for (const { request, answer } of attempts) {
      const again = await teller.call<RunAnswer>('owner', '/api/run', request)
      expect(again).toMatchObject({ code: 2000 })
      if (answer) expect(again.data).toEqual(answer)
    }
    expect(await found()).toBe(attempts.length)
  }, 120_000)

  it('are refused in one sentence where their user has no rights', async () => {
    const role = `visitor_${randomUUID().slice(0, 8)}`
    await query(`CREATE ROLE ${role} LOGIN PASSWORD 'reads'`)
    try {
      await query('REVOKE CREATE ON SCHEMA public FROM PUBLIC')
      const url = Object.assign(new URL(database.url), { username: role, password: 'reads' }).href
      const { ended, stderr } = startProgram([], { DATABASE_URL: url, DATA_DIR: join(root, 'visitor') })
      expect(await ended).toBe(1)
      expect(stderr()).toMatch(
        /^The database refuses \(permission denied .*\): its user may not create tables there\. Give it the rights .*$/m,
      )
      expect(stderr()).not.toMatch(/^\s+at |:reads@/m)
    } finally {
      await query(`DROP ROLE ${role}`)
    }
  })
})

// Tests that acknowledged writes survive exactly once:
// the program is killed while sixteen clients write, with and without its database, or asked to end.
import { randomUUID } from 'node:crypto'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListAnswer, RecordData, RunAnswer, RunRequest } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import { connectBeside, databaseOf, endPrograms, startProgram, type Program } from '../server/program'
import { createTeller, type Teller } from '../story/teller'
import { overHttp } from './overHttp'
import { copyPrepared, newDatabase } from './product'
import { turnOf } from '../turns'

/** A request and, once it was acknowledged, its answer. */
interface Attempt {
  readonly request: RunRequest
  answer?: RunAnswer
}

const clients = 16
const server = process.env.TEST_DATABASE_URL
const mark = `恒久${randomUUID().slice(0, 6)}`
const root = mkdtempSync(join(tmpdir(), 'durable-'))
/** Whether the data lie on a small disk of their own; elsewhere its being full is not tried. */
const hasOwnDisk = mountSmallDisk(join(root, 'disk'))

let environment: Record<string, string>
let drop: (() => Promise<void>) | undefined
let program: Program
let teller: Teller
/** Customers that the clients write follow-ups about, as they were. */
let customers: readonly RecordData[]
const attempts: Attempt[] = []

/** Only root may mount one, and not in every container. */
function mountSmallDisk(folder: string): boolean {
  chmodSync(root, 0o755)
  mkdirSync(folder, { mode: 0o755 })
  if (server || process.platform !== 'linux' || process.getuid?.() !== 0) return false
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', folder]).status === 0
}

async function start(): Promise<void> {
  program = startProgram([], environment)
  teller = createTeller(overHttp(await program.address))
  await teller.token('owner')
}

beforeAll(async () => {
  environment = { DATA_DIR: join(root, 'disk', 'data'), DEMO: 'on', WATCH: 'off' }
  await copyPrepared(environment.DATA_DIR!)
  if (server) {
    const database = await newDatabase(server, process.env.TEST_PREPARED_DATABASE)
    environment.DATABASE_URL = database.url
    drop = database.drop
  }
  await start()
  customers = (
    await teller.call<ListAnswer>('owner', '/api/list', {
      screen: '/customer/CustomerList',
      tab: 'deal',
      size: 8,
      want: { rows: true },
    })
  ).data.rows!
  expect(customers).toHaveLength(8)
}, 150_000)
afterAll(async () => {
  await endPrograms()
  const left = server ? undefined : databaseOf(environment.DATA_DIR!)
  if (left !== undefined) process.kill(left, 'SIGQUIT')
  await drop?.()
  if (hasOwnDisk) execFileSync('umount', ['--lazy', join(root, 'disk')])
  rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

const run = (request: RunRequest): Promise<Envelope<RunAnswer>> => teller.call<RunAnswer>('owner', '/api/run', request)

function newAttempt(): Attempt {
  const at = attempts.length
  const customer = (): RunRequest => ({
    entity: 'customer',
    transition: 'createPool',
    values: { name: `${mark}${at}`, mobile: `139${String(50_000_000 + at)}`, source: 'walkIn' },
    key: randomUUID(),
  })
  const follow = (): RunRequest => ({
    entity: 'follow',
    transition: 'create',
    values: { customer: customers[at % customers.length]!.id, method: 'phone', content: `${mark} 第 ${at} 次` },
    key: randomUUID(),
  })
  // Has a number of its own, and sends its examiner a message.
  const receipt = (): RunRequest => ({
    entity: 'receipt',
    transition: 'create',
    values: {
      customer: customers[at % customers.length]!.id,
      kind: 'earnest',
      order: null,
      amount: '100',
      payMethod: 'cash',
      payer: `${mark}${at}`,
    },
    key: randomUUID(),
  })
  const attempt: Attempt = { request: [customer, follow, receipt][at % 3]!() }
  attempts.push(attempt)
  return attempt
}

/** Writes until the program is gone, as many clients at once. */
async function writeUntil(enough: number, end: () => void): Promise<void> {
  const before = attempts.filter(({ answer }) => answer).length
  let acknowledged = before
  let gone = false
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (!gone) {
        const attempt = newAttempt()
        let told: Envelope<RunAnswer>
        try {
          told = await run(attempt.request)
        } catch (error) {
          // Nobody answers any more; any other failure is one of the test.
          if (!(error instanceof TypeError)) throw error
          gone = true
          return
        }
        expect(told, JSON.stringify(attempt.request)).toMatchObject({ code: 2000 })
        attempt.answer = told.data
        if (++acknowledged - before === enough) end()
      }
    }),
  )
}

async function countOf(screen: string, filter: { field: string }): Promise<number> {
  const { data } = await teller.call<ListAnswer>('owner', '/api/list', {
    screen,
    filters: [{ ...filter, operator: 'contains', value: mark }],
    want: { total: 'exact' },
  })
  return data.total!.count
}

/** The receipts of these tests, with how many others have their number, and how many messages are about them. */
const receipts = () =>
  query<{ namesakes: number; messages: number }>(sql`
    select (select count(*)::int from "receipt" o where o."no" = r."no") - 1 as "namesakes",
      (select count(*)::int from "message" m where m."title"::text like '%' || r."no" || ' %') as "messages"
    from "receipt" r where r."payer" like ${`${mark}%`}`)

/** Everything that was asked for is there, once, with what follows from it. */
async function expectEachOnce(): Promise<void> {
  const of = (entity: string) => attempts.filter(({ request }) => request.entity === entity)
  const examined = await receipts()
  expect(examined).toHaveLength(of('receipt').length)
  expect(examined.filter(({ namesakes, messages }) => namesakes !== 0 || messages !== 1)).toEqual([])
  expect(await countOf('/customer/HighSeas', { field: 'name' })).toBe(of('customer').length)
  expect(await countOf('/customer/Follow', { field: 'content' })).toBe(of('follow').length)
  for (const [at, { id, version }] of customers.entries()) {
    const { data } = await teller.call<{ record: RecordData }>('owner', '/api/record', { entity: 'customer', id })
    const followed = of('follow').filter(({ request }) => request.values!.customer === customers[at]!.id)
    expect(data.record.version - version, 'each follow-up changed its customer once').toBe(followed.length)
  }
}

/** Asks everything again, acknowledged or not: what was acknowledged gets the same answer. */
async function askAgain(): Promise<void> {
  const left = [...attempts]
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let attempt = left.pop(); attempt; attempt = left.pop()) {
        const told = await run(attempt.request)
        expect(told, JSON.stringify(attempt.request)).toMatchObject({ code: 2000 })
        if (attempt.answer) expect(told.data).toEqual(attempt.answer)
        attempt.answer = told.data
      }
    }),
  )
}

describe('a disk that is full', () => {
  it.runIf(hasOwnDisk)(
    'refuses writes in words, is read on, and takes writes again with room',
    async () => {
      const send = overHttp(await program.address)
      const headers = { 'content-type': 'application/json', 'x-token': await teller.token('owner') }
      const before = program.stderr().length + program.stdout().length
      const filler = join(root, 'disk', 'filler')
      fillDisk(filler)
      let refused: Awaited<ReturnType<typeof send>> | undefined
      while (!refused) {
        const attempt = newAttempt()
        const reply = await send({ method: 'POST', path: '/api/run', headers, body: attempt.request })
        if (reply.status === 200) attempt.answer = (reply.body as Envelope<RunAnswer>).data
        else refused = reply
      }
      expect(refused).toMatchObject({
        status: 507,
        body: { key: 'storage_full', msg: '服务器存储空间已满，请联系管理员' },
      })
      const list = { screen: '/customer/CustomerList', tab: 'deal', size: 8, want: { rows: true } }
      const { data } = await teller.call<ListAnswer>('owner', '/api/list', list)
      expect(data.rows, 'is read on').toHaveLength(8)
      const logged = `${program.stdout()}${program.stderr()}`.slice(before)
      expect(logged.match(/A call was refused/g), logged).toHaveLength(1)
      expect(logged).not.toMatch(/Defect/)
      rmSync(filler)
      await askAgain()
      await expectEachOnce()
    },
    60_000,
  )
})

/** How the program ends, and its exit code: one of them a day. */
const endings: readonly (readonly [title: string, code: number | null, end: () => void])[] = [
  ['killed while its database goes on', null, () => program.child.kill('SIGKILL')],
  [
    'killed together with its database',
    null,
    () => {
      // First of all what could still answer.
      program.child.kill('SIGKILL')
      if (!server) process.kill(databaseOf(environment.DATA_DIR!)!, 'SIGKILL')
    },
  ],
  ['asked to end', 0, () => program.child.kill('SIGTERM')],
]

describe('a program that ends', () => {
  it.each(turnOf(endings, endings.length))(
    '%s starts again with everything acknowledged, once',
    async (_, code, end) => {
      let began = Infinity
      await writeUntil(90, () => {
        began = performance.now()
        end()
      })
      expect(await program.ended).toBe(code)
      // The calls at work have eight seconds, the database some more.
      expect(performance.now() - began).toBeLessThan(15_000)
      expect(program.stdout() + program.stderr()).not.toMatch(/Defect/)
      const acknowledged = attempts.filter(({ answer }) => answer)
      expect(acknowledged.length).toBeLessThan(attempts.length)
      await start()
      const found = [
        await countOf('/customer/HighSeas', { field: 'name' }),
        await countOf('/customer/Follow', { field: 'content' }),
        (await receipts()).length,
      ]
      expect(found[0]! + found[1]! + found[2]!, 'nothing acknowledged is missing').toBeGreaterThanOrEqual(
        acknowledged.length,
      )
      await askAgain()
      await expectEachOnce()
      await askAgain()
      await expectEachOnce()
      expect(new Set(attempts.map(({ request, answer }) => `${request.entity} ${answer!.id}`)).size).toBe(
        attempts.length,
      )
    },
    150_000,
  )
})

describe('a database that loses all its connections', () => {
  it('refuses in words what it cannot do, and nothing is lost or doubled', async () => {
    const before = attempts.length
    let lost = false
    let refusals = 0
    const send = overHttp(await program.address)
    const headers = { 'content-type': 'application/json', 'x-token': await teller.token('owner') }
    const runOrRefuse = (body: RunRequest) => send({ method: 'POST', path: '/api/run', headers, body })
    await Promise.all(
      Array.from({ length: clients }, async () => {
        for (let count = 0; count < 10; count += 1) {
          const attempt = newAttempt()
          let reply = await runOrRefuse(attempt.request)
          for (; reply.status !== 200; reply = await runOrRefuse(attempt.request)) {
            expect(reply).toMatchObject({ status: 503, body: { key: 'database_unavailable' } })
            refusals += 1
          }
          const told = reply.body as Envelope<RunAnswer>
          expect(told, JSON.stringify(attempt.request)).toMatchObject({ code: 2000 })
          attempt.answer = told.data
          if (!lost && attempts.length - before > 40) {
            lost = true
            await loseConnections()
          }
        }
      }),
    )
    expect(refusals).toBeGreaterThan(0)
    expect(program.stdout() + program.stderr()).not.toMatch(/Defect/)
    await expectEachOnce()
  }, 60_000)
})

/** Takes all the room that is left beside the database. */
function fillDisk(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (const size of [1 << 20, 1 << 12]) for (;;) if (writeSync(file, Buffer.alloc(size)) < size) break
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}

/** A process of the embedded database crashes, which ends all of them; a server elsewhere ends those of this one. */
async function loseConnections(): Promise<void> {
  const others = sql`from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
  if (server) await query(sql`select pg_terminate_backend(pid) ${others} and datname = current_database()`)
  else {
    const [backend] = await query<{ pid: number }>(sql`select pid ${others} limit 1`)
    process.kill(backend!.pid, 'SIGKILL')
  }
}

/** A connection beside the program's. */
async function connect(): Promise<pg.Client> {
  const client = server ? new pg.Client(environment.DATABASE_URL) : connectBeside(environment.DATA_DIR!)
  await client.connect()
  return client
}

/** Beside the program, without its connections. */
async function query<Row extends pg.QueryResultRow>(statement: Sql): Promise<Row[]> {
  const client = await connect()
  return client
    .query<Row>(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

describe('a double click', () => {
  it('writes once, and both get the same answer', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const attempt = newAttempt()
      const answers = await Promise.all([run(attempt.request), run(attempt.request), run(attempt.request)])
      for (const told of answers) expect(told).toEqual(answers[0])
      expect(answers[0]).toMatchObject({ code: 2000 })
      attempt.answer = answers[0]!.data
    }
    await expectEachOnce()
  })
})

describe('a program that is asked to end', () => {
  it('answers the calls that are at work, and takes no others', async () => {
    const holder = await connect()
    await holder.query(sql`begin`)
    await holder.query(sql`lock table "_idempotency", "article" in access exclusive mode`)
    const calls = Promise.all([
      ...Array.from({ length: 3 }, () => run(newAttempt().request)),
      teller.call<ListAnswer>('owner', '/api/list', { screen: '/content/News' }),
    ])
    const waiting = async (table: string) =>
      (
        await query(sql`select 1 from pg_stat_activity
          where "wait_event_type" = 'Lock' and "datname" = current_database() and "query" like ${`%"${table}"%`}`)
      ).length
    await expect.poll(async () => [await waiting('_idempotency'), await waiting('article')]).toEqual([3, 1])
    program.child.kill('SIGTERM')
    const takesCalls = async () => {
      const address = await program.address
      return fetch(`${address}/api/entry`).then(
        () => true,
        () => false,
      )
    }
    await expect.poll(takesCalls).toBe(false)
    await holder.query(sql`commit`)
    await holder.end()
    expect((await calls).map(({ code }) => code)).toEqual([2000, 2000, 2000, 2000])
    expect(await program.ended).toBe(0)
    expect(program.stdout() + program.stderr()).not.toMatch(/Defect/)
  })
})

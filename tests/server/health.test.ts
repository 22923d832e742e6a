// Proves that the operator sees whether the server is alive and ready, what it does, and what
// happened to a request, without any entered text.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/freePort'
import { readConfiguration } from '../../src/server/context/configuration'
import { createLog } from '../../src/server/context/log'
import { startServer, type RunningServer } from '../../src/server/boot/startServer'
import { freshDatabase, type FreshDatabase } from './freshDatabase'
import { password } from './library'
import { writeManifests } from './manifestFolder'

let root: string
let fresh: FreshDatabase
let url: string
let running: RunningServer | undefined
const others: pg.Client[] = []
const lines: Record<string, unknown>[] = []
const hear = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
const log = createLog('debug', { write: hear, say: hear, format: 'json' })

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'health-'))
  await writeManifests(join(root, 'schemas'))
  writeFileSync(join(root, 'index.html'), '<!doctype html><html><head></head><body>页面</body></html>')
  fresh = await freshDatabase()
  const { host, port, user, password: secret, database } = fresh.database.pool.options
  url =
    fresh.url ??
    `postgres://${user}:${encodeURIComponent(String(secret))}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
})
afterEach(async () => {
  await Promise.all(others.splice(0).map((client) => client.end()))
  await running?.close()
  running = undefined
  lines.length = 0
})
afterAll(async () => {
  await fresh.remove()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

const starting = (environment: Record<string, string> = {}) =>
  startServer({
    configuration: readConfiguration({
      PORT: '0',
      DATA_DIR: join(root, 'data'),
      DATABASE_URL: url,
      SCHEMAS_DIR: join(root, 'schemas'),
      DEMO: 'on',
      ...environment,
    }),
    log,
    webFolder: root,
  })
const start = async (environment: Record<string, string> = {}) => (running = await starting(environment))

const otherClient = async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  others.push(client)
  return client
}

const ready = async (address: string) => {
  const reply = await fetch(`${address}/readyz`)
  const conditions = (await reply.json()) as Record<string, boolean | readonly string[]>
  return { ...conditions, status: reply.status } as typeof conditions & { readonly status: number }
}
const waitingForLoans = () =>
  fresh.database.owner.query(
    sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%"loan"%'`,
  )
const signIn = (address: string, account: string, given: string) =>
  fetch(`${address}/fixture/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password: given }),
  })

describe('health', () => {
  it('is told without a session, and readiness turns with manifests and database', async () => {
    const { address } = await start({ WATCH: 'on' })
    expect(await (await fetch(`${address}/healthz`, { headers: { accept: 'text/html' } })).json()).toEqual({
      alive: true,
    })
    expect(await ready(address)).toEqual({
      status: 200,
      ready: true,
      started: true,
      open: true,
      manifests: true,
      database: true,
    })
    const file = join(root, 'schemas', 'people', 'Broken.screen.json')
    writeFileSync(file, '{')
    await expect.poll(async () => (await ready(address)).manifests).toBe(false)
    const unsound = await ready(address)
    expect(unsound, 'the last sound manifests are served').toMatchObject({ status: 200, ready: true })
    expect(unsound.problems).toEqual([expect.stringMatching(/people\/Broken\.screen\.json:1:\d+.*/)])
    rmSync(file)
    await expect.poll(async () => (await ready(address)).manifests).toBe(true)
    expect(await ready(address)).not.toHaveProperty('problems')
  })

  it('is not ready before the tables are prepared, while the page is there and calls are asked to come back', async () => {
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    const holder = await otherClient()
    await holder.query(`select pg_advisory_lock(hashtext('migrate'))`)
    const coming = starting({ PORT: String(port) })
    const page = () =>
      fetch(address, { headers: { accept: 'text/html' } }).then(
        (reply) => reply.status,
        () => 0,
      )
    await expect.poll(page).toBe(200)
    expect(await ready(address)).toMatchObject({ status: 503, ready: false, started: false, database: true })
    const early = await signIn(address, '13900000001', password)
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '2'])
    expect(((await early.json()) as { msg: string }).msg).toContain('启动')
    await holder.end()
    running = await coming
    expect((await ready(address)).status).toBe(200)
    expect((await signIn(address, '13900000001', password)).status).toBe(200)
  })

  it('says that it ends before it ends, and goes on serving meanwhile', async () => {
    const operations = `127.0.0.1:${await freePort()}`
    const { address } = await start({ OPERATIONS_ADDRESS: operations, DRAIN_SECONDS: '1' })
    const health = `http://${operations}`
    expect((await fetch(`${address}/healthz`)).status, 'not on the port of the page').toBe(404)
    expect((await ready(health)).status).toBe(200)
    const ending = running!.close()
    expect(await ready(health)).toMatchObject({ status: 503, ready: false, open: false, database: true })
    expect((await signIn(address, '13900000001', password)).status, 'still served').toBe(200)
    await ending
    await expect(fetch(`${health}/healthz`)).rejects.toThrow()
  })

  it('answers what is at work when it is asked to end, and ends then', async () => {
    const { address } = await start()
    const { data } = (await (await signIn(address, '13900000009', password)).json()) as { data: { token: string } }
    const holder = await otherClient()
    await holder.query('begin; lock table "loan" in access exclusive mode')
    const asked = fetch(`${address}/api/report`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-token': data.token },
      body: JSON.stringify({ screen: '/lending/Figures' }),
    })
    await expect.poll(async () => (await waitingForLoans()).length).toBe(1)
    const ending = running!.close()
    await expect
      .poll(() =>
        signIn(address, '13900000001', password)
          .then(() => true)
          .catch(() => false),
      )
      .toBe(false)
    expect((await waitingForLoans()).length, 'still at work').toBe(1)
    await holder.query('rollback')
    expect((await (await asked).json()) as object).toMatchObject({ code: 2000 })
    await ending
  })

  it('refuses an address on which nothing can listen', async () => {
    const { address } = await start()
    await expect(starting({ OPERATIONS_ADDRESS: new URL(address).host })).rejects.toThrow(
      /Nothing can listen on OPERATIONS_ADDRESS .* \(EADDRINUSE\)/,
    )
  })
})

describe('figures', () => {
  it('count calls by name and answer, and hold nothing that a caller chose', async () => {
    const { address } = await start()
    await signIn(address, '13900000001', password)
    await signIn(address, '13900000001', 'wrong')
    await fetch(`${address}/no/such/place?secret=1`)
    const figures = async () => (await fetch(`${address}/metrics`)).text()
    await expect.poll(figures).toContain('call="POST /fixture/signIn",status="200",code="2000"} 1')
    const text = await figures()
    expect(text).toContain('call="POST /fixture/signIn",status="200",code="2001"} 1')
    for (const name of [
      'http_request_duration_seconds_bucket',
      ...['own', 'small', 'large', 'writes', 'exports', 'cancel'].flatMap((pool) => [
        `database_pool_connections{pool="${pool}",state="idle"}`,
        `database_pool_waiting{pool="${pool}"} 0`,
      ]),
      'outbox_waiting 0',
      'webhooks_waiting 0',
      'live_streams 0',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
    ])
      expect(text).toContain(name)
    expect(text).not.toMatch(/no\/such|secret|13900000001/)
  })

  it('count statements that ended because their caller left, and who waits for a share meanwhile', async () => {
    const { address } = await start()
    const { token } = ((await (await signIn(address, '13900000009', password)).json()) as { data: { token: string } })
      .data
    const holder = await otherClient()
    await holder.query('begin; lock table "loan" in access exclusive mode')
    const leaving = new AbortController()
    const ask = () =>
      fetch(`${address}/api/report`, {
        method: 'POST',
        signal: leaving.signal,
        headers: { 'content-type': 'application/json', 'x-token': token },
        body: JSON.stringify({ screen: '/lending/Figures' }),
      }).catch(() => undefined)
    const asked = Array.from({ length: 7 }, ask)
    const figures = async () => (await fetch(`${address}/metrics`)).text()
    // An account holds four connections at once.
    await expect.poll(figures).toContain('database_pool_connections{pool="large",state="used"} 4')
    const text = await figures()
    expect(text).toContain('database_pool_waiting{pool="large"} 3')
    expect(text).toContain('database_pool_waiting{pool="small"} 0')
    leaving.abort()
    await Promise.all(asked)
    await expect.poll(figures).toContain('database_statements_ended_total{reason="abandoned"}')
    await expect.poll(figures).toContain('database_pool_waiting{pool="large"} 0')
  })

  it('are told to this machine only where they have no address of their own', async () => {
    const { address } = await start()
    const reply = await fetch(`${address}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    expect(reply.status).toBe(403)
    expect(await reply.text()).not.toContain('http_requests_total')
  })
})

describe('the log', () => {
  it('names request, account and tenant in JSON lines, and the answer names the request', async () => {
    const { address, dependencies } = await start()
    const reply = await signIn(address, '13900000001', password)
    const { token } = ((await reply.json()) as { data: { token: string } }).data
    const boot = await fetch(`${address}/api/boot?token=${token}`, { headers: { 'x-token': token } })
    const request = boot.headers.get('x-request-id')
    expect(request).toMatch(/^[0-9a-z]{10,}$/)
    expect(request).not.toBe(reply.headers.get('x-request-id'))
    const [row] = await dependencies.database.query<{ id: number; library: number }>(
      sql`select "id", "library" from "account" where "login" = '13900000001'`,
    )
    await expect
      .poll(() => lines.find((line) => line.request === request))
      .toMatchObject({ level: 'info', account: row!.id, tenant: row!.library })
    expect(lines.find((line) => line.request === request)!.msg).toMatch(/^GET \/api\/boot 200 2000 in \d+ ms$/)
  })

  it('holds no secret and nothing that a person typed, not even of a defect', async () => {
    const { address, dependencies } = await start()
    const secret = 'geheim-Passwort-123'
    await signIn(address, '13955554444', secret)
    const reply = await signIn(address, '13900000001', password)
    const { token } = ((await reply.json()) as { data: { token: string } }).data
    await fetch(`${address}/fixture/session?token=${token}`)
    await fetch(`${address}/some/page?token=${token}`, { headers: { accept: 'text/html' } })
    const broken = await dependencies.database.query(sql`select ${secret}::text::int`).catch((error: unknown) => error)
    log.error('A defect', broken)
    const twice = await dependencies.database
      .query(sql`insert into "_secret" ("account", "hash") select "account", ${secret} from "_secret"`)
      .catch((error: unknown) => error)
    log.error('Another', twice)
    const text = JSON.stringify(lines)
    expect(text).toContain('invalid input syntax')
    expect(text).toContain('duplicate key')
    for (const word of [secret, token, password, '13955554444', '13900000001']) expect(text).not.toContain(word)
  })

  it('is readable for people where nothing else is wanted', () => {
    const written: string[] = []
    const plain = createLog('info', { write: (line) => written.push(line) })
    plain.info('Something happened')
    plain.debug('Not wanted')
    plain.error('Something failed', new Error('broken', { cause: new Error('deeper') }))
    expect(written[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z info Something happened$/)
    expect(written[1]).toMatch(/ error Something failed\nError: broken\n[^]*caused by Error: deeper/)
    expect(written).toHaveLength(2)
  })
})

// Proves what users and the operator see while the database is unreachable, and when it returns.
// Starts the server over a connection that can be cut.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type RunningServer } from '../../src/server/boot/startServer'
import { readConfiguration } from '../../src/server/context/configuration'
import { createLog } from '../../src/server/context/log'
import { freshDatabase, type FreshDatabase } from './freshDatabase'
import { password } from './library'
import { writeManifests } from './manifestFolder'

let root: string
let fresh: FreshDatabase
let running: RunningServer
const logged: { readonly level: string; readonly msg: string }[] = []
const hear = (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[number])

const target = () => new pg.Client(fresh.url ? { connectionString: fresh.url } : fresh.database.pool.options)

/** The way to the database; it takes no connection and keeps none while it is cut. */
const line = {
  sockets: new Set<Socket>(),
  server: undefined as Server | undefined,
  port: 0,
  async open() {
    const { host, port } = target()
    const socketPath = { path: join(host, `.s.PGSQL.${port}`) }
    this.server = createServer((near) => {
      const far = host.startsWith('/') ? connect(socketPath) : connect(port, host)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.sockets.add(one)
        one.on('error', () => undefined).once('close', () => other.destroy())
        one.pipe(other)
      }
    })
    await new Promise<void>((resolve, reject) => {
      this.server!.once('error', reject).listen(this.port, '127.0.0.1', resolve)
    })
    this.port = (this.server.address() as AddressInfo).port
  },
  async cut() {
    const closed = new Promise((resolve) => this.server!.close(resolve))
    for (const socket of this.sockets) socket.destroy()
    this.sockets.clear()
    await closed
  },
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'away-'))
  await writeManifests(join(root, 'schemas'))
  fresh = await freshDatabase()
  await line.open()
  const { user = '', password: secret, database } = target()
  const login = `${user}:${encodeURIComponent(String(secret))}`
  const url = `postgres://${login}@127.0.0.1:${line.port}/${database}`
  running = await startServer({
    configuration: readConfiguration({
      PORT: '0',
      DATA_DIR: join(root, 'data'),
      DATABASE_URL: url,
      SCHEMAS_DIR: join(root, 'schemas'),
      DEMO: 'on',
      WATCH: 'off',
    }),
    log: createLog('warn', { write: hear, say: hear, format: 'json' }),
    webFolder: root,
  })
}, 120_000)
afterAll(async () => {
  await running?.close()
  await line.cut()
  await fresh?.remove()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

async function call(path: string, body: object, token = '') {
  const reply = await fetch(`${running.address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-token': token },
    body: JSON.stringify(body),
  })
  const { code, key, msg, data } = (await reply.json()) as {
    code: number
    key?: string
    msg: string
    data: { token: string }
  }
  return { status: reply.status, wait: Number(reply.headers.get('retry-after') ?? 0), code, key, msg, data }
}
const signIn = () => call('/fixture/signIn', { account: '13900000001', password })
const ready = async () => (await fetch(`${running.address}/readyz`)).status

/** A stream of live events; answers a function that waits until one has come. */
async function openStream(token: string): Promise<(event: string) => Promise<void>> {
  const reply = await fetch(`${running.address}/api/events`, { headers: { 'x-token': token } })
  const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return async (event) => {
    while (!text.includes(`event: ${event}\n`)) {
      const { value, done } = await reader.read()
      if (done) throw new Error(`The stream ended before ${event}.`)
      text += value
    }
  }
}

it('calls are asked to come back in words, and the first one after it is back is answered', async () => {
  const { token } = (await signIn()).data
  const list = () => call('/api/list', { screen: '/lending/Books' }, token)
  expect([(await list()).code, await ready()]).toEqual([2000, 200])
  const heard = await openStream(token)
  await heard('revision')
  await line.cut()
  logged.length = 0
  for (const asked of [list, signIn, list])
    expect(await asked()).toMatchObject({
      status: 503,
      code: 2001,
      key: 'database_unavailable',
      data: null,
      wait: 5,
      msg: expect.stringContaining('数据库暂不可用'),
    })
  expect(await ready()).toBe(503)
  expect((await fetch(`${running.address}/healthz`)).status, 'a restart would not help').toBe(200)
  // One line for each call, and no defect among them.
  expect(logged.map(({ msg }) => msg).join('\n')).not.toMatch(/Defect|\n\s+at /)
  await line.open()
  expect((await list()).code, 'the same session').toBe(2000)
  await expect.poll(ready).toBe(200)
  // What others have written meanwhile is unknown: the open page reads everything again.
  await heard('changed')
})

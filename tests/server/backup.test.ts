// Proves that one file restores everything: made during writes, restored into an empty folder, and
// compared with the answers.
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, mkdtempSync } from 'node:fs'
import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import sql from 'sql-template-tag'
import { extract, pack } from 'tar-stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Envelope } from '../../src/protocol/envelope'
import { backUp } from '../../src/server/boot/backup/backup'
import { urlOfRunning } from '../../src/server/boot/backup/connect'
import { restore } from '../../src/server/boot/backup/restore'
import { readConfiguration } from '../../src/server/context/configuration'
import { createFileStore } from '../../src/server/files/fileStore'
import { createLog } from '../../src/server/context/log'
import { startServer, type RunningServer } from '../../src/server/boot/startServer'
import { password } from './library'
import { writeManifests } from './manifestFolder'
import { takingTurns } from '../turns'

const isToday = takingTurns(2)

let root: string
let running: RunningServer | undefined
const quiet = () => undefined
const patient = { timeout: 120_000 }
const bytes = Buffer.from('Kept with the record.\n')

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'backup-'))
  await writeManifests(join(root, 'schemas'))
  writeFileSync(
    join(root, 'schemas', 'people', 'rally.entity.json'),
    JSON.stringify({
      title: ['集会', 'Rally'],
      labelField: 'name',
      fields: { name: { type: 'string', title: ['名称', 'Name'], required: true } },
      states: { open: { title: ['开', 'Open'] } },
      transitions: { create: { title: ['新增', 'Add'], to: 'open', permissions: ['admin'], form: ['name'] } },
    }),
  )
})
afterEach(async () => {
  await running?.close()
  running = undefined
})
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))

const configured = (folder: string) =>
  readConfiguration({
    PORT: '0',
    DATA_DIR: join(root, folder),
    DATABASE_BUFFERS_MB: '64',
    SCHEMAS_DIR: join(root, 'schemas'),
    WATCH: 'off',
  })
const start = async (folder: string) =>
  (running = await startServer({
    configuration: configured(folder),
    log: createLog('silent', { write: quiet, say: quiet }),
    webFolder: join(root, 'none'),
  }))
const store = (folder: string) => () => createFileStore(join(root, folder, 'files'))

async function call<T>(path: string, body: object | FormData, token = ''): Promise<Envelope<T>> {
  const form = body instanceof FormData
  const reply = await fetch(`${running!.address}${path}`, {
    method: 'POST',
    headers: { 'x-token': token, ...(!form && { 'content-type': 'application/json' }) },
    body: form ? body : JSON.stringify(body),
  })
  return (await reply.json()) as Envelope<T>
}
const signIn = async () =>
  (await call<{ token: string }>('/fixture/signIn', { account: '13900000009', password })).data.token

/** Writes until it is stopped; answers what was acknowledged, with the moment of the answer. */
function write(token: string) {
  const acknowledged: { name: string; at: number }[] = []
  let stopped = false
  const writer = async () => {
    while (!stopped) {
      const name = randomUUID()
      const order = { entity: 'rally', transition: 'create', values: { name }, key: randomUUID() }
      expect((await call('/api/run', order, token)).code).toBe(2000)
      acknowledged.push({ name, at: Date.now() })
    }
  }
  const writers = Promise.all([writer(), writer(), writer(), writer()])
  return { acknowledged, stop: () => ((stopped = true), writers) }
}

const namesIn = async (server: RunningServer) =>
  new Set(
    (await server.dependencies.database.query<{ name: string }>(sql`select "name" from "rally"`)).map(
      (row) => row.name,
    ),
  )

/** Passes on what PostgreSQL sends in halves, so that the count after the rows comes in a packet of its own. */
async function splittingProxy(socketPath: string): Promise<readonly [Server, number]> {
  const proxy = createServer({ noDelay: true }, (client) => {
    const database = connect(socketPath)
    client.pipe(database)
    const halves = async function* () {
      for await (const chunk of database as AsyncIterable<Buffer>) {
        for (const half of [chunk.subarray(0, chunk.length - 7), chunk.subarray(chunk.length - 7)]) {
          if (half.length > 0) yield half
          await new Promise((resolve) => setTimeout(resolve, 2))
        }
      }
    }
    void pipeline(halves, client).catch(() => database.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return [proxy, (proxy.address() as AddressInfo).port]
}

describe('a backup', () => {
  const file = () => join(root, 'all.backup')

  it('made under load holds every write that was acknowledged before its mark, and no half of one', async () => {
    const first = await start('data')
    const token = await signIn()
    const form = new FormData()
    form.append('file', new Blob([bytes], { type: 'text/plain' }), 'paper.txt')
    const uploaded = await call<{ id: string }[] | { id: string }>('/fixture/upload', form, token)
    expect(uploaded.code).toBe(2000)
    await first.dependencies.database.query(sql`insert into "_upload" ("id", "account", "name", "size", "pieces", "at")
      values ('half', 1, 'half.pdf', 2, array['gone'], now())`)
    const load = write(token)
    await expect.poll(() => load.acknowledged.length, patient).toBeGreaterThan(20)
    const { mark, rows } = await backUp(file(), configured('data'), store('data'), quiet)
    const made = load.acknowledged.length
    await expect.poll(() => load.acknowledged.length, patient).toBeGreaterThan(made)
    await load.stop()
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    const written = await namesIn(first)
    await first.close()

    const summary = await restore(file(), configured('again'), store('again'), quiet)
    expect(summary).toMatchObject({ mark, rows })
    const again = await start('again')
    // Reads are planned for what was restored.
    const counted = await again.dependencies.database.query<{ table: string }>(
      sql`select distinct tablename::text as "table" from pg_stats where tablename in ('rally', 'entry') order by 1`,
    )
    expect(counted.map(({ table }) => table)).toEqual(['entry', 'rally'])
    const restored = await namesIn(again)
    const before = load.acknowledged.filter(({ at }) => at < Date.parse(mark))
    expect(before.length).toBeGreaterThan(20)
    expect(before.filter(({ name }) => !restored.has(name))).toEqual([])
    expect([...restored].filter((name) => !written.has(name))).toEqual([])
    expect(restored.size, 'what came after the mark is not all there').toBeLessThan(written.size)
    const [halves] = await again.dependencies.database.query<{ count: number }>(
      sql`select count(*)::int as "count" from "rally" r full join (select * from "entry" where "entity" = 'rally') l
        on l."recordId" = r."id" where r."id" is null or l."id" is null`,
    )
    expect(halves!.count).toBe(0)
    expect(await again.dependencies.database.query(sql`select 1 from "_upload"`)).toEqual([])
    const [kept] = await again.dependencies.database.query<{ digest: string }>(sql`select "digest" from "_file"`)
    expect(readFileSync(join(root, 'again', 'files', kept!.digest.slice(0, 2), kept!.digest))).toEqual(bytes)
    expect(readFileSync(join(root, 'again', 'secret.key'), 'utf8')).toBe(
      readFileSync(join(root, 'data', 'secret.key'), 'utf8'),
    )

    const order = { entity: 'rally', transition: 'create', values: { name: 'after' }, key: randomUUID() }
    expect(await call('/api/run', order, await signIn()), 'numbers go on where they stood').toMatchObject({
      code: 2000,
    })
  }, 120_000)

  it('of a folder that sleeps is the same, and is not written over another file', async () => {
    const asleep = join(root, 'asleep.backup')
    const { rows } = await backUp(asleep, configured('data'), store('data'), quiet)
    expect(rows).toBeGreaterThan(50)
    await expect(backUp(asleep, configured('data'), store('data'), quiet)).rejects.toThrow('exists already')
    await expect(backUp(join(root, 'x'), configured('nowhere'), store('nowhere'), quiet)).rejects.toThrow(
      'holds no database',
    )
    expect(existsSync(join(root, 'nowhere'))).toBe(false)
  })

  it.runIf(isToday())('over a connection that splits every answer counts the same rows, and is whole', async () => {
    const plain = join(root, 'plain.backup')
    await start('data')
    const whole = await backUp(plain, configured('data'), store('data'), quiet)
    const url = new URL(urlOfRunning(join(root, 'data'))!)
    const [proxy, address] = await splittingProxy(join(url.searchParams.get('host')!, `.s.PGSQL.${url.port}`))
    url.searchParams.delete('host')
    url.port = String(address)
    const split = join(root, 'split.backup')
    const over = { ...configured('data'), databaseUrl: url.href }
    const { tables, rows, files } = await backUp(split, over, store('data'), quiet)
    proxy.close()
    expect({ tables, rows, files }).toEqual({ tables: whole.tables, rows: whole.rows, files: whole.files })
    expect(await restore(split, configured('fifth'), store('fifth'), quiet)).toMatchObject({ tables, rows, files })
  })

  it.runIf(isToday())(
    'made while a change of the manifests rewrites a table holds its rows',
    async () => {
      const server = await start('data')
      const { owner } = server.dependencies.database
      const order = { entity: 'rally', transition: 'create', values: { name: 'held' }, key: randomUUID() }
      expect(await call('/api/run', order, await signIn())).toMatchObject({ code: 2000 })
      const path = join(root, 'rewritten.backup')
      let backup: ReturnType<typeof backUp> | undefined
      await owner.transaction(async ({ query }) => {
        await query(sql`lock table "_account" in access exclusive mode`)
        backup = backUp(path, configured('data'), store('data'), quiet)
        const waiting = sql`select 1 from pg_locks where relation = '"_account"'::regclass and not granted`
        await expect.poll(() => owner.query(waiting), patient).toHaveLength(1)
        await owner.query(sql`alter table "rally" alter column "name" type text using upper("name")`)
      })
      await backup
      const names = await namesIn(server)
      await server.close()
      await restore(path, configured('sixth'), store('sixth'), quiet)
      expect(await namesIn(await start('sixth'))).toEqual(names)
    },
    120_000,
  )

  it('whose rows were changed is refused in a sentence, whenever PostgreSQL notices', async () => {
    const changed = join(root, 'changed.backup')
    const [unpacked, packed] = [extract(), pack()]
    const writing = pipeline(packed, createGzip(), createWriteStream(changed))
    void pipeline(createReadStream(file()), createGunzip(), unpacked)
    for await (const entry of unpacked) {
      const bytes = await buffer(entry)
      const { name } = entry.header
      // Many parts, so that the refusal of the first comes while others are still written.
      const count = name.startsWith('tables/') && bytes.includes('\t') ? 200 : 1
      const damaged = count > 1 ? Buffer.from(bytes.toString('latin1').replaceAll('\t', ' '), 'latin1') : bytes
      for (let part = 0; part < count; part += 1) packed.entry({ name }, damaged)
    }
    packed.finalize()
    await writing
    await expect(restore(changed, configured('fourth'), store('fourth'), quiet)).rejects.toThrow(
      /^The content of the table ".+" cannot be read \(.+\): the backup is damaged\.$/,
    )
  })

  it('into a folder that is not there is refused in a sentence', async () => {
    const path = join(root, 'no', 'folder.backup')
    await expect(backUp(path, configured('data'), store('data'), quiet)).rejects.toThrow(
      `${path} cannot be written (ENOENT). There is no such folder.`,
    )
  })

  it('that broke off, is damaged, or meets data is refused, and nothing of it stays', async () => {
    await expect(restore(file(), configured('data'), store('data'), quiet)).rejects.toThrow('is not empty')
    const whole = readFileSync(file())
    const cut = join(root, 'cut.backup')
    writeFileSync(cut, whole)
    truncateSync(cut, Math.floor(whole.length * 0.9))
    await expect(restore(cut, configured('third'), store('third'), quiet)).rejects.toThrow(
      /the backup is (incomplete|damaged)/,
    )
    await expect(restore(join(root, 'absent'), configured('third'), store('third'), quiet)).rejects.toThrow('no file')
    writeFileSync(cut, 'this is a text')
    await expect(restore(cut, configured('third'), store('third'), quiet)).rejects.toThrow(
      /the backup is (incomplete|damaged)/,
    )
    const full = async () =>
      Object.assign(await store('third')(), { receive: () => Promise.reject(new Error('no space left on device')) })
    await expect(restore(file(), configured('third'), full, quiet)).rejects.toThrow('no space left on device')
    expect(await restore(file(), configured('third'), store('third'), quiet)).toMatchObject({ files: 1 })
  })
})

// Proves starts, changed manifests, stops, and the one sentence of a start that fails.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Envelope } from '../../src/protocol/envelope'
import { readConfiguration } from '../../src/server/context/configuration'
import { createLog } from '../../src/server/context/log'
import { startServer, type RunningServer } from '../../src/server/boot/startServer'
import { copyEmptyDatabase } from './database/copyFolder'
import { freshDatabase } from './freshDatabase'
import { password } from './library'
import { writeManifests } from './manifestFolder'

let root: string
let running: RunningServer | undefined
const said: string[] = []
const log = createLog('error', { write: (line) => said.push(line), say: (line) => said.push(line) })

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'start-'))
  await writeManifests(join(root, 'schemas'))
  // That a start makes the database where there is none, embedded.test.ts has.
  for (const name of ['data', 'misfit-data', 'drawn-data']) await copyEmptyDatabase(join(root, name))
})
afterEach(async () => {
  await running?.close()
  running = undefined
  said.length = 0
})
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))

const configured = (environment: Record<string, string> = {}) =>
  readConfiguration({
    PORT: '0',
    DATA_DIR: join(root, 'data'),
    DATABASE_BUFFERS_MB: '64',
    SCHEMAS_DIR: join(root, 'schemas'),
    DEMO: 'on',
    ...environment,
  })
const start = async (environment: Record<string, string> = {}, resetDemo = false) =>
  (running = await startServer({
    configuration: configured(environment),
    log,
    webFolder: join(root, 'none'),
    resetDemo,
  }))
const started = (environment: Record<string, string> = {}) =>
  start(environment).then(
    () => 'it started',
    (error: Error) => `${error.name}: ${error.message}`,
  )

async function call<T>(path: string, body?: unknown, token = ''): Promise<Envelope<T>> {
  const reply = await fetch(`${running!.address}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', 'x-token': token },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return (await reply.json()) as Envelope<T>
}
const signIn = async (account: string) =>
  (await call<{ token: string }>('/fixture/signIn', { account, password })).data.token
const books = () =>
  running!.dependencies.database
    .query<{ count: number }>(sql`select count(*)::int as "count" from "notice"`)
    .then(([row]) => row!.count)

describe('starting', () => {
  it('loads the demo data once, and anew when asked', async () => {
    await start()
    expect(running!.demoAccounts.map(({ login }) => login)).toEqual(['13900000001', '13900000009'])
    expect(await signIn('13900000001')).toMatch(/^[\w-]{43}$/)
    await running!.dependencies.database.query(sql`delete from "notice"`)
    await running!.close()
    await start()
    expect(await books(), 'a second start keeps the data').toBe(0)
    expect(running!.demoAccounts).toHaveLength(2)
    await running!.dependencies.database.query(sql`create table "_of_another" as select 7 as "kept"`)
    await running!.close()
    await start({}, true)
    expect(await books()).toBe(4)
    await running!.dependencies.database.query(sql`delete from "_demo" where (select "kept" from "_of_another") = 7`)
    await running!.close()
    running = undefined
    await expect(start({}, true)).rejects.toThrow('no demo data')
  })

  it('does not empty a database on which another server is at work', async () => {
    const shared = await freshDatabase()
    const { host, port, user, password: secret, database } = shared.database.pool.options
    const url =
      shared.url ??
      `postgres://${user}:${encodeURIComponent(String(secret))}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
    const environment = { DATABASE_URL: url, SECRET_KEY: 'ab'.repeat(32) }
    const other = await startServer({
      configuration: configured({ ...environment, DATA_DIR: join(root, 'other') }),
      log,
      webFolder: join(root, 'none'),
    })
    try {
      const present = () =>
        shared.database.query(
          sql`select 1 from pg_locks where "locktype" = 'advisory' and "mode" = 'ShareLock' and "granted"`,
        )
      await expect.poll(async () => (await present()).length).toBe(1)
      await other.dependencies.database.query(sql`delete from "notice"`)
      await expect(start(environment, true)).rejects.toThrow('Another server is at work on this database')
      expect(await other.dependencies.database.query(sql`select 1 from "_demo"`)).toHaveLength(1)
      await other.close()
      await start(environment, true)
      expect(await books()).toBe(4)
    } finally {
      await other.close()
      await running?.close()
      running = undefined
      await shared.remove()
    }
  })

  it('closes the database also where another part fails to close, and says why', async () => {
    const { dependencies, close } = await start()
    Object.assign(dependencies.live, {
      close: () => {
        throw new Error('no end')
      },
    })
    running = undefined
    await expect(close()).rejects.toThrow('no end')
    await expect(dependencies.database.query(sql`select 1`)).rejects.toThrow()
  })

  it('refuses a taken port', async () => {
    const other: Server = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', () => resolve()))
    const { port } = other.address() as AddressInfo
    expect(await started({ PORT: String(port) })).toBe(
      `StartProblem: Port ${port} on 127.0.0.1 is taken by another program. Stop that program, or set PORT to another port.`,
    )
    await new Promise((resolve) => other.close(resolve))
  })

  it('refuses a foreign address and a missing folder of manifests', async () => {
    expect(await started({ HOST: '203.0.113.7' })).toContain('This machine has no address 203.0.113.7')
    expect(await started({ SCHEMAS_DIR: join(root, 'nowhere') })).toContain('SourcesProblem: The folder of manifests')
  })

  it('refuses unsound manifests with every problem and its place', async () => {
    const folder = join(root, 'unsound')
    cpSync(join(root, 'schemas'), folder, { recursive: true })
    const write = (part: object) =>
      writeFileSync(
        join(folder, 'people', 'fines.endpoint.json'),
        JSON.stringify({
          title: ['一', 'One'],
          method: 'GET',
          path: '/fixture/fines',
          permissions: ['signed-in'],
          ...part,
        }),
      )
    write({ operation: 'setings' })
    const told = await started({ SCHEMAS_DIR: folder })
    expect(told).toContain('people/fines.endpoint.json:1:')
    expect(told).toContain('settings')
    write({ operation: 'settings', options: { names: ['nothing'] } })
    expect(await started({ SCHEMAS_DIR: folder })).toContain('options.names: there is no setting "nothing"')
  })

  it('refuses demo data that does not fit, and writes nothing of it', async () => {
    const folder = join(root, 'misfit')
    cpSync(join(root, 'schemas'), folder, { recursive: true })
    const environment = { SCHEMAS_DIR: folder, DATA_DIR: join(root, 'misfit-data') }
    const refused = (table: object) => {
      writeFileSync(join(folder, 'demo', 'notice.json'), JSON.stringify(table))
      return started(environment)
    }
    expect(
      await refused({ entity: 'notice', columns: ['key', 'library', 'to'], rows: [['N1', '$L1', '$nobody']] }),
    ).toBe('DemoProblem: demo/notice.json: no row has the key "nobody".')
    expect(await refused({ entity: 'book', columns: ['key', 'title'], rows: [['K1', null]] })).toBe(
      'DemoProblem: demo/notice.json: the row "K1" has no "title", which is required.',
    )
    expect(await started({ ...environment, SCHEMAS_DIR: join(root, 'schemas') })).toBe('it started')
  })

  it('draws the files that demo records carry, and tells a word that is none', async () => {
    const folder = join(root, 'drawn')
    cpSync(join(root, 'schemas'), folder, { recursive: true })
    const books = (covers: readonly unknown[]) =>
      writeFileSync(
        join(folder, 'demo', 'book.json'),
        JSON.stringify({
          entity: 'book',
          columns: ['key', 'library', 'title', 'genre', 'branch', 'cover'],
          rows: covers.map((cover, at) => [`K${at}`, '$L1', `Book ${at}`, 'novel', '$B1', cover]),
        }),
      )
    const environment = { SCHEMAS_DIR: folder, DATA_DIR: join(root, 'drawn-data') }
    books([['poem cover.png']])
    expect(await started(environment)).toContain('demo/book.json: "poem cover.png" is no file; write "photo name.jpg"')
    books([['photo 封面.jpg'], ['page cover.png'], ['photo 封面.jpg'], null])
    expect(await started(environment)).toBe('it started')
    const { database, files } = running!.dependencies
    const rows = await database.query<
      Record<'id' | 'digest' | 'thumbnail' | 'name' | 'type', string> &
        Record<'kept' | 'carried', boolean> & { size: number }
    >(sql`
      select f."id", f."digest", f."thumbnail", f."name", f."type", f."size"::int as "size", f."kept",
      b."cover" = jsonb_build_array(jsonb_build_object('id', f."id", 'name', f."name", 'size', f."size", 'type',
      f."type")) as "carried"
      from "_file" f join "book" b on b."cover"->0->>'id' = f."id" order by b."id"`)
    expect(rows.map(({ name, type, kept, carried }) => ({ name, type, kept, carried }))).toEqual([
      { name: '封面.jpg', type: 'image/jpeg', kept: true, carried: true },
      { name: 'cover.png', type: 'image/png', kept: true, carried: true },
      { name: '封面.jpg', type: 'image/jpeg', kept: true, carried: true },
    ])
    for (const { digest, thumbnail, size } of rows) {
      expect((await buffer(await files.read(digest))).length).toBe(size)
      expect((await buffer(await files.read(thumbnail))).length).toBeGreaterThan(100)
    }
  })
})

describe('what is there already', () => {
  const entity = (unique?: object) =>
    JSON.stringify({
      title: ['集会', 'Rally'],
      labelField: 'name',
      fields: { name: { type: 'string', title: ['名称', 'Name'], required: true } },
      ...(unique && { unique: [unique] }),
      states: { open: { title: ['开', 'Open'] } },
      transitions: { create: { title: ['新增', 'Add'], to: 'open', permissions: ['admin'], form: ['name'] } },
    })

  it('and breaks a new rule of uniqueness is told with the record, and nothing changes', async () => {
    const folder = join(root, 'unique')
    cpSync(join(root, 'schemas'), folder, { recursive: true })
    const file = join(folder, 'people', 'rally.entity.json')
    writeFileSync(file, entity())
    const environment = { SCHEMAS_DIR: folder }
    await start(environment)
    for (const name of ['twice', 'twice'])
      await running!.dependencies.database.query(
        sql`insert into "rally" ("library", "name", "state", "version", "createdAt", "stateAt")
          select "id", ${name}, 'open', 1, now(), now() from "library" order by "id" limit 1`,
      )
    await running!.close()
    writeFileSync(file, entity({ fields: ['name'], message: ['重复', 'Twice'] }))
    const told = await started(environment)
    expect(told).toMatch(
      /^StartProblem: \S+\/people\/rally\.entity\.json:1:\d+ {2}error stored-records\n {2}Records of "rally" are in the way of what "unique" asks for \(Key .*twice\) is duplicated\)\.\n {2}1 \| .*\n.*\^\n {2}Change these records first/,
    )
    writeFileSync(file, entity())
    expect(await started(environment)).toBe('it started')
  })

  it('and asked for uniqueness that the manifests ask for no more may be written again', async () => {
    const folder = join(root, 'unique no more')
    cpSync(join(root, 'schemas'), folder, { recursive: true })
    const file = join(folder, 'people', 'rally.entity.json')
    writeFileSync(file, entity())
    const add = () =>
      running!.dependencies.database.query(
        sql`insert into "rally" ("library", "name", "state", "version", "createdAt", "stateAt")
          select "id", 'once', 'open', 1, now(), now() from "library" order by "id" limit 1`,
      )
    await start({ SCHEMAS_DIR: folder })
    await running!.dependencies.database.query(sql`delete from "rally"`)
    await running!.close()
    writeFileSync(file, entity({ fields: ['name'], message: ['重复', 'Twice'] }))
    await start({ SCHEMAS_DIR: folder })
    await add()
    await expect(add()).rejects.toThrow(/unique/)
    await running!.close()
    writeFileSync(file, entity())
    await start({ SCHEMAS_DIR: folder })
    await add()
  })

  it('and is too long for an index is told with the entity', async () => {
    const folder = join(root, 'too long')
    cpSync(join(root, 'schemas'), folder, { recursive: true })
    const file = join(folder, 'people', 'rally.entity.json')
    writeFileSync(file, entity())
    await start({ SCHEMAS_DIR: folder })
    await running!.dependencies.database.query(
      sql`insert into "rally" ("library", "name", "state", "version", "createdAt", "stateAt")
        select "id", (select string_agg(md5(i::text), '') from generate_series(1, 300) as i), 'open', 1, now(), now()
        from "library" order by "id" limit 1`,
    )
    await running!.close()
    writeFileSync(file, entity().replace('"required":true', '"required":true,"index":true'))
    expect(await started({ SCHEMAS_DIR: folder })).toMatch(
      /^StartProblem: .*people\/rally\.entity\.json:1:\d+ {2}error stored-records\n {2}Records of "rally" hold texts that are too long to be found by an index \(.*\)\.\n {2}1 \| .*\n.*\^\n {2}Shorten them first/,
    )
    writeFileSync(file, entity())
    await start({ SCHEMAS_DIR: folder })
    await running!.dependencies.database.query(sql`delete from "rally"`)
  })

  it('and stands in the place of the folder of files is told', async () => {
    const files = join(root, 'data', 'files')
    rmSync(files, { recursive: true })
    writeFileSync(files, '')
    expect(await started()).toMatch(
      /^DatabaseProblem: The data folder .*data cannot be created, because a file has its name \((ENOTDIR|EEXIST)\)\./,
    )
    rmSync(files)
    expect(await started()).toBe('it started')
  })
})

describe('a running server', () => {
  it('takes over a saved manifest at once and tells open pages; an unsound one changes nothing', async () => {
    await start()
    const token = await signIn('13900000009')
    const events = await listen(token)
    const before = running!.dependencies.liveApp.current.revision
    writeFileSync(
      join(root, 'schemas', 'people', 'Extra.screen.json'),
      JSON.stringify({
        path: '/extra',
        title: ['新', 'New'],
        kind: 'list',
        permissions: ['admin'],
        entity: 'branch',
        columns: ['name', 'hint'],
      }),
    )
    await events('problems')
    expect(running!.dependencies.liveApp.current.revision).toBe(before)
    expect(said.join('\n')).toContain('people/Extra.screen.json:1:')
    const { problems } = (await call<{ problems: Record<string, string>[] }>('/api/boot', undefined, token)).data
    expect(problems[0]!.en).toContain('error unknown-field\n  `branch` has no field `hint`.')
    expect(problems[0]!.zh).toContain('错误 unknown-field\n  `branch` 没有字段 `hint`。')

    const entity = {
      title: ['活动', 'Event'],
      labelField: 'name',
      fields: { name: { type: 'string', title: ['名称', 'Name'], required: true } },
      states: { open: { title: ['开', 'Open'] } },
      transitions: { create: { title: ['新增', 'Add'], to: 'open', permissions: ['admin'], form: ['name'] } },
    }
    writeFileSync(join(root, 'schemas', 'people', 'event.entity.json'), JSON.stringify(entity))
    writeFileSync(
      join(root, 'schemas', 'people', 'Extra.screen.json'),
      JSON.stringify({
        path: '/extra',
        title: ['新', 'New'],
        kind: 'list',
        permissions: ['admin'],
        entity: 'event',
        columns: ['name'],
        actions: ['create'],
      }),
    )
    await events('revision')
    const made = await call<{ id: number }>(
      '/api/run',
      { entity: 'event', transition: 'create', values: { name: '读书会' }, key: 'eventevent' },
      token,
    )
    expect(made).toMatchObject({ code: 2000 })
    expect((await call<{ rows: unknown[] }>('/api/list', { screen: '/extra' }, token)).data.rows).toHaveLength(1)
    expect((await call<object>('/api/boot', undefined, token)).data).not.toHaveProperty('problems')
  })

  async function listen(token: string): Promise<(event: string) => Promise<void>> {
    const reply = await fetch(`${running!.address}/api/events`, { headers: { 'x-token': token } })
    const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const next = async (event: string): Promise<void> => {
      for (;;) {
        const match = new RegExp(`event: ${event}\\n`).exec(text)
        if (match) {
          text = text.slice(match.index + match[0].length)
          return
        }
        const { value, done } = await reader.read()
        if (done) throw new Error(`The stream ended before ${event}`)
        text += value
      }
    }
    await next('revision')
    return next
  }
})

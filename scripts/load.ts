// Measures whether one account's load leaves others their share; fails when a limit is exceeded.
// Runs on loopback, on the embedded database and on PostgreSQL 15 (POSTGRES_15: the folder of its programs).
// LOAD_SECONDS (180): length of the mixed load.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runLoad } from '../tests/load/run'
import { endPrograms } from '../tests/server/program'

const seconds = Number(process.env.LOAD_SECONDS ?? 180)
const programs = process.env.POSTGRES_15 ?? '/usr/lib/postgresql/15/bin'
const say = (line: string) => console.log(line)
const folder = mkdtempSync(join(tmpdir(), 'load-'))
chmodSync(folder, 0o755)
process.once('SIGINT', () => void endPrograms().finally(() => process.exit(130)))

let isStored = true
try {
  say('== the embedded database')
  isStored = await runLoad({ dataDir: join(folder, 'embedded'), seconds, say })
  if (existsSync(join(programs, 'initdb'))) {
    say('== PostgreSQL 15')
    await withServer(async (url) => {
      const fine = await runLoad({ dataDir: join(folder, 'files'), url, seconds: Math.min(seconds, 30), say })
      isStored &&= fine
    })
  } else say(`not tried: PostgreSQL 15, whose programs are not in ${programs} (POSTGRES_15)`)
} finally {
  await endPrograms()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
process.exitCode = isStored ? 0 : 1

/** A version 15 server on a loopback port in a temporary folder; root runs it as the user postgres. */
async function withServer(work: (url: string) => Promise<void>): Promise<void> {
  const path = mkdtempSync(join(folder, 'fifteen-'))
  const data = join(path, 'data')
  const asRoot = process.getuid?.() === 0
  const [id, group] = asRoot ? ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres']))) : []
  if (asRoot) execFileSync('chown', ['postgres', path])
  const run = (program: string, words: string[]) =>
    execFileSync(join(programs, program), words, {
      stdio: 'ignore',
      ...(asRoot && { uid: id, gid: group }),
      cwd: path,
    })
  const port = 40_000 + (process.pid % 20_000)
  run('initdb', ['-D', data, '-A', 'trust', '-U', 'load', '-E', 'UTF8'])
  run('pg_ctl', ['-D', data, '-w', '-l', join(path, 'log'), '-o', `-p ${port} -h 127.0.0.1 -k ${path}`, 'start'])
  try {
    await work(`postgres://load@127.0.0.1:${port}/postgres`)
  } finally {
    run('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop'])
  }
}

// Runs a PostgreSQL 15 of Debian's package on a loopback port.
// POSTGRES_15 names the folder of its programs.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './freePort'

export const programs = process.env.POSTGRES_15 ?? '/usr/lib/postgresql/15/bin'

export const isInstalled = (): boolean => existsSync(join(programs, 'initdb'))

/** Gives `work` the URL of a server in a temporary folder; root runs it as the user postgres. */
export async function withPostgres15<T>(work: (url: string) => Promise<T>): Promise<T> {
  const path = mkdtempSync(join(tmpdir(), 'postgres-15-'))
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
  try {
    const port = await freePort()
    run('initdb', ['-D', data, '-A', 'trust', '-U', 'load', '-E', 'UTF8'])
    run('pg_ctl', ['-D', data, '-w', '-l', join(path, 'log'), '-o', `-p ${port} -h 127.0.0.1 -k ${path}`, 'start'])
    return await work(`postgres://load@127.0.0.1:${port}/postgres`)
  } finally {
    if (existsSync(join(data, 'postmaster.pid'))) run('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop'])
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  }
}

// Proves that a backup of PostgreSQL 15 goes on in the embedded database of a newer major version: the commands
// themselves carry it over, and a story is told on what they restored.
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInstalled, withPostgres15 } from '../../scripts/postgres15'
import { endPrograms, queryBeside, runBackup, startProgram } from '../server/program'
import { story1 } from '../story/story1'
import { createTeller, emptyAccount, type Teller } from '../story/teller'
import { overHttp } from './overHttp'
import { takingTurns } from '../turns'

describe.runIf(isInstalled() && takingTurns(3)())('a backup of PostgreSQL 15', () => {
  let root: string
  let data: string
  let teller: Teller
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'major-'))
    chmodSync(root, 0o755)
    data = join(root, 'newer')
    const [file, files] = [join(root, 'all.backup'), join(root, 'files')]
    const shared = { DEMO: 'on', WATCH: 'off', JOBS: 'off' }
    const made = await withPostgres15(async (url) => {
      const before = startProgram([], { ...shared, DATABASE_URL: url, DATA_DIR: files })
      await before.address
      // It is made while the server runs.
      const backup = runBackup('backup', file, { DATABASE_URL: url, DATA_DIR: files })
      expect(await backup.ended, backup.stderr()).toBe(0)
      before.child.kill('SIGTERM')
      expect(await before.ended, before.stderr()).toBe(0)
      return backup.stdout()
    })
    const restored = runBackup('restore', file, { DATA_DIR: data })
    expect(await restored.ended, restored.stderr()).toBe(0)
    expect(countsIn(restored.stdout()), 'as much as was backed up').toEqual(countsIn(made))
    const after = startProgram([], { ...shared, DATA_DIR: data })
    teller = createTeller(overHttp(await after.address))
    await emptyAccount(teller, 'J10001')
  }, 600_000)
  afterAll(async () => {
    await endPrograms()
    if (existsSync(root)) rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  })

  it('is in a newer version now', async () => {
    const [{ version } = { version: 0 }] = await queryBeside<{ version: number }>(
      data,
      sql`select current_setting('server_version_num')::int as "version"`,
    )
    expect(version).toBeGreaterThan(160_000)
  })

  it.each(story1.map((step) => [`${step.step} ${step.role} ${step.action}`, step] as const))('%s', async (_, step) =>
    teller.tell(step),
  )
})

/** The numbers of tables, rows and files that a command reports. */
function countsIn(output: string): readonly string[] {
  const counts = output.match(/\d[\d,]* (tables?|rows?|files?)/g) ?? []
  expect(counts, output).toHaveLength(3)
  return counts
}

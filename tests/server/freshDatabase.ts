// A database of one's own for a test file: a new one on the server of TEST_DATABASE_URL, or the
// embedded one in a temporary folder. Gone afterwards.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Database } from '../../src/server/database/connection/openDatabase'
import { createDatabase } from './database/cluster'
import { copyEmptyDatabase } from './database/copyFolder'

export interface FreshDatabase {
  readonly database: Database
  /** Absent for the embedded one. */
  readonly url?: string
  /** A folder that goes with the database. */
  readonly folder: string
  remove(): Promise<void>
}

/** @param rowSecurity whether tenants are kept apart by it too */
export async function freshDatabase(rowSecurity = process.env.RLS === 'on'): Promise<FreshDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'fresh-'))
  chmodSync(folder, 0o755)
  const server = process.env.TEST_DATABASE_URL
  const name = `test_${randomBytes(6).toString('hex')}`
  let url: string | undefined
  let drop: (() => Promise<void>) | undefined
  if (server) {
    drop = await createDatabase(server, name)
    url = Object.assign(new URL(server), { pathname: `/${name}` }).toString()
  } else await copyEmptyDatabase(join(folder, 'data'))
  const database = await openDatabase({
    url,
    dataDir: join(folder, 'data'),
    bufferMegabytes: 64,
    rowSecurity,
    readSeconds: 10,
    log: () => undefined,
  })
  return {
    database,
    url,
    folder,
    async remove() {
      await database.close()
      await drop?.()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

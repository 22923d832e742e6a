// Where is measured? On the embedded PostgreSQL in a temporary folder, which both sides reach by the same URL and which
// is gone afterwards,
// or in a folder that is kept, so that records by the million are made once.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openDatabase, type Database } from '../../src/server/database/connection/openDatabase'
import { putAway } from './cleanup'

export interface Place {
  readonly folder: string
  readonly database: Database
  /** For DATABASE_URL. */
  readonly url: string
  close(): Promise<void>
}

/** @param kept a folder that stays; absent: a temporary one */
export async function openPlace(kept?: string): Promise<Place> {
  const folder = kept === undefined ? mkdtempSync(join(tmpdir(), 'bench-')) : resolve(kept)
  const leave = () => kept === undefined && rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  mkdirSync(folder, { recursive: true })
  // The embedded server of root runs as another user, who must be able to pass.
  chmodSync(folder, 0o711)
  try {
    const database = await openDatabase({ dataDir: join(folder, 'data'), readSeconds: 10, log: () => undefined })
    return {
      folder,
      database,
      url: urlOf(database),
      close: putAway(async () => {
        await database.close()
        leave()
      }),
    }
  } catch (error) {
    leave()
    throw error
  }
}

function urlOf({ pool }: Database): string {
  const { host = '127.0.0.1', port = 5432, user = '', password, database = 'postgres' } = pool.options
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : ''
  // A host that is a folder of sockets travels as a parameter.
  return `postgres://${encodeURIComponent(user)}${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

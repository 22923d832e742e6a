// Shares loaded demo data among test files: one product loads it, and each file starts with a copy.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backUp } from '../../src/server/boot/backup/backup'
import { restore } from '../../src/server/boot/backup/restore'
import { readConfiguration } from '../../src/server/context/configuration'
import { clusterFolder } from '../../src/server/database/embedded/cluster'
import { openDatabase } from '../../src/server/database/connection/openDatabase'
import { createFileStore } from '../../src/server/files/fileStore'
import { writeCompiled } from './compileOnce'
import { newDatabase, startProduct } from './product'

/** Where a run of tests finds it. Absent: each product loads the demo data itself. */
export interface Prepared extends NodeJS.ProcessEnv {
  /** The data folder that the product left. */
  readonly TEST_PREPARED: string
  /** A data folder whose embedded database holds nothing; absent with a server. */
  readonly TEST_PREPARED_EMPTY?: string
  /** What its manifests were compiled to. */
  readonly TEST_PREPARED_COMPILED: string
  /** The database that it left on the server under TEST_DATABASE_URL. */
  readonly TEST_PREPARED_DATABASE?: string
}

/** Prepares a product for as long as the work takes. @param url a server; absent: the embedded database */
export async function withPrepared<T>(
  url: string | undefined,
  work: (environment: Prepared) => Promise<T>,
): Promise<T> {
  const { environment, remove } = await prepare(url)
  try {
    return await work(environment)
  } finally {
    await remove()
  }
}

/**
 * Prepares a product until it is removed.
 * @param url a server; absent: the embedded database
 * @param restored what was prepared is backed up, and everything begins with what a restore makes of that
 */
export async function prepare(
  url?: string,
  restored = false,
): Promise<{ readonly environment: Prepared; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'prepared-'))
  const data = join(folder, 'data')
  const database = url === undefined ? undefined : await newDatabase(url)
  const remove = async () => {
    await database?.drop()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    // What is due by the clock is left to the copies.
    const product = await startProduct({
      environment: { DATA_DIR: data, JOBS: 'off', ...(database && { DATABASE_URL: database.url }) },
    })
    await product.stop()
    const compiled = join(folder, 'compiled')
    writeCompiled(compiled)
    const environment = {
      TEST_PREPARED_COMPILED: compiled,
      TEST_PREPARED: withoutSpareLog(restored ? await throughBackup(data, folder) : data),
      ...(database ? { TEST_PREPARED_DATABASE: database.name } : { TEST_PREPARED_EMPTY: await emptyIn(folder) }),
    }
    return { environment, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/**
 * Takes away the segments of the write-ahead log that a clean end keeps for what comes next: a third of all bytes that
 * each copy would carry. The lowest one holds the last checkpoint.
 */
function withoutSpareLog(dataDir: string): string {
  const folder = join(clusterFolder(dataDir), 'pg_wal')
  const names = existsSync(folder) ? readdirSync(folder) : []
  const [, ...spare] = names.filter((name) => /^[0-9A-F]{24}$/.test(name)).sort()
  for (const name of spare) rmSync(join(folder, name))
  return dataDir
}

/** A data folder with the database that a first start makes. */
async function emptyIn(folder: string): Promise<string> {
  const dataDir = join(folder, 'empty')
  const database = await openDatabase({ dataDir, bufferMegabytes: 64, readSeconds: 10, log: () => undefined })
  await database.close()
  return dataDir
}

/** The embedded database and the files of a data folder, taken through one file into a new folder. */
async function throughBackup(data: string, folder: string): Promise<string> {
  const [file, again] = [join(folder, 'all.backup'), join(folder, 'restored')]
  const from = (path: string) =>
    [
      readConfiguration({ DATA_DIR: path, SCHEMAS_DIR: 'schemas' }),
      () => createFileStore(join(path, 'files')),
      () => undefined,
    ] as const
  await backUp(file, ...from(data))
  await restore(file, ...from(again))
  // What a first start makes anew, indexes mostly, is made once and not by each copy.
  const product = await startProduct({ environment: { DATA_DIR: again, JOBS: 'off' } })
  await product.stop()
  return again
}

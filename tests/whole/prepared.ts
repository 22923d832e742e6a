// How do many test files begin with the same demo data without each loading it? One product loads it and ends, and each
// file begins with a copy of what it left.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newDatabase, startProduct } from './product'

/** Where a run of tests finds it. Absent: each product loads the demo data itself. */
export interface Prepared extends NodeJS.ProcessEnv {
  /** The data folder that the product left. */
  readonly TEST_PREPARED: string
  /** The database that it left on the server under TEST_DATABASE_URL. */
  readonly TEST_PREPARED_DATABASE?: string
}

/**
 * Prepares a product for as long as the work takes.
 * @param url a server; absent: the embedded database
 */
export async function withPrepared<T>(
  url: string | undefined,
  work: (environment: Prepared) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'prepared-'))
  const data = join(folder, 'data')
  const database = url === undefined ? undefined : await newDatabase(url)
  try {
    // What is due by the clock is left to the copies.
    const product = await startProduct({
      environment: { DATA_DIR: data, JOBS: 'off', ...(database && { DATABASE_URL: database.url }) },
    })
    await product.stop()
    return await work({ TEST_PREPARED: data, ...(database && { TEST_PREPARED_DATABASE: database.name }) })
  } finally {
    await database?.drop()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

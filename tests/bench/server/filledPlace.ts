// Where do both sides find their records? In a database with the product's tables, filled by the million.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../../src/manifest/model/app'
import { root, startChild } from '../child'
import type { BenchOptions } from '../benchOptions'
import { openPlace, type Place } from '../place'
import { copySchemas } from '../schemas'
import { appOf, makeRecords } from './dataset'

export interface FilledPlace {
  readonly place: Place
  readonly app: App
  /** Of a server of ours on these records. */
  readonly environment: Readonly<Record<string, string>>
}

/** @param orders whether orders are made beside the customers */
export async function openFilledPlace(
  { rows, data }: BenchOptions,
  orders: boolean,
  say: (line: string) => void,
): Promise<FilledPlace> {
  const place = await openPlace(data)
  try {
    const schemas = join(place.folder, 'schemas')
    await rm(schemas, { recursive: true, force: true })
    await copySchemas(schemas)
    const environment = {
      DATABASE_URL: place.url,
      DATA_DIR: join(place.folder, 'files'),
      SCHEMAS_DIR: schemas,
      DEMO: 'off',
      WATCH: 'off',
      JOBS: 'off',
      LOG_LEVEL: 'error',
      // Measured is how long a read takes, not when it is ended.
      READ_SECONDS: '600',
    }
    // Its first start makes the tables.
    const first = await startChild({ words: startOf(), environment, ready: '/api/entry' })
    await first.stop()
    const app = appOf(schemas)
    await makeRecords(place.database, app, { rows, orders }, say)
    return { place, app, environment }
  } catch (error) {
    await place.close()
    throw error
  }
}

/** The words that start a server of ours; `profile`: a folder for its CPU profile. */
export function startOf(profile?: string): string[] {
  return [
    ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []),
    join(root, 'scripts/start.mjs'),
    '--no-build',
  ]
}

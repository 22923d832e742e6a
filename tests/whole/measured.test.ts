// Tests that manifests and records of the benchmarks can be made, because benchmarks are run by
// hand only.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { compile } from '../../src/manifest/compile'
import { prepareOwnTables } from '../../src/server/boot/engineTables'
import { identifier } from '../../src/server/database/sql/identifier'
import { migrate } from '../../src/server/migration/migrate'
import { readSources } from '../../src/server/workers/readManifests'
import { measured, writeSchemas } from '../bench/browser/survey'
import { makeRecords } from '../bench/server/dataset'
import { lotsOf } from '../bench/server/orders'
import { freshDatabase } from '../server/freshDatabase'
import { takingTurns } from '../turns'
import { readSchemas } from './schemas'

const isToday = takingTurns(3, 1)

it('the manifests of the measurement are sound and have its screens', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'measured-'))
  try {
    await writeSchemas(join(folder, 'schemas'))
    const compiled = compile(readSources(join(folder, 'schemas')))
    expect(compiled.ok ? [] : compiled.problems).toEqual([])
    expect(Object.values(measured).filter((path) => compiled.ok && compiled.app.screens[path] === undefined)).toEqual(
      [],
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it.runIf(isToday())('the records of the measurement fit the tables of the product', async () => {
  const app = readSchemas()
  // Records of every tenant are made at once, which row security would refuse.
  const fresh = await freshDatabase(false)
  // The fewest for which a measurement can be started.
  const rows = 1_000
  try {
    await prepareOwnTables(fresh.database)
    await migrate(fresh.database, app)
    await makeRecords(fresh.database, app, { rows, orders: true }, () => undefined)
    for (const name of ['dealer', 'role', 'employee', 'customer', ...lotsOf(app, rows).map(({ entity }) => entity)]) {
      const [counted] = await fresh.database.query<{ count: number }>(
        sql`select count(*) as "count" from ${identifier(name)}`,
      )
      expect(Number(counted!.count), name).toBeGreaterThan(0)
    }
  } finally {
    await fresh.remove()
  }
})

// Loads schemas/demo into an empty database, in one transaction.
// Only ever into a database without accounts; demo/files.ts describes the format.
import { join as joinPath } from 'node:path'
import sql, { join } from 'sql-template-tag'
import type { Text } from '../../../manifest/model/text'
import { claimAll } from '../../query/acrossTenants'
import { identifier } from '../../database/sql/identifier'
import { tablesOf } from '../../database/sql/tables'
import { linesTablesOf, readCatalog } from '../../migration/databaseCatalog'
import { applyGrantsToDemo } from '../../migration/firstGrants'
import { sayGranted } from '../sayMigrated'
import { readDemoFiles } from './files'
import { DemoProblem } from '../../context/startError'
import { hasAccount } from '../hasAccount'
import { savePictures } from './pictures'
import { insertTables } from './records'
import type { Dependencies } from '../../endpoints/contract/dependencies'
import { hashPassword } from '../../auth/passwords'
import { serverLock } from '../../live/broadcast'

/** An account that the person at the terminal may try. */
export interface DemoAccount {
  readonly login: string
  readonly password: string
  readonly title: Text
}

/**
 * Loads the demo data when configured and when no account exists; returns the accounts to try.
 * @param reset `emptyDemo` has emptied a database of demo data
 * @throws DemoProblem for files that do not fit the manifests, or a reset of a database with other data
 */
export async function loadDemo(dependencies: Dependencies, reset: boolean): Promise<readonly DemoAccount[]> {
  const { configuration } = dependencies
  if (!(await hasAccount(dependencies.database, dependencies.liveApp.current)))
    return configuration.demo || reset ? load(dependencies) : shownAccounts(dependencies)
  if (!reset) return shownAccounts(dependencies)
  throw new DemoProblem(
    [
      'This database holds data that is no demo data, so --reset-demo leaves it',
      'alone. Choose another DATA_DIR or DATABASE_URL.',
    ].join(' '),
  )
}

async function load({
  database,
  configuration,
  liveApp,
  log,
  clock,
  files: store,
}: Dependencies): Promise<readonly DemoAccount[]> {
  const files = await readDemoFiles(joinPath(configuration.schemasDir, 'demo'))
  if (!files) return []
  const began = performance.now()
  const app = liveApp.current
  const { accountEntity: account, loginField: login } = app.access.identity
  const hash = await hashPassword(files.accounts.password)
  const pictures = await savePictures({ database, files: store, clock }, app, files.tables)
  const { accounts, count, granted } = await database.transaction(async (tx) => {
    // Another process may have started on the same empty database at the same time.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('demo'))`)
    const [mark] = await tx.query<{ accounts: readonly DemoAccount[] }>(loadedMark)
    if (mark) return { accounts: mark.accounts, count: 0, granted: [] }
    const ids = await insertTables(tx, files.tables, { app, now: clock(), pictures })
    if (database.distributed) await claimAll(tx, app)
    const granted = await applyGrantsToDemo(tx, app)
    // One hash for all: these passwords are printed on the terminal anyway.
    await tx.query(sql`insert into "_secret" ("account", "hash") select "id", ${hash} from ${identifier(account)}`)
    const logins = new Map(
      (
        await tx.query<{ id: number; login: string }>(
          sql`select "id", ${identifier(login)} as "login" from ${identifier(account)}`,
        )
      ).map((row) => [row.id, row.login]),
    )
    const accounts = Object.entries(files.accounts.accounts).map(([key, title]): DemoAccount => {
      const loginOfKey = logins.get(ids.get(key) ?? 0)
      if (loginOfKey === undefined) throw new DemoProblem(`demo/accounts.json: "${key}" is the key of no account.`)
      return { login: loginOfKey, password: files.accounts.password, title }
    })
    await tx.query(sql`insert into "_demo" ("accounts") values (${JSON.stringify(accounts)}::jsonb)`)
    return { accounts, count: files.tables.reduce((sum, table) => sum + table.rows.length, 0), granted }
  })
  // Until the database has counted the rows by itself, up to a minute later, reports would be planned for empty tables.
  if (count > 0) await database.owner.query(sql`analyze ${join(tablesOf(app).map(({ name }) => identifier(name)))}`)
  if (count > 0) log.say(`Demo data: ${count} records in ${((performance.now() - began) / 1_000).toFixed(1)} s.`)
  sayGranted(log, granted)
  return accounts
}

const loadedMark = sql`select "accounts" from "_demo"`

async function loadedAccounts({ database }: Dependencies): Promise<readonly DemoAccount[] | undefined> {
  const [mark] = await database.query<{ accounts: readonly DemoAccount[] }>(loadedMark)
  return mark?.accounts
}

/** The accounts to try of demo data that was loaded before; none with DEMO=off, which makes that data real. */
export async function shownAccounts(dependencies: Dependencies): Promise<readonly DemoAccount[]> {
  return (dependencies.configuration.demo && (await loadedAccounts(dependencies))) || []
}

/**
 * Drops the tables of the engine, of the product and of entities that it no longer has, if they hold demo data; returns
 * whether they did. To be called before the migration, which would refuse to lose records of a removed entity. What
 * else the schema holds belongs to another program and stays.
 * @throws DemoProblem while another process is using them
 */
export async function emptyDemo(dependencies: Dependencies): Promise<boolean> {
  if (!(await loadedAccounts(dependencies))) return false
  const { database, liveApp } = dependencies
  await database.owner.transaction(async (tx) => {
    const [lock] = await tx.query<{ alone: boolean }>(sql`select pg_try_advisory_xact_lock(${serverLock}) as "alone"`)
    if (!lock!.alone)
      throw new DemoProblem(
        [
          'Another server is at work on this database, so --reset-demo leaves it alone.',
          'Stop that server first, or choose another DATABASE_URL.',
        ].join(' '),
      )
    const { tables } = await readCatalog(tx)
    const former = await tx.query<{ name: string }>(sql`select "name" from "_name" where "kind" = 'entity'`)
    const present = tablesOf(liveApp.current).map(({ entity }) => entity)
    const entities = new Set([...present, ...former.map(({ name }) => name)])
    const withRecords = [...tables.keys()].filter((name) => /^_[A-Za-z]+$/.test(name) || entities.has(name))
    const lines = [...entities].flatMap((entity) => linesTablesOf(entity, tables))
    for (const name of [...withRecords, ...lines]) await tx.query(sql`drop table if exists ${identifier(name)} cascade`)
  })
  return true
}

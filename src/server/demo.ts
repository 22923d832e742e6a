// How does an empty database come to believable data? From the tables of schemas/demo (their form: demo/files.ts), written in one transaction,
// so that there is all of it or none. Only ever into a database without accounts.
import { join } from 'node:path'
import sql from 'sql-template-tag'
import type { Text } from '../manifest/app'
import { identifier } from './database/identifier'
import { DemoProblem, readDemoFiles } from './demo/files'
import { keepPictures } from './demo/pictures'
import { insertTables } from './demo/records'
import type { Dependencies } from './dependencies'
import { hashPassword } from './passwords'
import { presence } from './relay'

export { DemoProblem } from './demo/files'

/** An account that whoever started the server may try. */
export interface DemoAccount {
  readonly login: string
  readonly password: string
  readonly title: Text
}

/**
 * Loads the demo data when the configuration wants it and nobody has an account yet; answers the accounts that may be tried.
 * @param reset empties a database that holds demo data first
 * @param prepare makes the tables that emptying has removed
 * @throws DemoProblem for files that do not fit the manifests, or a reset of a database that holds other data
 */
export async function loadDemo(
  dependencies: Dependencies,
  reset: boolean,
  prepare: () => Promise<void>,
): Promise<readonly DemoAccount[]> {
  const { configuration } = dependencies
  const known = await loadedAccounts(dependencies)
  const holdsData = await hasAccounts(dependencies)
  if (reset && holdsData) {
    if (!known)
      throw new DemoProblem(
        'This database holds data that is no demo data, so --reset-demo leaves it alone. Choose another DATA_DIR or DATABASE_URL.',
      )
    await emptyDatabase(dependencies)
    await prepare()
  } else if (holdsData || !(configuration.demo || reset)) return configuration.demo && known ? known : []
  return load(dependencies)
}

async function load({
  database,
  configuration,
  holder,
  log,
  clock,
  files: store,
}: Dependencies): Promise<readonly DemoAccount[]> {
  const files = await readDemoFiles(join(configuration.schemasDir, 'demo'))
  if (!files) return []
  const began = performance.now()
  const app = holder.current
  const { account, login } = app.access.identity
  const hash = await hashPassword(files.accounts.password)
  const pictures = await keepPictures({ database, files: store, clock }, app, files.tables)
  const { accounts, count } = await database.transaction(async (tx) => {
    // Another process may have begun on the same empty database a moment ago.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('demo'))`)
    const [mark] = await tx.query<{ accounts: readonly DemoAccount[] }>(loadedMark)
    if (mark) return { accounts: mark.accounts, count: 0 }
    const ids = await insertTables(tx, app, files.tables, clock(), pictures)
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
      const found = logins.get(ids.get(key) ?? 0)
      if (found === undefined) throw new DemoProblem(`demo/accounts.json: "${key}" is the key of no account.`)
      return { login: found, password: files.accounts.password, title }
    })
    await tx.query(sql`insert into "_demo" ("accounts") values (${JSON.stringify(accounts)}::jsonb)`)
    return { accounts, count: files.tables.reduce((sum, table) => sum + table.rows.length, 0) }
  })
  if (count > 0) log.say(`Demo data: ${count} records in ${((performance.now() - began) / 1_000).toFixed(1)} s.`)
  return accounts
}

const loadedMark = sql`select "accounts" from "_demo"`

async function loadedAccounts({ database }: Dependencies): Promise<readonly DemoAccount[] | undefined> {
  const [mark] = await database.read<{ accounts: readonly DemoAccount[] }>(loadedMark)
  return mark?.accounts
}

async function hasAccounts({ database, holder }: Dependencies): Promise<boolean> {
  return (
    (await database.read(sql`select 1 from ${identifier(holder.current.access.identity.account)} limit 1`)).length > 0
  )
}

/** Drops every table and sequence of the schema that the program works in, unless another process is at work there. */
async function emptyDatabase({ database }: Dependencies): Promise<void> {
  await database.transaction(async (tx) => {
    const [lock] = await tx.query<{ alone: boolean }>(sql`select pg_try_advisory_xact_lock(${presence}) as "alone"`)
    if (!lock!.alone)
      throw new DemoProblem(
        'Another server is at work on this database, so --reset-demo leaves it alone. Stop that server first, or choose another DATABASE_URL.',
      )
    const tables = await tx.query<{ name: string }>(
      sql`select tablename::text as "name" from pg_tables where schemaname = current_schema()`,
    )
    for (const { name } of tables) await tx.query(sql`drop table if exists ${identifier(name)} cascade`)
    const sequences = await tx.query<{ name: string }>(
      sql`select sequencename::text as "name" from pg_sequences where schemaname = current_schema()`,
    )
    for (const { name } of sequences) await tx.query(sql`drop sequence if exists ${identifier(name)} cascade`)
  })
}

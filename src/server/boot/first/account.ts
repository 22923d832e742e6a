// Creates the first account of a database without one, from the tables of schemas/first.
// They have the format of demo data and hold all records that the account needs.
// "$login" in them is replaced by the login of the command.
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { validateValue } from '../../../manifest/fieldTypes/fieldTypes'
import { entityOf, type App } from '../../../manifest/model/app'
import type { Field } from '../../../manifest/model/field'
import { printProblem } from '../../../manifest/problems/print'
import { savePassword, passwordProblem } from '../../auth/passwords'
import { StartProblem } from '../../context/startError'
import type { Database } from '../../database/connection/openDatabase'
import { identifier } from '../../database/sql/identifier'
import { applyGrantsToDemo } from '../../migration/firstGrants'
import { readFirstTables } from '../../workers/readManifests'
import { claimAll } from '../../query/acrossTenants'
import { readDemoTables, type DemoTable } from '../demo/files'
import { insertTables } from '../demo/records'
import { hasAccount } from '../hasAccount'
import { checkTables, givenLogin } from './checkTables'

/** What the person needs to sign in; the password is printed once and kept nowhere. */
interface FirstAccount {
  readonly login: string
  readonly password: string
}

/**
 * `prepare` migrates the tables if nothing else has; a refused command leaves the database unchanged.
 * @throws StartProblem if an account exists, the login is invalid, or the product declares no first account
 */
export async function createFirstAccount(
  database: Database,
  app: App,
  {
    schemasDir,
    login: given,
    prepare,
  }: { readonly schemasDir: string; readonly login: string; readonly prepare?: () => Promise<void> },
): Promise<FirstAccount> {
  const login = loginOf(app, given)
  const tables = await firstTables(app, schemasDir, login)
  if (await hadAccount(database, app)) throw existsAlready()
  await prepare?.()
  const password = newPassword(login)
  await database.transaction(async (tx) => {
    // A start that loads demo data takes the same lock: only one of the two finds the database empty.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('demo'))`)
    if (await hasAccount(tx, app)) throw existsAlready()
    const ids = await insertTables(tx, tables, { app, now: new Date(), pictures: new Map() })
    if (database.distributed) await claimAll(tx, app)
    await applyGrantsToDemo(tx, app)
    await savePassword(tx, ids.get(keyOfAccount(app, tables)) ?? 0, password)
  })
  return { login, password }
}

const existsAlready = () =>
  new StartProblem(
    [
      'An account exists already, so none was created. Further accounts are created in the page by an account with',
      'that right; a forgotten password is reset there too (“Forgot the password?”).',
    ].join(' '),
  )

/** Whether there is an account before the tables are prepared; they may still have a former name. */
async function hadAccount({ owner }: Database, app: App): Promise<boolean> {
  const { name, migration } = entityOf(app, app.access.identity.accountEntity)
  for (const table of [name, ...migration.from].map(identifier)) {
    const [{ isThere } = {}] = await owner.query<{ isThere: boolean }>(
      sql`select to_regclass(${table.sql}) is not null as "isThere"`,
    )
    if (isThere && (await owner.query(sql`select 1 from ${table} limit 1`)).length > 0) return true
  }
  return false
}

function loginOf(app: App, given: string): string {
  const { accountEntity, loginField } = app.access.identity
  const field = entityOf(app, accountEntity).fields[loginField] as Field
  const { languages } = app.product
  const checked = validateValue(given, field, { languages, codes: () => undefined })
  if ('error' in checked || typeof checked.value !== 'string')
    throw new StartProblem(`"${given}" cannot be signed in with: it is no ${Object.values(field.title).join(' · ')}.`)
  return checked.value
}

async function firstTables(app: App, schemasDir: string, login: string): Promise<DemoTable[]> {
  const folder = join(schemasDir, 'first')
  const problems = checkTables(app, readFirstTables(schemasDir))
  if (problems.length > 0)
    throw new StartProblem(problems.map((problem) => printProblem(problem, schemasDir)).join('\n\n'))
  const tables = await readDemoTables(folder)
  const { accountEntity } = app.access.identity
  if (tables.filter(({ entity }) => entity === accountEntity).reduce((sum, { rows }) => sum + rows.length, 0) !== 1)
    throw new StartProblem(`${folder} does not hold one row of "${accountEntity}", which would be the first account.`)
  return tables.map((table) => ({
    ...table,
    rows: table.rows.map((row) => row.map((cell) => (cell === givenLogin ? login : cell))),
  }))
}

const keyOfAccount = (app: App, tables: readonly DemoTable[]): string =>
  String(tables.find(({ entity }) => entity === app.access.identity.accountEntity)?.rows[0]?.[0])

// Without letters and digits that look alike: it is copied from a terminal, perhaps by hand.
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function newPassword(login: string): string {
  for (;;) {
    const password = Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('')
    if (passwordProblem(password, login) === undefined) return password
  }
}

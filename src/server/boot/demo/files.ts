// Reads schemas/demo: tables of records, and the accounts shown at the start.
// schemas/first has such tables too. An invalid value is reported with its file; nothing is skipped.
/*
 * <any name>.json   { "entity": "…", "columns": ["key", "field", …], "rows": [["K1", …], …] }
 *                   The first column names the row; "$K1" in a reference, or in a whole number, is the id of the row
 *                   K1 of any table. A moment is "@-12 10:20" (days from the day of loading, and the time in the app's
 *                   zone), a day "@-12", a month "@-1m" (server/boot/demo/relativeTimes.ts). Files are
 *                   ["photo name.jpg", …]: sketches that are drawn at loading (server/boot/demo/sketches.ts).
 *                   Everything else as in the calls; state, createdBy, createdAt, stateAt and the tenant may be given
 *                   as well. Fields without a column have their default.
 * accounts.json     { "password": "…", "accounts": { "K1": ["Chinese", "English"], … } }
 *                   Every account of the tables has the password; those named here are shown at the start.
 */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Text } from '../../../manifest/model/text'
import { DemoProblem } from '../../context/startError'

const accountsFile = 'accounts.json'

export interface DemoTable {
  /** Its path below the folder of the manifests. */
  readonly file: string
  readonly entity: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}
interface DemoAccounts {
  readonly password: string
  readonly accounts: Readonly<Record<string, Text>>
}
interface DemoFiles {
  readonly tables: readonly DemoTable[]
  readonly accounts: DemoAccounts
}

/** The demo data of a folder; undefined when there is none. @throws DemoProblem */
export async function readDemoFiles(folder: string): Promise<DemoFiles | undefined> {
  const tables = await readDemoTables(folder)
  if (tables.length === 0) return undefined
  const path = join(folder, accountsFile)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new DemoProblem(`${folder} holds tables but no accounts.json: nobody could sign in.`)
  })
  return { tables, accounts: accountsOf(parsed(`demo/${accountsFile}`, text)) }
}

/** The tables of a folder in this format; none where there is no folder. @throws DemoProblem */
export async function readDemoTables(folder: string): Promise<DemoTable[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const paths = names.filter((name) => name.endsWith('.json') && name !== accountsFile).sort()
  return Promise.all(
    paths.map(async (name) => {
      const file = `${basename(folder)}/${name}`
      return tableOf(file, parsed(file, await readFile(join(folder, name), 'utf8')))
    }),
  )
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new DemoProblem(`${file} is not JSON: ${(error as Error).message}`, { cause: error })
  }
}

function tableOf(file: string, value: unknown): DemoTable {
  const { entity, columns, rows, $schema: _schema, ...others } = (value ?? {}) as Record<string, unknown>
  if (typeof entity !== 'string' || !isTexts(columns) || !Array.isArray(rows))
    throw new DemoProblem(`${file} must have "entity", "columns" and "rows".`)
  if (Object.keys(others).length > 0) throw new DemoProblem(`${file} has the unknown key "${Object.keys(others)[0]}".`)
  if (columns[0] !== 'key' || new Set(columns).size < columns.length)
    throw new DemoProblem(`${file}: the columns begin with "key" and none stands twice.`)
  const wrong = rows.findIndex(
    (row) => !Array.isArray(row) || row.length !== columns.length || typeof row[0] !== 'string',
  )
  if (wrong >= 0)
    throw new DemoProblem(`${file}: row ${wrong + 1} does not have its ${columns.length} values, a key first.`)
  return { file, entity, columns, rows: rows as unknown[][] }
}

function accountsOf(value: unknown): DemoAccounts {
  const { password, accounts } = (value ?? {}) as Partial<DemoAccounts>
  const sound =
    typeof password === 'string' &&
    typeof accounts === 'object' &&
    Object.values(accounts ?? {}).every((title) => isTexts(title) && title.length === 2)
  if (!sound)
    throw new DemoProblem('demo/accounts.json must have "password" and "accounts": {"key": ["Chinese", "English"]}.')
  return value as DemoAccounts
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

// Cleans formatted texts that were stored before the present list of allowed elements.
// The comment of a column names the list under which its texts were cleaned.
import sql, { raw } from 'sql-template-tag'
import type { App } from '../../manifest/model/app'
import { cleanFormatted, cleaningName } from '../database/sql/cleanHtml'
import { identifier } from '../database/sql/identifier'
import type { Transaction } from '../database/connection/transaction'
import { tablesOf, type Table } from '../database/sql/tables'

const slice = 200

export async function cleanStored(tx: Transaction, app: App): Promise<void> {
  for (const table of tablesOf(app))
    for (const { name, type, field } of table.columns) {
      if (field?.format !== 'html' || (await isCleaned(tx, table.name, name))) continue
      await cleanColumn(tx, table, name, type)
      await tx.query(
        sql`comment on column ${identifier(table.name)}.${identifier(name)} is ${raw(`'cleaned ${cleaningName}'`)}`,
      )
    }
}

async function isCleaned(tx: Transaction, table: string, column: string): Promise<boolean> {
  const noted = await tx.query(sql`select 1 from pg_attribute
    where attrelid = to_regclass(quote_ident(${table})) and attname = ${column}
      and col_description(attrelid, attnum) = ${`cleaned ${cleaningName}`}`)
  return noted.length > 0
}

/** Reads slices by the key, and writes what changes. */
async function cleanColumn(tx: Transaction, table: Table, name: string, type: string): Promise<void> {
  const columnName = identifier(name)
  const key = table.key.map(identifier)
  const list = key.reduce((all, part) => sql`${all}, ${part}`)
  let after: readonly unknown[] | undefined
  for (;;) {
    const beyond = after
      ? sql`where (${list}) > (${after.map((value) => sql`${value}`).reduce((all, part) => sql`${all}, ${part}`)})`
      : sql``
    const rows = await tx.query<Record<string, unknown>>(
      sql`select ${list}, ${columnName} as "_text" from ${identifier(table.name)} ${beyond}
        order by ${list} limit ${slice}`,
    )
    for (const row of rows) {
      const cleaned = cleanFormatted(row._text)
      if (JSON.stringify(cleaned) === JSON.stringify(row._text)) continue
      const stored = type === 'jsonb' ? JSON.stringify(cleaned) : cleaned
      const same = table.key
        .map((part) => sql`${identifier(part)} = ${row[part]}`)
        .reduce((all, part) => sql`${all} and ${part}`)
      await tx.query(sql`update ${identifier(table.name)} set ${columnName} = ${stored}::${raw(type)} where ${same}`)
    }
    if (rows.length < slice) return
    after = table.key.map((part) => rows.at(-1)![part])
  }
}

// Cleans formatted texts that were stored before the present list of allowed elements.
// The comment of a column names the list under which its texts were cleaned.
import { lastItem } from '../../../manifest/expression/values/present'
import sql, { empty, join, raw } from 'sql-template-tag'
import type { App } from '../../../manifest/model/app'
import { cleanFormatted, cleaningName } from '../../database/sql/cleanHtml'
import { identifier } from '../../database/sql/identifier'
import type { Transaction } from '../../database/connection/transaction'
import { tablesOf, type Table } from '../../database/sql/tables'

const maxBatch = 200

/**
 * Changes records in place without an audit row. Reads a column once for each version of the list, and costs a look-up
 * after that.
 */
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
  const comments = await tx.query(sql`select 1 from pg_attribute
    where attrelid = to_regclass(quote_ident(${table})) and attname = ${column}
      and col_description(attrelid, attnum) = ${`cleaned ${cleaningName}`}`)
  return comments.length > 0
}

/** Reads the rows in batches in the order of their keys, and writes those that change. */
async function cleanColumn(tx: Transaction, table: Table, name: string, type: string): Promise<void> {
  const columnName = identifier(name)
  const keyColumns = join(table.keyColumns.map(identifier))
  let lastKey: readonly unknown[] | undefined
  for (;;) {
    const afterLast = lastKey ? sql`where (${keyColumns}) > (${join([...lastKey])})` : empty
    const rows = await tx.query<Record<string, unknown>>(
      sql`select ${keyColumns}, ${columnName} as "_text" from ${identifier(table.name)} ${afterLast}
        order by ${keyColumns} limit ${maxBatch}`,
    )
    for (const row of rows) {
      const cleaned = cleanFormatted(row._text)
      if (JSON.stringify(cleaned) === JSON.stringify(row._text)) continue
      const stored = type === 'jsonb' ? JSON.stringify(cleaned) : cleaned
      const isRow = join(
        table.keyColumns.map((name) => sql`${identifier(name)} = ${row[name]}`),
        ' and ',
      )
      await tx.query(sql`update ${identifier(table.name)} set ${columnName} = ${stored}::${raw(type)} where ${isRow}`)
    }
    if (rows.length < maxBatch) return
    lastKey = table.keyColumns.map((name) => lastItem(rows)[name])
  }
}

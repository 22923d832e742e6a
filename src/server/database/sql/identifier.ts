// Quotes identifiers in statements, the only place that does.
// Rejects names that PostgreSQL would cut or misread.
import { raw, type Sql } from 'sql-template-tag'

const maxNameBytes = 63

/**
 * One identifier (table, column, index, alias), quoted.
 * @throws RangeError for an empty name, one over 63 bytes in UTF-8, or one with a NUL
 */
export function identifier(name: string): Sql {
  if (name === '') throw new RangeError('A database name must not be empty.')
  if (name.includes('\0')) throw new RangeError('A database name must not hold a NUL.')
  if (Buffer.byteLength(name) > maxNameBytes) {
    throw new RangeError(`The database name "${name}" is longer than ${maxNameBytes} bytes; PostgreSQL would cut it.`)
  }
  return raw(`"${name.replaceAll('"', '""')}"`)
}

/** A column of a table or of its alias: `"alias"."name"`. Throws as `identifier` does. */
export function column(alias: string, name: string): Sql {
  return raw(`${identifier(alias).text}.${identifier(name).text}`)
}

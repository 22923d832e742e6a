// Quotes constants of manifests in statements, the only place that does.
// Values of requests are parameters. Literal constants let PostgreSQL plan with them and use partial indexes, and DDL
// takes no parameters.
import sql, { join, raw, type Sql } from 'sql-template-tag'

/**
 * A text constant with its type.
 * @throws RangeError for a text with a NUL, which PostgreSQL cannot store
 */
export function textConstant(value: string): Sql {
  if (value.includes('\0')) throw new RangeError('A text constant must not hold a NUL.')
  // A backslash is literal only in the E form, whatever the server's settings.
  const quoted = value.replaceAll("'", "''")
  return value.includes('\\') ? raw(`E'${quoted.replaceAll('\\', '\\\\')}'::text`) : raw(`'${quoted}'::text`)
}

/**
 * A number constant from its decimal text.
 * @throws RangeError for anything but digits with an optional sign, point and exponent
 */
export function numberConstant(value: string): Sql {
  if (!/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value)) throw new RangeError(`"${value}" is not a decimal number.`)
  const small = /^[+-]?\d{1,18}$/.test(value)
  return raw(value.startsWith('-') || !small ? `('${value}'::${small ? 'bigint' : 'numeric'})` : value)
}

/** A literal, for constants of manifests alone; values of a request belong into parameters. */
export function booleanConstant(value: boolean): Sql {
  return raw(value ? 'TRUE' : 'FALSE')
}

/** A text[] constant; empty is allowed. */
export function textArray(values: readonly string[]): Sql {
  return values.length === 0 ? raw(`'{}'::text[]`) : sql`ARRAY[${join(values.map(textConstant), ', ')}]`
}

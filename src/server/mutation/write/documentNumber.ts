// Assigns document numbers: prefix, day (in the app's time zone) and a count over all tenants.
// Taken inside the transaction: a refused request returns its number, so there are no gaps.
import sql, { type Sql } from 'sql-template-tag'
import { dayInZone, momentOfDate } from '../../../manifest/expression/values/calendar'

/** Digits to which the count is padded; a day with more records has longer numbers. */
const digits = 5

/** The part of the number before the count, which is also the counter's name. */
export function numberStem(prefix: string, now: Date, timezone: string): string {
  const moment = momentOfDate(now)
  if (moment === null) throw new RangeError('A number needs a moment in the years 0001 to 9999.')
  return `${prefix}${dayInZone(moment, timezone).slice(2).replaceAll('-', '')}`
}

/** A statement part (INSERT … RETURNING "value") that takes `count` numbers; "value" is the last of them. */
export function takeNumbers(stem: string, count: number): Sql {
  return sql`INSERT INTO "_sequence" ("name", "value") VALUES (${stem}, ${count})
    ON CONFLICT ("name") DO UPDATE SET "value" = "_sequence"."value" + excluded."value" RETURNING "value"`
}

/** The number with a count, as a text expression. */
export function numberText(stem: string, count: Sql): Sql {
  return sql`${stem}::text || lpad((${count})::text, greatest(${digits}::int, char_length((${count})::text)), '0')`
}

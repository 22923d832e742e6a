// Assigns document numbers: prefix, day (in the app's time zone) and a count over all tenants.
// Taken inside the transaction: a refused request returns its number, so there are no gaps.
import { randomUUID } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import type { Entity } from '../../../manifest/model/entity'
import type { WriteContext } from '../state/writeContext'
import { dayInZone, momentOfDate } from '../../../manifest/expression/values/calendar'

/** Digits to which the count is padded; a day with more records has longer numbers. */
const minDigits = 5

/** The part of the number before the count, which is also the counter's name. */
export function numberStem(prefix: string, now: Date, timezone: string): string {
  const moment = momentOfDate(now)
  if (moment === null) throw new RangeError('A number needs a moment in the years 0001 to 9999.')
  return `${prefix}${dayInZone(moment, timezone).slice(2).replaceAll('-', '')}`
}

/** Where the numbers of new records come from. */
export interface DocumentNumbers {
  readonly stem: string
  /** A statement part that takes `count` numbers; its "value" is the last of them. */
  readonly take: (count: number) => Sql
}

/**
 * undefined: the records have no numbers. A dry run uses a stem of its own, because taking a number locks the counter
 * until the transaction ends.
 */
export function documentNumbers(
  { now, app, dryRun }: Pick<WriteContext, 'now' | 'app' | 'dryRun'>,
  { numberPrefix }: Entity,
): DocumentNumbers | undefined {
  if (numberPrefix === undefined) return undefined
  const stem = numberStem(numberPrefix, now, app.product.timezone)
  return dryRun
    ? { stem: `${stem}-${randomUUID().slice(0, 8)}-`, take: (count) => sql`SELECT ${count}::bigint AS "value"` }
    : { stem, take: (count) => takeNumbers(stem, count) }
}

function takeNumbers(stem: string, count: number): Sql {
  return sql`INSERT INTO "_sequence" ("name", "value") VALUES (${stem}, ${count})
    ON CONFLICT ("name") DO UPDATE SET "value" = "_sequence"."value" + excluded."value" RETURNING "value"`
}

/** The number with a count, as a text expression. */
export function numberText(stem: string, count: Sql): Sql {
  return sql`${stem}::text || lpad((${count})::text, greatest(${minDigits}::int, char_length((${count})::text)), '0')`
}

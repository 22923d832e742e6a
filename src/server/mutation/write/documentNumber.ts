// Assigns document numbers: prefix, day (in the app's time zone) and a count over all tenants.
// Taken inside the transaction: a refused request returns its number, so there are no gaps.
import { randomUUID } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import { numberPrefixOf, type Entity } from '../../../manifest/model/entity'
import { groupBy } from '../../../manifest/expression/values/lists'
import type { RawRecord } from '../../context/context'
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

/** The part before the count by record; none: the records have no numbers. */
export function numberStems(
  { now, app, dryRun }: Pick<WriteContext, 'now' | 'app' | 'dryRun'>,
  entity: Entity,
  records: readonly RawRecord[],
): readonly string[] {
  const apart = dryRun ? `-${randomUUID().slice(0, 8)}-` : ''
  return records.flatMap((record) => {
    const prefix = numberPrefixOf(entity, record)
    return prefix === undefined ? [] : [numberStem(prefix, now, app.product.timezone) + apart]
  })
}

/**
 * The statement that creates a function that takes a number. A cluster's coordinator calls it before it sends a new
 * record to the machine of its tenant, so that both take one statement.
 */
export const numberFunctionSql = `create or replace function "_number"("stem" text) returns text
  language plpgsql volatile as $$
    declare "count" bigint;
    begin
      insert into "_sequence" ("name", "value") values ("stem", 1)
        on conflict ("name") do update set "value" = "_sequence"."value" + 1 returning "value" into "count";
      return "stem" || lpad("count"::text, greatest(${minDigits}, char_length("count"::text)), '0');
    end $$`

/** The number of one record by that function; of a dry run the number at its index. */
export const takeNumber = (stem: string, index: number, { dryRun }: Pick<WriteContext, 'dryRun'>): Sql =>
  dryRun ? sql`${stem + String(index + 1).padStart(minDigits, '0')}::text` : sql`"_number"(${stem}::text)`

/**
 * Parts of a WITH that take the numbers of new records and end with "numbers": the "no" of each record by its
 * "position" from 1. undefined: the records have no numbers. A dry run counts for itself, because taking a number locks
 * the counter until the transaction ends.
 */
export function documentNumbers(
  { now, app, dryRun }: Pick<WriteContext, 'now' | 'app' | 'dryRun'>,
  entity: Entity,
  records: readonly RawRecord[],
): Sql | undefined {
  const stems = numberStems({ now, app, dryRun }, entity, records)
  if (stems.length === 0) return undefined
  // In one order, so that two transactions that take several counters do not wait for each other.
  const counts = [...groupBy(stems.toSorted(), (stem) => stem)]
  const [names, values] = [counts.map(([stem]) => stem), counts.map(([, same]) => same.length)]
  const counters = sql`unnest(${names}::text[], ${values}::bigint[]) AS c("name", "value")`
  const take = dryRun
    ? sql`SELECT c."name", c."value" FROM ${counters}`
    : sql`INSERT INTO "_sequence" ("name", "value") SELECT c."name", c."value" FROM ${counters}
      ON CONFLICT ("name") DO UPDATE SET "value" = "_sequence"."value" + excluded."value" RETURNING "name", "value"`
  const count = sql`t."value" + 1 - row_number() OVER (PARTITION BY s."stem" ORDER BY s."position" DESC)`
  return sql`taken AS (${take}), counted AS (
      SELECT s."stem", s."position", (${count})::text AS "count"
      FROM unnest(${stems}::text[]) WITH ORDINALITY AS s("stem", "position") JOIN taken t ON t."name" = s."stem"),
    numbers AS (
      SELECT "position", "stem" || lpad("count", greatest(${minDigits}::int, char_length("count")), '0') AS "no"
      FROM counted)`
}

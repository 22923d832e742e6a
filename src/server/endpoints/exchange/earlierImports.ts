// Finds rows that earlier imports added, to warn before a file or row is imported twice.
import sql, { join, type Sql } from 'sql-template-tag'
import { writtenPhases, type ImportState } from '../../../protocol/exchange/exchangeCalls'
import type { Context } from '../../context/context'

/** The last import of the same file on the same screen by the same tenant, with the rows that it wrote. */
export async function earlierImport(
  { query }: Pick<Context, 'query'>,
  id: number,
): Promise<NonNullable<ImportState['earlier']> | undefined> {
  const [earlier] = await query<{ at: string; by: string | null; rows: number }>(
    sql`SELECT earlier."at", earlier."by", (
        SELECT count(*)::int FROM "_importRow" AS written
        WHERE written."import" = earlier."id" AND written."state" IN ('created', 'updated')) AS "rows"
      FROM "_import" AS mine JOIN "_import" AS earlier ON ${ofOneFile}
      WHERE mine."id" = ${id} AND ${hasWritten}
      ORDER BY earlier."id" DESC
      LIMIT 1`,
  )
  return earlier && earlier.rows > 0 ? { ...earlier, by: earlier.by ?? '' } : undefined
}

/** A row that an earlier import has added. */
interface AddedRow {
  readonly file: string
  readonly row: number
}

/** The given rows that equal a row added by an earlier import of the same file or account. */
export async function addedRows(
  { query }: Pick<Context, 'query'>,
  id: number,
  rows: readonly number[],
): Promise<ReadonlyMap<number, AddedRow>> {
  const addedRows = await query<AddedRow & { readonly mine: number }>(
    sql`SELECT DISTINCT ON (mine."row") mine."row" AS "mine", earlier."file", added."row"
      FROM ${pairs} WHERE ${isAdded(id)} AND mine."row" = ANY(${[...rows]}::int[])
      ORDER BY mine."row", earlier."id" DESC`,
  )
  return new Map(addedRows.map(({ mine, ...added }) => [Number(mine), added]))
}

/** Whether a row is among those that the user chose: all of them, or these. */
const isChosenSql = (choice: boolean | readonly number[] | undefined): Sql =>
  choice === true ? sql`TRUE` : sql`"row" = ANY(${choice ? [...choice] : []}::int[])`

/** Skips rows that an earlier import has added by now, except those that the user wants again. */
export function leaveOutAdded(id: number, again: boolean | readonly number[]): readonly Sql[] {
  return [
    sql`UPDATE "_importRow" SET "state" = 'repeated'
      WHERE "import" = ${id} AND "state" = 'create'
      AND "row" IN (SELECT mine."row" FROM ${pairs} WHERE ${isAdded(id)})`,
    sql`UPDATE "_importRow" SET "state" = 'create'
      WHERE "import" = ${id} AND "state" = 'repeated' AND ${isChosenSql(again)}`,
  ]
}

const isOfOneScreen = sql`earlier."screen" = mineOf."screen" AND earlier."tenant" IS NOT DISTINCT FROM mineOf."tenant"`
const ofOneFile = sql`earlier."id" <> mine."id" AND earlier."digest" = mine."digest"
  AND earlier."screen" = mine."screen" AND earlier."tenant" IS NOT DISTINCT FROM mine."tenant"`
const hasWritten = sql`earlier."phase" IN (${join([...writtenPhases])})`

const pairs = sql`"_importRow" AS mine JOIN "_import" AS mineOf ON mineOf."id" = mine."import"
  JOIN "_import" AS earlier ON earlier."id" <> mineOf."id" AND ${isOfOneScreen}
    AND (earlier."digest" = mineOf."digest" OR earlier."account" = mineOf."account")
  JOIN "_importRow" AS added ON added."import" = earlier."id" AND added."given" -> 'texts' = mine."given" -> 'texts'`

const isAdded = (id: number) => sql`mine."import" = ${id} AND ${hasWritten} AND added."state" = 'created'`

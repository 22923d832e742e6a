// Warns before a file or row is imported twice, and lets one import of a file write at a time.
// Ends one that was left, as by closing the page: what it wrote stays, and the next one writes the rest.
import sql, { join, type Sql } from 'sql-template-tag'
import { textOf, type SpokenLanguages } from '../../../manifest/expression/message'
import { idOf } from '../../../manifest/expression/values/value'
import { writtenPhases, writtenStates, type ImportState } from '../../../protocol/exchange/exchangeCalls'
import { RequestError } from '../../../protocol/requestError'
import type { Context } from '../../context/context'
import { phrase } from '../../context/phrases'
import { isAheadSql } from '../../database/sql/aheadOfClock'
import { recordAuditWithin } from '../../mutation/audit'
import type { RequestContext } from '../contract/operation'

/** The last import of the same file on the same screen by the same tenant, with the rows that it wrote. */
export async function earlierImport(
  { query }: Pick<Context, 'query'>,
  id: number,
): Promise<NonNullable<ImportState['earlier']> | undefined> {
  const [earlier] = await query<{ at: string; by: string | null; isLeft: boolean; rows: number }>(
    sql`SELECT earlier."at", earlier."by", earlier."phase" = 'writing' AS "isLeft", (
        SELECT count(*)::int FROM "_importRow" AS written
        WHERE written."import" = earlier."id" AND written."state" IN ('created', 'updated')) AS "rows"
      FROM "_import" AS mine JOIN "_import" AS earlier ON ${ofOneFile}
      WHERE mine."id" = ${id} AND ${hasWritten}
      ORDER BY earlier."id" DESC
      LIMIT 1`,
  )
  return earlier && (earlier.rows > 0 || earlier.isLeft) ? { ...earlier, by: earlier.by ?? '' } : undefined
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

/** An import that has made no step for so long is left: a step takes seconds. */
const quietSeconds = 15 * 60

interface ImportedFile {
  readonly screen: string
  readonly digest: string
}

type Writing = Pick<RequestContext, 'query' | 'caller' | 'now'>

const writingSql = ({ caller }: Writing, { screen, digest }: ImportedFile) =>
  sql`"digest" = ${digest} AND "screen" = ${screen} AND "phase" = 'writing'
    AND "tenant" IS NOT DISTINCT FROM ${idOf(caller.tenant)}::bigint`

function isLeftSql({ now }: Writing) {
  const lastStep = sql`COALESCE("movedAt", "at")`
  const since = new Date(now.getTime() - quietSeconds * 1_000)
  return sql`(${lastStep} <= ${since} OR ${isAheadSql(lastStep, now)})`
}

/** @throws RequestError import_running while an import of the same file is writing and was not left */
export async function refuseRunning(context: Writing, file: ImportedFile): Promise<void> {
  const [running] = await context.query(
    sql`SELECT 1 FROM "_import" WHERE ${writingSql(context, file)} AND NOT ${isLeftSql(context)}`,
  )
  if (running) throw new RequestError('import_running', { count: quietSeconds / 60 })
}

/**
 * Ends the imports of the file that were left, in the transaction of the next one. A step that is late writes no more
 * rows: each is stored with its record, and only where it still waits.
 */
export async function endLeft(context: RequestContext, spoken: SpokenLanguages, imported: ImportedFile): Promise<void> {
  const { query, now } = context
  const ended = await query<{ id: string; file: string }>(
    sql`UPDATE "_import" SET "phase" = 'done', "doneAt" = ${now}
      WHERE ${writingSql(context, imported)} AND ${isLeftSql(context)} RETURNING "id", "file"`,
  )
  for (const { id, file } of ended) {
    const reason = JSON.stringify(textOf(phrase('import_row_left'), spoken))
    const rows = await query(
      sql`UPDATE "_importRow" SET "state" = 'failed', "message" = ${reason}::jsonb
        WHERE "import" = ${id} AND "state" = ANY(${[...writtenStates]}::text[]) RETURNING "row"`,
    )
    const audited = { action: 'importEnded', screen: imported.screen, detail: file, rows: rows.length } as const
    await recordAuditWithin(query, context, audited)
  }
}

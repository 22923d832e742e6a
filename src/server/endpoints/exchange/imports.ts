// Keeps an import and its rows in the database, visible to its owner only.
import sql, { empty, type Sql } from 'sql-template-tag'
import { textIn, type Text } from '../../../manifest/model/text'
import {
  endPhases,
  type ImportCell,
  type ImportRow,
  type ImportRowState,
  type ImportState,
  type LatestImportRequest,
  type ReceiptsRequest,
} from '../../../protocol/exchange/exchangeCalls'
import { RequestError } from '../../../protocol/requestError'
import type { Context } from '../../context/context'
import { inOneLanguage } from '../../context/language'
import { earlierImport } from './earlierImports'
import { takeBackStatus } from './takeBackStatus'

/** The content of a row of the file and of its hidden sheet. */
export interface GivenRow {
  readonly id?: number
  readonly texts: Readonly<Record<string, string>>
  readonly base?: Readonly<Record<string, string>>
  /** Of the record when it was exported, as the file has it. */
  readonly version?: number
  /** Of a row without a number in a file of exported records: the one that had its key; null: none had. */
  readonly exportedAs?: number | null
  /** By field: the cell of the sheet into which the row's cell is merged. */
  readonly merged?: Readonly<Record<string, string>>
  /** The cell into which that of the record's number is merged: which record is meant is unknown. */
  readonly mergedNumber?: string
  /** An earlier row about the same record. */
  readonly twin?: number
  /** The example row of a template, with other cells filled in. */
  readonly example?: true
  /** In an exchange of lines: the rows of the file that belong to the record. */
  readonly lines?: readonly GivenLine[]
}

/** A record as a file has exported it; `lineBases`: in an exchange of lines, the values of each of its rows. */
export interface ExportedRecord extends Pick<GivenRow, 'base' | 'version'> {
  readonly lineBases?: readonly NonNullable<GivenRow['base']>[]
}

/** A row of the file as a line of its record. */
export interface GivenLine extends Pick<GivenRow, 'texts' | 'base' | 'merged'> {
  /** Its row in the file. */
  readonly row: number
}

/** What a row will run. */
interface RowPlan {
  readonly transition: string
  readonly id?: number
  readonly version?: number
  readonly values: Readonly<Record<string, unknown>>
  /** In an exchange of lines: for each line that is written its row in the file; null: the file leaves it alone. */
  readonly rows?: readonly (number | null)[]
}

/** Cells that differ or are wrong, as they are stored. */
export interface StoredCell {
  readonly title: Text
  readonly base?: string
  readonly contested?: true
  readonly field?: string
  readonly kept?: true
  readonly file: string
  readonly now?: string
  readonly error?: Text
  /** Of a line: its row in the file, and the title without it; `contested`: another user has changed the cell, too. */
  readonly line?: { readonly row: number; readonly title: Text; readonly contested?: true }
}

export interface CheckedRow {
  readonly state: ImportRowState
  readonly plan?: RowPlan
  readonly record?: number
  readonly label?: string
  readonly message?: Text
  readonly cells: readonly StoredCell[]
  /** The values that the row replaces; they never leave the server. */
  readonly before?: Readonly<Record<string, unknown>>
  /** Of the record, as the row left it. */
  readonly version?: number
}

export interface StoredRow extends Omit<CheckedRow, 'record' | 'before' | 'version'> {
  readonly row: number
  readonly given: GivenRow
  readonly record: number | null
  readonly before: CheckedRow['before'] | null
  readonly version: number | null
}

type Asking = Pick<Context, 'query' | 'app' | 'caller' | 'now'>

/** @throws RequestError import_not_found also for another caller's, import_at_another_step */
export async function importOf(
  context: Asking,
  id: number,
  phases?: readonly ImportState['phase'][],
): Promise<ImportState> {
  const [state] = await statesOf(context, sql`"id" = ${id}`, 1)
  if (!state) throw new RequestError('import_not_found')
  if (phases && !phases.includes(state.phase)) throw new RequestError('import_at_another_step')
  return withPreview(context, state)
}

/** The caller's last unfinished import of a screen, which the page offers to resume; null: none. */
export async function unfinishedImport(context: Asking, { screen }: LatestImportRequest): Promise<ImportState | null> {
  const [state] = await statesOf(context, sql`"screen" = ${screen} AND "phase" <> ALL(${[...endPhases]}::text[])`, 1)
  return state ? withPreview(context, state) : null
}

/** With what its user should know before confirming it. */
async function withPreview(context: Asking, state: ImportState): Promise<ImportState> {
  if (state.phase !== 'checked') return state
  const earlier = await earlierImport(context, state.id)
  const conflicts = state.counts.conflict ? await conflictsOf(context, state.id) : undefined
  return { ...state, ...(earlier && { earlier }), ...(conflicts && { conflicts }) }
}

/** The cells of rows in conflict, as `c`. */
export const cellsOfConflicts = (id: number): Sql => sql`"_importRow" AS r
  CROSS JOIN LATERAL jsonb_array_elements(r."cells") WITH ORDINALITY AS c("cell", "place")
  WHERE r."import" = ${id} AND r."state" = 'conflict'`

export const isContested = sql`(c."cell" ? 'contested')`
export const contestedField = sql`c."cell" ->> 'field'`

async function conflictsOf(
  { query, app, caller }: Pick<Context, 'query' | 'app' | 'caller'>,
  id: number,
): Promise<NonNullable<ImportState['conflicts']>> {
  const columns = await query<{ field: string; title: Text; cells: number }>(
    sql`SELECT ${contestedField} AS "field", (array_agg(c."cell" -> 'title'))[1] AS "title", count(*)::int AS "cells"
      FROM ${cellsOfConflicts(id)} AND ${isContested} AND ${contestedField} IS NOT NULL
      GROUP BY 1 ORDER BY min(c."place"), 1`,
  )
  const [others] = await query<{ rows: number; ofLines: boolean }>(
    sql`SELECT count(*) FILTER (WHERE "isEdited")::int AS "rows", bool_or("ofLines") AS "ofLines" FROM (
      SELECT bool_or(r."given" ? 'lines') AS "ofLines", (array_agg(r."plan" -> 'values'))[1]
        - COALESCE(array_agg(${contestedField}) FILTER (WHERE ${isContested}), '{}') <> '{}'::jsonb AS "isEdited"
      FROM ${cellsOfConflicts(id)} GROUP BY r."row") AS "each"`,
  )
  return {
    columns: columns.map(({ title, ...column }) => ({
      ...column,
      title: inOneLanguage(title, app.product, caller.language),
    })),
    rows: others?.rows ?? 0,
    ...(others?.ofLines && { ofLines: true as const }),
  }
}

/** null in imports of earlier versions, too. */
interface StoredAbout {
  readonly doneAt: string | null
  readonly origin: NonNullable<ImportState['origin']> | null
}

const maxReceipts = 10

/** The caller's last ended imports of a screen, newest first. */
export function endedImports(context: Asking, { screen }: ReceiptsRequest): Promise<ImportState[]> {
  return statesOf(context, sql`"screen" = ${screen} AND "phase" = ANY(${[...endPhases]}::text[])`, maxReceipts)
}

async function statesOf(context: Asking, which: Sql, limit: number): Promise<ImportState[]> {
  const { query, caller } = context
  const found = await query<Omit<ImportState, 'counts' | 'origin'> & StoredAbout>(
    sql`SELECT "id", "screen", "file", "at", "phase", "ignored", "origin", "doneAt"
      FROM "_import"
      WHERE "account" = ${caller.me.id} AND ${which}
      ORDER BY "id" DESC
      LIMIT ${limit}`,
  )
  const ids = found.map(({ id }) => id)
  const counted = await query<{ import: number; state: ImportRowState; count: number }>(
    sql`SELECT "import", "state", count(*)::int AS "count"
      FROM "_importRow"
      WHERE "import" = ANY(${ids}::bigint[])
      GROUP BY "import", "state"
      ORDER BY "import", "state"`,
  )
  return found.map(({ doneAt, origin, ...stored }) => {
    const rows = counted.filter((row) => row.import === stored.id)
    const counts = Object.fromEntries(rows.map(({ state, count }) => [state, count]))
    const state: ImportState = { ...stored, counts, ...(origin && { origin }) }
    return { ...state, ...takeBackStatus(context, state, doneAt) }
  })
}

/** Moves an import to its next phase; does nothing if it is in another phase by now. */
export function changePhaseSql(id: number, from: ImportState['phase'], to: ImportState['phase'], now: Date): Sql {
  const ends = to === 'done' ? sql`, "doneAt" = ${now}` : empty
  return sql`UPDATE "_import" SET "phase" = ${to}, "movedAt" = ${now}${ends}
    WHERE "id" = ${id} AND "phase" = ${from} RETURNING 1 AS "one"`
}

/** Records that a step continues it; no row is returned if it is in another phase by now. */
export const recordStepSql = (id: number, phase: ImportState['phase'], now: Date): Sql =>
  sql`UPDATE "_import" SET "movedAt" = ${now} WHERE "id" = ${id} AND "phase" = ${phase} RETURNING 1 AS "one"`

/** Rows in these states, in their order or, `fromEnd`, against it. */
export function rowsIn(
  { query }: Pick<Context, 'query'>,
  id: number,
  states: readonly ImportRowState[] | undefined,
  {
    after = 0,
    limit,
    fromEnd = false,
  }: { readonly after?: number; readonly limit: number; readonly fromEnd?: boolean },
): Promise<StoredRow[]> {
  const inStates = states ? sql`AND "state" = ANY(${[...states]}::text[])` : empty
  return query<StoredRow>(
    sql`SELECT "row", "given", "state", "plan", "record", "label", "message", "cells", "before", "version"
      FROM "_importRow"
      WHERE "import" = ${id} AND "row" > ${after} ${inStates}
      ORDER BY "row" ${fromEnd ? sql`DESC` : empty}
      LIMIT ${limit}`,
  )
}

/** What became of rows in one of these states, and which; of two steps at once the first decides. */
export function storeCheckedRowsSql(
  id: number,
  rows: readonly (CheckedRow & Pick<StoredRow, 'row'>)[],
  from: readonly ImportRowState[],
): Sql {
  return sql`UPDATE "_importRow" AS r
    SET "state" = c."state", "plan" = c."plan", "record" = c."record", "label" = c."label", "message" = c."message",
    "cells" = c."cells", "before" = c."before", "version" = c."version"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS c("row" int, "state" text, "plan" jsonb, "record" bigint,
      "label" text, "message" jsonb, "cells" jsonb, "before" jsonb, "version" bigint)
    WHERE r."import" = ${id} AND r."row" = c."row" AND r."state" = ANY(${[...from]}::text[])
    RETURNING r."row"`
}

/** A row that succeeded stays so, even if a second step was refused. */
export function saveTakenBackSql(
  id: number,
  row: number,
  { state, message, cells }: Pick<CheckedRow, 'state' | 'message'> & Partial<Pick<CheckedRow, 'cells'>>,
): Sql {
  const isDone = state === 'voided' || state === 'restored'
  const isOpen = isDone ? empty : sql`AND "state" = ANY(ARRAY['created', 'updated'])`
  const reason = cells ? sql`, "message" = ${json(message)}::jsonb, "cells" = ${json(cells)}::jsonb` : empty
  return sql`UPDATE "_importRow" SET "state" = ${state}${reason} WHERE "import" = ${id} AND "row" = ${row} ${isOpen}`
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

/** Rows of earlier versions hold a text as a list in the order of the languages. */
type StoredText = Text | readonly string[]

function storedText(text: StoredText, languages: readonly string[]): Text {
  if (!Array.isArray(text)) return text as Text
  return Object.fromEntries(text.map((item: string, index) => [languages[index] ?? String(index), item]))
}

/** A row in the caller's language. */
export function rowOf(
  context: Pick<Context, 'app' | 'caller'>,
  { row, state, label, given, message, cells }: StoredRow,
): ImportRow {
  return {
    row,
    state,
    label: label ?? Object.values(given.texts).find((text) => text !== '') ?? '',
    ...(message && { message: wordsOf(context, message) }),
    cells: (cells ?? []).map((cell) => cellOf(context, cell)),
  }
}

const wordsOf = ({ app, caller }: Pick<Context, 'app' | 'caller'>, text: StoredText) =>
  textIn(storedText(text, app.product.languages), caller.language)

/** A cell in the caller's language. */
export function cellOf(
  context: Pick<Context, 'app' | 'caller'>,
  { error, title, line: _line, ...cell }: StoredCell,
): ImportCell {
  const { app, caller } = context
  return {
    ...cell,
    title: inOneLanguage(storedText(title, app.product.languages), app.product, caller.language),
    ...(error && { error: wordsOf(context, error) }),
  }
}

// Keeps an import and its rows in the database, visible to its owner only.
import sql, { empty, type Sql } from 'sql-template-tag'
import { textIn, type Text } from '../../../manifest/model/text'
import type { ImportRow, ImportRowState, ImportRowsAnswer, ImportState } from '../../../protocol/exchangeCalls'
import { RequestError } from '../../../protocol/requestError'
import type { Context } from '../../context/context'
import { inOneLanguage } from '../../context/language'

/** The content of a row of the file, and in the hidden sheet about it. */
export interface GivenRow {
  readonly id?: number
  readonly texts: Readonly<Record<string, string>>
  readonly base?: Readonly<Record<string, string>>
  /** The row above that is about the same record. */
  readonly twin?: number
}

/** What a row will run. */
export interface RowPlan {
  readonly transition: string
  readonly id?: number
  readonly version?: number
  readonly values: Readonly<Record<string, unknown>>
}

/** Cells that differ or are wrong, as they are kept. */
export interface KeptCell {
  readonly title: Text
  readonly base?: string
  readonly file: string
  readonly now?: string
  readonly error?: Text
}

export interface Judged {
  readonly state: ImportRowState
  readonly plan?: RowPlan
  readonly record?: number
  readonly label?: string
  readonly message?: Text
  readonly cells: readonly KeptCell[]
}

export interface KeptRow extends Omit<Judged, 'record'> {
  readonly row: number
  readonly given: GivenRow
  readonly record: number | null
}

type Asking = Pick<Context, 'query' | 'caller'>

/** @throws RequestError 2001 for an import that is not the caller's, or not in one of the phases */
export async function importOf(
  { query, caller }: Asking,
  id: number,
  phases?: readonly ImportState['phase'][],
): Promise<ImportState> {
  const [state] = await statesOf({ query, caller }, sql`"id" = ${id}`)
  if (!state) throw new RequestError('import_not_found')
  if (phases && !phases.includes(state.phase)) throw new RequestError('import_at_another_step')
  return state
}

/** The caller's last import of a screen that is not done. */
export async function unfinishedImport({ query, caller }: Asking, screen: string): Promise<ImportState | null> {
  const [state] = await statesOf({ query, caller }, sql`"screen" = ${screen} AND "phase" <> 'done'`)
  return state ?? null
}

async function statesOf({ query, caller }: Asking, which: Sql): Promise<ImportState[]> {
  const found = await query<Omit<ImportState, 'counts'>>(
    sql`SELECT "id", "screen", "file", "at", "phase", "ignored"
      FROM "_import"
      WHERE "account" = ${caller.me.id} AND ${which}
      ORDER BY "id" DESC
      LIMIT 1`,
  )
  const states: ImportState[] = []
  for (const state of found) {
    const counts = await query<{ state: ImportRowState; count: number }>(
      sql`SELECT "state", count(*)::int AS "count" FROM "_importRow" WHERE "import" = ${state.id} GROUP BY "state"`,
    )
    states.push({
      ...state,
      id: Number(state.id),
      counts: Object.fromEntries(counts.map(({ state: name, count }) => [name, count])),
    })
  }
  return states
}

export function setPhase(id: number, phase: ImportState['phase']): Sql {
  return sql`UPDATE "_import" SET "phase" = ${phase} WHERE "id" = ${id}`
}

/** Rows in these states, in their order. */
export function rowsIn(
  { query }: Pick<Context, 'query'>,
  id: number,
  states: readonly ImportRowState[] | undefined,
  { after = 0, limit }: { readonly after?: number; readonly limit: number },
): Promise<KeptRow[]> {
  const inStates = states ? sql`AND "state" = ANY(${[...states]}::text[])` : empty
  return query<KeptRow>(
    sql`SELECT "row", "given", "state", "plan", "record", "label", "message", "cells"
      FROM "_importRow"
      WHERE "import" = ${id} AND "row" > ${after} ${inStates}
      ORDER BY "row"
      LIMIT ${limit}`,
  )
}

export function keepJudged(id: number, row: number, judged: Judged): Sql {
  const { state, plan, record, label, message, cells } = judged
  return sql`UPDATE "_importRow"
    SET "state" = ${state}, "plan" = ${json(plan)}::jsonb, "record" = ${record ?? null}, "label" = ${label ?? null},
    "message" = ${json(message)}::jsonb, "cells" = ${json(cells)}::jsonb
    WHERE "import" = ${id} AND "row" = ${row}`
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

const rowsPerPage = 50

/** Rows of the versions before hold a text as a list in the order of the languages. */
type KeptText = Text | readonly string[]

function keptText(text: KeptText, languages: readonly string[]): Text {
  if (!Array.isArray(text)) return text as Text
  return Object.fromEntries(text.map((item: string, index) => [languages[index] ?? String(index), item]))
}

/** A page of rows in the caller's language. */
export async function readImportRows(
  context: Asking & Pick<Context, 'app'>,
  id: number,
  states: readonly ImportRowState[] | undefined,
  after?: number,
): Promise<ImportRowsAnswer> {
  const rows = await rowsIn(context, id, states, { after, limit: rowsPerPage + 1 })
  return {
    rows: rows.slice(0, rowsPerPage).map((row) => rowOf(context, row)),
    more: rows.length > rowsPerPage,
  }
}

/** A row in the caller's language. */
export function rowOf(
  { app, caller }: Pick<Context, 'app' | 'caller'>,
  { row, state, label, given, message, cells }: KeptRow,
): ImportRow {
  const inWords = (text: KeptText) => textIn(keptText(text, app.product.languages), caller.language)
  return {
    row,
    state,
    label: label ?? Object.values(given.texts).find((text) => text !== '') ?? '',
    ...(message && { message: inWords(message) }),
    cells: (cells ?? []).map(({ error, title, ...cell }) => ({
      ...cell,
      title: inOneLanguage(keptText(title, app.product.languages), app.product, caller.language),
      ...(error && { error: inWords(error) }),
    })),
  }
}

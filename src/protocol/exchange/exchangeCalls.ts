// Requests and answers of the exchange of records with a spreadsheet.
// Nothing is written before the import is confirmed; every step can be repeated.
import type { ListRequest } from '../calls'
import type { Text } from '../../manifest/model/text'

/** POST /api/exchange/template — an empty sheet to fill in; the answer is the file. */
export interface TemplateRequest {
  readonly screen: string
}

/** POST /api/exchange/export — what the list found, to be edited and brought back; the answer is the file. */
export type ExchangeExportRequest = Pick<ListRequest, 'screen' | 'filters' | 'conditions' | 'words' | 'tab' | 'sort'>

/**
 * POST /api/exchange/begin {screen, file} — takes an uploaded file (its id) as a new import. `columns`: fields by
 * heading where the user matched them; null: the column is left out.
 */
export interface BeginImportRequest {
  readonly screen: string
  readonly file: string
  readonly columns?: ColumnMatches
}

export type ColumnMatches = Readonly<Record<string, string | null>>

/** What the headings of a file bring, and the fields that they can bring. */
export interface MatchedHeadings {
  readonly headings: readonly { readonly heading: string; readonly field: string | null }[]
  readonly fields: readonly { readonly name: string; readonly title: Text }[]
}

/** The answer to the begin of an import, and the data of a refusal for its columns. */
export interface BegunImport extends ImportState {
  readonly matching: MatchedHeadings
}

/** POST /api/exchange/latest {screen} -> ImportState or null: the caller's import there that is not done. */
export interface LatestImportRequest {
  readonly screen: string
}

/** POST /api/exchange/receipts {screen} -> ImportState[]: the caller's last imports there that are done. */
export interface ReceiptsRequest {
  readonly screen: string
}

/**
 * POST /api/exchange/step, /discard, /outcome and /takeBack: of one import. A step compares, writes or takes back some
 * further rows; taking back lets the steps do so.
 */
export interface ImportRequest {
  readonly import: number
}

/**
 * POST /api/exchange/confirm — lets the steps write; `overwrite`: rows that others changed meanwhile as well; `again`:
 * rows that an earlier import has added as well.
 */
export interface ConfirmImportRequest extends ImportRequest {
  readonly overwrite: boolean | readonly number[]
  readonly again?: boolean | readonly number[]
}

/** POST /api/exchange/rows — what becomes of the rows, 50 from `after` on. */
export interface ImportRowsRequest extends ImportRequest {
  readonly states?: readonly ImportRowState[]
  readonly after?: number
}

/**
 * waiting: not compared yet; create, update: will be; same: as it is; conflict: changed by another user as well;
 * repeated: an earlier import has added the same row, left out unless the user wants it again; refused: cannot be
 * taken; created, updated: done; failed: refused when it was written; kept: left as another user changed it. Taken
 * back: voided, what was created; restored, what was updated; wentOn: left, because it changed since; notTakenBack:
 * left, because it was refused.
 */
export const importRowStates = [
  'waiting',
  'create',
  'update',
  'same',
  'conflict',
  'repeated',
  'refused',
  'created',
  'updated',
  'failed',
  'kept',
  'voided',
  'restored',
  'wentOn',
  'notTakenBack',
] as const
export type ImportRowState = (typeof importRowStates)[number]

export const importPhases = ['checking', 'checked', 'writing', 'done', 'takingBack', 'takenBack'] as const

export interface ImportState {
  readonly id: number
  readonly screen: string
  readonly file: string
  readonly at: string
  /** checking: rows are compared; checked: the user decides; writing: rows are written; done: it can be taken back. */
  readonly phase: (typeof importPhases)[number]
  readonly counts: Readonly<Partial<Record<ImportRowState, number>>>
  /** Until it is confirmed: the last import of the same file there, with the rows that it wrote. */
  readonly earlier?: { readonly at: string; readonly by: string; readonly rows: number }
  /** Heads of columns that mean nothing here. */
  readonly ignored: readonly string[]
  /** Until when it can be taken back. */
  readonly takeBackUntil?: string
  /** Why what it wrote cannot be taken back. */
  readonly takeBackRefusal?: string
}

export interface ImportCell {
  readonly title: Text
  /** As the file had it when it was exported, as it is in the file, and as it is now. */
  readonly base?: string
  readonly file: string
  readonly now?: string
  readonly error?: string
}

export interface ImportRow {
  readonly row: number
  readonly state: ImportRowState
  readonly label: string
  readonly message?: string
  /** Only those that differ or are wrong. */
  readonly cells: readonly ImportCell[]
}

export interface ImportRowsAnswer {
  readonly rows: readonly ImportRow[]
  readonly more: boolean
}

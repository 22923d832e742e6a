// Requests and answers of the exchange of records with a spreadsheet.
// Nothing is written before the import is confirmed; every step can be repeated.
import type { ListRequest } from './calls'
import type { Text } from '../manifest/model/text'

/** POST /api/exchange/template — an empty sheet to fill in; the answer is the file. */
export interface TemplateRequest {
  readonly screen: string
}

/** POST /api/exchange/export — what the list found, to be edited and brought back; the answer is the file. */
export type ExchangeExportRequest = Pick<ListRequest, 'screen' | 'filters' | 'words' | 'tab' | 'sort'>

/** POST /api/exchange/begin {screen, file} — takes an uploaded file (its id) as a new import. */
export interface BeginImportRequest {
  readonly screen: string
  readonly file: string
}

/** POST /api/exchange/latest {screen} -> ImportState or null: the caller's import there that is not done. */
export interface LatestImportRequest {
  readonly screen: string
}

/** POST /api/exchange/step, /discard and /outcome: of one import. A step compares, or writes, some further rows. */
export interface ImportRequest {
  readonly import: number
}

/** POST /api/exchange/confirm — lets the steps write; `overwrite`: rows that others changed meanwhile as well. */
export interface ConfirmImportRequest extends ImportRequest {
  readonly overwrite: boolean | readonly number[]
}

/** POST /api/exchange/rows — what becomes of the rows, 50 from `after` on. */
export interface ImportRowsRequest extends ImportRequest {
  readonly states?: readonly ImportRowState[]
  readonly after?: number
}

/**
 * waiting: not compared yet; create, update: will be; same: as it is; conflict: changed by another user as well;
 * refused:
 * cannot be taken; created, updated: done; failed: refused when it was written; kept: left as another user changed it.
 */
export const importRowStates = [
  'waiting',
  'create',
  'update',
  'same',
  'conflict',
  'refused',
  'created',
  'updated',
  'failed',
  'kept',
] as const
export type ImportRowState = (typeof importRowStates)[number]

export interface ImportState {
  readonly id: number
  readonly screen: string
  readonly file: string
  readonly at: string
  /** checking: rows are compared; checked: the user decides; writing: rows are written. */
  readonly phase: 'checking' | 'checked' | 'writing' | 'done'
  readonly counts: Readonly<Partial<Record<ImportRowState, number>>>
  /** Heads of columns that mean nothing here. */
  readonly ignored: readonly string[]
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

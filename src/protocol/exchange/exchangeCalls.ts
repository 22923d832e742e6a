// Requests and answers of the exchange of records with a spreadsheet.
// Nothing is written before the import is confirmed; every step can be repeated.
import type { ListRequest } from '../calls'
import type { Text } from '../../manifest/model/text'

/** POST /api/exchange/template — an empty sheet to fill in; the answer is the file. */
export interface TemplateRequest {
  readonly screen: string
}

/** POST /api/exchange/export — the records that the list found, to be edited and imported; the answer is the file. */
export type ExchangeExportRequest = Pick<
  ListRequest,
  'screen' | 'filters' | 'conditions' | 'words' | 'tab' | 'sort' | 'thenBy'
>

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

/** The field of each heading of a file, and the fields to choose from. */
export interface MatchedHeadings {
  readonly headings: readonly { readonly heading: string; readonly field: string | null }[]
  readonly fields: readonly { readonly name: string; readonly title: Text }[]
}

/** The answer to beginning an import, and the data of a refusal of its columns. */
export interface BegunImport extends ImportState {
  readonly matching: MatchedHeadings
}

/** POST /api/exchange/latest {screen} -> ImportState or null: the caller's unfinished import there. */
export interface LatestImportRequest {
  readonly screen: string
}

/** POST /api/exchange/receipts {screen} -> ImportState[]: the caller's last finished imports there. */
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

/** A cell that another user has changed, too. */
export interface ContestedCell {
  readonly row: number
  readonly field: string
}

/** All contested cells of these columns but the `cells`, and of the other columns just the `cells`. */
export interface OverwrittenCells {
  readonly columns: readonly string[]
  readonly cells: readonly ContestedCell[]
}

/**
 * POST /api/exchange/confirm — lets the steps write; `overwrite`: which contested cells get the file's value, all, none
 * or these; `again`: also rows added by an earlier import.
 */
export interface ConfirmImportRequest extends ImportRequest {
  readonly overwrite: boolean | OverwrittenCells
  readonly again?: boolean | readonly number[]
}

/**
 * POST /api/exchange/rows — the state of the rows, 50 from `after` on; `linesOf`: of this row only, with the lines of
 * its record, 50 from `after` on.
 */
export interface ImportRowsRequest extends ImportRequest {
  readonly states?: readonly ImportRowState[]
  readonly after?: number
  readonly linesOf?: number
}

/**
 * waiting: not compared yet; create, update: will be; same: unchanged; conflict: has cells that another user changed,
 * too, or maybe so, while its other edits will be written; repeated: added by an earlier import, skipped unless the
 * user wants it again; refused: invalid; created, updated: done; failed: refused on writing; kept: left as it is, since
 * it has contested cells alone and its user overwrites none. After taking back: voided (was created); restored (was
 * updated); wentOn: left, because it changed since; notTakenBack: left, because it was refused.
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
/** Of rows that wait to be written once the import is confirmed. */
export const writtenStates: readonly ImportRowState[] = ['create', 'update']

/** working: steps advance it; written: rows of the file stand in the records; ended: nothing follows by itself. */
const phases = {
  checking: { working: true, written: false, ended: false },
  checked: { working: false, written: false, ended: false },
  writing: { working: true, written: true, ended: false },
  done: { working: false, written: true, ended: true },
  takingBack: { working: true, written: true, ended: false },
  takenBack: { working: false, written: false, ended: true },
} as const
type ImportPhase = keyof typeof phases
export const importPhases = Object.keys(phases) as ImportPhase[]

const phasesWith = (trait: 'working' | 'written' | 'ended') => importPhases.filter((phase) => phases[phase][trait])
export const workingPhases: readonly ImportPhase[] = phasesWith('working')
export const writtenPhases: readonly ImportPhase[] = phasesWith('written')
export const endPhases: readonly ImportPhase[] = phasesWith('ended')

export interface ImportState {
  readonly id: number
  readonly screen: string
  readonly file: string
  readonly at: string
  /** checking: rows are compared; checked: the user decides; writing: rows are written; done: it can be taken back. */
  readonly phase: ImportPhase
  readonly counts: Readonly<Partial<Record<ImportRowState, number>>>
  /**
   * Until confirmation, of the rows in conflict: the number of contested cells by column, and of rows that will be
   * written whatever is chosen; `ofLines`: each contested cell is for all lines of a record.
   */
  readonly conflicts?: {
    readonly columns: readonly { readonly field: string; readonly title: Text; readonly cells: number }[]
    readonly rows: number
    readonly ofLines?: true
  }
  /**
   * Until confirmation: the last import of the same file there, with the number of rows that it wrote; `isLeft`: it was
   * not finished, and the confirmation ends it.
   */
  readonly earlier?: { readonly at: string; readonly by: string; readonly rows: number; readonly isLeft: boolean }
  /** Headings that match no field. */
  readonly ignored: readonly string[]
  /**
   * What the user should know of the file: rows with a record number but without the exported values, so that every
   * cell that differs is a conflict; a file from before a change of the manifests; columns and rows that the sheet
   * hides, which come in like all others.
   */
  readonly origin?: {
    readonly rowsWithoutOriginals: number
    readonly isOtherRevision: boolean
    readonly hiddenColumns?: readonly string[]
    readonly hiddenRows?: number
  }
  /** The time limit for taking it back. */
  readonly takeBackUntil?: string
  /** Why what it wrote cannot be taken back. */
  readonly takeBackRefusal?: string
}

export interface ImportCell {
  readonly title: Text
  /** Changed by another user since the export, or maybe so: then without `base`. */
  readonly contested?: true
  /** Of a contested cell. */
  readonly field?: string
  /** A contested cell that is not written. */
  readonly kept?: true
  /** The exported value, the value in the file, and the present value. */
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
  /** Only cells that differ or are invalid; of a row that adds a record, all that are filled. */
  readonly cells: readonly ImportCell[]
  /** In an exchange of lines: what becomes of the lines of the record. */
  readonly lines?: ImportLines
}

export const importLineOutcomes = ['refused', 'contested', 'changed', 'added'] as const
export type ImportLineOutcome = (typeof importLineOutcomes)[number]

/** `listed`: some that are refused or contested, or those that were requested. */
interface ImportLines {
  readonly counts: Readonly<Partial<Record<ImportLineOutcome, number>>>
  readonly listed: readonly ImportLine[]
}

/** A line of a record; `row`: its row in the file. */
export interface ImportLine {
  readonly row: number
  readonly outcome: ImportLineOutcome
  readonly cells: readonly ImportCell[]
}

export interface ImportRowsAnswer {
  readonly rows: readonly ImportRow[]
  readonly more: boolean
}

// Defines the format of a backup: one compressed tar of header, tables, uploaded files, summary.
// The summary comes last, so that a truncated file is never taken for a complete one.
import type { SavedTable, SequencePosition } from './tables'

export const formatVersion = 1

/** The first entry. */
export interface BackupHeader {
  readonly format: number
  /** Everything acknowledged before this time is in the backup. */
  readonly mark: string
  readonly server: string
  readonly tables: readonly SavedTable[]
  readonly secretKey?: string
}

/** The last entry. */
export interface Closing {
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly digest: string }[]
  /** Digests of the files, which are also their names. */
  readonly files: readonly string[]
  /** Unused uploads that were removed during the backup; their rows are dropped too. */
  readonly gone: readonly string[]
  readonly standings: readonly SequencePosition[]
}

export const names = {
  opening: 'opening.json',
  closing: 'closing.json',
  part: (table: number, part: number) => `tables/${table}/${part}`,
  file: (digest: string) => `files/${digest}`,
}

// Words the bound that a table file exceeds, with its figure.
import type { LocalizableText } from '../../../manifest/expression/message'
import { maxBytes, maxRecords } from '../../../protocol/exchange/tableFile'
import {
  maxCellCharacters,
  maxColumns,
  type BoundExceeded,
  type WorkbookBounds,
} from '../../../protocol/exchange/workbookBounds'
import { phrase } from '../../context/phrases'

export interface TableBounds extends WorkbookBounds {
  /** Maximum seconds for reading the file. */
  readonly seconds: number
}

/** Bounds of a file of records; exports for editing obey them too, so they can always be imported. */
export const recordBounds: TableBounds = {
  unpackedBytes: 100 * 1024 * 1024,
  rows: maxRecords,
  // The heading counts as well.
  cells: (maxRecords + 1) * maxColumns,
  seconds: 60,
}

/** `bytes`: of the file itself. `work`: it takes too long to read, or too much memory. */
export type TableBound = BoundExceeded['bound'] | 'bytes' | 'work'

/** A part of a sentence, in every language, to fill into a refusal. */
export function boundSentence(
  bound: TableBound,
  { rows, cells, unpackedBytes, seconds }: TableBounds,
): LocalizableText {
  switch (bound) {
    case 'rows':
      return phrase('import_bound_rows', { count: rows })
    case 'cells':
      return phrase('import_bound_cells', { count: cells })
    case 'cellCharacters':
      return phrase('import_bound_cell_characters', { count: maxCellCharacters })
    case 'columns':
      return phrase('import_bound_columns', { count: maxColumns })
    case 'bytes':
      return phrase('import_bound_bytes', { megabytes: megabytes(maxBytes) })
    case 'unpackedBytes':
      return phrase('import_bound_unfolded', { megabytes: megabytes(unpackedBytes) })
    case 'work':
      return phrase('import_bound_work', { seconds })
    default:
      return bound satisfies never
  }
}

const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024)

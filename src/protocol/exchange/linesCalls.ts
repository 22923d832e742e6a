// Requests and answers of lines of an open form that come in from a spreadsheet.
// Nothing is written: the form takes what was read, and its own transition writes it.
import type { Text } from '../../manifest/model/text'
import type { LineValue } from '../calls'

/** The lines of a form: a field of type lines, or such an input. */
export interface FormLines {
  readonly entity: string
  readonly transition: string
  readonly field: string
  /** The record, unless the transition creates one. */
  readonly id?: number
  /** The present values of the form, as in /api/options. */
  readonly input?: Readonly<Record<string, unknown>>
}

/** POST /api/exchange/linesSheet — a sheet with these lines, or an empty template; the answer is the file. */
export interface LinesSheetRequest extends FormLines {
  readonly lines?: readonly LineValue[]
}

/** POST /api/exchange/lines {…, file} -> ReadLines: an uploaded file (its id) as lines of the form. */
export interface ReadLinesRequest extends FormLines {
  readonly file: string
}

export interface ReadLines {
  readonly lines: readonly ReadLine[]
  /** Heads of columns that mean nothing here. */
  readonly ignored: readonly string[]
  /** Why the lines as a whole are refused. */
  readonly message?: string
}

export interface ReadLine {
  /** Row of the file, counted from 1. */
  readonly row: number
  /** Which line of the form it fills in, counted from 0, where the form only fills in fields of its lines. */
  readonly lineIndex?: number
  /** In the format of a record's lines; a cell that was refused is absent. */
  readonly line: LineValue
  readonly faults: readonly LineFault[]
}

export interface LineFault {
  readonly field: string
  readonly title: Text
  /** What stands in the file. */
  readonly text: string
  readonly message: string
}

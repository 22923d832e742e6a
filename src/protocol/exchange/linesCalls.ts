// Requests and answers for importing lines of an open form from a spreadsheet.
// Nothing is written: the form takes the lines, and its own transition writes them.
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
  /** Headings that match no field. */
  readonly ignored: readonly string[]
  /** Why the lines as a whole are refused. */
  readonly message?: string
}

export interface ReadLine {
  /** Row of the file, counted from 1. */
  readonly row: number
  /** The index of the line that it fills in, if the form only fills in fields of its lines. */
  readonly lineIndex?: number
  /** In the format of a record's lines, without refused cells. */
  readonly line: LineValue
  readonly errors: readonly LineError[]
}

export interface LineError {
  readonly field: string
  readonly title: Text
  /** The text in the file. */
  readonly text: string
  readonly message: string
}

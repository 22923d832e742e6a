// The columns of a table of lines, and the number of a line.
import type { Field } from '../../../manifest/model/field'
import { numberColumn } from '../../../manifest/model/lineRules'
import type { Line } from './editLines'

type LinesField = Pick<Field, 'fields' | 'uniqueBy'>

/**
 * Without the number that identifies a line: it is counted, and shown before the line. While one of `cells` has it
 * wrong, as after an import, it is a column, so that it can be mended.
 */
export function lineColumns(field: LinesField, cells: Readonly<Record<string, string>> = {}): readonly Field[] {
  const columns = Object.values(field.fields ?? {})
  const counted = numberColumn(field)
  const isWrong = Object.keys(cells).some((path) => path.split('.')[1] === counted?.name)
  return counted && !isWrong && columns.length > 1 ? columns.filter((column) => column !== counted) : columns
}

/** What a line is called by: its own number, else its place, counted from 1. */
export function lineNumber(line: Line | undefined, index: number, field: LinesField): number {
  const number = Number(line?.[numberColumn(field)?.name ?? ''] ?? 0)
  return Number.isSafeInteger(number) && number > 0 ? number : index + 1
}

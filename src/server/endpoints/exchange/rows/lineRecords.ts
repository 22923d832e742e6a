// The lines of a record as rows of a sheet, and what identifies each of them.
import type { App } from '../../../../manifest/model/app'
import { idOf } from '../../../../manifest/expression/values/value'
import { isComputed, type Field } from '../../../../manifest/model/field'
import type { LineValue, RecordData } from '../../../../protocol/calls'
import { readExchangeCell } from '../exchangeCells'
import type { SheetLines } from '../sheetColumns'

/** What identifies a line within its record, as one text; undefined if none of its cells is filled in. */
export function lineKey(
  app: App,
  { columns, keys }: Pick<SheetLines, 'columns' | 'keys'>,
  cellText: (field: Field) => string,
): string | undefined {
  const texts = columns.flatMap(({ field, line }) => (keys.includes(line) ? [{ field, text: cellText(field) }] : []))
  if (texts.every(({ text }) => text === '')) return undefined
  return JSON.stringify(
    texts.map(({ field, text }) => {
      const read = readExchangeCell(app, field, text)
      return 'value' in read ? String(read.value) : text
    }),
  )
}

/** The records as rows of a sheet: one for each line, and an empty one for a record without lines. */
export function lineRecords({ field, columns }: SheetLines, records: readonly RecordData[]): RecordData[] {
  return records.flatMap((record) => {
    const lines = linesOfRecord(record, field.name)
    return (lines.length > 0 ? lines : [{}]).map((line) => lineRecord(columns, record, line))
  })
}

/** The record with the values of one of its lines, by the paths of the columns. */
export const lineRecord = (columns: SheetLines['columns'], record: RecordData, values: LineValue): RecordData => ({
  ...record,
  values: {
    ...record.values,
    ...Object.fromEntries(columns.map((column) => [column.field.name, values[column.line] ?? null])),
  },
})

/** The lines of a record as the list reads them. */
export const linesOfRecord = ({ values }: RecordData, name: string): readonly LineValue[] =>
  (values[name] ?? []) as readonly LineValue[]

/** A line as a form sends it. */
export function writtenValues({ fields = {} }: Field, line: LineValue): Record<string, unknown> {
  const entered = Object.values(fields).filter((cell) => !isComputed(cell))
  return Object.fromEntries(
    entered.map(({ name, type }) => [name, type === 'ref' ? (idOf(line[name]) ?? null) : (line[name] ?? null)]),
  )
}

// The files that lines, or whole records, carry.
import type { Field } from '../../../manifest/model/field'
import type { FileValue, LineValue, RecordData } from '../../../protocol/calls'

type Fields = Readonly<Record<string, Pick<Field, 'name' | 'type' | 'fields'>>>

interface FileOfLine {
  readonly file: FileValue
  readonly line: LineValue
}

/** The files of lines, each with its line, those of the last line first: it is the newest. */
export const filesByLine = (
  { fields = {} }: Partial<Pick<Field, 'fields'>>,
  lines: readonly LineValue[],
): readonly FileOfLine[] => lines.toReversed().flatMap((line) => filesAt(fields, line).map((file) => ({ file, line })))

/** The files of lines; empty if no column holds files. */
export const filesInLines = (...of: Parameters<typeof filesByLine>): readonly FileValue[] =>
  filesByLine(...of).map(({ file }) => file)

/** All files of a record once, in the order of its fields and of the lines in them. */
export function filesOfRecord(fields: Fields, values: RecordData['values']): readonly FileValue[] {
  const files = Object.values(fields).flatMap((field) =>
    field.type === 'lines'
      ? linesAt(values[field.name]).flatMap((line) => filesAt(field.fields ?? {}, line))
      : filesAt({ [field.name]: field }, values),
  )
  // One file may be the value of several fields.
  return [...new Map(files.map((file) => [file.id, file])).values()]
}

function filesAt(fields: Fields, values: Readonly<Record<string, unknown>>): FileValue[] {
  const names = Object.values(fields).flatMap(({ name, type }) => (type === 'files' ? [name] : []))
  return names.flatMap((name) => (values[name] ?? []) as readonly FileValue[])
}

const linesAt = (value: unknown) => (value ?? []) as readonly LineValue[]

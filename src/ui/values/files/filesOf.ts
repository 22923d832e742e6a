// The files that lines, or whole records, carry.
import type { Field } from '../../../manifest/model/field'
import type { FileValue, LineValue, RecordData } from '../../../protocol/calls'

type Fields = Readonly<Record<string, Pick<Field, 'name' | 'type' | 'fields'>>>

/** The files of lines, those of the last line first: it is the newest; empty if no column holds files. */
export const filesInLines = (
  { fields = {} }: Partial<Pick<Field, 'fields'>>,
  lines: readonly LineValue[],
): readonly FileValue[] => lines.toReversed().flatMap((line) => filesAt(fields, line))

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

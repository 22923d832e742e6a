// Compares lines with those that a template gives, and lets them take its values again. Pure.
import { isNumberType } from '../../../manifest/expression/values/valueTypes'
import type { Field } from '../../../manifest/model/field'
import { isEmpty } from '../../../manifest/fieldTypes/definition'
import type { Line } from './editLines'

/** Whether lines agree with the template in every value that it gives. */
export function followTemplate(lines: readonly Line[], offered: readonly Line[], { fields = {} }: Field): boolean {
  return (
    lines.length === offered.length &&
    offered.every((line, index) =>
      Object.entries(line).every(([name, value]) => isSame(value, lines[index]?.[name], fields[name])),
    )
  )
}

/** The offered lines; what the template does not give stays with the line of the same key. */
export function refittedLines(
  lines: readonly Line[],
  offered: readonly Line[],
  { uniqueBy: key = [], fields = {} }: Field,
): readonly Line[] {
  const isSameLine = (line: Line, other: Line) =>
    key.length > 0 && key.every((name) => isSame(line[name], other[name], fields[name]))
  return offered.map((line) => ({ ...lines.find((other) => isSameLine(other, line)), ...line }))
}

/** 200 and 200.00 are the same amount. */
const isSame = (value: unknown, other: unknown, field: Field | undefined): boolean =>
  isEmpty(value) || isEmpty(other)
    ? isEmpty(value) && isEmpty(other)
    : field && isNumberType(field.type)
      ? Number(value) === Number(other)
      : JSON.stringify(value) === JSON.stringify(other)

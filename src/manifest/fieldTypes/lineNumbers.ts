// Numbers lines that are identified by a whole number.
import type { Field } from '../model/field'
import { numberColumn } from '../model/lineRules'
import { isEmpty } from './definition'

type Line = Readonly<Record<string, unknown>>

/** Assigns lines without a number the next one after the largest, if numbers identify the lines. */
export function fillLineNumbers<L extends Line>(lines: readonly L[], field: Field): readonly L[] {
  const name = numberColumn(field)?.name
  if (name === undefined) return lines
  // A cell keeps the entered text even if it is no number.
  const numbers = lines.map((line) => Number(line[name] ?? 0)).filter(Number.isSafeInteger)
  let last = numbers.reduce((largest, number) => Math.max(largest, number), 0)
  return lines.map((line) => (isEmpty(line[name]) ? { ...line, [name]: ++last } : line))
}

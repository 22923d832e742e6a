// Numbers lines that a whole number distinguishes.
import type { Field } from '../model/field'
import { numberColumn } from '../model/lineRules'
import { isEmpty } from './definition'

type Line = Readonly<Record<string, unknown>>

/** Gives lines without a number the next one after the largest, where that number distinguishes them. */
export function fillLineNumbers<L extends Line>(lines: readonly L[], field: Field): readonly L[] {
  const name = numberColumn(field)?.name
  if (name === undefined) return lines
  // A cell keeps what was typed even if it is no number.
  const numbers = lines.map((line) => Number(line[name] ?? 0)).filter(Number.isSafeInteger)
  let last = numbers.reduce((largest, number) => Math.max(largest, number), 0)
  return lines.map((line) => (isEmpty(line[name]) ? { ...line, [name]: ++last } : line))
}

// What becomes of lines of which a form fills in only some fields? Those that are there keep everything else, and no line comes or goes; of new ones the rest stays empty.
import type { Field, Text } from '../../manifest/app'
import { checkValue, isEmpty, type CheckContext, type Checked } from '../../manifest/fields/fieldTypes'
import { linesIn } from './step'

const otherLines: Text = ['明细行不能增减', 'Lines can neither be added nor removed here']

/**
 * Checks the cells that a form fills in and puts them into the lines that are there, in their order.
 * @param given lines of the form; other fields of a line may stand in them and are not looked at
 * @param present the lines of the record
 */
export function fillCells(
  given: unknown,
  field: Field,
  cells: readonly string[],
  present: unknown,
  context: CheckContext,
): Checked {
  const lines = linesIn(present)
  if (Array.isArray(given) && given.length !== lines.length) return { error: otherLines }
  const open = Object.fromEntries(cells.map((name) => [name, { ...field.fields![name]!, required: false }]))
  const checked = checkValue(
    withoutOthers(given, field, cells),
    { name: field.name, type: field.type, fields: open },
    context,
  )
  if (!('value' in checked)) return checked
  const filled = linesIn(checked.value)
  return { value: lines.map((line, index) => ({ ...line, ...filled[index] })) }
}

/** Cells of lines that are to be filled in and are not, as line.field counted from 0. */
export function emptyCells(value: unknown, cells: readonly string[]): string[] {
  return linesIn(value).flatMap((line, index) =>
    cells.filter((name) => isEmpty(line[name])).map((name) => `${index}.${name}`),
  )
}

/** The lines of a form without the fields that it leaves out, whatever stands in them. */
export function withoutCells(given: unknown, names: readonly string[] | undefined): unknown {
  return names ? eachLine(given, (name) => !names.includes(name)) : given
}

function withoutOthers(given: unknown, field: Field, cells: readonly string[]): unknown {
  return eachLine(given, (name) => cells.includes(name) || !Object.hasOwn(field.fields ?? {}, name))
}

function eachLine(given: unknown, keeps: (name: string) => boolean): unknown {
  if (!Array.isArray(given)) return given
  return given.map((line: unknown) =>
    typeof line !== 'object' || line === null
      ? line
      : Object.fromEntries(Object.entries(line).filter(([name]) => keeps(name))),
  )
}

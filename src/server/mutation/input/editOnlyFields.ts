// Merges forms that edit only some fields of lines:
// other fields stay, and no line is added or removed. Other fields of new lines stay empty.
import type { Field } from '../../../manifest/model/field'
import { fieldError } from '../../../manifest/fieldTypes/fieldErrors'
import { validateValue } from '../../../manifest/fieldTypes/fieldTypes'
import { isEmpty, type CheckContext, type Checked } from '../../../manifest/fieldTypes/definition'
import { linesIn, type FormEntry } from '../state/step'

/**
 * Validates the edited fields and merges them into the existing lines, in their order.
 * @param input lines of the form; further fields of a line are ignored
 * @param present the lines of the record
 */
export function fillCells(
  { formField, field }: FormEntry,
  input: unknown,
  present: unknown,
  context: CheckContext,
): Checked {
  const cells = formField.editOnlyFields ?? []
  const lines = linesIn(present)
  if (Array.isArray(input) && input.length !== lines.length) return { error: fieldError('lines_fixed') }
  const open = Object.fromEntries(cells.map((name) => [name, { ...field.fields![name]!, required: false }]))
  const checked = validateValue(
    withoutOthers(input, field, cells),
    { name: field.name, type: field.type, fields: open },
    context,
  )
  if (!('value' in checked)) return checked
  const filled = linesIn(checked.value)
  return { value: lines.map((line, index) => ({ ...line, ...filled[index] })) }
}

/** Required fields of lines that are empty, as line.field counted from 0. */
export function emptyCells(value: unknown, cells: readonly string[]): string[] {
  return linesIn(value).flatMap((line, index) =>
    cells.filter((name) => isEmpty(line[name])).map((name) => `${index}.${name}`),
  )
}

/** The lines of a form without the omitted fields, whatever values were sent. */
export function withoutCells(input: unknown, names: readonly string[] | undefined): unknown {
  return names ? eachLine(input, (name) => !names.includes(name)) : input
}

function withoutOthers(input: unknown, field: Field, cells: readonly string[]): unknown {
  return eachLine(input, (name) => cells.includes(name) || !Object.hasOwn(field.fields ?? {}, name))
}

function eachLine(input: unknown, keeps: (name: string) => boolean): unknown {
  if (!Array.isArray(input)) return input
  return input.map((line: unknown) =>
    typeof line !== 'object' || line === null
      ? line
      : Object.fromEntries(Object.entries(line).filter(([name]) => keeps(name))),
  )
}

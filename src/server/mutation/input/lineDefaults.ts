// Fills missing cells of lines with the defaults of their fields.
import { isPlainObject } from '../../../manifest/json/jsonText'
import type { CheckContext } from '../../../manifest/fieldTypes/definition'
import { validateValue } from '../../../manifest/fieldTypes/fieldTypes'
import { isComputed, type Field } from '../../../manifest/model/field'
import { givable } from './givable'
import { lineOf, type FormEntry, type TransitionStep } from '../state/step'
import type { ValueResolver } from '../state/valueResolver'

type Line = Readonly<Record<string, unknown>>

/** Whether a form takes whole lines, some of whose cells have a default. */
export const hasLineDefaults = ({ formField, field }: FormEntry): boolean =>
  formField.editOnlyFields === undefined && defaultCells(field).length > 0

const defaultCells = ({ fields = {} }: Field): readonly Field[] =>
  Object.values(fields).filter((cell) => cell.default !== undefined)

/** The lines of a request with defaults filled in; anything else is left for validation to refuse. */
export async function withLineDefaults(
  resolver: ValueResolver,
  step: TransitionStep,
  { field }: FormEntry,
  lines: unknown,
): Promise<unknown> {
  if (!Array.isArray(lines)) return lines
  return Promise.all(lines.map((line: unknown) => (isPlainObject(line) ? fillLine(resolver, step, field, line) : line)))
}

// Sequentially: a default may read the result of an earlier one.
async function fillLine(resolver: ValueResolver, step: TransitionStep, field: Field, line: Line): Promise<Line> {
  const filled: Record<string, unknown> = { ...line }
  const context = givable(resolver.app, field, undefined)
  for (const cell of defaultCells(field)) {
    if (cell.default === undefined || filled[cell.name] !== undefined) continue
    const record = lineOf(step, field, soundCells(filled, field, context))
    const names = { record, this: step.record, input: step.input }
    await resolver.prepare([{ names, rules: [cell.default] }])
    filled[cell.name] = resolver.rawValue(names, cell.default, cell)
  }
  return filled
}

/** The values of a line that rules may read before it is validated. */
function soundCells(line: Line, { fields = {} }: Field, context: CheckContext): Line {
  return Object.fromEntries(
    Object.values(fields).flatMap((cell) => {
      if (isComputed(cell)) return []
      const checked = validateValue(line[cell.name], cell, context)
      return [[cell.name, 'value' in checked ? checked.value : null]]
    }),
  )
}

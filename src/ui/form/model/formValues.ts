// Computes the initial values of a form, and the values to send. Pure.
import type { Field } from '../../../manifest/model/field'
import type { Transition } from '../../../manifest/model/transition'
import { isEmpty } from '../../../manifest/fieldTypes/definition'
import type { RecordData } from '../../../protocol/calls'
import type { FormFieldModel } from './formField'

export type Values = Readonly<Record<string, unknown>>

/**
 * What is known before the user types: the record's own values, overridden by those of the action. Rules of defaults
 * come later.
 */
export function knownValues(
  fields: readonly FormFieldModel[],
  record: RecordData | undefined,
  fill: Values = {},
  emptyFields: Transition['emptyFields'] = [],
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { name, input } of fields) {
    if (Object.hasOwn(fill, name) && fill[name] !== undefined) values[name] = fill[name]
    else if (
      !input &&
      record &&
      !emptyFields.includes(name) &&
      record.values[name] !== undefined &&
      record.values[name] !== null
    )
      values[name] = record.values[name]
  }
  return values
}

/** A reference that the action provides is the reason for the form: it is shown and read-only. */
export const isFixed = (field: FormFieldModel, fill: Values = {}): boolean =>
  field.field.type === 'ref' && fill[field.name] !== undefined && fill[field.name] !== null

/** One value in the format of calls: references as ids, lines without computed cells, trimmed text. */
function sentValue(value: unknown, field: Field): unknown {
  if (isEmpty(value)) return field.type === 'files' || field.type === 'lines' ? [] : null
  switch (field.type) {
    case 'ref':
      return typeof value === 'object' ? (value as { id: number }).id : value
    case 'string':
    case 'text':
    case 'mobile':
      return typeof value === 'string' ? value.trim() : value
    case 'lines':
      return (value as Values[]).map((line) => sentLine(line, field.fields ?? {}))
    case 'int':
    case 'money':
    case 'decimal':
    case 'date':
    case 'datetime':
    case 'boolean':
    case 'choice':
    case 'files':
    case 'address':
      return value
    default:
      return field.type satisfies never
  }
}

function sentLine(line: Values, fields: Readonly<Record<string, Field>>): Values {
  const stored = Object.values(fields).filter(
    // The server fills in a default that is not known here.
    ({ name, compute, aggregate, default: rule }) => !compute && !aggregate && !(rule && line[name] === undefined),
  )
  return Object.fromEntries(stored.map((field) => [field.name, sentValue(line[field.name], field)]))
}

/**
 * The values that a form sends: only visible, editable ones. `isLeftOut`: an empty one is not sent, so that the server
 * may fill it in.
 */
export function sentValues(
  fields: readonly FormFieldModel[],
  values: Values,
  isVisible: (name: string) => boolean,
  isLeftOut: (formField: FormFieldModel) => boolean,
): Record<string, unknown> {
  const sent: Record<string, unknown> = {}
  for (const formField of fields) {
    const { name, field, readOnly } = formField
    if (readOnly || !isVisible(name)) continue
    if (isEmpty(values[name]) && isLeftOut(formField)) continue
    sent[name] = sentValue(values[name], field)
  }
  return sent
}

// With which values does a form begin, and what of them is sent? Pure.
import type { Field } from '../../manifest/app'
import { isEmpty } from '../../manifest/fields/definition'
import type { RecordData } from '../../protocol/calls'
import type { AskedField } from './askFields'

export type Values = Readonly<Record<string, unknown>>

/** What is known before the person types: the record's own values, over them what the action fills in. Rules of defaults come later. */
export function knownValues(
  fields: readonly AskedField[],
  record: RecordData | undefined,
  fill: Values = {},
): Record<string, unknown> {
  const known: Record<string, unknown> = {}
  for (const { name, input } of fields) {
    if (Object.hasOwn(fill, name) && fill[name] !== undefined) known[name] = fill[name]
    else if (!input && record && record.values[name] !== undefined && record.values[name] !== null)
      known[name] = record.values[name]
  }
  return known
}

/** A reference that came with the action is the reason for the form: it is shown and not changed. */
export const isFixed = (asked: AskedField, fill: Values = {}): boolean =>
  asked.field.type === 'ref' && fill[asked.name] !== undefined && fill[asked.name] !== null

/** One value as it is sent: references as ids, lines without what is computed, text without blanks around it. */
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
    default:
      return value
  }
}

function sentLine(line: Values, fields: Readonly<Record<string, Field>>): Values {
  const stored = Object.values(fields).filter((field) => !field.compute && !field.aggregate)
  return Object.fromEntries(stored.map((field) => [field.name, sentValue(line[field.name], field)]))
}

/** What a form sends: only what is shown and may be changed; for a new record nothing that is empty, so that the server may fill it in. */
export function sentValues(
  fields: readonly AskedField[],
  values: Values,
  shown: (name: string) => boolean,
  creates: boolean,
): Record<string, unknown> {
  const sent: Record<string, unknown> = {}
  for (const { name, field, readOnly } of fields) {
    if (readOnly || !shown(name)) continue
    if (creates && isEmpty(values[name])) continue
    sent[name] = sentValue(values[name], field)
  }
  return sent
}

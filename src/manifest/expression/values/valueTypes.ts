// Maps field types to the value types of rules.
import type { FieldType } from '../../model/field'
import type { ValueType } from '../../model/rule'

/** The type of a field's value in rules. */
export const valueTypes = {
  string: 'text',
  text: 'text',
  int: 'number',
  money: 'number',
  decimal: 'number',
  date: 'date',
  datetime: 'datetime',
  boolean: 'boolean',
  mobile: 'text',
  choice: 'text',
  ref: 'record',
  files: 'files',
  lines: 'lines',
  address: 'address',
} as const satisfies Record<FieldType, ValueType>

/** The parts of an address that a rule can read. */
export const addressParts = {
  province: 'text',
  city: 'text',
  district: 'text',
  detail: 'text',
  lng: 'number',
  lat: 'number',
} as const satisfies Record<string, ValueType>

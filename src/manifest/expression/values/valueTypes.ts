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

type TypeOf<Value extends ValueType> = {
  [Type in FieldType]: (typeof valueTypes)[Type] extends Value ? Type : never
}[FieldType]
type NumberType = TypeOf<'number'>

/** Whether rules read values of the type as numbers, so that they can be summed. */
export const isNumberType = (type: FieldType): type is NumberType => valueTypes[type] === 'number'

/** Whether values name a day, with or without a time. */
export const isDayType = (type: FieldType): type is TypeOf<'date' | 'datetime'> =>
  valueTypes[type] === 'date' || valueTypes[type] === 'datetime'

/** Texts that are entered, not chosen. */
export const isTextType = (type: FieldType): boolean => valueTypes[type] === 'text' && type !== 'choice'

const fractionDigits = {
  int: () => 0,
  money: () => 2,
  decimal: (scale = 2) => scale,
} as const satisfies Record<NumberType, (scale: number | undefined) => number>

/** The fraction digits with which a number of this type is written; `scale` is that of its field. */
export const scaleOf = (type: FieldType, scale: number | undefined): number =>
  isNumberType(type) ? fractionDigits[type](scale) : 0

/** The parts of an address that a rule can read. */
export const addressParts = {
  province: 'text',
  city: 'text',
  district: 'text',
  detail: 'text',
  lng: 'number',
  lat: 'number',
} as const satisfies Record<string, ValueType>

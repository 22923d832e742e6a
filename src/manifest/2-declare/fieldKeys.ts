// Defines which keys of a field have an effect, by its type and its owner.
import { Decimal } from 'decimal.js'
import { scaleOf } from '../expression/values/valueTypes'
import type * as language from '../language/generated'
import type { FieldType } from '../model/field'
import { childLocation, reportProblem, type ManifestLocation } from '../context/compileContext'

/** Owner of a field: a record, a line, a form (extra input), a request, a response, or a dimension of a report. */
export type FieldPlace = 'entity' | 'line' | 'input' | 'request' | 'response' | 'dimension'

/** The keys that apply only to some types, by type. */
const keysOfType = {
  string: [
    'maxLength',
    'pattern',
    'secret',
    'format',
    'mask',
    'localized',
    'index',
    'default',
    'example',
    'compute',
    'aggregate',
  ],
  text: ['maxLength', 'format', 'mask', 'localized', 'default', 'example', 'compute', 'aggregate'],
  int: ['unit', 'min', 'max', 'format', 'index', 'default', 'example', 'compute', 'aggregate', 'drillDown'],
  money: ['min', 'max', 'format', 'index', 'default', 'example', 'compute', 'aggregate', 'drillDown'],
  decimal: [
    'unit',
    'min',
    'max',
    'scale',
    'format',
    'index',
    'default',
    'example',
    'compute',
    'aggregate',
    'drillDown',
  ],
  date: ['index', 'default', 'compute', 'aggregate'],
  datetime: ['index', 'default', 'compute', 'aggregate'],
  boolean: ['index', 'default', 'example', 'compute', 'aggregate'],
  mobile: ['mask', 'index', 'default', 'example', 'compute', 'aggregate'],
  choice: ['dictionary', 'index', 'default', 'example', 'compute', 'aggregate'],
  ref: ['entity', 'optionsWhere', 'optionsFirstWhere', 'filterWhere', 'index', 'default', 'compute', 'aggregate'],
  files: ['min', 'max', 'accept', 'default'],
  lines: ['fields', 'uniqueBy', 'summaryFields', 'exchange', 'min', 'max', 'example'],
  address: ['default', 'compute'],
} as const satisfies Record<FieldType, readonly (keyof language.Field)[]>

const typeKeys: ReadonlySet<keyof language.Field> = new Set(Object.values(keysOfType).flat())

/** Whether a key has an effect on the fields of a type. */
function appliesTo(key: keyof language.Field, type: FieldType): boolean {
  const keys: readonly (keyof language.Field)[] = keysOfType[type]
  return !typeKeys.has(key) || keys.includes(key)
}

/** Keys that only a field of an entity or a line has. */
const keysOfRecordFields = [
  'compute',
  'aggregate',
  'drillDown',
  'mask',
  'localized',
  'readPermissions',
  'index',
] as const satisfies readonly (keyof language.Field)[]

/** Keys that do not apply to a display-only value, which no form enters and no record stores. */
const keysNotDisplayed: readonly (keyof language.Field)[] = [
  'uniqueBy',
  'summaryFields',
  'exchange',
  'synonyms',
  ...keysOfRecordFields,
  'required',
  'requiredWhen',
  'default',
  'example',
  'optionsWhere',
  'optionsFirstWhere',
  'checks',
  'min',
  'max',
  'maxLength',
  'pattern',
  'accept',
]

/** Keys that do not apply to a kind of owner. */
const keysRefusedAt: Readonly<Record<FieldPlace, readonly (keyof language.Field)[]>> = {
  entity: ['secret'],
  line: ['secret', 'example', 'aggregate', 'drillDown', 'mask', 'localized', 'readPermissions', 'index', 'filterWhere'],
  input: ['secret', 'filterWhere', 'format', 'summaryFields', ...keysOfRecordFields],
  request: ['waive', 'filterWhere', 'example', 'format', 'summaryFields', 'synonyms', ...keysOfRecordFields],
  response: [...keysNotDisplayed, 'filterWhere', 'waive'],
  dimension: [...keysNotDisplayed, 'help', 'waive'],
}

/** The field types to which each format applies. */
const typesOfFormat: Readonly<Record<NonNullable<language.Field['format']>, readonly FieldType[]>> = {
  html: ['text'],
  request: ['text'],
  route: ['string'],
  percent: ['int', 'decimal'],
  alert: ['int', 'money', 'decimal'],
  balance: ['int', 'money', 'decimal'],
}

const placeTexts: Readonly<Record<FieldPlace, string>> = {
  entity: 'on a field of a record',
  line: 'on a field of a line',
  input: 'on an input',
  request: 'on a field of a call',
  response: 'on a field of an answer',
  dimension: 'on the axis of a report',
}

/** Keys that describe entered values and do not apply to a computed field. */
const keysOfEnteredValues = [
  'required',
  'requiredWhen',
  'default',
  'example',
  'min',
  'max',
  'maxLength',
  'pattern',
  'checks',
  'accept',
  'optionsWhere',
  'optionsFirstWhere',
  'localized',
  'index',
] as const

/** Reports keys without effect for the field's type, its owner or its other keys. */
export function refuseIneffective(location: ManifestLocation, written: language.Field, where: FieldPlace): void {
  const { type } = written
  const report = (key: string, why: string): void =>
    reportProblem(childLocation(location, key), 'ineffective-key', { key, where: why }, { key: true })
  const isWritten = (key: keyof language.Field): boolean => written[key] !== undefined && appliesTo(key, type)
  // The field sets of an entity have been inlined.
  if (written.fieldSets !== undefined)
    report('fieldSets', type === 'lines' ? 'but on lines that an entity declares' : `on a field of type ${type}`)
  for (const key of typeKeys)
    if (written[key] !== undefined && !appliesTo(key, type)) report(key, `on a field of type ${type}`)
  for (const key of keysRefusedAt[where].filter(isWritten)) report(key, placeTexts[where])
  if (written.format !== undefined && isWritten('format') && !typesOfFormat[written.format].includes(type))
    reportProblem(childLocation(location, 'format'), 'ineffective-key', {
      key: written.format,
      where: `on a field of type ${type}`,
    })
  if (isWritten('unit') && written.format === 'percent') report('unit', 'on a percentage')
  refuseComputedTwice(location, written)
  if (written.compute !== undefined || written.aggregate !== undefined)
    for (const key of keysOfEnteredValues.filter(isWritten)) report(key, 'on a computed field')
  if (written.required === true && written.requiredWhen !== undefined)
    report('requiredWhen', 'on a field that is always required')
  for (const key of ['min', 'max'] as const) checkBound(childLocation(location, key), written, written[key])
}

function refuseComputedTwice(location: ManifestLocation, { compute, aggregate }: language.Field): void {
  if (compute === undefined || aggregate === undefined) return
  reportProblem(
    childLocation(location, 'aggregate'),
    'conflicting-keys',
    { what: 'A value is computed in one way: `compute` or `aggregate`' },
    { key: true },
  )
}

/** A bound that no value of the field can have is a mistake, such as half a piece. */
function checkBound(location: ManifestLocation, { type, scale }: language.Field, bound: number | undefined): void {
  if (bound === undefined || !appliesTo('min', type)) return
  const digits = scaleOf(type, scale)
  if (new Decimal(bound).decimalPlaces() <= digits) return
  reportProblem(location, 'out-of-range', {
    found: String(bound),
    bound: digits === 0 ? 'a whole number' : `a number with at most ${digits} digits after the point`,
  })
}

// Which keys of a field have an effect, by its type and its owner.
import { Decimal } from 'decimal.js'
import { scaleOf } from '../expression/values/value'
import type * as language from '../language/generated'
import type { FieldType } from '../model/field'
import { childLocation, reportProblem, type ManifestLocation } from '../context/compileContext'

/** Owner of a field: a record, a line, a form (extra input), a request, a response, or a dimension of a report. */
export type FieldPlace = 'entity' | 'line' | 'input' | 'request' | 'response' | 'dimension'

/** Keys that apply to some types only. */
const FOR_TYPES: Readonly<Partial<Record<keyof language.Field, readonly FieldType[]>>> = {
  dictionary: ['choice'],
  entity: ['ref'],
  optionsWhere: ['ref'],
  fields: ['lines'],
  uniqueBy: ['lines'],
  summaryFields: ['lines'],
  min: ['int', 'money', 'decimal', 'files', 'lines'],
  max: ['int', 'money', 'decimal', 'files', 'lines'],
  scale: ['decimal'],
  maxLength: ['string', 'text'],
  pattern: ['string'],
  accept: ['files'],
  secret: ['string'],
  format: ['string', 'text', 'int', 'money', 'decimal'],
  mask: ['string', 'mobile', 'text'],
  localized: ['string', 'text'],
  index: ['string', 'int', 'money', 'decimal', 'date', 'datetime', 'boolean', 'mobile', 'choice', 'ref'],
  default: [
    'string',
    'text',
    'int',
    'money',
    'decimal',
    'date',
    'datetime',
    'boolean',
    'mobile',
    'choice',
    'ref',
    'files',
    'address',
  ],
  example: ['string', 'text', 'int', 'money', 'decimal', 'boolean', 'mobile', 'choice', 'lines'],
  compute: [
    'string',
    'text',
    'int',
    'money',
    'decimal',
    'date',
    'datetime',
    'boolean',
    'mobile',
    'choice',
    'ref',
    'address',
  ],
  aggregate: ['string', 'text', 'int', 'money', 'decimal', 'date', 'datetime', 'boolean', 'mobile', 'choice', 'ref'],
}

/** Keys that do not apply to a value that is only shown: no form enters it and no record stores it. */
const ENTERED_OR_STORED: readonly (keyof language.Field)[] = [
  'uniqueBy',
  'summaryFields',
  'synonyms',
  'compute',
  'aggregate',
  'mask',
  'localized',
  'readPermissions',
  'index',
  'required',
  'requiredWhen',
  'default',
  'example',
  'optionsWhere',
  'checks',
  'min',
  'max',
  'maxLength',
  'pattern',
  'accept',
]

/** Keys that do not apply to a kind of owner. */
const NOT_IN: Readonly<Record<FieldPlace, readonly (keyof language.Field)[]>> = {
  entity: ['secret'],
  line: ['secret', 'example', 'aggregate', 'mask', 'localized', 'readPermissions', 'index'],
  input: [
    'secret',
    'synonyms',
    'format',
    'summaryFields',
    'compute',
    'aggregate',
    'mask',
    'localized',
    'readPermissions',
    'index',
  ],
  request: [
    'waive',
    'example',
    'format',
    'summaryFields',
    'synonyms',
    'compute',
    'aggregate',
    'mask',
    'localized',
    'readPermissions',
    'index',
  ],
  response: [...ENTERED_OR_STORED, 'waive'],
  dimension: [...ENTERED_OR_STORED, 'help', 'waive'],
}

/** The field types to which each format applies. */
const FORMATS: Readonly<Record<NonNullable<language.Field['format']>, readonly FieldType[]>> = {
  html: ['text'],
  route: ['string'],
  percent: ['int', 'decimal'],
  alert: ['int', 'money', 'decimal'],
  balance: ['int', 'money', 'decimal'],
}

const PLACES: Readonly<Record<FieldPlace, string>> = {
  entity: 'on a field of a record',
  line: 'on a field of a line',
  input: 'on an input',
  request: 'on a field of a call',
  response: 'on a field of an answer',
  dimension: 'on the axis of a report',
}

/** Keys that describe entered values and do not apply to a computed field. */
const NOT_COMPUTED = [
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
  'localized',
  'index',
] as const

/** Reports keys that have no effect on a field of this type, at this place, or beside the other keys. */
export function refuseIneffective(location: ManifestLocation, manifest: language.Field, where: FieldPlace): void {
  const say = (key: string, why: string): void =>
    reportProblem(childLocation(location, key), 'ineffective-key', { key, where: why }, { key: true })
  for (const [key, types] of Object.entries(FOR_TYPES)) {
    if (manifest[key as keyof language.Field] !== undefined && !types.includes(manifest.type))
      say(key, `on a field of type ${manifest.type}`)
  }
  for (const key of NOT_IN[where])
    if (manifest[key] !== undefined && FOR_TYPES[key]?.includes(manifest.type) !== false) say(key, PLACES[where])
  if (
    manifest.format !== undefined &&
    FOR_TYPES.format!.includes(manifest.type) &&
    !FORMATS[manifest.format].includes(manifest.type)
  )
    reportProblem(childLocation(location, 'format'), 'ineffective-key', {
      key: manifest.format,
      where: `on a field of type ${manifest.type}`,
    })
  if (manifest.compute !== undefined && manifest.aggregate !== undefined)
    reportProblem(
      childLocation(location, 'aggregate'),
      'conflicting-keys',
      { what: 'A value is computed in one way: `compute` or `aggregate`' },
      { key: true },
    )
  if (manifest.compute !== undefined || manifest.aggregate !== undefined)
    for (const key of NOT_COMPUTED)
      if (manifest[key] !== undefined && FOR_TYPES[key]?.includes(manifest.type) !== false)
        say(key, 'on a computed field')
  if (manifest.required === true && manifest.requiredWhen !== undefined)
    say('requiredWhen', 'on a field that is always required')
  for (const key of ['min', 'max'] as const) checkBound(childLocation(location, key), manifest, manifest[key])
}

/** A bound that no value of the field can have is a mistake, as half a piece. */
function checkBound(location: ManifestLocation, { type, scale }: language.Field, bound: number | undefined): void {
  if (bound === undefined || !FOR_TYPES.min!.includes(type)) return
  const digits = scaleOf(type, scale)
  if (new Decimal(bound).decimalPlaces() <= digits) return
  reportProblem(location, 'out-of-range', {
    found: String(bound),
    bound: digits === 0 ? 'a whole number' : `a number with at most ${digits} digits after the point`,
  })
}

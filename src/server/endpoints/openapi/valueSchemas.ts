// JSON Schemas of field values in requests and answers.
import { scaleOf } from '../../../manifest/expression/values/valueTypes'
import { isComputed, type Field } from '../../../manifest/model/field'
import { usualLength } from '../../../manifest/fieldTypes/texts'
import { maxDigits } from '../../../manifest/fieldTypes/numbers'
import { mobilePattern } from '../../../manifest/fieldTypes/definition'
import { addressLengths, defaultMaxFiles, fileLengths } from '../../../manifest/fieldTypes/references'
import { defaultMaxLines } from '../../../manifest/fieldTypes/fieldTypes'
import type { Text } from '../../../manifest/model/text'

export type JsonSchema = Readonly<Record<string, unknown>>

/** The referenced definitions, and the language of titles. */
export interface SchemaContext {
  readonly languages: readonly string[]
  readonly titleOf: (text: Text) => string
  /** The schema of a dictionary's codes; undefined for an unknown one. */
  readonly choice: (dictionary: string) => JsonSchema | undefined
}

export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

export const closedObject = (
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required: [...required] }),
  additionalProperties: false,
})

const day = { type: 'string', format: 'date' }
const moment = { type: 'string', format: 'date-time' }

/** The schemas that fields of any product refer to. */
export const sharedSchemas: Readonly<Record<string, JsonSchema>> = {
  Reference: closedObject({ id: { type: 'integer', minimum: 1 }, label: { type: 'string' } }, ['id', 'label']),
  File: closedObject(
    {
      id: { type: 'string' },
      name: { type: 'string', maxLength: fileLengths.name },
      size: { type: 'integer', minimum: 0 },
      type: { type: 'string', maxLength: fileLengths.type },
    },
    ['id', 'name', 'size', 'type'],
  ),
  Address: closedObject(
    {
      province: { type: 'string', maxLength: addressLengths.province },
      city: { type: 'string', maxLength: addressLengths.city },
      district: { type: 'string', maxLength: addressLengths.district },
      detail: { type: 'string', maxLength: addressLengths.detail },
      lng: { type: ['number', 'null'], minimum: -180, maximum: 180 },
      lat: { type: ['number', 'null'], minimum: -90, maximum: 90 },
    },
    ['province', 'city', 'detail'],
  ),
}

const exactPattern = (digits: number, scale: number) =>
  `^-?\\d{1,${digits}}${scale === 0 ? '' : `(\\.\\d{1,${scale}})?`}$`

/** The value of a field as a request gives it; null is no value. */
export function givenValue(
  field: Field,
  context: SchemaContext,
  { required }: Pick<Field, 'required'> = field,
): JsonSchema {
  const titled = {
    title: context.titleOf(field.title),
    ...(field.help && { description: context.titleOf(field.help) }),
  }
  const schema = givenSchema(field, context)
  return required ? { ...schema, ...titled } : { ...orNull(schema), ...titled }
}

function givenSchema(field: Field, context: SchemaContext): JsonSchema {
  switch (field.type) {
    case 'string':
    case 'text': {
      const text = {
        type: 'string',
        maxLength: field.maxLength ?? usualLength[field.type],
        ...(field.pattern !== undefined && { pattern: `^(?:${field.pattern})$` }),
      }
      return field.localized ? { anyOf: [text, eachLanguage(text, context)] } : text
    }
    case 'mobile':
      return { type: 'string', pattern: mobilePattern.source }
    case 'int':
      return { type: 'integer', ...limits(field, 'minimum', 'maximum') }
    case 'money':
      return {
        type: 'string',
        pattern: exactPattern(maxDigits.money, scaleOf('money', undefined)),
        ...limits(field, 'x-minimum', 'x-maximum'),
      }
    case 'decimal':
      return {
        type: 'string',
        pattern: exactPattern(maxDigits.decimal, field.scale ?? 2),
        ...limits(field, 'x-minimum', 'x-maximum'),
      }
    case 'date':
      return day
    case 'datetime':
      return moment
    case 'boolean':
      return { type: 'boolean' }
    case 'choice':
      return context.choice(field.dictionary ?? '') ?? { type: 'string' }
    case 'ref':
      return { anyOf: [{ type: 'integer', minimum: 1 }, reference('Reference')], 'x-entity': field.entity }
    case 'files':
      return { type: 'array', items: reference('File'), maxItems: field.max ?? defaultMaxFiles, uniqueItems: true }
    case 'address':
      return reference('Address')
    case 'lines':
      return { type: 'array', items: givenLine(field, context), maxItems: field.max ?? defaultMaxLines }
  }
}

/** A line with its computed cells too, which are ignored: what was read can be sent back. */
function givenLine({ fields = {} }: Field, context: SchemaContext): JsonSchema {
  const cells = Object.values(fields)
  const enterable = cells.filter((cell) => !isComputed(cell))
  return closedObject(
    Object.fromEntries(
      cells.map((cell) => [
        cell.name,
        isComputed(cell) ? { ...answeredValue(cell, context), readOnly: true } : givenValue(cell, context),
      ]),
    ),
    enterable.filter((cell) => cell.required && cell.default === undefined).map(({ name }) => name),
  )
}

/** The value of a field as an answer has it; null is no value. Masks leave no form of a text to rely on. */
export function answeredValue(field: Field, context: SchemaContext): JsonSchema {
  return { ...orNull(answeredSchema(field, context)), title: context.titleOf(field.title) }
}

function answeredSchema(field: Field, context: SchemaContext): JsonSchema {
  switch (field.type) {
    case 'int':
      return { type: 'integer' }
    case 'money':
    case 'decimal':
      return { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' }
    case 'date':
      return day
    case 'datetime':
      return moment
    case 'boolean':
      return { type: 'boolean' }
    case 'choice':
      return context.choice(field.dictionary ?? '') ?? { type: 'string' }
    case 'ref':
      return reference('Reference')
    case 'files':
      return { type: 'array', items: reference('File') }
    case 'address':
      return reference('Address')
    case 'lines':
      return {
        type: 'array',
        items: closedObject(
          Object.fromEntries(
            Object.values(field.fields ?? {}).map((cell) => [cell.name, answeredValue(cell, context)]),
          ),
        ),
      }
    case 'string':
    case 'text':
    case 'mobile':
      return { type: 'string' }
  }
}

function eachLanguage(text: JsonSchema, { languages }: SchemaContext): JsonSchema {
  return { type: 'array', items: orNull(text), minItems: languages.length, maxItems: languages.length }
}

function limits({ min, max }: Field, least: string, most: string): JsonSchema {
  return { ...(min !== undefined && { [least]: min }), ...(max !== undefined && { [most]: max }) }
}

function orNull(schema: JsonSchema): JsonSchema {
  return typeof schema.type === 'string'
    ? { ...schema, type: [schema.type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] }
}

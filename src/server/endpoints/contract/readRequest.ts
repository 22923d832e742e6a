// Reads the declared fields of an endpoint's request by type, from query or body.
// Refuses invalid values field by field; ignores unknown names, which clients of the specification send.
import type { Field } from '../../../manifest/model/field'
import type { LocalizableText } from '../../../manifest/expression/message'
import { idOf } from '../../../manifest/expression/values/value'
import { fieldError } from '../../../manifest/fieldTypes/fieldErrors'
import { matchesPattern } from '../../../manifest/fieldTypes/pattern'
import { usualLength } from '../../../manifest/fieldTypes/texts'
import { RequestError } from '../../../protocol/requestError'
import type { Call } from '../../../protocol/transport'
import type { RawRecord } from '../../context/context'
import { isStorableText } from './readShape'

const wrong = fieldError('parameter_invalid')

/**
 * The declared fields that were sent; for a form with files none, since the operation reads its parts.
 * @throws RequestError input_invalid with one error per invalid field, request_unreadable
 */
export function readRequest(fields: Readonly<Record<string, Field>>, call: Call): RawRecord {
  const sent = sentBy(call)
  const values: Record<string, unknown> = {}
  const errors: Record<string, LocalizableText> = {}
  for (const field of Object.values(fields)) {
    const value = sent[field.name]
    if (value === undefined || value === null || value === '') {
      if (field.required) errors[field.name] = fieldError('required')
      continue
    }
    const read = readValue(field, value)
    if (read.problem) errors[field.name] = read.problem
    else values[field.name] = read.value
  }
  if (Object.keys(errors).length > 0) throw new RequestError('input_invalid', {}, { fields: errors })
  return values
}

function sentBy({ method, path, body }: Call): Readonly<Record<string, unknown>> {
  if (method === 'GET') return Object.fromEntries(new URLSearchParams(path.split('?')[1]))
  if (body === undefined || body === null || body === '') return {}
  if (typeof body === 'object' && 'parts' in body) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new RequestError('request_unreadable')
  return body as Record<string, unknown>
}

type ReadValue = { readonly value?: unknown; readonly problem?: LocalizableText }

const truths: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

function readValue(field: Field, value: unknown): ReadValue {
  switch (field.type) {
    case 'string':
    case 'text':
    case 'mobile':
    case 'choice':
      return readText(field, value)
    case 'int':
      return readInteger(field, value)
    case 'boolean': {
      const truth = truths.get(String(value))
      return truth === undefined ? { problem: wrong } : { value: truth }
    }
    case 'files':
    case 'lines':
      return Array.isArray(value) ? { value } : { problem: wrong }
    case 'address':
      return typeof value === 'object' ? { value } : { problem: wrong }
    case 'ref': {
      const id = idOf(value)
      return id === null ? { problem: wrong } : { value: id }
    }
    case 'date':
    case 'datetime':
    case 'money':
    case 'decimal':
      return typeof value === 'string' ? { value } : { problem: wrong }
  }
}

function readText({ type, maxLength, pattern }: Field, value: unknown): ReadValue {
  if (typeof value !== 'string' && typeof value !== 'number') return { problem: wrong }
  const text = String(value)
  const limit = maxLength ?? usualLength[type === 'text' ? 'text' : 'string']
  if ([...text].length > limit) return { problem: fieldError('parameter_too_long', { count: limit }) }
  if (!isStorableText(text)) return { problem: fieldError('characters_not_storable') }
  return pattern === undefined || matchesPattern(pattern, text) ? { value: text } : { problem: wrong }
}

function readInteger({ min = -Infinity, max = Infinity }: Field, value: unknown): ReadValue {
  const isDigits = typeof value === 'string' && /^-?\d{1,15}$/.test(value)
  const number = typeof value === 'number' || isDigits ? Number(value) : NaN
  return Number.isSafeInteger(number) && number >= min && number <= max ? { value: number } : { problem: wrong }
}

// What did a caller send to a declared endpoint? Each declared field by its type, from the query or the body; what does not fit is refused field by field.
// Further names are left unread: clients of the specification send some that it does not show.
import type { Field, Text } from '../manifest/app'
import { codes, Fault } from '../protocol/envelope'
import type { Call } from '../protocol/transport'
import type { RawRecord } from './context'
import { isKeepable } from './keepable'

const longest = { string: 200, text: 2_000 } as const
const required: Text = ['必填', 'Required']
const wrong: Text = ['格式不正确', 'Not as it must be']

/**
 * The declared fields that were sent; a form with files has none here, its parts are read by the operation.
 * @throws Fault 2001 with one error a wrong field
 */
export function readRequest(fields: Readonly<Record<string, Field>>, call: Call): RawRecord {
  const sent = sentBy(call)
  const values: Record<string, unknown> = {}
  const errors: Record<string, Text> = {}
  for (const field of Object.values(fields)) {
    const value = sent[field.name]
    if (value === undefined || value === null || value === '') {
      if (field.required) errors[field.name] = required
      continue
    }
    const read = readValue(field, value)
    if (read.problem) errors[field.name] = read.problem
    else values[field.name] = read.value
  }
  if (Object.keys(errors).length > 0)
    throw new Fault(codes.refused, ['请检查填写内容', 'Please check what was entered'], { fields: errors })
  return values
}

function sentBy({ method, path, body }: Call): Readonly<Record<string, unknown>> {
  if (method === 'GET') return Object.fromEntries(new URLSearchParams(path.split('?')[1]))
  if (body === undefined || body === null || body === '') return {}
  if (typeof body === 'object' && 'parts' in body) return {}
  if (typeof body !== 'object' || Array.isArray(body))
    throw new Fault(codes.refused, ['请求格式不正确', 'The request cannot be read'], { status: 400 })
  return body as Record<string, unknown>
}

function readValue(field: Field, value: unknown): { value?: unknown; problem?: Text } {
  switch (field.type) {
    case 'string':
    case 'text':
    case 'mobile':
    case 'choice': {
      if (typeof value !== 'string' && typeof value !== 'number') return { problem: wrong }
      const text = String(value)
      const most = field.length ?? longest[field.type === 'text' ? 'text' : 'string']
      if ([...text].length > most) return { problem: [`最多 ${most} 个字符`, `At most ${most} characters`] }
      if (!isKeepable(text)) return { problem: ['含有无法保存的字符', 'Contains characters that cannot be kept'] }
      if (field.pattern !== undefined && !new RegExp(`^(?:${field.pattern})$`, 'u').test(text))
        return { problem: wrong }
      return { value: text }
    }
    case 'int': {
      const number =
        typeof value === 'number'
          ? value
          : typeof value === 'string' && /^-?\d{1,15}$/.test(value)
            ? Number(value)
            : NaN
      if (!Number.isSafeInteger(number) || number < (field.min ?? -Infinity) || number > (field.max ?? Infinity))
        return { problem: wrong }
      return { value: number }
    }
    case 'boolean': {
      const known = ({ true: true, 1: true, false: false, 0: false } as Record<string, boolean>)[String(value)]
      return known === undefined ? { problem: wrong } : { value: known }
    }
    case 'files':
      return Array.isArray(value) ? { value } : { problem: wrong }
    case 'lines':
      return Array.isArray(value) ? { value } : { problem: wrong }
    case 'address':
      return typeof value === 'object' ? { value } : { problem: wrong }
    case 'ref':
      return Number.isSafeInteger(Number(value)) ? { value: Number(value) } : { problem: wrong }
    case 'date':
    case 'datetime':
    case 'money':
    case 'decimal':
      return typeof value === 'string' ? { value } : { problem: wrong }
  }
}

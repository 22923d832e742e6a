// Validates the shapes of references, files and addresses. The database decides whether they exist.
import type { LocalizableText } from '../expression/message'
import { isPlainObject } from '../json/jsonText'
import { idOf } from '../expression/values/value'
import {
  isEmpty,
  noValue,
  invalid,
  unfitInLine,
  type CheckContext,
  type Checked,
  type CheckedField,
} from './definition'
import { fieldError } from './fieldErrors'
import { acceptsMediaType } from './mediaTypes'
import { neededAddressParts } from './parseInput'

/** Maximum files of a field that sets no limit. */
export const defaultMaxFiles = 20

/** ref: a positive id, alone or in {id,label}. */
export function validateRef(value: unknown): Checked {
  if (isEmpty(value)) return noValue
  const id = idOf(value)
  return id !== null && id > 0 ? { value: id } : invalid(fieldError('record_expected'))
}

/** files: [{id,name,size,type}]; other keys are dropped. */
export function validateFiles(value: unknown, field: CheckedField): Checked {
  if (value !== null && value !== undefined && !Array.isArray(value)) return invalid(fieldError('files_invalid'))
  const limit = field.max ?? defaultMaxFiles
  const files: readonly unknown[] = value ?? []
  if (files.length > limit) return invalid(fieldError('too_many_files', { count: limit }))
  // `required` decides whether files are needed; `min` applies when there are some.
  if (files.length > 0 && field.min !== undefined && files.length < field.min)
    return invalid(fieldError('too_few_files', { count: field.min }))
  const stored: unknown[] = []
  for (const file of files) {
    if (!isFile(file)) return invalid(fieldError('files_invalid'))
    if (!acceptsMediaType(field.accept, file.type))
      return invalid(fieldError('named_file_type_invalid', { file: file.name }))
    stored.push({ id: file.id, name: file.name, size: file.size, type: file.type })
  }
  if (new Set(stored.map((file) => (file as { id: string }).id)).size < stored.length)
    return invalid(fieldError('file_duplicate'))
  return { value: stored }
}

/** Maximum characters of a file's name and media type. */
export const fileLengths = { name: 255, type: 200 } as const

function isFile(file: unknown): file is { id: string; name: string; size: number; type: string } {
  return (
    isPlainObject(file) &&
    typeof file.id === 'string' &&
    /^[A-Za-z0-9_-]{1,100}$/.test(file.id) &&
    typeof file.name === 'string' &&
    file.name.length > 0 &&
    file.name.length <= fileLengths.name &&
    !unfitInLine.test(file.name) &&
    typeof file.size === 'number' &&
    Number.isSafeInteger(file.size) &&
    file.size >= 0 &&
    typeof file.type === 'string' &&
    file.type.length <= fileLengths.type &&
    !unfitInLine.test(file.type)
  )
}

/** Maximum characters of the parts of an address. */
export const addressLengths = { province: 20, city: 40, district: 40, detail: 200 } as const

const parts = {
  province: [addressLengths.province, fieldError('address_province')],
  city: [addressLengths.city, fieldError('address_city')],
  district: [addressLengths.district, fieldError('address_district')],
  detail: [addressLengths.detail, fieldError('address_detail')],
} as const

/**
 * address: province, city and detail are required, the district is not (some cities have none); lng and lat come
 * together or not at all.
 */
export function validateAddress(value: unknown, _field: CheckedField, { isRegion }: CheckContext): Checked {
  if (isEmpty(value) || (isPlainObject(value) && Object.values(value).every(isEmpty))) return noValue
  if (!isPlainObject(value)) return invalid(fieldError('address_invalid'))
  const missing = neededAddressParts.filter((name) => isEmpty(value[name])).map((name) => parts[name][1])
  if (missing.length > 0) return invalid(fieldError('address_part_missing', { part: listed(missing) }))
  const stored: Record<string, string> = {}
  for (const name of Object.keys(parts) as AddressPart[]) {
    const text = partText(name, value[name])
    if (typeof text !== 'string') return invalid(text)
    stored[name] = text
  }
  const { province = '', city = '', district = '' } = stored
  if (isRegion && !isRegion(province, city, district)) {
    const region = [province, city, district].filter(Boolean).join(' ')
    return invalid(fieldError('region_unknown', { region }))
  }
  const { lng = null, lat = null } = value
  if (lng === null && lat === null) return { value: stored }
  if (!isWithin(lng, 180) || !isWithin(lat, 90)) return invalid(fieldError('position_invalid'))
  return { value: { ...stored, lng, lat } }
}

type AddressPart = keyof typeof parts

/** The names of parts as one text: “A, B and C”. */
function listed([part, ...others]: readonly LocalizableText[]): LocalizableText {
  const [other] = others
  if (part === undefined || other === undefined) return part ?? {}
  if (others.length === 1) return fieldError('address_two_parts', { part, other })
  return fieldError('address_more_parts', { part, others: listed(others) })
}

/** What is stored of a part, empty without one; or what is wrong with it. */
function partText(name: AddressPart, input: unknown): string | LocalizableText {
  const [maxLength, part] = parts[name]
  if (isEmpty(input)) return ''
  if (typeof input !== 'string') return fieldError('address_invalid')
  const text = input.trim()
  if (text.length > maxLength * 2 || [...text].length > maxLength)
    return fieldError('address_part_too_long', { part, count: maxLength })
  return unfitInLine.test(text) ? fieldError('characters_not_storable') : text
}

function isWithin(value: unknown, limit: number): boolean {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= limit
}

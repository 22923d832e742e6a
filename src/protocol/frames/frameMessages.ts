// Messages between the product and the page of an integration in a frame.
// Plain objects with the name and version of the protocol; any other message is ignored.
//
// page -> product   { protocol, type: 'ready' }                          it can open a record
// product -> page   { protocol, type: 'open', language, record, takes }  record: its label and the block's columns
// page -> product   { protocol, type: 'saved' }                          it has saved its own data
// page -> product   { protocol, type: 'export', name, values }           inputs of a transition;
//                                                                        files: { name, type, bytes }
// product -> page   { protocol, type: 'taken' | 'refused', name }        whether the user saved the values

export const frameProtocol = 'back-office-frame/1'

/** A file in an exported value. */
export interface FrameFile {
  readonly name: string
  readonly type: string
  readonly bytes: ArrayBuffer
}

export type FromFrame =
  | { readonly type: 'ready' }
  | { readonly type: 'saved' }
  | { readonly type: 'export'; readonly name: string; readonly values: Readonly<Record<string, unknown>> }

const maxText = 1_000_000
const maxFiles = 10
const maxBytes = 50 * 1024 * 1024

/**
 * A message of a page; undefined for any other data. Reads own properties only and drops those that the protocol does
 * not define.
 */
export function readFrameMessage(data: unknown): FromFrame | undefined {
  if (!isPlain(data) || own(data, 'protocol') !== frameProtocol) return undefined
  const type = own(data, 'type')
  if (type === 'ready' || type === 'saved') return { type }
  const [name, values] = [own(data, 'name'), own(data, 'values')]
  if (
    type !== 'export' ||
    typeof name !== 'string' ||
    !/^[A-Za-z][A-Za-z0-9]{0,40}$/.test(name) ||
    !isPlain(values) ||
    !isModest(values)
  )
    return undefined
  return { type, name, values: Object.fromEntries(Object.entries(values)) }
}

/** The files of a value that consists of files alone. */
export function frameFiles(value: unknown): readonly FrameFile[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxFiles) return undefined
  const files = value.filter(
    (item): item is FrameFile =>
      isPlain(item) &&
      typeof own(item, 'name') === 'string' &&
      typeof own(item, 'type') === 'string' &&
      own(item, 'bytes') instanceof ArrayBuffer,
  )
  const size = files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
  return files.length === value.length && size > 0 && size <= maxBytes ? files : undefined
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ArrayBuffer)
}

function own(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

/** Whether the values are small enough to inspect without blocking the page; bytes of files count elsewhere. */
function isModest(values: Record<string, unknown>): boolean {
  let left = maxText
  const look = (value: unknown, depth: number): boolean => {
    left -= typeof value === 'string' ? value.length : 8
    if (left < 0 || depth > 6) return false
    if (typeof value !== 'object' || value === null || value instanceof ArrayBuffer) return true
    return Object.values(value).every((item) => look(item, depth + 1))
  }
  return look(values, 0)
}

// What do the product and the page of an outside system in a frame say to each other? Plain messages with a name and a version; what is anything else is no message.
//
//   page -> product   { protocol, type: 'ready' }                          it can be told what to open
//   product -> page   { protocol, type: 'open', language, record, takes }  record: its label and the values of the block's columns
//   page -> product   { protocol, type: 'saved' }                          it has kept its own work
//   page -> product   { protocol, type: 'export', name, values }           values of the asked fields; files as { name, type, bytes: ArrayBuffer }
//   product -> page   { protocol, type: 'taken' | 'refused', name }        a person has saved the values, or not

export const frameProtocol = 'back-office-frame/1'

/** A file as a page hands it over. */
export interface FrameFile {
  readonly name: string
  readonly type: string
  readonly bytes: ArrayBuffer
}

export type FromFrame =
  | { readonly type: 'ready' }
  | { readonly type: 'saved' }
  | { readonly type: 'export'; readonly name: string; readonly values: Readonly<Record<string, unknown>> }

const mostText = 1_000_000
const mostFiles = 10
const mostBytes = 50 * 1024 * 1024

/** A message of a page, or nothing for whatever else somebody sent. Looks at own values only and keeps none that the protocol does not know. */
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

/** The files of a value, when it is nothing but files. */
export function frameFiles(value: unknown): readonly FrameFile[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostFiles) return undefined
  const files = value.filter(
    (one): one is FrameFile =>
      isPlain(one) &&
      typeof own(one, 'name') === 'string' &&
      typeof own(one, 'type') === 'string' &&
      own(one, 'bytes') instanceof ArrayBuffer,
  )
  const size = files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
  return files.length === value.length && size > 0 && size <= mostBytes ? files : undefined
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ArrayBuffer)
}

function own(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

/** Not so large that looking at it would hold up the page; bytes of files are counted elsewhere. */
function isModest(values: Record<string, unknown>): boolean {
  let left = mostText
  const look = (value: unknown, depth: number): boolean => {
    left -= typeof value === 'string' ? value.length : 8
    if (left < 0 || depth > 6) return false
    if (typeof value !== 'object' || value === null || value instanceof ArrayBuffer) return true
    return Object.values(value).every((one) => look(one, depth + 1))
  }
  return look(values, 0)
}

// Refuses a workbook that is too large for a reader, before it is read into memory.
// Unpacks it chunk by chunk and stops at the first row, cell or byte beyond the bounds.

export interface WorkbookBounds {
  /** Of all parts together. */
  readonly unpackedBytes: number
  /** Rows of one sheet that hold a value. */
  readonly rows: number
  /** Cells of one sheet that hold a value. */
  readonly cells: number
}

/** Columns of a sheet that are read. */
export const maxColumns = 200
/** Characters of a cell; a spreadsheet program stores at most 32,767. */
export const maxCellCharacters = 100_000

/** A workbook exceeds the bounds of a reader. */
export class BoundExceeded extends RangeError {
  override readonly name = 'BoundExceeded'

  constructor(
    /** `cellCharacters` and `columns`: bounds of the reader itself. */
    readonly bound: keyof WorkbookBounds | 'cellCharacters' | 'columns',
    message: string,
  ) {
    super(message)
  }
}

/** @throws BoundExceeded beyond the bounds, Error for a damaged archive */
export async function refuseExcessive(bytes: ArrayBuffer, bounds: WorkbookBounds): Promise<void> {
  const parts = partsOf(new DataView(bytes))
  const declaredBytes = parts.reduce((sum, { unpackedSize }) => sum + unpackedSize, 0)
  if (declaredBytes > bounds.unpackedBytes) throw tooManyBytes()
  let unpackedBytes = 0
  for (const part of parts) {
    const countElements = elementCounter(bounds)
    // The declared sizes may be wrong: count what is unpacked as well.
    await unpack(bytes, part, (chunk) => {
      unpackedBytes += chunk.length
      if (unpackedBytes > bounds.unpackedBytes) throw tooManyBytes()
      countElements(chunk)
    })
  }
}

/** The error, for the caller to throw: a reader that unpacks by itself refuses in the same words. */
export const tooManyBytes = (): BoundExceeded =>
  new BoundExceeded('unpackedBytes', 'The workbook unpacks to too many bytes.')

/** Passes on the unpacked bytes of a part chunk by chunk; nothing where the archive has no part of this name. */
export async function unpackPart(bytes: ArrayBuffer, name: string, take: (chunk: Uint8Array) => void): Promise<void> {
  const part = partsOf(new DataView(bytes)).find((item) => item.name === name)
  if (part) await unpack(bytes, part, take)
}

/** Rows of a sheet with and without a value, for each that may hold one: to a reader, formatted rows cost the same. */
const maxRowsPerFilledRow = 10
/** Characters of a tag that may be cut in two by the end of a chunk. */
const maxTagLength = 64

/** Counts rows and cells of a sheet in chunks of its XML; other parts have no such elements. */
function elementCounter({ rows: maxRows, cells: maxCells }: WorkbookBounds): (chunk: Uint8Array) => void {
  // Element names are ASCII in all XML encodings that workbook readers accept.
  const decoder = new TextDecoder('latin1')
  // Matches a row, or the value or inline text of a cell.
  const tag = /<(?:\w+:)?(row|v|is)[\s/>]/g
  let unread = ''
  let [rows, filledRows, cells] = [0, 0, 0]
  let isRowFilled = false
  return (chunk) => {
    const text = unread + decoder.decode(chunk)
    let end = 0
    for (const match of text.matchAll(tag)) {
      end = match.index + match[0].length
      if (match[1] === 'row') {
        rows += 1
        isRowFilled = false
      } else {
        cells += 1
        filledRows += isRowFilled ? 0 : 1
        isRowFilled = true
      }
    }
    if (filledRows > maxRows || rows > maxRows * maxRowsPerFilledRow)
      throw new BoundExceeded('rows', 'A sheet has too many rows.')
    if (cells > maxCells) throw new BoundExceeded('cells', 'A sheet has too many cells.')
    unread = text.slice(Math.max(end, text.length - maxTagLength))
  }
}

/** A file within the archive, as the directory at its end declares it. */
interface ArchivePart {
  readonly name: string
  readonly method: number
  readonly packedSize: number
  readonly unpackedSize: number
  /** The offset of its header. */
  readonly start: number
}

// The records of a zip archive: signature, length, and the offsets of fields.
// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.7, 4.3.12 and 4.3.16
const localHeader = { length: 30, nameLength: 26, extraLength: 28 }
const directoryEntry = {
  signature: 0x02014b50,
  length: 46,
  method: 10,
  packedSize: 20,
  unpackedSize: 24,
  nameLength: 28,
  extraLength: 30,
  commentLength: 32,
  localHeader: 42,
}
const directoryEnd = { signature: 0x06054b50, length: 22, entries: 10, directory: 16 }
const littleEndian = true

/** The parts in directory order; none if the bytes are no archive. */
function partsOf(archive: DataView): ArchivePart[] {
  const short = (position: number) => archive.getUint16(position, littleEndian)
  const long = (position: number) => archive.getUint32(position, littleEndian)
  let end = archive.byteLength - directoryEnd.length
  // A comment of any length may follow.
  while (end >= 0 && long(end) !== directoryEnd.signature) end -= 1
  if (end < 0) return []
  const parts: ArchivePart[] = []
  const decoder = new TextDecoder()
  const bytes = new Uint8Array(archive.buffer)
  let entry = long(end + directoryEnd.directory)
  for (let left = short(end + directoryEnd.entries); left > 0; left -= 1) {
    const isEntry = entry + directoryEntry.length <= archive.byteLength && long(entry) === directoryEntry.signature
    if (!isEntry) break
    const { nameLength, extraLength, commentLength } = directoryEntry
    const nameStart = entry + directoryEntry.length
    parts.push({
      name: decoder.decode(bytes.subarray(nameStart, nameStart + short(entry + nameLength))),
      method: short(entry + directoryEntry.method),
      packedSize: long(entry + directoryEntry.packedSize),
      unpackedSize: long(entry + directoryEntry.unpackedSize),
      start: long(entry + directoryEntry.localHeader),
    })
    entry +=
      directoryEntry.length + short(entry + nameLength) + short(entry + extraLength) + short(entry + commentLength)
  }
  return parts
}

const deflateMethod = 8
const chunkBytes = 16 * 1024

/** Passes on the unpacked bytes of a part chunk by chunk. */
async function unpack(bytes: ArrayBuffer, part: ArchivePart, take: (chunk: Uint8Array) => void): Promise<void> {
  const { Inflate } = await import('fflate')
  const inflate = part.method === deflateMethod ? new Inflate(take) : undefined
  const packed = packedBytes(bytes, part)
  for (let start = 0; start < packed.length; start += chunkBytes) {
    const chunk = packed.subarray(start, start + chunkBytes)
    if (inflate) inflate.push(chunk, start + chunkBytes >= packed.length)
    else take(chunk)
  }
}

function packedBytes(bytes: ArrayBuffer, { start, packedSize }: ArchivePart): Uint8Array {
  const archive = new DataView(bytes)
  if (start + localHeader.length > bytes.byteLength) return new Uint8Array(0)
  const content =
    start +
    localHeader.length +
    archive.getUint16(start + localHeader.nameLength, littleEndian) +
    archive.getUint16(start + localHeader.extraLength, littleEndian)
  return new Uint8Array(bytes).subarray(content, content + packedSize)
}

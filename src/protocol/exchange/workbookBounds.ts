// Refuses a workbook that holds more than a reader takes, before anything of it is kept in memory.
// Unpacks chunk by chunk and stops at the first row, cell or byte beyond the bounds.

export interface WorkbookBounds {
  /** Unpacked bytes of all parts. */
  readonly unfolded: number
  /** Rows of one sheet that hold a value. */
  readonly rows: number
  /** Cells of one sheet that hold a value. */
  readonly cells: number
}

/** A workbook holds more than a reader takes. */
export class BoundExceeded extends RangeError {
  override readonly name = 'BoundExceeded'

  constructor(
    readonly bound: keyof WorkbookBounds,
    message: string,
  ) {
    super(message)
  }
}

/** Formatted rows without a value cost the reader as much as others; a sheet has so many for each that may hold one. */
const emptyRows = 10

/** @throws BoundExceeded beyond the bounds, Error for a damaged archive */
export async function refuseExcessive(bytes: ArrayBuffer, bounds: WorkbookBounds): Promise<void> {
  const parts = partsOf(new DataView(bytes))
  const declared = parts.reduce((sum, { size }) => sum + size, 0)
  if (declared > bounds.unfolded) throw unfoldsTooFar()
  const { Inflate } = await import('fflate')
  let unfolded = 0
  for (const part of parts) {
    const count = sheetCounter(bounds)
    const take = (chunk: Uint8Array) => {
      unfolded += chunk.length
      if (unfolded > bounds.unfolded) throw unfoldsTooFar()
      count(chunk)
    }
    const packed = packedBytes(bytes, part)
    const inflate = part.method === deflated ? new Inflate(take) : undefined
    for (let start = 0; start < packed.length; start += chunkBytes) {
      const chunk = packed.subarray(start, start + chunkBytes)
      if (inflate) inflate.push(chunk, start + chunkBytes >= packed.length)
      else take(chunk)
    }
  }
}

const unfoldsTooFar = () => new BoundExceeded('unfolded', 'The workbook unfolds to too much.')
const chunkBytes = 16 * 1024
const deflated = 8

/** Counts rows and cells of a sheet in chunks of its XML; other parts have no such elements. */
function sheetCounter({ rows: maxRows, cells: maxCells }: WorkbookBounds): (chunk: Uint8Array) => void {
  // The names of the elements are ASCII in the encodings of XML that readers of workbooks take.
  const decoder = new TextDecoder('latin1')
  const tag = /<(?:\w+:)?(row|v|is)[\s/>]/g
  let rest = ''
  let [rows, filled, cells] = [0, 0, 0]
  let isFilled = false
  return (chunk) => {
    const text = rest + decoder.decode(chunk)
    let end = 0
    for (const match of text.matchAll(tag)) {
      end = match.index + match[0].length
      if (match[1] === 'row') {
        rows += 1
        isFilled = false
      } else {
        cells += 1
        filled += isFilled ? 0 : 1
        isFilled = true
      }
    }
    if (filled > maxRows || rows > maxRows * emptyRows) throw new BoundExceeded('rows', 'A sheet has too many rows.')
    if (cells > maxCells) throw new BoundExceeded('cells', 'A sheet has too many cells.')
    rest = text.slice(Math.max(end, text.length - maxTagLength))
  }
}

/** Characters of a tag that may be cut in two. */
const maxTagLength = 64

interface ZipPart {
  readonly method: number
  readonly packed: number
  readonly size: number
  readonly start: number
}

/** What the directory at the end of the archive declares; empty for no archive. */
function partsOf(archive: DataView): ZipPart[] {
  const [entry, end] = [0x02014b50, 0x06054b50]
  let position = archive.byteLength - 22
  while (position >= 0 && archive.getUint32(position, true) !== end) position -= 1
  if (position < 0) return []
  const parts: ZipPart[] = []
  let count = archive.getUint16(position + 10, true)
  for (
    position = archive.getUint32(position + 16, true);
    count > 0 && position + 46 <= archive.byteLength && archive.getUint32(position, true) === entry;
    count -= 1
  ) {
    parts.push({
      method: archive.getUint16(position + 10, true),
      packed: archive.getUint32(position + 20, true),
      size: archive.getUint32(position + 24, true),
      start: archive.getUint32(position + 42, true),
    })
    position +=
      46 +
      archive.getUint16(position + 28, true) +
      archive.getUint16(position + 30, true) +
      archive.getUint16(position + 32, true)
  }
  return parts
}

function packedBytes(bytes: ArrayBuffer, { start, packed }: ZipPart): Uint8Array {
  const header = new DataView(bytes)
  if (start + 30 > bytes.byteLength) return new Uint8Array(0)
  const content = start + 30 + header.getUint16(start + 26, true) + header.getUint16(start + 28, true)
  return new Uint8Array(bytes).subarray(content, content + packed)
}

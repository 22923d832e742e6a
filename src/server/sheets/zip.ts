// How does a zip archive come into being while its parts are still being written? Each entry is deflated as it comes, its sizes stand behind it.
// No entry and no archive may pass 4 GB, which is what the plain form can say.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly content: AsyncIterable<string> | Iterable<string>
}

interface Written {
  readonly name: Buffer
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

/** deflated, sizes behind the data, names in UTF-8 */
const flags = 0x0808
const deflated = 8
const version = 20
/** 1980-01-01, the earliest a zip can say: files of equal content are equal. */
const day = 0x21
const largest = 0xffffffff

/** The archive piece by piece. */
export async function* zipFile(entries: readonly ZipEntry[]): AsyncGenerator<Buffer, void, undefined> {
  const written: Written[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const start = offset
    const own = Buffer.from(name)
    const head = localHeader(own)
    yield head
    offset += head.length
    const sums = { crc: 0, size: 0, packed: 0 }
    for await (const chunk of deflate(content, sums)) {
      sums.packed += chunk.length
      yield chunk
    }
    const behind = descriptor(sums)
    yield behind
    offset += sums.packed + behind.length
    written.push({ name: own, offset: start, ...sums })
  }
  yield directory(written, offset)
}

async function* deflate(
  content: ZipEntry['content'],
  sums: { crc: number; size: number },
): AsyncGenerator<Buffer, void, undefined> {
  const packer = createDeflateRaw({ level: 6 })
  const counted = async function* () {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      sums.crc = crc32(bytes, sums.crc)
      sums.size += bytes.length
      if (sums.size > largest) throw new RangeError('An entry of a zip archive is too large.')
      yield bytes
    }
  }
  const fed = pipeline(Readable.from(counted()), packer)
  // Its failure destroys the packer and is thrown by the loop; without this it would be told twice.
  fed.catch(() => undefined)
  for await (const chunk of packer) yield chunk as Buffer
  await fed
}

function localHeader(name: Buffer): Buffer {
  return Buffer.concat([
    fields(
      [4, 0x04034b50],
      [2, version],
      [2, flags],
      [2, deflated],
      [2, 0],
      [2, day],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ),
    name,
  ])
}

function descriptor({ crc, packed, size }: Pick<Written, 'crc' | 'packed' | 'size'>): Buffer {
  return fields([4, 0x08074b50], [4, crc], [4, packed], [4, size])
}

function directory(written: readonly Written[], offset: number): Buffer {
  const entries = written.map(({ name, crc, packed, size, offset: at }) =>
    Buffer.concat([
      fields(
        [4, 0x02014b50],
        [2, version],
        [2, version],
        [2, flags],
        [2, deflated],
        [2, 0],
        [2, day],
        [4, crc],
        [4, packed],
        [4, size],
        [2, name.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, at],
      ),
      name,
    ]),
  )
  const length = entries.reduce((sum, entry) => sum + entry.length, 0)
  if (offset + length > largest) throw new RangeError('A zip archive is too large.')
  return Buffer.concat([
    ...entries,
    fields([4, 0x06054b50], [2, 0], [2, 0], [2, written.length], [2, written.length], [4, length], [4, offset], [2, 0]),
  ])
}

/** Unsigned little-endian numbers, each with its bytes. */
function fields(...values: readonly (readonly [2 | 4, number])[]): Buffer {
  const buffer = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of values)
    at = bytes === 2 ? buffer.writeUInt16LE(value, at) : buffer.writeUInt32LE(value, at)
  return buffer
}

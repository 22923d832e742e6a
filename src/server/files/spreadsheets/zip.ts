// Writes a zip archive while its entries are still being produced.
// The container is fflate's; zlib deflates each entry off the main thread. Entries and archive are limited to 4 GB.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

export interface ZipEntry {
  readonly name: string
  readonly content: AsyncIterable<string> | Iterable<string>
}

/** The method of the format that stands for deflated data. */
const deflateMethod = 8
/** The earliest day of the format, so that equal content gives equal files. */
const day = new Date(1980, 0, 1)
const maxBytes = 0xffffffff

/** The archive in chunks. */
export async function* zipFile(entries: readonly ZipEntry[]): AsyncGenerator<Buffer, void, undefined> {
  const ready: Buffer[] = []
  let length = 0
  const archive = new Zip((error, chunk) => {
    if (error) throw error
    length += chunk.length
    if (length > maxBytes) throw new RangeError('A zip archive is too large.')
    ready.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
  })
  for (const { name, content } of entries) {
    const file: ZipInputFile = { filename: name, size: 0, crc: 0, compression: deflateMethod, mtime: day }
    archive.add(file)
    for await (const chunk of deflate(content, file)) {
      file.ondata!(null, chunk, false)
      yield* ready.splice(0)
    }
    file.ondata!(null, new Uint8Array(0), true)
  }
  archive.end()
  yield* ready.splice(0)
}

/** Deflates the content and records size and checksum in the entry. */
async function* deflate(
  content: ZipEntry['content'],
  entry: Pick<ZipInputFile, 'crc' | 'size'>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const packer = createDeflateRaw({ level: 6 })
  const counted = async function* () {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      if (entry.size > maxBytes) throw new RangeError('An entry of a zip archive is too large.')
      yield bytes
    }
  }
  const fed = pipeline(Readable.from(counted()), packer)
  // A failure destroys the packer and is thrown by the loop; without this handler it would be reported twice.
  fed.catch(() => undefined)
  for await (const chunk of packer) yield chunk as Uint8Array<ArrayBuffer>
  await fed
}

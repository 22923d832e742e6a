// Edits a workbook: changes the XML of one of its sheets and repacks the archive.
import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { Readable } from 'node:stream'
import { zipFile } from '../../src/server/files/spreadsheets/zip'

export async function editedBook(bytes: Buffer, edit: (xml: string) => string, sheet = 1): Promise<Buffer> {
  const entries = unpacked(bytes).map(({ name, content }) => ({
    name,
    content: [name.endsWith(`/sheet${sheet}.xml`) ? edit(content) : content],
  }))
  return buffer(Readable.from(zipFile(entries)))
}

function unpacked(bytes: Buffer): { name: string; content: string }[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const entries: { name: string; content: string }[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [packed, name, extra, remark, local] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
      bytes.readUInt32LE(at + 42),
    ]
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + name),
      content: inflateRawSync(bytes.subarray(start, start + packed)).toString(),
    })
    at += 46 + name + extra + remark
  }
  return entries
}

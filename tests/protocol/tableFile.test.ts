// Is a workbook that would unfold to more than any table refused before it does?
import { describe, expect, it } from 'vitest'
import { readTable } from '../../src/protocol/exchange/tableFile'

/** An archive of one part that says how much it unfolds to. */
function archive(size: number): ArrayBuffer {
  const entry = Buffer.alloc(47)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(1, 28)
  entry.write('a', 46)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length, 12)
  return new Uint8Array(Buffer.concat([entry, end])).buffer
}

describe('a workbook', () => {
  it('that unfolds to too much is refused, and so is one that is none', async () => {
    await expect(readTable('a.xlsx', archive(101 * 1024 * 1024))).rejects.toThrow('unfolds to too much')
    await expect(readTable('a.xlsx', archive(0xffffffff))).rejects.toThrow('unfolds to too much')
    await expect(readTable('a.xlsx', archive(10))).rejects.not.toThrow('unfolds to too much')
    await expect(readTable('a.xlsx', new ArrayBuffer(3))).rejects.toThrow()
  })
})

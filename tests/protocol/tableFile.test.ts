// Is a workbook that would unfold to more than any table refused before it does, and are its numbers what people see?
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it, vi } from 'vitest'
import { readNumberedTable, readTable } from '../../src/protocol/exchange/tableFile'
import { refuseExcessive } from '../../src/protocol/exchange/workbookBounds'

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

/** A workbook whose one sheet has so many rows, each with a number unless it is empty. */
function workbook(rows: number, cell: string): ArrayBuffer {
  const sheet = `<worksheet><sheetData>${`<row r="1">${cell}</row>`.repeat(rows)}</sheetData></worksheet>`
  return new Uint8Array(zipSync({ 'xl/worksheets/sheet1.xml': strToU8(sheet) })).buffer
}

describe('a workbook', () => {
  it.each([
    ['of a million rows', 1_000_000, '<c r="A1"><v>1</v></c>', 'too many rows'],
    ['of a million rows that are empty', 1_000_000, '', 'too many rows'],
    ['of few rows with many cells', 3, '<c r="A1"><v>1</v></c>'.repeat(1_000_000), 'too many cells'],
  ])('%s is refused while it is unpacked', async (_, rows, cell, why) => {
    const reading = vi.spyOn(TextDecoder.prototype, 'decode')
    await expect(readTable('a.xlsx', workbook(rows, cell))).rejects.toThrow(why)
    const whole = rows * `<row r="1">${cell}</row>`.length
    const read = reading.mock.calls.reduce((sum, [chunk]) => sum + (chunk?.byteLength ?? 0), 0)
    reading.mockRestore()
    expect(read).toBeLessThan(whole * 0.8)
  })

  it('of rows and cells within the bounds passes, wherever a chunk of it ends', async () => {
    const cells = '<c r="A1"/><c r="B1" t="inlineStr"><is><t>x</t></is></c>'
    const bounds = { unpackedBytes: 1024 * 1024, rows: 3_000, cells: 3_000 }
    await refuseExcessive(workbook(3_000, cells), bounds)
    await expect(refuseExcessive(workbook(3_001, cells), bounds)).rejects.toThrow('too many rows')
    await expect(refuseExcessive(workbook(3_000, cells), { ...bounds, unpackedBytes: 200_000 })).rejects.toThrow(
      'unpacks',
    )
  })

  it('that unpacks to too many bytes is refused, and so is one that is none', async () => {
    await expect(readTable('a.xlsx', archive(101 * 1024 * 1024))).rejects.toThrow('unpacks to too many bytes')
    await expect(readTable('a.xlsx', archive(0xffffffff))).rejects.toThrow('unpacks to too many bytes')
    await expect(readTable('a.xlsx', archive(10))).rejects.not.toThrow('unpacks to too many bytes')
    await expect(readTable('a.xlsx', new ArrayBuffer(3))).rejects.toThrow()
  })
})

it('texts of a sheet or a CSV are without what no database can hold', async () => {
  const bounds = { unpackedBytes: 1024 * 1024, rows: 10, cells: 10 }
  const separated = await readNumberedTable('a.csv', new TextEncoder().encode('A\0,B\n𠮷\0\0,\0\n').buffer, bounds)
  expect(separated.rows.map(({ cells }) => cells)).toEqual([
    ['A', 'B'],
    ['𠮷', ''],
  ])
})

it('numbers are those that a spreadsheet program shows, and long whole ones keep their digits', async () => {
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const numbers = ['19.989999999999998', '1.1000000000000001', '1200.50', '123456789012345678', '1.38E+10']
  const cells = numbers.map((number, index) => `<c r="${'ABCDE'[index]}1"><v>${number}</v></c>`).join('')
  const parts = {
    'xl/workbook.xml': `<workbook xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`,
  }
  const zipped = zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
  const bounds = { unpackedBytes: 1024 * 1024, rows: 10, cells: 10 }
  const { rows } = await readNumberedTable('a.xlsx', new Uint8Array(zipped).buffer, bounds)
  expect(rows).toEqual([{ number: 1, cells: ['19.99', '1.1', '1200.50', '123456789012345678', '13800000000'] }])
})

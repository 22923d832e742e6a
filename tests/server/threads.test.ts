// Proves what is read outside the server's own thread: a workbook within bounds as texts, a larger
// one not; and that a full queue refuses.
import { describe, expect, it } from 'vitest'
import { RequestError } from '../../src/protocol/requestError'
import { xlsxFile } from '../../src/server/files/spreadsheets/xlsx'
import { inThread, WorkEnded } from '../../src/server/workers/threads'

const most = { unpackedBytes: 10 * 1024 * 1024, rows: 2_000, cells: 100_000 }

async function workbook(rows: number): Promise<ArrayBuffer> {
  const parts: Buffer[] = []
  async function* lines() {
    yield Array.from({ length: rows }, (_, at) => [{ kind: 'text' as const, text: `row ${at}` }])
  }
  for await (const part of xlsxFile('A', [{ title: 'Title', width: 10 }], lines() as never))
    parts.push(Buffer.from(part))
  const whole = Buffer.concat(parts)
  return whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length) as ArrayBuffer
}

describe('a table', () => {
  it('is read within its bounds and refused beyond them', async () => {
    const small = await inThread('table', { name: 'a.xlsx', bytes: await workbook(3), most }, 60)
    expect(small).toMatchObject({ rows: { length: 4, 0: { number: 1, cells: ['Title'] } } })
    expect(await inThread('table', { name: 'a.xlsx', bytes: await workbook(2_000), most }, 60)).toEqual({
      exceeded: 'rows',
    })
    const packed = { ...most, unpackedBytes: 1_000 }
    expect(await inThread('table', { name: 'a.xlsx', bytes: await workbook(3), most: packed }, 60)).toEqual({
      exceeded: 'unpackedBytes',
    })
    await expect(inThread('table', { name: 'a.xlsx', bytes: new ArrayBuffer(9), most }, 60)).rejects.toThrow()
  }, 120_000)

  it('that takes too long is ended with its thread, and the server goes on answering meanwhile', async () => {
    const bytes = await workbook(60_000)
    let meanwhile = 0
    const beating = setInterval(() => (meanwhile += 1), 1)
    const wide = { unpackedBytes: 1e9, rows: 1e9, cells: 1e9 }
    await expect(inThread('table', { name: 'a.xlsx', bytes, most: wide }, 0.05)).rejects.toThrow(WorkEnded)
    clearInterval(beating)
    expect(meanwhile).toBeGreaterThan(0)
    expect(
      await inThread('table', { name: 'a.csv', bytes: new TextEncoder().encode('a,b\n1,2').buffer, most }, 60),
    ).toEqual({
      rows: [
        { number: 1, cells: ['a', 'b'] },
        { number: 2, cells: ['1', '2'] },
      ],
    })
  }, 120_000)

  it('that finds the queue full is refused', async () => {
    const bytes = new TextEncoder().encode('a\n1').buffer
    const told = await Promise.all(
      Array.from({ length: 40 }, () =>
        inThread('table', { name: 'a.csv', bytes: bytes.slice(0), most }, 60).then(
          () => 'read',
          (error: unknown) => (error instanceof RequestError ? error.status : error),
        ),
      ),
    )
    expect(new Set(told)).toEqual(new Set(['read', 503]))
    expect(told.filter((one) => one === 503)).toHaveLength(18)
  }, 120_000)

  it('of one account waits behind that of another, and a seventh of its own is refused in the queue', async () => {
    const bytes = await workbook(2_000)
    const finished: string[] = []
    const begun: string[] = []
    // The input is read as it is handed to a thread; which of two threads is the quicker one depends on the machine.
    const inputOf = (account: string) => ({
      name: 'a.xlsx',
      most,
      get bytes() {
        begun.push(account)
        return bytes.slice(0)
      },
    })
    const read = (account: string) =>
      inThread('table', inputOf(account), 60, account).then(
        () => finished.push(account),
        (error: unknown) => finished.push(String((error as RequestError).status)),
      )
    await Promise.all([...Array.from({ length: 10 }, () => read('anna')), read('berta')])
    expect(finished.slice(0, 3)).toEqual(['429', '429', '429'])
    expect(begun).toEqual(['anna', 'anna', 'berta', ...Array<string>(5).fill('anna')])
  }, 120_000)
})

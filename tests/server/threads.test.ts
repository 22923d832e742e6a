// Proves what is read outside the server's own thread: a workbook within bounds as texts, a larger
// one not; that a full queue refuses; and that an unchanged folder is compiled once.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revisionOf } from '../../src/manifest/1-read/revision'
import type { App } from '../../src/manifest/model/app'
import { maxCellCharacters } from '../../src/protocol/exchange/workbookBounds'
import { RequestError } from '../../src/protocol/requestError'
import { createAppCache } from '../../src/server/context/liveApp'
import { operations } from '../../src/server/endpoints/declared/operations'
import { xlsxFile } from '../../src/server/files/spreadsheets/xlsx'
import { appChange, changedApp } from '../../src/server/workers/appChange'
import { unpack } from '../../src/server/workers/packed'
import { packTable, unpackTable } from '../../src/server/workers/packedTable'
import { readSources } from '../../src/server/workers/readManifests'
import { readTableInThread } from '../../src/server/workers/readTable'
import { tasks, type ChangedFile } from '../../src/server/workers/tasks'
import { mapInSlices } from '../../src/server/workers/timeSlices'
import { earlyInThread, inThread, WorkEnded } from '../../src/server/workers/threads'
import { usualLongestPieceMs } from './longestPiece'
import { writeManifests } from './manifestFolder'

const wanted = { fields: [], headings: ['Title', 'a', 'b'] }
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
    const small = await readTableInThread({ name: 'a.xlsx', bytes: await workbook(3), most, wanted }, 60)
    expect(small).toMatchObject({ rows: { length: 4, 0: { number: 1, cells: ['Title'] } } })
    expect(await readTableInThread({ name: 'a.xlsx', bytes: await workbook(2_000), most, wanted }, 60)).toEqual({
      exceeded: 'rows',
    })
    const packed = { ...most, unpackedBytes: 1_000 }
    expect(await readTableInThread({ name: 'a.xlsx', bytes: await workbook(3), most: packed, wanted }, 60)).toEqual({
      exceeded: 'unpackedBytes',
    })
    await expect(readTableInThread({ name: 'a.xlsx', bytes: new ArrayBuffer(9), most, wanted }, 60)).rejects.toThrow()
  }, 120_000)

  it('that takes too long is ended with its thread, and the server goes on answering meanwhile', async () => {
    const bytes = await workbook(60_000)
    let meanwhile = 0
    const beating = setInterval(() => (meanwhile += 1), 1)
    const wide = { unpackedBytes: 1e9, rows: 1e9, cells: 1e9 }
    await expect(readTableInThread({ name: 'a.xlsx', bytes, most: wide, wanted }, 0.05)).rejects.toThrow(WorkEnded)
    clearInterval(beating)
    expect(meanwhile).toBeGreaterThan(0)
    expect(
      await readTableInThread({ name: 'a.csv', bytes: new TextEncoder().encode('a,b\n1,2').buffer, most, wanted }, 60),
    ).toEqual({
      rows: [
        { number: 1, cells: ['a', 'b'] },
        { number: 2, cells: ['1', '2'] },
      ],
    })
  }, 120_000)

  it('is no early report, for which none waits in vain', async () => {
    const table = { name: 'a.csv', bytes: new TextEncoder().encode('a').buffer, most, wanted }
    await expect(earlyInThread('table', table, { seconds: 60 })).rejects.toThrow('reported nothing')
  }, 120_000)

  it('that finds the queue full is refused', async () => {
    const bytes = new TextEncoder().encode('a\n1').buffer
    const told = await Promise.all(
      Array.from({ length: 40 }, () =>
        readTableInThread({ name: 'a.csv', bytes: bytes.slice(0), most, wanted }, 60).then(
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
      wanted,
      get bytes() {
        begun.push(account)
        return bytes.slice(0)
      },
    })
    const read = (account: string) =>
      inThread('table', inputOf(account), { seconds: 60, account }).then(
        () => finished.push(account),
        (error: unknown) => finished.push(String((error as RequestError).status)),
      )
    await Promise.all([...Array.from({ length: 10 }, () => read('anna')), read('berta')])
    expect(finished.slice(0, 3)).toEqual(['429', '429', '429'])
    expect(begun).toEqual(['anna', 'anna', 'berta', ...Array<string>(5).fill('anna')])
  }, 120_000)
})

describe('a folder of manifests', () => {
  const path = 'lending/book.entity.json'
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'compiled-'))
    await writeManifests(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const reported = (files: readonly ChangedFile[], names: readonly string[], base?: string) => {
    const reports: Parameters<Parameters<typeof tasks.compile>[1]>[0][] = []
    const job = { folder, operations: names, files, complete: false, base }
    const later = tasks.compile(job, (early) => void reports.push(early))
    expect(reports).toHaveLength(1)
    // What is found after a sound App is reported: its rights, and at first its warnings.
    const isSound = 'sent' in reports[0]!
    expect(later).toEqual({ warnings: [], lock: isSound ? (expect.stringContaining('entity book') as string) : '' })
    return reports[0]!
  }
  const compiled = (files: readonly ChangedFile[] = [], names = Object.keys(operations)) => {
    const answer = reported(files, names)
    return 'sent' in answer && 'whole' in answer.sent ? answer.sent.whole.data : answer
  }

  it('is sent whole once, then as what has changed, which with the live App gives the same as a first compilation', async () => {
    const live = compiled() as App
    const before = readFileSync(join(folder, path), 'utf8')
    const change = async (files: readonly ChangedFile[]) => {
      const answer = reported(files, Object.keys(operations), live.revision)
      if (!('sent' in answer && 'change' in answer.sent)) throw new Error(JSON.stringify(answer))
      return changedApp(live, await unpack(structuredClone(answer.sent.change)))
    }
    const renamed = [{ path, text: before.replace('"Write off"', '"Strike off"') }]
    const app = await change(renamed)
    expect(app).toEqual(compiled(renamed))
    expect(app.entities.book).not.toBe(live.entities.book)
    expect(app.entities.reader).toBe(live.entities.reader)
    expect(Object.isFrozen(app.entities) && Object.isFrozen(app.entities.book!.transitions)).toBe(true)
    expect(Object.getPrototypeOf(app.entities.book!.fields)).toBeNull()
    // The order of keys decides that of columns and forms.
    const reordered = { ...live, settings: Object.fromEntries(Object.entries(live.settings).reverse()) }
    expect(Object.keys(appChange(live, reordered).parts)).toEqual(['settings'])
    expect(appChange(live, { ...live })).toEqual({ parts: {}, tables: {} })
  })

  it('shares what has not changed with the live App, of which nothing is remembered beyond its change', () => {
    const cache = createAppCache<object, string>()
    const shared = {}
    const [live, changed] = [
      { name: 'live', shared },
      { name: 'changed', shared },
    ] as unknown as App[]
    expect(cache(live!, shared, () => 'of the live one')).toBe('of the live one')
    expect(cache(changed!, shared, () => 'of the changed one')).toBe('of the changed one')
    expect(cache(live!, shared, () => 'anew')).toBe('of the live one')
  })

  it('is compiled once for a change that is assessed and its files that are written, and anew for others', () => {
    const file = join(folder, path)
    const before = readFileSync(file, 'utf8')
    const first = compiled()
    const text = before.replace('"Write off"', '"Strike out"')
    const assessed = compiled([{ path, text }])
    expect(assessed).not.toBe(first)
    writeFileSync(file, text)
    expect(compiled()).toBe(assessed)
    writeFileSync(file, before)
    expect(compiled()).toEqual(first)
  })

  it('is compiled with all checks after it was compiled for editors alone', () => {
    const revision = revisionOf(readSources(folder))
    const before = readFileSync(join(folder, path), 'utf8')
    // After two others the folder's own manifests are forgotten.
    for (const title of ['Strike off', 'Discard'])
      compiled([{ path, text: before.replace('"Write off"', JSON.stringify(title)) }])
    tasks.editorSchemas({ folder, revision })
    expect(compiled([], ['another operation'])).toMatchObject({ problems: expect.any(Array) })
  })
})

describe('what a thread hands over', () => {
  const cells = (count: number, text: string) => Array.from({ length: count }, () => text)
  const table = (head: string[], ...rows: string[][]) => ({
    rows: [head, ...rows].map((row, index) => ({ number: index + 1, cells: row })),
  })

  it.runIf(process.platform === 'linux')(
    'is read without a piece that keeps others waiting, and without columns that none wants',
    async () => {
      const head = Array.from({ length: 120 }, (_, column) => `c${column}`)
      const csv = [head, ...Array.from({ length: 4_500 }, (_, row) => cells(120, `the text of row ${row}`))]
        .map((row) => row.join(','))
        .join('\n')
      const bytes = new TextEncoder().encode(csv).buffer
      const wide = { unpackedBytes: 1e9, rows: 1e9, cells: 1e9 }
      const read = (headings: readonly string[]) =>
        readTableInThread({ name: 'a.csv', bytes, most: wide, wanted: { fields: [], headings } }, 60)
      expect(await read(['c1'])).toMatchObject({
        rows: { length: 4_501, 0: { cells: head }, 9: { cells: ['', 'the text of row 8'] } },
      })
      expect(await usualLongestPieceMs(100, () => read(head))).toBeLessThan(100)
    },
    120_000,
  )

  it('keeps marked texts of any column, and of the hidden sheet the named columns', async () => {
    const wantedCells = { fields: [{ name: 'b', title: { zh: '乙' } }], texts: ['mark'] }
    const hidden = [
      ['exchange', '/list'],
      ['', '', 'a', 'b'],
      ['7', '1', 'x', 'y'],
    ]
    const given = {
      ...table(['a', 'B *', 'c', ''], ['x', 'y', 'z', ''], ['x', '', 'mark'], ['x', '', '', '', 'z']),
      hidden,
    }
    const packed = packTable(given, wantedCells, 1_000)
    expect(await unpackTable(packed)).toEqual({
      ...table(['a', 'B *', 'c', ''], ['', 'y'], ['', '', 'mark'], []),
      unnamed: [4],
      hidden: [hidden[0], ['', '', '', 'b'], ['7', '1', '', 'y']],
    })
  })

  it('is refused where cells have more characters than the file may unpack to, or one has too many', () => {
    const given = table(['a'], ...Array.from({ length: 100 }, () => ['x'.repeat(1_000)]))
    const bounded =
      (most: number, rows = given) =>
      () =>
        packTable(rows, wanted, most)
    expect(bounded(90_000)).toThrow(expect.objectContaining({ bound: 'unpackedBytes' }))
    expect(bounded(110_000)).not.toThrow()
    const long = table(['a'], ['x'.repeat(maxCellCharacters + 1)])
    expect(bounded(1e9, long)).toThrow(expect.objectContaining({ bound: 'cellCharacters' }))
  })

  it('lets others have their turn in between', async () => {
    let [worked, turns] = [0, 0]
    const turn = () => void ((turns += 1), worked < 4 && setImmediate(turn))
    setImmediate(turn)
    const results = await mapInSlices([1, 2, 3, 4], (item) => {
      const began = performance.now()
      while (performance.now() - began < 12);
      worked += 1
      return item * 2
    })
    expect(turns).toBeGreaterThanOrEqual(3)
    expect(results).toEqual([2, 4, 6, 8])
  })
})

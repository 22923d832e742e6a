// A found list as a file: the same records and values as the list, streamed, harmless to open, and
// its connection always given back.
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, inflateRawSync } from 'node:zlib'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { ExportRequest } from '../../../src/protocol/reportCalls'
import { exportList } from '../../../src/server/endpoints/lists/export'
import { downloadOf } from '../../../src/server/endpoints/lists/exportSlots'
import { readList } from '../../../src/server/endpoints/lists/list'
import type { Workshop } from '../mutation/workshop'
import { withTableRewritten } from '../rewrittenTable'
import { asking, openReads, refusal } from './reads'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openReads()
  await workshop.project({
    no: 'A-1',
    name: '=cmd|x',
    kind: 'urgent',
    budget: '-1234.50',
    rate: '1.123456789012345678',
    endsOn: '2026-03-05',
    startsAt: '2026-03-01T16:00:00Z',
    phone: '13800001111',
    margin: '9.00',
  })
  await workshop.project({
    no: 'A-2',
    name: 'two, "quoted"\nlines',
    state: 'closed',
    phone: '13800001111',
    alias: '["甲","_x0041_ <b>&"]',
  })
  await workshop.project({
    no: 'A-3',
    name: 'of another',
    owner: workshop.idOf('north.mate'),
    createdBy: workshop.idOf('north.mate'),
  })
}, 120_000)
afterAll(() => workshop?.close())

const columns = ['no', 'name', 'kind', 'owner', 'phone', 'budget', 'rate', 'endsOn', 'startsAt', 'alias', 'state']
const given = (request: Partial<ExportRequest> = {}): ExportRequest => ({
  screen: '/projects',
  format: 'csv',
  columns,
  sort: { field: 'no', descending: false },
  ...request,
})

async function exported(who: string, request: ExportRequest) {
  const { headers, body } = await exportList(asking(workshop, who), request)
  return { headers, bytes: await buffer(body as Readable) }
}

const busy = () => workshop.database.exports.totalCount - workshop.database.exports.idleCount
const atRest = () => expect.poll(busy).toBe(0)
afterEach(atRest)

it('writes what the list shows as CSV, with nothing that runs', async () => {
  const { headers, bytes } = await exported('north.worker', given())
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toContain(encodeURIComponent('-202603050130.csv'))
  expect(bytes.toString()).toBe(
    [
      '\uFEFFNo.,Name,Kind,Owner,Phone,Budget,Rate,Ends on,Starts at,Alias,State',
      "A-1,'=cmd|x,urgent,north.worker,13800001111,-1234.50,1.123456789012345678,2026-03-05,2026-03-02 00:00:00,,running",
      'A-2,"two, ""quoted""\nlines",plain,north.worker,138****1111,,1,,,_x0041_ <b>&,closed',
      '',
    ].join('\r\n'),
  )
})

it('holds the rows of a table that a change of the manifests rewrites just after it began', async () => {
  const { owner, query } = workshop.database
  let writing: ReturnType<typeof exported> | undefined
  await owner.transaction(async (change) => {
    await change.query(sql`lock table "project" in access exclusive mode`)
    writing = exported('north.worker', given({ columns: ['no'] }))
    const waits = sql`select 1 from pg_locks where relation = '"project"'::regclass and not granted`
    await expect.poll(() => query(waits)).toHaveLength(1)
    await change.query(sql`alter table "project" add column "rewritten" uuid default gen_random_uuid()`)
  })
  expect((await writing)!.bytes.toString()).toBe('\uFEFFNo.\r\nA-1\r\nA-2\r\n')
  await owner.query(sql`alter table "project" drop column "rewritten"`)
})

it('gives up where its table is rewritten each time it begins', async () => {
  const { result, times } = await withTableRewritten(workshop.database, 'project', () =>
    exportList(asking(workshop, 'north.worker'), given()).catch((error: unknown) => error),
  )
  expect(result).toMatchObject({ key: 'export_tables_changed', retryAfter: 30 })
  expect(times).toBe(5)
  expect((await exported('north.worker', given({ columns: ['no'] }))).bytes.toString()).toContain('A-1')
})

it('obeys filters, words, tab, reach and rights as the list does', async () => {
  const lines = async (who: string, request: ExportRequest) =>
    (await exported(who, request)).bytes
      .toString()
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0])
  expect(await lines('north.manager', given({ columns: ['no'] }))).toEqual(['A-1', 'A-2', 'A-3'])
  expect(
    await lines('north.manager', given({ columns: ['no'], sort: { field: 'no', descending: true }, tab: 'running' })),
  ).toEqual(['A-3', 'A-1'])
  const sort = { field: 'state', descending: false }
  expect(
    await lines('north.manager', given({ columns: ['no'], sort, thenBy: [{ field: 'no', descending: true }] })),
  ).toEqual(['A-3', 'A-1', 'A-2'])
  expect(await lines('north.manager', given({ columns: ['no'], words: 'another' }))).toEqual(['A-3'])
  expect(
    await lines(
      'north.manager',
      given({ columns: ['no'], filters: [{ field: 'owner', operator: 'in', value: [workshop.idOf('north.mate')] }] }),
    ),
  ).toEqual(['A-3'])
  expect(
    (await exported('north.worker', { screen: '/projects', format: 'csv' })).bytes.toString().split('\r\n')[0],
  ).not.toContain('Margin')
  expect((await exported('north.manager', { screen: '/projects', format: 'csv' })).bytes.toString()).toContain('Margin')
  expect(await refusal(exportList(asking(workshop, 'north.guest'), given()))).toMatchObject({ code: 2002 })
  expect(await refusal(exportList(asking(workshop, 'north.worker'), given({ columns: ['nothing'] })))).toMatchObject({
    code: 2001,
  })
  expect(await refusal(exportList(asking(workshop, 'north.worker'), given({ screen: '/figures' })))).toMatchObject({
    code: 2001,
  })
})

it('has added columns for callers only who may open the records', async () => {
  const added = given({ columns: ['no', 'flags'] })
  expect((await exported('north.worker', added)).bytes.toString()).toMatch(/^\uFEFFNo\.,Flags\r\n/)
  const context = asking(workshop, 'north.worker')
  const project = context.app.entities.project!
  const closed = { ...project, detail: { ...project.detail, permissions: ['heldByNobody'] } }
  const app = { ...context.app, entities: { ...context.app.entities, project: closed } }
  expect(await refusal(exportList({ ...context, app }, added))).toMatchObject({ code: 2001 })
})

it('writes a workbook that other programs can read', async () => {
  const { headers, bytes } = await exported('north.worker', given({ format: 'xlsx' }))
  expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  const { sheet, names } = unpacked(bytes)
  expect(names).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
  ])
  const cells = Object.fromEntries(
    [...sheet.matchAll(/<c r="([A-Z]+\d+)" s="(\d)"(?: t="(\w+)")?>(.*?)<\/c>/gs)].map(
      ([, at, style, type, content]) => [at, [Number(style), type ?? 'n', content!.replace(/<[^>]+>/g, '')]],
    ),
  )
  expect(cells).toMatchObject({
    A1: [1, 'inlineStr', 'No.'],
    K1: [1, 'inlineStr', 'State'],
    B2: [2, 'inlineStr', '=cmd|x'],
    C2: [2, 'inlineStr', 'urgent'],
    F2: [3, 'n', '-1234.50'],
    // More digits than a sheet counts with stay a text.
    G2: [2, 'inlineStr', '1.123456789012345678'],
    H2: [4, 'n', '46086'],
    I2: [5, 'n', '46083'],
    B3: [2, 'inlineStr', 'two, "quoted"\nlines'.replaceAll('"', '&quot;')],
    E3: [2, 'inlineStr', '138****1111'],
    G3: [0, 'n', '1'],
    J3: [2, 'inlineStr', '_x005F_x0041_ &lt;b&gt;&amp;'],
    K3: [2, 'inlineStr', 'closed'],
  })
  expect(cells.F3).toBeUndefined()
})

it('streams many rows, in the order of the list, from one state of the data', async () => {
  const { tenant: house, me } = workshop.caller('south.worker')
  await workshop.database.query(
    sql`INSERT INTO project (house, no, name, kind, owner, rounds, rate, state, "createdBy", "createdAt", "stateAt",
      version) SELECT ${house.id}, 'S' || lpad(n::text, 5, '0'), 'south ' || n, 'plain', ${me.id}, 0, 1, 'running',
      ${me.id}, now(), now(), 1 FROM generate_series(1, 2600) n`,
  )
  const { body } = await exportList(asking(workshop, 'south.worker'), given({ columns: ['no'] }))
  await workshop.database.query(sql`DELETE FROM project WHERE no = 'S02600'`)
  const lines = (await buffer(body as Readable)).toString().trim().split('\r\n').slice(1)
  expect(lines).toHaveLength(2600)
  expect(lines).toEqual([...lines].sort())
  const first = await readList(asking(workshop, 'south.worker'), {
    screen: '/projects',
    sort: { field: 'no', descending: false },
    size: 200,
  })
  expect(lines.slice(0, 200)).toEqual(first.rows!.map((row) => row.values.no))
})

it('is written a hundred rows at a time, and a slow download is no slow statement', async () => {
  // The exports' connections end each statement after a third of a second.
  const { exports } = workshop.database
  const connections = await Promise.all([1, 2, 3, 4].map(() => exports.connect()))
  const limit = (seconds: string) =>
    Promise.all(connections.map((connection) => connection.query(`SET statement_timeout = '${seconds}'`)))
  await limit('300ms')
  for (const connection of connections) connection.release()
  const { body } = await exportList(asking(workshop, 'south.worker'), given({ columns: ['no', 'name'] }))
  const chunks: string[] = []
  await new Promise((resolve, reject) =>
    (body as Readable)
      .once('error', reject)
      .once('end', resolve)
      .on('data', (chunk: Buffer) => {
        chunks.push(chunk.toString())
        if (chunks.length > 1) return
        ;(body as Readable).pause()
        void workshop.database.query(sql`SELECT pg_sleep(0.5)`).then(() => (body as Readable).resume())
      }),
  )
  const rows = chunks.map((chunk) => chunk.split('\r\n').length - 1)
  expect(Math.max(...rows)).toBe(100)
  expect(rows.reduce((sum, count) => sum + count, 0)).toBe(2600)
  await atRest()
  await Promise.all([1, 2, 3, 4].map(async () => (await exports.connect()).release(true)))
})

it('ends a download of which nothing is taken', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const chunks = async function* () {
    for (;;) yield 'x'.repeat(100_000)
  }
  const stalled = downloadOf(chunks())
  const ended = once(stalled, 'close').catch((error: Error) => error.message)
  stalled.read(1)
  for (let seconds = 0; seconds < 50; seconds += 10) await vi.advanceTimersByTimeAsync(10_000)
  expect(stalled.destroyed).toBe(false)
  await vi.advanceTimersByTimeAsync(20_000)
  expect([stalled.destroyed, await ended]).toEqual([true, 'The download stalled.'])
  vi.useRealTimers()
})

it('gives the connection back when nobody takes the file, and lets only a few run at once', async () => {
  const begin = (who = 'south.worker') => exportList(asking(workshop, who), given({ columns: ['no', 'name'] }))
  const [first, second] = await Promise.all([begin(), begin()])
  expect(await refusal(begin())).toEqual({
    code: 2001,
    message: '2 of your exports are running. Please wait until they are done',
  })
  const others = await Promise.all([begin('south.manager'), begin('south.manager')])
  expect(busy()).toBe(4)
  expect(await refusal(begin('north.worker'))).toEqual({
    code: 2001,
    message: 'Too many exports are running; try again in a moment',
  })
  const bodies = [first!, second!, ...others].map(({ body }) => body as Readable)
  // One is given up before it began, one in the middle.
  bodies[0]!.destroy()
  const reading = bodies[1]![Symbol.asyncIterator]()
  await reading.next()
  bodies[1]!.destroy()
  for (const body of bodies.slice(2)) await buffer(body)
  await atRest()
  expect((await buffer((await begin()).body as Readable)).length).toBeGreaterThan(1000)
})

it('ends a stream whose database went away, and says so in the log', async () => {
  const logged: unknown[] = []
  const { body } = await exportList(asking(workshop, 'south.worker', logged), given({ columns: ['no', 'name'] }))
  const victims = await workshop.database.owner.query<{ pid: number }>(
    sql`SELECT pg_terminate_backend(pid), pid FROM pg_stat_activity WHERE state IN ('active', 'idle in transaction')
      AND datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  )
  expect(victims).toHaveLength(1)
  await expect(buffer(body as Readable)).rejects.toThrow()
  expect(String(logged[0])).toContain('/projects')
})

/** Read from the directory at the end, as other programs do; sizes and sums are checked. */
function unpacked(bytes: Buffer): { sheet: string; names: string[] } {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files = new Map<string, string>()
  for (let at = bytes.readUInt32LE(end + 16), left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [sum, packed, size, name, start] = [
      bytes.readUInt32LE(at + 16),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 24),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 42),
    ]
    const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
    const content = inflateRawSync(bytes.subarray(data, data + packed))
    expect([content.length, crc32(content)]).toEqual([size, sum])
    files.set(bytes.toString('utf8', at + 46, at + 46 + name), content.toString())
    at += 46 + name
  }
  return { sheet: files.get('xl/worksheets/sheet1.xml')!, names: [...files.keys()] }
}

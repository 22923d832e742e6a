// A report as a file: its rows in their order with titles and names, what may not be counted left
// empty, and the totals below.
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ExportRequest } from '../../../src/protocol/reportCalls'
import { exportScreen } from '../../../src/server/endpoints/lists/exportScreen'
import type { Workshop } from '../mutation/workshop'
import { asking, openReads, refusal } from './reads'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openReads()
  await workshop.project({ kind: 'plain', budget: '1234.50', margin: '9.00', createdAt: '2026-03-02T00:00:00Z' })
  await workshop.project({
    kind: 'urgent',
    budget: '5.00',
    margin: '1.00',
    owner: workshop.idOf('north.mate'),
    createdAt: '2026-03-02T00:00:00Z',
  })
  await workshop.project({ kind: 'plain', budget: '0.50', createdAt: '2026-02-02T00:00:00Z' })
}, 120_000)
afterAll(() => workshop?.close())

async function exported(who: string, request: ExportRequest) {
  const { headers, body } = await exportScreen(asking(workshop, who), request)
  return { headers, bytes: await buffer(body as Readable) }
}
const lines = async (who: string, request: Partial<ExportRequest> = {}) =>
  (await exported(who, { screen: '/kinds', format: 'csv', ...request })).bytes
    .toString()
    .replace('\uFEFF', '')
    .trim()
    .split(/\r?\n/)

it('writes the rows and the totals, with titles for codes and names for records', async () => {
  expect(await lines('north.manager')).toEqual(['Kind,Number,Budget', 'plain,2,1235.00', 'urgent,1,5.00', 'Total,3,'])
  expect(await lines('north.manager', { group: 'stage' })).toEqual([
    'Stage,Number,Budget',
    'running,3,1240.00',
    'Total,3,',
  ])
  expect(await lines('north.manager', { filters: [{ field: 'kind', operator: 'in', value: ['urgent'] }] })).toEqual([
    'Kind,Number,Budget',
    'urgent,1,5.00',
    'Total,1,',
  ])
})

it('of the asked span, and without what may not be read', async () => {
  const [head, ...rows] = await lines('north.mate', { screen: '/figures', from: '2026-03-01', to: '2026-04-01' })
  expect(head).toBe('Owner,Month,Projects,Spent,Mean,Latest,Margin,Each')
  expect(rows.at(-1)).toMatch(/^Total,,2,0\.00,,,,/)
  expect((await lines('north.manager', { screen: '/figures', from: '2026-03-01', to: '2026-04-01' })).at(-1)).toMatch(
    /^Total,,2,0\.00,,,10\.00,/,
  )
})

it('is a workbook too, named for the report and the time', async () => {
  const { headers, bytes } = await exported('north.manager', { screen: '/kinds', format: 'xlsx' })
  expect(headers['content-disposition']).toContain(encodeURIComponent('-202603050130.xlsx'))
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
})

it('is refused like the report itself', async () => {
  expect(await refusal(exported('north.guest', { screen: '/kinds', format: 'csv' }))).toMatchObject({ code: 2002 })
  expect(await refusal(exported('north.manager', { screen: '/kinds', format: 'csv', group: 'owner' }))).toMatchObject({
    code: 2001,
  })
  expect(await refusal(exported('north.manager', { screen: '/desk', format: 'csv' }))).toMatchObject({ code: 2001 })
})

it('with more groups than a sheet is good for is refused, and takes no turn', async () => {
  await workshop.database.query(
    sql`insert into "project" select (jsonb_populate_record(p, jsonb_build_object(
        'id', 1000000 + i, 'no', 'P-' || i, 'name', 'name ' || i, 'kind', 'kind ' || i))).*
      from "project" p, generate_series(1, 20001) i where p."id" = (select min("id") from "project")`,
  )
  for (let time = 0; time < 3; time += 1)
    expect(await refusal(exported('north.manager', { screen: '/kinds', format: 'csv' }))).toEqual({
      code: 2001,
      message: 'The report has more than 20000 rows. Please narrow it down before exporting',
    })
  await workshop.database.query(sql`delete from "project" where "id" > 1000000`)
})

it('counts among the exports of an account until its file is taken', async () => {
  const begin = () => exportScreen(asking(workshop, 'north.manager'), { screen: '/kinds', format: 'csv' })
  const [first, second] = [await begin(), await begin()]
  expect(await refusal(begin())).toEqual({
    code: 2001,
    message: '2 of your exports are running. Please wait until they are done',
  })
  await buffer(first.body as Readable)
  await Promise.all([second.body as Readable, (await begin()).body as Readable].map((body) => buffer(body)))
})

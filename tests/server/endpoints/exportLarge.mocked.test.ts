// Proves that more rows than a sheet holds become CSV, with a note.
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { exportList, fallbackFormatHeader } from '../../../src/server/endpoints/lists/export'
import type { Workshop } from '../mutation/workshop'
import { asking, openReads } from './reads'

vi.mock('../../../src/server/files/spreadsheets/xlsx', async (original) => ({
  ...(await original<object>()),
  maxRows: 2,
}))

let workshop: Workshop
beforeAll(async () => {
  workshop = await openReads()
  for (const name of ['one', 'two']) await workshop.project({ name })
}, 120_000)
afterAll(() => workshop?.close())

const exported = async (format: 'xlsx' | 'csv') => {
  const { headers, body } = await exportList(asking(workshop, 'north.worker'), {
    screen: '/projects',
    format,
    columns: ['name'],
  })
  const content = (await buffer(body as Readable)).toString()
  return { told: headers[fallbackFormatHeader], type: String(headers['content-type']), content }
}

it('is a sheet as long as the rows fit, then CSV with a header', async () => {
  expect(await exported('xlsx')).toMatchObject({ told: undefined, type: expect.stringContaining('spreadsheetml') })
  await workshop.project({ name: 'three' })
  expect(await exported('xlsx')).toMatchObject({
    told: 'xlsx',
    type: 'text/csv; charset=utf-8',
    content: '\uFEFFName\r\none\r\nthree\r\ntwo\r\n',
  })
  expect(await exported('csv')).toMatchObject({ told: undefined, type: 'text/csv; charset=utf-8' })
})

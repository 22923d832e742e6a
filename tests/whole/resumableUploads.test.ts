// Does an upload go on after a break, count each byte once, and leave nothing behind?
import { afterAll, beforeAll, expect, it } from 'vitest'
import sql from 'sql-template-tag'
import type { Part } from '../../src/protocol/transport'
import type { Envelope } from '../../src/protocol/envelope'
import type { UploadState } from '../../src/protocol/documentCalls'
import { removeUnused } from '../../src/server/files/fileRecords'
import { createTeller, type Teller } from '../story/teller'
import { startProduct, type Product } from './product'

const piece = 1024 * 1024
const content = Buffer.alloc(piece * 2 + 500, 'A line of text that is no picture.\n')
let product: Product
let teller: Teller
beforeAll(async () => {
  product = await startProduct({ environment: { JOBS: 'off', UPLOAD_MB: '3', UPLOAD_QUOTA_MB: '5' } })
  teller = createTeller(product.transport)
}, 300_000)
afterAll(() => product?.stop())

const begin = (role: string, size = content.length, name = '量尺.txt') =>
  teller.call<UploadState | null>(role, '/api/uploads', { name, size })
const state = (role: string, id: string) => teller.call<UploadState | null>(role, '/api/uploads/state', { id })

async function append(role: string, id: string, offset: number, bytes: AsyncIterable<Uint8Array> | Buffer) {
  async function* parts(): AsyncIterable<Part> {
    yield { kind: 'value', name: 'id', value: id }
    yield { kind: 'value', name: 'offset', value: String(offset) }
    yield {
      kind: 'file',
      name: 'file',
      filename: 'x',
      bytes: Buffer.isBuffer(bytes) ? once(bytes) : (bytes as AsyncIterable<Uint8Array>),
    }
  }
  const reply = await product.transport({
    method: 'POST',
    path: '/api/uploads/append',
    headers: { 'x-token': await teller.token(role), 'x-language': 'zh' },
    body: { parts: parts() },
  })
  return reply.body as Envelope<UploadState | null>
}
async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
async function* brokenAfter(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
  throw Object.assign(new Error('the connection broke'), { code: 'ECONNRESET' })
}
const database = () => product.server.dependencies.database
const files = () => product.server.dependencies.files
const rows = async (statement: ReturnType<typeof sql>) => (await database().read(statement)).length

it('goes on where it stopped, takes no piece twice, and ends as one file', async () => {
  const { id } = (await begin('guide')).data!
  expect((await append('guide', id, 0, content.subarray(0, piece))).data).toEqual({ id, offset: piece, piece })
  await append('guide', id, piece, brokenAfter(content.subarray(piece, piece + 9)))
  expect((await state('guide', id)).data).toEqual({ id, offset: piece, piece })
  // The answer was lost and the piece is sent again; another one skips ahead.
  expect((await append('guide', id, 0, content.subarray(0, piece))).data).toMatchObject({ offset: piece })
  expect((await append('guide', id, piece * 2, content.subarray(piece * 2))).data).toMatchObject({ offset: piece })
  // Two at once: the first counts.
  const second = content.subarray(piece, piece * 2)
  const both = await Promise.all([append('guide', id, piece, second), append('guide', id, piece, second)])
  expect(both.map(({ data }) => data!.offset)).toEqual([piece * 2, piece * 2])
  const done = (await append('guide', id, piece * 2, content.subarray(piece * 2))).data!
  expect(done).toMatchObject({ offset: content.length, file: { name: '量尺.txt', size: content.length } })
  const [{ digest } = { digest: '' }] = await database().read<{ digest: string }>(
    sql`select "digest" from "_file" where "id" = ${done.file!.id}`,
  )
  const parts: Uint8Array[] = []
  for await (const part of await files().read(digest)) parts.push(part as Uint8Array)
  expect(Buffer.concat(parts).equals(content)).toBe(true)
  // The last answer was lost as well.
  expect((await append('guide', id, piece * 2, content.subarray(piece * 2))).data).toEqual(done)
  expect(await rows(sql`select 1 from "_file" where "name" = '量尺.txt'`)).toBe(1)
})

it('is of its account alone, within its quota, and refused as a whole as in one form', async () => {
  const { id } = (await begin('owner')).data!
  expect((await state('guide', id)).key).toBe('upload_not_found')
  expect((await append('guide', id, 0, content.subarray(0, piece))).key).toBe('upload_not_found')
  expect((await begin('owner')).key, 'twice two megabytes of four').toBeUndefined()
  expect((await begin('owner', piece * 2)).key).toBe('upload_quota_reached')
  expect((await begin('owner', piece * 3 + 1)).key).toBe('file_too_large')
  const odd = (await begin('finance', 9, '图.png')).data!
  const refused = await append('finance', odd.id, 0, Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0]))
  expect(refused.key).toBe('file_type_not_accepted')
  expect((await state('finance', odd.id)).key).toBe('upload_not_found')
})

it('is forgotten after a day, with its bytes', async () => {
  const { id } = (await begin('finance', piece + 1, '旧.txt')).data!
  await append('finance', id, 0, content.subarray(7, piece + 7))
  const [{ pieces } = { pieces: [] }] = await database().read<{ pieces: string[] }>(
    sql`select "pieces" from "_upload" where "id" = ${id}`,
  )
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
  await removeUnused(database(), files(), hours(20))
  expect((await files().read(pieces[0]!)).readable).toBe(true)
  await removeUnused(database(), files(), hours(26))
  expect((await state('finance', id)).key).toBe('upload_not_found')
  await expect(files().read(pieces[0]!)).rejects.toMatchObject({ code: 'ENOENT' })
})

// Tests unused uploads:
// they count toward the uploader's quota and are deleted after a week, unlike those that a record carries. Uploads in
// pieces resume and end as one file.
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import disk from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { expect, it, vi } from 'vitest'
import type { FileValue, ListAnswer, RecordAnswer, RunAnswer } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import { draftLifetimeMs, type UploadState } from '../../src/protocol/fileCalls'
import { removeUnused } from '../../src/server/files/fileRecords'
import { heldBytes } from '../../src/server/files/quota'
import { pieceSize, sendPiece } from './pieces'
import { useProduct } from './useProduct'

const follow = 'customer/follow.entity.json'
const logged: string[] = []
const suite = useProduct({
  hear: (line) => void logged.push(line),
  environment: { UPLOAD_MB: '3', UPLOAD_QUOTA_MB: '5' },
  // The form of a new follow-up fills in the picture of another person.
  files: [
    {
      path: follow,
      text: readFileSync(`schemas/${follow}`, 'utf8').replace(
        /"files"(?=\n {6}\],\n {6}"checks")/,
        '{ "field": "files", "default": "customer.guide.avatar" }',
      ),
    },
  ],
})

async function sendWhole(role: string, bytes: Buffer, name = 'a.txt'): Promise<Response> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name))
  return fetch(`${suite.product.address}/pcindex4/upload/fileV2`, {
    method: 'POST',
    headers: { 'X-Token': await suite.teller.token(role) },
    body: form,
  })
}
const uploadWhole = async (...sent: Parameters<typeof sendWhole>): Promise<Envelope<FileValue>> =>
  (await sendWhole(...sent)).json() as Promise<Envelope<FileValue>>

it('the page knows the limit of the server', async () => {
  const boot = await fetch(`${suite.product.address}/api/boot`, {
    headers: { 'x-token': await suite.teller.token('designer') },
  })
  expect(await boot.json()).toMatchObject({ data: { uploadBytes: 3 * 1024 * 1024 } })
})

const text = (size: number, which: number) => Buffer.from(`${which}`.repeat(size))
const database = () => suite.product.server.dependencies.database
const later = () => new Date(Date.now() + 25 * 3_600_000)

it('more than the quota is refused, also when much is sent at once; another account is not touched', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => uploadWhole('designer', text(1_600_000, at))))
  expect(answers.filter(({ code }) => code === 2000)).toHaveLength(3)
  expect(answers.find(({ code }) => code !== 2000)).toMatchObject({
    code: 2001,
    msg: '未使用的上传文件已达上限，请先保存或一天后再试',
  })
  expect((await uploadWhole('finance', text(300_000, 9))).code).toBe(2000)
})

it('what is not used lives as long as a draft, and what a record carries stays', async () => {
  const [used, unused] = [
    (await uploadWhole('owner', text(5_000, 1))).data,
    (await uploadWhole('owner', text(6_000, 2))).data,
  ]
  const { id } = await suite.teller.account('owner')
  const { data } = await suite.teller.call<RecordAnswer>('owner', '/api/record', { entity: 'employee', id })
  expect(
    (
      await suite.teller.call('owner', '/pcindex4/user_centor/personal_details.html', {
        name: data.record.label,
        avatar: [used],
      })
    ).code,
  ).toBe(2000)
  const { files } = suite.product.server.dependencies
  const digests = await database().query<{ id: string; digest: string }>(
    sql`select "id", "digest" from "_file" where "id" in (${used.id}, ${unused.id})`,
  )
  const digestOf = (file: FileValue) => digests.find((row) => row.id === file.id)!.digest
  const nearly = new Date(Date.now() + draftLifetimeMs - 60_000)
  expect(await removeUnused(database(), files, nearly)).toBe(0)
  expect(await removeUnused(database(), files, new Date(nearly.getTime() + 120_000))).toBeGreaterThan(0)
  expect(await database().query(sql`select "id" from "_file" where "id" in (${used.id}, ${unused.id})`)).toEqual([
    { id: used.id },
  ])
  ;(await files.read(digestOf(used))).destroy()
  await expect(files.read(digestOf(unused))).rejects.toMatchObject({ code: 'ENOENT' })
  expect((await uploadWhole('designer', text(300_000, 7))).code, 'there is room again').toBe(2000)
})

it('who knows the id of a file that another has uploaded may attach it nowhere, before a record carries it and after', async () => {
  const { data: foreign } = await uploadWhole('owner', text(2_000, 3), 'salary.txt')
  const { data: mine } = await uploadWhole('guide', text(2_000, 4))
  const screen = { screen: '/customer/CustomerList', tab: 'following', want: { rows: true } }
  const { data: list } = await suite.teller.call<ListAnswer>('guide', '/api/list', screen)
  const customer = list.rows![0]!.id
  const attach = async (role: string, files: readonly FileValue[]) => {
    const values = { customer, method: 'phone', content: 'With files', files }
    const request = { entity: 'follow', transition: 'create', values, key: randomUUID() }
    return suite.teller.call<RunAnswer>(role, '/api/run', request)
  }
  const refused = { code: 2001, data: { fields: { files: '文件不存在或不可用' } } }
  const note = { entity: 'customer', id: customer, text: 'Look', files: [foreign.id], key: randomUUID() }
  for (const state of ['unused', 'carried']) {
    expect(await attach('guide', [mine, foreign]), state).toMatchObject(refused)
    expect((await suite.teller.call('guide', '/api/notes/write', note)).code, state).toBe(2001)
    if (state === 'unused') expect((await attach('owner', [foreign])).code).toBe(2000)
  }
  // What a record carries stays in it.
  const { code, data: own } = await attach('guide', [mine])
  expect(code).toBe(2000)
  const read = { entity: 'follow', id: own.id }
  const { data } = await suite.teller.call<RecordAnswer>('guide', '/api/record', read)
  expect(data.record.values.files).toMatchObject([{ id: mine.id }])
})

it('files that a form fills in are saved by everyone who may open it, and under no other record', async () => {
  const { data: picture } = await uploadWhole('guide', text(2_500, 5), 'face.txt')
  const { id: guide, name } = await suite.teller.account('guide')
  const avatar = { name, avatar: [picture] }
  expect((await suite.teller.call('guide', '/pcindex4/user_centor/personal_details.html', avatar)).code).toBe(2000)
  const screen = { screen: '/customer/CustomerList', tab: 'following', size: 200, want: { rows: true } }
  const { data: list } = await suite.teller.call<ListAnswer>('owner', '/api/list', screen)
  const customerOf = (is: (id: number) => boolean) =>
    list.rows!.find(({ values }) => is((values.guide as { id: number }).id))!.id
  const add = (customer: number, files: object) =>
    suite.teller.call<RunAnswer>('owner', '/api/run', {
      entity: 'follow',
      transition: 'create',
      key: randomUUID(),
      values: { customer, method: 'phone', content: 'With the picture', ...files },
    })
  for (const files of [{}, { files: [picture] }]) {
    const { code, msg, data } = await add(
      customerOf((id) => id === guide),
      files,
    )
    expect(code, msg).toBe(2000)
    const { data: read } = await suite.teller.call<RecordAnswer>('owner', '/api/record', {
      entity: 'follow',
      id: data.id,
    })
    expect(read.record.values.files).toMatchObject([{ id: picture.id, name: 'face.txt' }])
  }
  const elsewhere = await add(
    customerOf((id) => id !== guide),
    { files: [picture] },
  )
  expect(elsewhere).toMatchObject({ code: 2001, data: { fields: { files: '文件不存在或不可用' } } })
})

it('of what is unused the oldest of more than a day gives way to more than the quota, and no younger one', async () => {
  const files: FileValue[] = []
  for (const which of [1, 2, 3]) files.push((await uploadWhole('restricted', text(1_600_000, which))).data)
  const stays = async () => {
    const ids = files.map(({ id }) => id)
    const left = await database().query<{ id: string }>(sql`select "id" from "_file" where "id" = any(${ids}::text[])`)
    return ids.map((id) => left.some((row) => row.id === id))
  }
  const age = (file: FileValue, hours: number) =>
    database().query(sql`update "_file" set "createdAt" = now() - make_interval(hours => ${hours})
      where "id" = ${file.id}`)
  await age(files[1]!, 47)
  await age(files[0]!, 25)
  await age(files[2]!, 23)
  expect((await uploadWhole('restricted', text(1_600_000, 4))).code).toBe(2000)
  expect(await stays()).toEqual([true, false, true])
  expect((await begin('restricted', 1_600_000)).code, 'in pieces').toBe(2000)
  expect(await stays()).toEqual([false, false, true])
  expect((await uploadWhole('restricted', text(1_600_000, 5))).key).toBe('upload_quota_reached')
  expect(await stays()).toEqual([false, false, true])
})

const content = Buffer.alloc(pieceSize * 2 + 500, '量尺的一行。\n')
const begin = (role: string, size = content.length, name = '量尺.txt') =>
  suite.teller.call<UploadState>(role, '/api/uploads', { name, size })
const state = (role: string, id: string) => suite.teller.call<UploadState>(role, '/api/uploads/state', { id })
const piece = async (role: string, upload: Pick<UploadState, 'id'>, offset: number, end = offset + pieceSize) => {
  const sender = { address: suite.product.address, token: await suite.teller.token(role) }
  return sendPiece(sender, upload, offset, content.subarray(offset, end))
}
const rows = async (name: string) => (await database().query(sql`select 1 from "_file" where "name" = ${name}`)).length
const notNext = (offset: number, bytes: number) => ({
  code: 2001,
  key: 'upload_piece_not_next',
  msg: `分段不连续：应从第 ${offset} 字节开始，共 ${bytes} 字节`,
})

it('a file in pieces: each counts once, none out of its order, and all are one file', async () => {
  const { data: upload } = await begin('guide')
  expect(upload).toEqual({ id: upload.id, offset: 0, piece: pieceSize })
  const [first, again] = await Promise.all([piece('guide', upload, 0), piece('guide', upload, 0)])
  expect([first.data, again.data]).toEqual([1, 2].map(() => ({ ...upload, offset: pieceSize })))
  expect(await piece('guide', upload, pieceSize * 2)).toMatchObject(notNext(pieceSize, pieceSize))
  expect(await piece('guide', upload, pieceSize, pieceSize + 9)).toMatchObject(notNext(pieceSize, pieceSize))
  expect(await piece('guide', upload, 9)).toMatchObject(notNext(pieceSize, pieceSize))
  expect((await piece('guide', upload, 0)).data.offset, 'the answer was lost').toBe(pieceSize)
  expect((await piece('guide', upload, pieceSize)).data.offset).toBe(pieceSize * 2)
  expect((await state('guide', upload.id)).data).toEqual({ ...upload, offset: pieceSize * 2 })
  const [done, twice] = await Promise.all([1, 2].map(() => piece('guide', upload, pieceSize * 2)))
  const file = { id: upload.id, name: '量尺.txt', size: content.length, type: 'text/plain' }
  expect([done!.data, twice!.data]).toEqual([1, 2].map(() => ({ ...upload, offset: content.length, file })))
  expect((await state('guide', upload.id)).data).toEqual(done!.data)
  expect(await rows('量尺.txt')).toBe(1)
  const token = await suite.teller.token('guide')
  const sent = await fetch(`${suite.product.address}/pcindex/api/downloadFile.html`, {
    method: 'POST',
    headers: { 'X-Token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ id: upload.id }),
  })
  expect(Buffer.from(await sent.arrayBuffer()).equals(content)).toBe(true)
})

it('a file in pieces: of its account alone, in its bounds, and refused for its bytes like any other', async () => {
  const { data: upload } = await begin('manager')
  expect((await state('guide', upload.id)).key).toBe('upload_not_found')
  expect((await piece('guide', upload, 0)).key).toBe('upload_not_found')
  expect((await begin('manager')).code).toBe(2000)
  expect((await begin('manager', pieceSize)).key, 'two of two megabytes and a bit').toBe('upload_quota_reached')
  expect((await uploadWhole('manager', text(pieceSize, 3))).key, 'in one form').toBe('upload_quota_reached')
  expect((await begin('manager', pieceSize * 3 + 1)).key).toBe('file_too_large')
  for (let count = 0; count < 20; count += 1) expect((await begin('orderclerk', 9)).code).toBe(2000)
  expect((await begin('orderclerk', 9)).msg).toBe('未完成的上传已有 20 个，请先完成或放弃其中一些')
  const { data: odd } = await begin('dispatcher', 500, '图.png')
  expect((await piece('dispatcher', odd, 0, 500)).key).toBe('file_type_not_accepted')
  expect((await state('dispatcher', odd.id)).key).toBe('upload_not_found')
})

it('a file in pieces: goes with its bytes when nothing came for a day', async () => {
  const { data: upload } = await begin('aftersales')
  await piece('aftersales', upload, 0)
  const { files } = suite.product.server.dependencies
  const [{ digest }] = (await database().query<{ digest: string }>(
    sql`select "pieces"[1] as "digest" from "_upload" where "id" = ${upload.id}`,
  )) as [{ digest: string }]
  await removeUnused(database(), files, new Date(Date.now() + 20 * 3_600_000))
  expect((await piece('aftersales', upload, pieceSize)).data.offset).toBe(pieceSize * 2)
  await removeUnused(database(), files, later())
  expect((await state('aftersales', upload.id)).key).toBe('upload_not_found')
  await expect(files.read(digest)).rejects.toMatchObject({ code: 'ENOENT' })
  expect((await begin('manager')).code, 'there is room again').toBe(2000)
})

/** What the disk answers to a file that is opened to be written, or to its bytes. */
const diskErrors = {
  full: async (open: () => ReturnType<typeof disk.open>) => {
    const file = await open()
    vi.spyOn(file, 'writeFile').mockRejectedValue(Object.assign(new Error('no space'), { code: 'ENOSPC' }))
    return file
  },
  readOnly: () => Promise.reject(Object.assign(new Error('read-only file system'), { code: 'EROFS' })),
}

async function onDisk<T>(error: keyof typeof diskErrors, run: () => Promise<T>): Promise<T> {
  const { open } = disk
  const spied = vi
    .spyOn(disk, 'open')
    .mockImplementation((path, flags, mode) =>
      flags === 'wx' ? diskErrors[error](() => open(path, flags, mode)) : open(path, flags, mode),
    )
  syncBuiltinESMExports()
  try {
    return await run()
  } finally {
    spied.mockRestore()
    syncBuiltinESMExports()
  }
}

it.each([
  ['full', 507, 'storage_full', '服务器存储空间已满，请联系管理员'],
  ['readOnly', 200, 'file_store_unavailable', '文件存储暂不可用，请稍后重试'],
] as const)(
  'a disk that is %s is said in words, nothing is left of the file, and later it is taken',
  async (...row) => {
    const [error, status, key, msg] = row
    const refused = { code: 2001, key, msg, data: null }
    const bytes = text(3_000, 6)
    const { data: upload } = await begin('finance')
    logged.length = 0
    await onDisk(error, async () => {
      const reply = await sendWhole('finance', bytes)
      expect([reply.status, await reply.json()]).toMatchObject([status, refused])
      expect(await piece('finance', upload, 0)).toMatchObject(refused)
    })
    expect(logged.join('\n')).not.toMatch(/Defect/)
    expect(readdirSync(join(suite.product.schemas, '../data/files/incoming'))).toEqual([])
    expect((await uploadWhole('finance', bytes)).code).toBe(2000)
    expect((await piece('finance', upload, 0)).data.offset).toBe(pieceSize)
    expect((await discard('finance', upload.id)).code).toBe(2000)
  },
)

const discard = (role: string, id: string) => suite.teller.call<null>(role, '/api/uploads/discard', { id })
/** What an account's uploads take up, in bytes: pieces and files that no record carries. */
const held = async (role: string) => {
  const { id } = await suite.teller.account(role)
  const [row] = await database().query<{ bytes: number }>(sql`select ${heldBytes(id)}::float8 as "bytes"`)
  return row!.bytes
}

it('a file in pieces: given up, it takes no room and no place of the twenty; by its account alone, and twice alike', async () => {
  const all: UploadState[] = []
  for (let count = 0; count < 20; count += 1) all.push((await begin('storebuilder', 9)).data)
  const { data: upload } = await begin('admin')
  await piece('admin', upload, 0)
  expect((await begin('storebuilder', 9)).key).toBe('too_many_unfinished_uploads')
  const nothing = { code: 2000, data: null }
  const [foreign, unknown] = [await discard('guide', upload.id), await discard('guide', 'none')]
  expect([foreign, unknown]).toMatchObject([nothing, nothing])
  expect({ ...foreign, requestId: '' }).toEqual({ ...unknown, requestId: '' })
  expect((await state('admin', upload.id)).data.offset, 'of another account').toBe(pieceSize)
  expect(await held('admin')).toBe(content.length)
  for (const answer of [await discard('admin', upload.id), await discard('admin', upload.id)])
    expect(answer).toMatchObject(nothing)
  expect(await held('admin')).toBe(0)
  expect((await state('admin', upload.id)).key).toBe('upload_not_found')
  expect((await piece('admin', upload, pieceSize)).key).toBe('upload_not_found')
  await discard('storebuilder', all[7]!.id)
  expect((await begin('storebuilder', 9)).code).toBe(2000)
})

it('a file in pieces: uploads that were left behind block nobody; those still written to stay', async () => {
  const { id: account } = await suite.teller.account('owner')
  const all: UploadState[] = []
  for (let count = 0; count < 19; count += 1) all.push((await begin('owner', 9)).data)
  const { data: busy } = await begin('owner', pieceSize + 1)
  // Times of twenty minutes ago and more, the first one the oldest.
  await database().query(sql`update "_upload" set "at" = "at" - interval '30 minutes' where "account" = ${account}`)
  await database().query(sql`update "_upload" set "at" = "at" - interval '1 hour' where "id" = ${all[4]!.id}`)
  await piece('owner', busy, 0)
  const { data: further } = await begin('owner', 9)
  expect((await state('owner', all[4]!.id)).key, 'the oldest gives way').toBe('upload_not_found')
  expect((await state('owner', all[5]!.id)).code, 'one alone').toBe(2000)
  expect((await begin('owner', pieceSize * 3)).code).toBe(2000)
  expect((await begin('owner', pieceSize * 3)).key, 'all are too much').toBe('upload_quota_reached')
  await database().query(sql`update "_upload" set "at" = "at" - interval '30 minutes'
    where "account" = ${account} and "size" = ${pieceSize * 3}`)
  expect((await begin('owner', pieceSize * 3)).code, 'of the quota too').toBe(2000)
  for (const { id } of [busy, further]) expect((await state('owner', id)).code, 'written to just now').toBe(2000)
})

/** Waits until an upload has its bytes; it is then about to become a file, or is one. */
const hasAllPieces = (id: string) =>
  expect
    .poll(
      async () =>
        (await database().query(sql`select 1 from "_upload" where "id" = ${id} and "received" < "size"`)).length,
      { interval: 1 },
    )
    .toBe(0)

it('a file in pieces: given up while its last piece comes, nothing is left, whichever is first; nor of its bytes', async () => {
  const { files } = suite.product.server.dependencies
  for (let round = 0; round < 12; round += 1) {
    const { data: upload } = await begin('admin', pieceSize + 500, '竞速.txt')
    await piece('admin', upload, 0)
    const last = piece('admin', upload, pieceSize, pieceSize + 500)
    if (round % 2 === 1) await hasAllPieces(upload.id)
    const [came, gone] = await Promise.all([last, discard('admin', upload.id)])
    expect(gone.code).toBe(2000)
    expect(came.code === 2000 || came.key === 'upload_not_found', came.msg).toBe(true)
    expect((await state('admin', upload.id)).key).toBe('upload_not_found')
    expect(await held('admin')).toBe(0)
  }
  const digest = createHash('sha256').update(content.subarray(0, pieceSize)).digest('hex')
  ;(await files.read(digest)).destroy()
  await removeUnused(database(), files, later())
  await expect(files.read(digest)).rejects.toMatchObject({ code: 'ENOENT' })
})

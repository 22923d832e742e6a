// Tests uploads whose server is killed:
// acknowledged ones are complete, and nothing else is left, neither rows without bytes nor bytes without rows, on disk
// and in S3. Webhook events arrive exactly once.
import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { FileValue, ListAnswer, RunAnswer, RunRequest } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import type { UploadState } from '../../src/protocol/fileCalls'
import { startS3StandIn, type S3StandIn } from '../server/files/s3StandIn'
import { databaseOf, endPrograms, queryBeside, startProgram, type Program } from '../server/program'
import { createTeller, type Teller } from '../story/teller'
import { overHttp } from './overHttp'
import { pieceSize, sendPiece } from './pieces'
import { copyPrepared } from './product'
import { takingTurns } from '../turns'
import { startReceiver, type Receiver } from './webhookReceiver'

interface Sent {
  readonly bytes: Buffer
  file?: FileValue
}

const isToday = takingTurns(3)

let root: string
let environment: Record<string, string>
let program: Program
let address: string
let teller: Teller
let store: S3StandIn
let receiver: Receiver | undefined

const uploads = '/pcindex4/upload/fileV2'
const files = () => join(environment.DATA_DIR!, 'files')
const incoming = () => readdirSync(join(files(), 'incoming'))
const kept = () =>
  readdirSync(files(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()

async function start(more: Record<string, string> = {}): Promise<void> {
  program = startProgram([], { ...environment, ...more })
  address = await program.address
  teller = createTeller(overHttp(address))
  await teller.token('owner')
}
async function kill(): Promise<void> {
  program.child.kill('SIGKILL')
  expect(await program.ended).toBeNull()
}
/** What the database names, asked for when nothing else is at work. */
async function named(): Promise<{ readonly digests: string[]; readonly loose: number }> {
  const rows = await queryBeside<{ digest: string }>(
    environment.DATA_DIR!,
    sql`select "digest" from "_file" union select "thumbnail" from "_file" where "thumbnail" is not null
      union select unnest("pieces") from "_upload"`,
  )
  const [{ loose } = { loose: -1 }] = await queryBeside<{ loose: number }>(
    environment.DATA_DIR!,
    sql`select count(*)::int as "loose" from "_loose"`,
  )
  return { digests: rows.map(({ digest }) => digest).sort(), loose }
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'killed-'))
  chmodSync(root, 0o755)
  environment = { DATA_DIR: join(root, 'data'), DEMO: 'on', WATCH: 'off', JOBS: 'off', WEBHOOKS_PRIVATE: 'on' }
  await copyPrepared(environment.DATA_DIR!)
  store = await startS3StandIn()
}, 150_000)
// What one test left running would keep the next one from the folder.
afterEach(endPrograms)
afterAll(async () => {
  await receiver?.kill()
  const left = databaseOf(environment.DATA_DIR!)
  if (left !== undefined) process.kill(left, 'SIGQUIT')
  await store?.close()
  rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

async function upload(sent: Sent, name: string): Promise<void> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(sent.bytes)], name))
  const reply = await fetch(`${address}${uploads}`, {
    method: 'POST',
    headers: { 'X-Token': await teller.token('owner') },
    body: form,
  })
  const envelope = (await reply.json()) as Envelope<FileValue>
  expect(envelope.code).toBe(2000)
  sent.file = envelope.data
}
/** Half of a file; the rest never comes. */
async function uploadHalf(): Promise<void> {
  const boundary = 'half'
  const { hostname, port } = new URL(address)
  const sent = request({
    hostname,
    port,
    method: 'POST',
    path: uploads,
    headers: {
      'x-token': await teller.token('owner'),
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': 10_000_000,
    },
  })
  sent.on('error', () => undefined)
  sent.write(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="half.txt"\r\n\r\n`)
  sent.write(Buffer.alloc(5_000_000, 'a'))
  await expect
    .poll(() => incoming().some((name) => statSync(join(files(), 'incoming', name)).size > 1_000_000))
    .toBe(true)
}
async function download({ id }: FileValue): Promise<Buffer> {
  const reply = await fetch(`${address}/pcindex/api/downloadFile.html`, {
    method: 'POST',
    headers: { 'X-Token': await teller.token('owner'), 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  })
  expect(reply.headers.get('content-type')).not.toContain('json')
  return Buffer.from(await reply.arrayBuffer())
}

/** An upload whose first piece of two is acknowledged. */
async function uploadFirstPiece() {
  const bytes = Buffer.from(randomBytes(pieceSize / 2 + 100).toString('hex'))
  const request = { name: 'pieces.txt', size: bytes.length }
  const { data: upload } = await teller.call<UploadState>('owner', '/api/uploads', request)
  const send = async (offset: number) =>
    sendPiece(
      { address, token: await teller.token('owner') },
      upload,
      offset,
      bytes.subarray(offset, offset + pieceSize),
    )
  expect((await send(0)).data.offset).toBe(pieceSize)
  return { bytes, upload, send }
}

it.runIf(isToday())(
  'on disk: killed while one upload is half here, one has a piece and eight follow each other',
  async () => {
    await start()
    const all: Sent[] = []
    const { upload: begun, send } = await uploadFirstPiece()
    await uploadHalf()
    const picture = async () =>
      sharp(randomBytes(64 * 48 * 3), { raw: { width: 64, height: 48, channels: 3 } })
        .png()
        .toBuffer()
    let gone = false
    let acknowledged = 0
    await Promise.all(
      Array.from({ length: 8 }, async (_, client) => {
        while (!gone) {
          const isPicture = client % 2 === 0
          const sent: Sent = {
            bytes: isPicture ? await picture() : Buffer.from(`80${randomBytes(20_000).toString('hex')}`),
          }
          all.push(sent)
          try {
            await upload(sent, isPicture ? 'a.png' : 'a.txt')
          } catch (error) {
            // Nobody answers any more; any other failure is one of the test.
            if (!(error instanceof TypeError) || acknowledged < 40) throw error
            gone = true
            return
          }
          if ((acknowledged += 1) === 40) program.child.kill('SIGKILL')
        }
      }),
    )
    expect(await program.ended).toBeNull()
    expect(all.filter(({ file }) => !file).length).toBeGreaterThan(0)
    expect(incoming().length).toBeGreaterThan(0)

    await start()
    expect(incoming()).toEqual([])
    for (const { file, bytes } of all) {
      if (!file) continue
      const got = await download(file)
      if (file.type === 'text/plain') expect(got.equals(bytes)).toBe(true)
      else expect((await sharp(got).raw().toBuffer()).equals(await sharp(bytes).raw().toBuffer())).toBe(true)
    }
    const before = kept()
    expect((await teller.call<UploadState>('owner', '/api/uploads/state', { id: begun.id })).data.offset).toBe(
      pieceSize,
    )
    expect((await send(0)).data.offset).toBe(pieceSize)
    expect(kept()).toEqual(before)
    expect(await named()).toEqual({ digests: kept(), loose: 0 })
  },
  300_000,
)

it.runIf(isToday())(
  'in an S3 store: killed when the store has the bytes and no row names them, they go',
  async () => {
    const s3 = { S3_URL: store.url, S3_REGION: store.region, S3_KEY_ID: store.keyId, S3_SECRET: store.secret }
    // The files of the demo data were stored on disk, by a start without the store.
    await start()
    await endPrograms()
    await start(s3)
    const before = kept()
    const sent: Sent = { bytes: Buffer.from(randomBytes(20_000).toString('hex')) }
    await upload(sent, 'first.txt')
    const [whole] = [...store.kept.keys()]
    const inPieces = await uploadFirstPiece()
    const [, piece] = [...store.kept.keys()]
    store.mode = 'silent'
    const lost = upload({ bytes: Buffer.from(randomBytes(20_000).toString('hex')) }, 'second.txt').then(
      () => 'acknowledged',
      (error: unknown) => (error instanceof TypeError ? 'lost' : String(error)),
    )
    await expect.poll(() => store.kept.size).toBe(3)
    await kill()
    expect(await lost).toBe('lost')
    store.mode = 'well'
    await start(s3)
    expect([...store.kept.keys()]).toEqual([whole, piece])
    const { file } = (await inPieces.send(pieceSize)).data
    expect((await download(file!)).equals(inPieces.bytes)).toBe(true)
    expect((await download(sent.file!)).equals(sent.bytes)).toBe(true)
    expect((await named()).digests).toContain(whole)
    expect(kept()).toEqual(before)
    expect(readFileSync(join(root, 'data', 'files', before[0]!.slice(0, 2), before[0]!)).length).toBeGreaterThan(0)
  },
  300_000,
)

it.runIf(isToday())(
  'killed while events are on their way, as their receiver: it has each once, in order for each record',
  async () => {
    await start({ JOBS: 'on' })
    const events = (receiver = await startReceiver(join(root, 'events')))
    const { id: guide, store: unit } = await teller.account('owner')
    const run = async (request: Omit<RunRequest, 'key'>) => {
      const { code, msg, data } = await teller.call<RunAnswer>('owner', '/api/run', { ...request, key: randomUUID() })
      expect([code, msg]).toEqual([2000, msg])
      return data
    }
    const subscription = { name: 'Kill', address: events.address, entity: 'customer' }
    const { secret } = await run({ entity: 'webhook', transition: 'create', values: subscription })
    await events.verifyWith(secret!)

    let acknowledged = 0
    let down = Promise.resolve()
    const write = async (request: Omit<RunRequest, 'key'>) => {
      const { id } = await run(request)
      acknowledged += 1
      if (acknowledged === 12) down = events.kill()
      if (acknowledged === 24) await down.then(events.startAgain)
      if (acknowledged === 40) program.child.kill('SIGKILL')
      return id
    }
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let turn = 0; turn < 100; turn += 1) {
        const own = {
          mobile: `1670000${1000 + writer * 100 + turn}`,
          source: 'walkIn',
          intent: 'A',
          store: unit,
          guide,
        }
        const values = { name: `Kill ${writer}.${turn}`, remark: '1', ...own }
        const id = await write({ entity: 'customer', transition: 'create', values })
        for (const version of [1, 2])
          await write({ entity: 'customer', transition: 'edit', id, version, values: { remark: String(version + 1) } })
      }
    })
    for (const end of await Promise.allSettled(writers))
      expect(end.status === 'rejected' && end.reason instanceof TypeError, JSON.stringify(end)).toBe(true)
    expect(await program.ended).toBeNull()
    await events.kill()

    await events.startAgain()
    await start({ JOBS: 'on' })
    const { data } = await teller.call<ListAnswer>('owner', '/api/list', {
      screen: '/customer/CustomerList',
      filters: [{ field: 'name', operator: 'contains', value: 'Kill ' }],
      want: { rows: true },
      size: 100,
    })
    const happened: string[] = []
    for (const { id, version } of data.rows!)
      for (let remark = 1; remark <= version; remark += 1) happened.push(`${id} ${remark}`)
    expect(happened.length).toBeGreaterThanOrEqual(acknowledged)
    const kept = async () =>
      (await events.received()).kept.map(({ data: { id, record } }) => {
        const { remark } = record.values as { remark: string }
        return `${id} ${remark}`
      })
    await expect.poll(async () => (await kept()).sort(), { timeout: 60_000 }).toEqual(happened.sort())
    // The least that is not in order would come after what follows it.
    const arrived = await kept()
    for (const one of data.rows!) {
      const own = arrived.filter((text) => text.startsWith(`${one.id} `))
      expect(own).toEqual([...own].sort())
    }
    expect((await events.received()).forged).toBe(0)
  },
  300_000,
)

// Does an S3 store keep, give back and give up files? Against a small one of our own or, with
// CONTRACT_S3=https://host/bucket, against the one that stands there
// (CONTRACT_S3_REGION, CONTRACT_S3_KEY_ID, CONTRACT_S3_SECRET).
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createS3 } from '../../src/server/files/s3'
import { createFileStore, type FileStore } from '../../src/server/files/fileStore'
import { createOutgoing } from '../../src/server/egress/httpEgress'
import { startS3StandIn, type S3StandIn } from '../server/files/s3StandIn'

const {
  CONTRACT_S3: real,
  CONTRACT_S3_REGION: region = 'us-east-1',
  CONTRACT_S3_KEY_ID: keyId = '',
  CONTRACT_S3_SECRET: secret = '',
} = process.env
const folder = mkdtempSync(join(tmpdir(), 's3-'))
let standIn: S3StandIn | undefined
let store: FileStore

beforeAll(async () => {
  if (!real) standIn = await startS3StandIn()
  const place = standIn ?? { url: real!, region, keyId, secret }
  store = await createFileStore(join(folder, 'files'), {
    remote: createS3(place, createOutgoing(), 1_000_000, () => new Date()),
  })
})
afterAll(async () => {
  await standIn?.close()
  rmSync(folder, { recursive: true, force: true })
})

const bytes = Buffer.from('a file of ours')
async function* given(): AsyncIterable<Uint8Array> {
  yield bytes
}

describe('a remote file store', () => {
  it('keeps whole files, gives them back, and gives them up', async () => {
    const incoming = await store.receive(given(), 1_000)
    await store.put(incoming)
    const parts: Buffer[] = []
    for await (const part of await store.read(incoming.digest)) parts.push(part as Buffer)
    expect(Buffer.concat(parts)).toEqual(bytes)
    expect(readdirSync(join(folder, 'files', 'incoming'))).toEqual([])
    await expect(store.read('0'.repeat(64))).rejects.toThrow('404')
    await store.remove(incoming.digest)
    await expect(store.read(incoming.digest)).rejects.toThrow('404')
    await store.remove(incoming.digest)
  })

  it.skipIf(real)('acknowledges nothing that it could not keep', async () => {
    const incoming = await store.receive(given(), 1_000)
    standIn!.mode = 'down'
    await expect(store.put(incoming)).rejects.toThrow('503')
    standIn!.mode = 'well'
    await store.put(incoming)
  })
})

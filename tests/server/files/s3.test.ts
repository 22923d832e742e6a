// Does an S3 store keep and give back files? Against a small one of our own, or against the one under S3_TEST_URL (with S3_TEST_KEY_ID and S3_TEST_SECRET).
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createS3 } from '../../../src/server/files/s3'
import { createFileStore, type FileStore } from '../../../src/server/files/store'
import { createOutgoing } from '../../../src/server/outgoing/outgoing'

const folder = mkdtempSync(join(tmpdir(), 's3-'))
const kept = new Map<string, Buffer>()
let fails = false
let server: Server | undefined
let store: FileStore

beforeAll(async () => {
  let url = process.env.S3_TEST_URL
  if (!url) {
    server = createServer(async (request, reply) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const body = Buffer.concat(parts)
      const signed = /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/r1\/s3\/aws4_request,SignedHeaders=host;x-amz-content-sha256;x-amz-date,Signature=[0-9a-f]{64}$/.test(request.headers.authorization ?? '')
      if (fails || !signed || request.headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex')) return void reply.writeHead(fails ? 503 : 403).end()
      if (request.method === 'PUT') kept.set(request.url!, body)
      const found = kept.get(request.url!)
      reply.writeHead(found ? 200 : 404).end(request.method === 'GET' ? found : undefined)
    })
    await new Promise<void>((done) => server!.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`
  }
  const place = { url, region: process.env.S3_TEST_REGION ?? 'r1', keyId: process.env.S3_TEST_KEY_ID ?? 'key', secret: process.env.S3_TEST_SECRET ?? 'secret' }
  store = await createFileStore(join(folder, 'files'), { remote: createS3(place, createOutgoing(), 1_000_000, () => new Date()) })
})
afterAll(() => {
  server?.close()
  rmSync(folder, { recursive: true, force: true })
})

const bytes = Buffer.from('a file of ours')
async function* given(): AsyncIterable<Uint8Array> { yield bytes }

describe('a remote file store', () => {
  it('keeps whole files and gives them back', async () => {
    const incoming = await store.receive(given(), 1_000)
    await store.keep(incoming)
    const parts: Buffer[] = []
    for await (const part of await store.read(incoming.digest)) parts.push(part as Buffer)
    expect(Buffer.concat(parts)).toEqual(bytes)
    expect(readdirSync(join(folder, 'files', 'incoming'))).toEqual([])
    await expect(store.read('0'.repeat(64))).rejects.toThrow('404')
  })

  it.skipIf(process.env.S3_TEST_URL)('acknowledges nothing that it could not keep', async () => {
    const incoming = await store.receive(given(), 1_000)
    fails = true
    await expect(store.keep(incoming)).rejects.toThrow('503')
    fails = false
    await store.keep(incoming)
  })
})

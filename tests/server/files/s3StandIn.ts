// A small store that speaks S3: whole objects by PUT, GET and DELETE, signed by Signature Version
// 4, over the wire. Not a test itself.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface S3StandIn {
  /** https://host/bucket of it. */
  readonly url: string
  readonly keyId: string
  readonly secret: string
  readonly region: string
  /** Objects by their names. */
  readonly kept: Map<string, Buffer>
  /** `down`: answers 503. `silent`: does what is asked, and never answers a PUT. */
  mode: 'well' | 'down' | 'silent'
  close(): Promise<void>
}

export async function startS3StandIn(): Promise<S3StandIn> {
  const kept = new Map<string, Buffer>()
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    if (store.mode === 'down') return void reply.writeHead(503).end()
    const signed =
      /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/r1\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=[0-9a-f]{64}$/.test(
        request.headers.authorization ?? '',
      )
    if (!signed || request.headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex'))
      return void reply.writeHead(403).end()
    const name = request.url!.slice('/bucket/'.length)
    if (request.method === 'PUT') kept.set(name, body)
    if (request.method === 'DELETE') {
      kept.delete(name)
      return void reply.writeHead(204).end()
    }
    if (request.method === 'PUT' && store.mode === 'silent') return
    const found = kept.get(name)
    reply.writeHead(found ? 200 : 404).end(request.method === 'GET' ? found : undefined)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const store: S3StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`,
    keyId: 'key',
    secret: 'secret',
    region: 'r1',
    kept,
    mode: 'well',
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return store
}

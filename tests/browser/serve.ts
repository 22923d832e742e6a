// Serves the built page over the fixture:
// `npx tsx tests/browser/serve.ts 23456` serves dist (or DIST) for working on the look without a database.
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { createGzip } from 'node:zlib'
import type { LiveEvent } from '../../src/protocol/liveEvents'
import { createFixture, type Fixture } from '../ui/fixture'
import { readSchemas } from '../whole/schemas'

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
}

export interface Served {
  readonly address: string
  /** Tells every page that looks on. */
  tell(event: LiveEvent): void
  close(): Promise<void>
}

export async function serveFixture({ transport, entry }: Fixture, folder: string, port = 0): Promise<Served> {
  const declared = new Set(Object.values(entry.endpoints).map((endpoint) => endpoint.path))
  const streams = new Set<ServerResponse>()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url!, 'http://own').pathname
    if (path === '/api/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n')
      streams.add(response)
      response.once('close', () => streams.delete(response))
    } else if (path === '/api/thumbnail') {
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg xmlns="http://www.w3.org/2000/svg"/>')
    } else if (path.startsWith('/api/') || declared.has(path)) {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const body: unknown = parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : undefined
      const reply = await transport({
        method: request.method as 'GET',
        path: request.url!,
        headers: request.headers as Record<string, string>,
        body,
      })
      response.writeHead(reply.status, reply.headers).end(JSON.stringify(reply.body))
    } else {
      const file = join(folder, path)
      const found = existsSync(file) && statSync(file).isFile() ? file : join(folder, 'index.html')
      response.writeHead(200, {
        'content-type': types[extname(found)] ?? 'application/octet-stream',
        'content-encoding': 'gzip',
        // As the server has it: the name of a file of the build changes with what it holds.
        ...(path.startsWith('/assets/') && { 'cache-control': 'public, max-age=31536000, immutable' }),
      })
      // The build has packed its longer files.
      if (existsSync(`${found}.gz`)) createReadStream(`${found}.gz`).pipe(response)
      else createReadStream(found).pipe(createGzip()).pipe(response)
    }
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tell: (event) => {
      for (const stream of streams) stream.write(`event: ${event.event}\ndata: ${JSON.stringify(event)}\n\n`)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

if (process.argv[1] === import.meta.filename) {
  const { address } = await serveFixture(
    createFixture(readSchemas()),
    process.env.DIST ?? join(import.meta.dirname, '../../dist'),
    Number(process.argv[2] ?? 0),
  )
  console.log(address)
}

// Serves stand-ins on a loopback port under /<integration>/… for the server itself.
// The product's own port serves their pages.
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { msPerDay } from '../../../manifest/expression/values/days'
import { DemoProblem } from '../../context/startError'
import type { Log } from '../../context/log'
import type { SenderStandIn } from './channels'
import type { Stub, StubAnswer, StubData, StubLibrary } from './standIn'

interface StubServer {
  readonly address: string
  close(): Promise<void>
}

/** Listens on a free loopback port. */
export async function serveStandIns(standIn: Stub, channels: SenderStandIn, log: Log): Promise<StubServer> {
  const answer = async (request: IncomingMessage): Promise<StubAnswer> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in')
    const taken = await channels.answer({
      path: pathname,
      query: searchParams,
      body: request.method === 'POST' ? await bodyOf(request) : '',
    })
    if (taken)
      return { status: taken.status, type: 'application/json; charset=utf-8', body: JSON.stringify(taken.body) }
    const [, system = '', ...rest] = pathname.split('/')
    return standIn(system, { path: `/${rest.join('/')}`, query: searchParams, cookie: request.headers.cookie })
  }
  const server = createServer((request, reply) => {
    answer(request).then(
      ({ status, type, body, cookie }) =>
        void reply.writeHead(status, { 'content-type': type, ...(cookie && { 'set-cookie': cookie }) }).end(body),
      (error: unknown) => {
        log.error('A stand-in could not answer', error)
        reply.writeHead(500).end()
      },
    )
  })
  await new Promise<void>((listening, failed) => server.once('error', failed).listen(0, '127.0.0.1', listening))
  server.unref()
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** The data of stand-ins: schemas/demo/integrations/<integration>.json. "@-12 10:20" is a time relative to today. */
export function standInData(schemasDir: string, clock: () => Date): StubData {
  return async (system) => {
    const path = join(schemasDir, 'demo', 'integrations', `${system}.json`)
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{}'
      throw error
    })
    try {
      return JSON.parse(text, (_, value: unknown) =>
        typeof value === 'string' ? moment(value, clock()) : value,
      ) as Record<string, unknown>
    } catch (error) {
      throw new DemoProblem(`demo/integrations/${system}.json is not JSON: ${(error as Error).message}`, {
        cause: error,
      })
    }
  }
}

/** The script that imitates a map service: schemas/demo/integrations/<integration>.js. */
export function standInLibrary(schemasDir: string): StubLibrary {
  return (system) =>
    readFile(join(schemasDir, 'demo', 'integrations', `${system}.js`), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
}

function moment(text: string, now: Date): string {
  const [, days, hours, minutes] = /^@(-?\d+) (\d\d):(\d\d)$/.exec(text) ?? []
  if (days === undefined) return text
  const day = new Date(now.getTime() + Number(days) * msPerDay)
  return new Date(
    Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), Number(hours), Number(minutes)),
  ).toISOString()
}

// Starts the whole product for tests:
// the real server with demo data in a folder or database of its own, in memory or over HTTP.
import { randomBytes } from 'node:crypto'
import { cpSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Transport } from '../../src/protocol/transport'
import { readConfiguration } from '../../src/server/context/configuration'
import { createHandler } from '../../src/server/http/handleCall'
import { createLog } from '../../src/server/context/log'
import { StartProblem } from '../../src/server/context/startError'
import { startServer, type RunningServer } from '../../src/server/boot/startServer'
import type { Source } from '../../src/manifest/json/source'
import { createDatabase } from '../server/database/cluster'
import { copyEmptyDatabase, copyFolder } from '../server/database/copyFolder'
import { compileOnce } from './compileOnce'
import { testPort } from './testPort'

export interface Product {
  readonly transport: Transport
  readonly address: string
  readonly server: RunningServer
  /** The folder of manifests that it watches; a copy of schemas/ that a test may change. */
  readonly schemas: string
  stop(): Promise<void>
}

/**
 * Starts the product on the embedded database, or on a new database of the server under TEST_DATABASE_URL; with a copy
 * of what was prepared, if anything was.
 */
export async function startProduct(
  options: {
    readonly watch?: boolean
    readonly environment?: Readonly<Record<string, string>>
    /** The manifests; absent: those of this tree. */ readonly schemas?: string
    /** Files of the copy that are taken out before the start. */ readonly without?: readonly string[]
    /** Files that are written into it. */ readonly files?: readonly Source[]
    /** Files of another product, with its demo data, instead of the copy. */ readonly other?: readonly Source[]
    readonly clock?: () => Date
    /** Hears every line of the log, at its fullest. */ readonly hear?: (line: string) => void
  } = {},
): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'product-'))
  const schemas = join(folder, 'schemas')
  // Ten times cheaper than the copy of node:fs/promises, which hops between threads for each of many small files.
  if (!options.other) cpSync(options.schemas ?? 'schemas', schemas, { recursive: true })
  for (const path of options.without ?? []) await rm(join(schemas, path))
  for (const { path, text } of options.other ?? options.files ?? []) {
    await mkdir(join(schemas, path, '..'), { recursive: true })
    await writeFile(join(schemas, path), text)
  }
  const { TEST_DATABASE_URL: url, TEST_PREPARED_DATABASE: template } = process.env
  // Files in a store elsewhere are no part of a copy, and what was prepared is the shipped product.
  const copied = !options.environment?.S3_URL && !options.other
  if (copied) await copyPrepared(join(folder, 'data'))
  else if (!url) await copyEmptyDatabase(join(folder, 'data'))
  const second = url ? await newDatabase(url, copied ? template : undefined) : undefined
  const configuration = readConfiguration({
    PORT: String(await testPort()),
    DATA_DIR: join(folder, 'data'),
    // A database of a test begins in half the time with few buffers, and begins often.
    DATABASE_BUFFERS_MB: '64',
    SCHEMAS_DIR: schemas,
    DEMO: 'on',
    LOG_LEVEL: 'error',
    WATCH: options.watch ? 'on' : 'off',
    RLS: process.env.RLS,
    ...(second && { DATABASE_URL: second.url }),
    ...options.environment,
  })
  const start = (port: number) =>
    startServer({
      configuration: { ...configuration, port },
      log: options.hear
        ? createLog('debug', { write: options.hear, say: options.hear })
        : { ...createLog('error'), say: () => undefined },
      webFolder: 'dist',
      compileManifests: compileOnce,
      ...(options.clock && { clock: options.clock }),
    })
  // The port was free as the start began; another program may have taken it before the server listens.
  const server = await start(configuration.port).catch((error: unknown) => {
    if (configuration.port === 0 || !isPortTaken(error)) throw error
    return start(0)
  })
  const { liveApp, database, ...others } = server.dependencies
  return {
    server,
    schemas,
    address: server.address,
    transport: createHandler(liveApp, database, others),
    async stop() {
      await server.close()
      await second?.drop()
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

const isPortTaken = (error: unknown): boolean =>
  error instanceof StartProblem && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE'

/** Fills a data folder with what was prepared, if anything was. */
export const copyPrepared = (to: string): Promise<void> => copyFolder(process.env.TEST_PREPARED, to)

/** A new database on a server; `template`: the name of one that it is a copy of, which nobody uses. */
export async function newDatabase(
  server: string,
  template?: string,
): Promise<{ url: string; name: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const drop = await createDatabase(server, name, template)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, name, drop }
}

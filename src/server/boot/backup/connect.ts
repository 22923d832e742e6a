// Connects a command to the database, whether or not the server is running.
// Joins a running embedded database; starts a stopped one for the duration of the command.
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Configuration } from '../../context/configuration'
import { startEmbedded } from '../../database/embedded/start'
import { clusterFolder, superuser } from '../../database/embedded/cluster'
import { readPostmaster } from '../../database/embedded/pidFile'
import { isServerOf } from '../../database/embedded/process'
import { checkUrl } from '../../database/connection/connectionUrl'

interface Reached {
  readonly client: pg.Client
  close(): Promise<void>
}

type Place = Pick<Configuration, 'databaseUrl' | 'dataDir'>

/** @throws DatabaseProblem when the database cannot be reached */
export async function reachDatabase({ databaseUrl, dataDir }: Place, log: (line: string) => void): Promise<Reached> {
  if (databaseUrl) {
    await checkUrl(databaseUrl)
    return connected({ connectionString: databaseUrl }, async () => undefined)
  }
  const running = runningServer(dataDir)
  if (running) return connected(running, async () => undefined)
  const embedded = await startEmbedded({ dataDir, log, say: log })
  return connected(embedded.connection, embedded.stop)
}

/** Whether the folder contains an embedded database. */
export function holdsDatabase(dataDir: string): boolean {
  return existsSync(join(clusterFolder(dataDir), 'PG_VERSION'))
}

function runningServer(dataDir: string): pg.ClientConfig | undefined {
  if (!holdsDatabase(dataDir)) return undefined
  const cluster = clusterFolder(realpathSync(dataDir))
  const server = readPostmaster(cluster)
  if (!server?.ready || !server.host || !isServerOf(server.pid, cluster)) return undefined
  const password = readFileSync(join(cluster, '..', 'password'), 'utf8').trim()
  return { host: server.host, port: server.port, user: superuser, password, database: 'postgres', ssl: false }
}

/** The URL of the embedded database while a server runs it; absent: none does. */
export function urlOfRunning(dataDir: string): string | undefined {
  const running = runningServer(dataDir)
  if (!running) return undefined
  const { host, port, user, password, database } = running
  const [word, socket] = [encodeURIComponent(String(password)), encodeURIComponent(String(host))]
  return `postgres://${user}:${word}@localhost:${port}/${database}?host=${socket}&sslmode=disable`
}

async function connected(connection: pg.ClientConfig, stop: () => Promise<void>): Promise<Reached> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000, keepAlive: true })
  // The statement that meets a broken connection reports it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`set timezone = 'UTC'; set datestyle = 'ISO'; set extra_float_digits = 3`)
  } catch (error) {
    await client.end()
    await stop()
    throw error
  }
  return {
    client,
    close: async () => {
      await client.end()
      await stop()
    },
  }
}

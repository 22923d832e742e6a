// What does `postmaster.pid` of a cluster say, and does the server it names answer?
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { isPresent, isServerOf } from './process'

/** The file's lines that matter; `ready` once the server takes connections. */
export interface Postmaster {
  pid: number
  port: number
  host: string
  ready: boolean
}

/** Reads the file; `undefined` when there is none or it is still being written. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  const lines = pidFile(cluster)?.split(/\r?\n/)
  const pid = Number(lines?.[0])
  if (!lines || !Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3] ?? 0), host: lines[4] || lines[5] || '', ready: lines[7]?.trim() === 'ready' }
}

/** Asks the server for a connection: `undefined` when it gave one, else the error that came. */
export async function refusal(connection: pg.ClientConfig): Promise<(Error & { code?: string }) | undefined> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  // Without a listener an error after the handshake would end the process; the awaited calls report it already.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return error as Error
  } finally {
    await client.end()
  }
}

/**
 * PostgreSQL refuses to start while the process named in `postmaster.pid` lives, even if the id was given to another program since.
 * Then the first line gets an id that no process can have. The file itself must stay: its shared memory key is
 * what still protects the cluster from a server's surviving children.
 */
export function disownReusedPid(cluster: string): void {
  const postmaster = readPostmaster(cluster)
  if (!postmaster || !isPresent(postmaster.pid) || isServerOf(postmaster.pid, cluster)) return
  const content = pidFile(cluster) ?? ''
  writeFileSync(join(cluster, 'postmaster.pid'), content.replace(/^\d+/, '2147483647'))
}

function pidFile(cluster: string): string | undefined {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

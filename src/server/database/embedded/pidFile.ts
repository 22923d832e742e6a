// Reads `postmaster.pid` of a cluster and checks whether its server answers.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { isPresent, isServerOf } from './process'

/** The relevant lines; `ready` once the server accepts connections. */
interface Postmaster {
  pid: number
  port: number
  host: string
  ready: boolean
}

/** Reads the file; undefined when there is none or it is still being written. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  const lines = pidFile(cluster)?.split(/\r?\n/)
  const pid = Number(lines?.[0])
  if (!lines || !Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3] ?? 0), host: lines[4] || lines[5] || '', ready: lines[7]?.trim() === 'ready' }
}

/** Tries to connect: undefined on success, else the error. */
export async function connectionError(connection: pg.ClientConfig): Promise<(Error & { code?: string }) | undefined> {
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
 * Disowns the pid file of a dead server, whose process id now belongs to another program.
 * PostgreSQL refuses to start while the process named in `postmaster.pid` lives.
 * Replaces the id with an impossible one; the file itself must stay: its shared memory key still protects the cluster
 * from a server's surviving children.
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

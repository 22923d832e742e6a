// How does a server under test run? As a process of its own, so that the load and the server share no event loop; it is
// ended by its id.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../scripts/freePort'
import { putAway } from './cleanup'

export const root = join(import.meta.dirname, '../..')

export interface Child {
  readonly url: string
  readonly pid: number
  /** Resident memory in bytes; NaN where the system does not tell. */
  memory(): number
  stop(): Promise<void>
}

export interface ChildOptions {
  /** Words after `node`. */
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** A path that answers below 500 once the server is up. */
  readonly ready: string
}

const patience = 120_000

/**
 * Starts a server that takes PORT and HOST from its environment and waits until it answers. @throws Error with its last
 * words
 */
export async function startChild({ words, environment, ready }: ChildOptions): Promise<Child> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...environment, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-6_000)
    })
  const ended = once(child, 'close')
  const stop = putAway(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  })
  const end = Date.now() + patience
  while (!(await answers(url + ready))) {
    if (child.exitCode === null && child.signalCode === null && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      continue
    }
    await stop()
    throw new Error(`The server did not come up (node ${words.join(' ')}):\n${said}`)
  }
  return { url, stop, pid: child.pid!, memory: () => memoryOf(child.pid!) }
}

/** The words that run a TypeScript file; `profile` is a folder for its CPU profile. */
export function typescript(file: string, profile?: string): string[] {
  return [...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []), '--import', 'tsx', join(root, file)]
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).status < 500
  } catch (error) {
    // Not listening yet, or still busy with its start.
    if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return false
    throw error
  }
}

function memoryOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  } catch {
    // Only Linux tells it this way.
    return Number.NaN
  }
}

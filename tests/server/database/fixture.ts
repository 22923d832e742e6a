// The place of a database test: a temporary folder, and processes on it that end with the test.
import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { shortLived } from '../../../scripts/shortLived.mjs'
import { clusterFolder } from '../../../src/server/database/embedded/cluster'
import { readPostmaster } from '../../../src/server/database/embedded/pidFile'
import { isServerOf } from '../../../src/server/database/embedded/process'

/** The user and group that stands for "nobody in particular" on every system. */
export const NOBODY = 65_534

/** A started holder: its lines so far, and a way to wait for the first of all that begins with a word. */
export interface Holder {
  process: ChildProcess
  lines: string[]
  line(word: string): Promise<string>
  ended: Promise<number | null>
}

/** A temporary folder with its processes; call `clear` when the test is over. */
export class DatabaseFixture {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'database-')))
  private readonly holders: Holder[] = []

  constructor() {
    chmodSync(this.root, 0o755)
  }

  folder(name = 'data'): string {
    return join(this.root, name)
  }

  giveTo(uid: number): void {
    chownSync(this.root, uid, uid)
  }

  holder(dataDir: string, mode: 'hold' | 'write' = 'hold', uid?: number): Holder {
    const script = fileURLToPath(new URL('./holder.ts', import.meta.url))
    const child = spawn(process.execPath, [...shortLived, '--import', 'tsx', script, dataDir, mode], {
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(uid !== undefined && { uid, gid: uid }),
    })
    const lines: string[] = []
    const waiting: { word: string; resolve: (line: string) => void; reject: (error: Error) => void }[] = []
    let end: Error | undefined
    const endWith = (error: Error): void => {
      end ??= error
      for (const { word, reject: fail } of waiting.splice(0)) fail(endedBefore(word))
    }
    const endedBefore = (word: string): Error =>
      new Error(`The holder ended before "${word}": ${lines.join(' | ')}`, { cause: end })
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', (error) => {
        endWith(error)
        reject(error)
      })
      child.once('close', (code) => {
        endWith(new Error(`It returned ${code}.`))
        resolve(code)
      })
    })
    createInterface({ input: child.stdout! }).on('line', (line) => {
      lines.push(line)
      for (const entry of waiting.filter(({ word }) => line.startsWith(word))) {
        waiting.splice(waiting.indexOf(entry), 1)
        entry.resolve(line)
      }
    })
    const holder: Holder = {
      process: child,
      lines,
      ended,
      line: (word) =>
        new Promise((resolve, reject) => {
          const known = lines.find((line) => line.startsWith(word))
          if (known !== undefined) resolve(known)
          else if (end) reject(endedBefore(word))
          else waiting.push({ word, resolve, reject })
        }),
    }
    this.holders.push(holder)
    return holder
  }

  /** The live server of a folder, if there is one. */
  server(dataDir: string): number | undefined {
    const cluster = clusterFolder(realpathSync(dataDir))
    const pid = readPostmaster(cluster)?.pid
    return pid !== undefined && isServerOf(pid, cluster) ? pid : undefined
  }

  async clear(...dataDirs: string[]): Promise<void> {
    for (const { process: child, ended } of this.holders) {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await ended
    }
    for (const dataDir of dataDirs) {
      const pid = this.server(dataDir)
      if (pid !== undefined) process.kill(pid, 'SIGQUIT')
    }
    rmSync(this.root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

/** Waits for a condition that has no event to await. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  for (const end = Date.now() + 20_000; !holds(); await new Promise((resolve) => setTimeout(resolve, 10))) {
    if (Date.now() > end) throw new Error(`Not within 20 seconds: ${what}`)
  }
}

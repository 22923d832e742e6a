// Lets tests keep their databases in memory, if the system has room there.
// Hundreds of them are copied, written and deleted, and none outlives its test.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Bytes that must be free: the simultaneous databases of a run take a tenth of it. */
const minFreeBytes = 6 * 2 ** 30

/** Makes a folder in memory the temporary one of this process and of its children, until this process ends. */
export function useMemory(): void {
  if (!existsSync(memory)) return
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < minFreeBytes) return
  const folder = mkdtempSync(join(memory, 'tests-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  // With the permissions of the system's temporary folder, because databases run as another user.
  chmodSync(folder, 0o1777)
  if (runsPrograms(folder)) process.env.TMPDIR = folder
}

/** Whether programs can run from there, such as copies of the database's. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

// Lets tests keep temporary files, above all databases, in memory if there is room.
// Hundreds of them are copied, written and deleted, and none outlives its test.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Bytes that must be free: ten times what the simultaneous databases of a run take, as other programs grow too. */
const minFreeBytes = 6 * 2 ** 30

/** Of this process and its children, until this process ends. */
export function putTemporaryFilesInMemory(): void {
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

/** Whether programs can run from there, such as the copied ones of the database; the mount may forbid it. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

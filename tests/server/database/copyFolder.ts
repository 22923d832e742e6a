// Copies a data folder that another test left, with the owners of its files.
import { execFileSync } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'

/** Copies the folder of a database that has ended; without one there is nothing to copy. */
export async function copyFolder(from: string | undefined, to: string): Promise<void> {
  if (from === undefined) return
  if (process.platform === 'win32') return cp(from, to, { recursive: true })
  // The database belongs to the user that it runs as, which Node's own copy does not keep.
  await mkdir(to, { mode: 0o711 })
  execFileSync('cp', ['-Rp', `${from}/.`, to])
}

/** A data folder with a database in which nothing is yet, if the run of tests made one; else the start makes it. */
export const copyEmptyDatabase = (to: string): Promise<void> => copyFolder(process.env.TEST_PREPARED_EMPTY, to)

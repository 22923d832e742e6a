// Locks a data folder for one process; takes over the lock of a dead one.
import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseProblem } from '../startupProblem'
import { birthOf } from './process'

interface Owner {
  pid: number
  birth: string
  since: string
}

/**
 * Acquires the lock of `dataDir` and returns the function that releases it.
 * @throws DatabaseProblem when another live process, or this one, holds it already
 */
export function takeLock(dataDir: string): () => void {
  const lock = join(dataDir, 'lock.json')
  const owner: Owner = { pid: process.pid, birth: birthOf(process.pid) ?? '', since: new Date().toISOString() }
  const mine = JSON.stringify(owner)
  for (let round = 0; round < 20; round += 1) {
    if (place(lock, mine)) return () => release(lock, mine)
    const holderText = read(lock)
    if (holderText === undefined) continue
    const lockOwner = parse(holderText)
    if (lockOwner ? birthOf(lockOwner.pid) === lockOwner.birth : isFresh(lock)) throw inUse(dataDir, lockOwner)
    takeAway(lock, holderText)
  }
  throw inUse(dataDir, undefined)
}

// A link appears with its whole content, so that no process reads an incomplete lock.
function place(lock: string, content: string): boolean {
  const draft = `${lock}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, content, { mode: 0o644 })
  try {
    linkSync(draft, lock)
    return true
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (code === 'EEXIST') return false
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error
    return placeWithoutLinks(lock, content)
  } finally {
    rmSync(draft, { force: true })
  }
}

function placeWithoutLinks(lock: string, content: string): boolean {
  try {
    writeFileSync(lock, content, { flag: 'wx', mode: 0o644 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

// Two processes may find the same abandoned lock: the slower one would remove the fresh lock of the faster, so compare
// and put it back.
function takeAway(lock: string, abandoned: string): void {
  const aside = `${lock}.abandoned.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const moved = read(aside)
  if (moved !== undefined && moved !== abandoned) place(lock, moved)
  rmSync(aside, { force: true })
}

function release(lock: string, mine: string): void {
  if (read(lock) === mine) rmSync(lock, { force: true })
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function parse(content: string): Owner | undefined {
  try {
    const owner = JSON.parse(content) as Partial<Owner>
    return typeof owner.pid === 'number' && typeof owner.birth === 'string'
      ? ({ since: '', ...owner } as Owner)
      : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function isFresh(lock: string): boolean {
  const status = statSync(lock, { throwIfNoEntry: false })
  return status !== undefined && Date.now() - status.mtimeMs < 5_000
}

function inUse(dataDir: string, owner: Owner | undefined): DatabaseProblem {
  const who = owner ? ` (pid ${owner.pid}, since ${owner.since})` : ''
  return new DatabaseProblem(
    `The data folder ${dataDir} is in use by another running process${who}.`,
    'Stop that one first, or choose another folder for this one.',
  )
}

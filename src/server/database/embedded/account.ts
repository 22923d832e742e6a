// Chooses the account that runs the embedded server:
// PostgreSQL refuses root, so root switches to another. The account gets only the cluster; parent folders only become
// passable.
import { execFileSync } from 'node:child_process'
import { chmodSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseProblem, folderProblem } from '../startupProblem'

/** The user that the server's programs run as. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/**
 * The account to switch to; undefined when this process is an ordinary user, who also runs the server.
 * Prefers the owner of the cluster or of a parent folder, who can then start the program later without root.
 * @throws DatabaseProblem when the machine has no unprivileged account
 */
export function accountFor(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (let folder = cluster; ; folder = dirname(folder)) {
    const status = statSync(folder, { throwIfNoEntry: false })
    const owner = status && status.uid !== 0 ? lookUp(String(status.uid)) : undefined
    if (owner) return owner
    if (folder === dirname(folder)) break
  }
  const spare = lookUp('postgres') ?? lookUp('nobody')
  if (spare) return spare
  throw new DatabaseProblem(
    [
      'The embedded database does not run as root, and this machine has neither a',
      'user postgres nor a user nobody to run it as.',
    ].join(' '),
    'Start the program as an ordinary user, or set DATABASE_URL.',
  )
}

/** Cache of the machine's accounts: a process that opens many databases starts `id` once. */
const accounts = new Map<string, Account>()

function lookUp(user: string): Account | undefined {
  const before = accounts.get(user)
  if (before) return before
  try {
    const readOption = (flag: string) =>
      execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    const account = { name: readOption('-un'), uid: Number(readOption('-u')), gid: Number(readOption('-g')) }
    if (account.uid === 0) return undefined
    accounts.set(user, account)
    return account
  } catch (error) {
    if (
      typeof (error as { status?: unknown }).status === 'number' ||
      (error as NodeJS.ErrnoException).code === 'ENOENT'
    )
      return undefined
    throw error
  }
}

/** Gives a folder and everything in it to the account (no-op for an ordinary user). */
export function chownTree(path: string, account: Account | undefined): void {
  if (!account) return
  const status = lstatSync(path)
  if (status.uid !== account.uid || status.gid !== account.gid) {
    try {
      lchownSync(path, account.uid, account.gid)
    } catch (error) {
      throw folderProblem(error, path)
    }
  }
  if (status.isDirectory()) for (const entry of readdirSync(path)) chownTree(join(path, entry), account)
}

/**
 * Lets the account pass through `folder` and every parent, adding the search bit only (names stay unlisted).
 * Prints which folders it opened.
 */
export function grantTraversal(folder: string, account: Account | undefined, say: (line: string) => void): void {
  if (!account) return
  for (let step = folder; ; step = dirname(step)) {
    const { mode, uid, gid } = statSync(step)
    const search = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if (!(mode & search)) {
      try {
        chmodSync(step, (mode | search) & 0o7777)
      } catch (error) {
        throw new DatabaseProblem(
          `The database user ${account.name} cannot pass through the folder ${step}.`,
          'Choose a data folder elsewhere, or start the program as an ordinary user.',
          '',
          { cause: error },
        )
      }
      say(
        [
          `The folder ${step} was opened for passing through, so that the`,
          `database user ${account.name} reaches its files.`,
        ].join(' '),
      )
    }
    if (step === dirname(step)) return
  }
}

// Watches a folder and everything below it, and also scans it periodically.
// Some file systems send no notices. An editor that writes twice, or writes a copy and renames it, causes one change.
// The listener decides what a change means.
import { watch as watchFolder, type FSWatcher } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { hasEntryVanished } from '../../workers/readManifests'

export interface Watch {
  close(): Promise<void>
}

interface WatchOptions {
  readonly folder: string
  /** An ignored folder in it. */
  readonly ignored?: string
  /** Called after a change has settled, and again after ever longer waits while it fails; never concurrently. */
  readonly onChange: () => Promise<void>
  /** Called for every look that fails, and every time that `onChange` does. */
  readonly onError: (error: unknown) => void
  /** Whether the present content already is a change, as when it differs from what the start has read. */
  readonly hasChanged?: () => boolean
}

const settleMs = 50
/** The longest wait before a change whose listener failed is reported again. */
const maxRetryMs = 60_000
/** Milliseconds between two scans, for file systems without notices; longer for many files. */
const lookEvery = (files: number) => (files < 1_000 ? 1_000 : 5_000)

/** Starts to watch; the present content is the baseline, unless `hasChanged`. */
export async function watchFiles({ folder, ignored, onChange, onError, hasChanged }: WatchOptions): Promise<Watch> {
  let baseline = await look(folder, ignored)
  let changed: string | undefined
  /** From then on even an unchanged folder counts as changed, because something failed. */
  let retryAt = hasChanged?.() ? 0 : Infinity
  let retryMs = 0
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let running: Promise<void> = Promise.resolve()

  const schedule = (after: number) => {
    if (closed) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(turn)
    }, after)
  }
  const watchers = createFolderWatchers(() => schedule(settleMs))
  const reported = async () => {
    try {
      await onChange()
      ;[retryAt, retryMs] = [Infinity, 0]
    } catch (error) {
      retryMs = Math.min(retryMs * 2 || settleMs, maxRetryMs)
      retryAt = Date.now() + retryMs
      onError(error)
    }
  }
  const turn = async () => {
    if (closed) return
    try {
      const files = await look(folder, ignored)
      watchers.attend(files.folders)
      if (files.mark === baseline.mark && Date.now() < retryAt) changed = undefined
      else if (files.mark !== changed) {
        // It may still be being written: a change counts once two scans agree.
        changed = files.mark
        return schedule(settleMs)
      } else {
        baseline = files
        changed = undefined
        await reported()
      }
    } catch (error) {
      if (hasEntryVanished(folder, error)) return schedule(settleMs)
      retryAt = 0
      // The watchers of a removed folder notice nothing in the one that replaces it.
      watchers.attend([])
      onError(error)
    }
    schedule(lookEvery(baseline.files))
  }
  watchers.attend(baseline.folders)
  schedule(retryAt === 0 ? settleMs : lookEvery(baseline.files))
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      watchers.close()
      await running
    },
  }
}

/** Errors after which only the periodic scans continue: the folder was removed, or a limit is reached. */
const tolerated = ['ENOSPC', 'EMFILE', 'ENOENT', 'ENOSYS', 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM']

/** One watcher a folder; `attend` takes the folders that there are now. */
function createFolderWatchers(noticed: () => void) {
  const watchers = new Map<string, FSWatcher>()
  const drop = (path: string): void => {
    watchers.get(path)?.close()
    watchers.delete(path)
  }
  const add = (path: string): void => {
    try {
      const watcher = watchFolder(path, noticed)
      watcher.once('error', () => drop(path))
      watchers.set(path, watcher)
    } catch (error) {
      if (!tolerated.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
  return {
    attend(folders: readonly string[]): void {
      for (const path of watchers.keys()) if (!folders.includes(path)) drop(path)
      for (const path of folders) if (!watchers.has(path)) add(path)
    },
    close(): void {
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}

interface Look {
  readonly folders: readonly string[]
  readonly files: number
  readonly mark: string
}

async function look(folder: string, ignored?: string): Promise<Look> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true })
  const left = ignored === undefined ? undefined : join(folder, ignored)
  const isLeft = (path: string) => left !== undefined && (path === left || path.startsWith(`${left}${sep}`))
  const entries = all.filter((entry) => !isLeft(join(entry.parentPath, entry.name)))
  const folders = [
    folder,
    ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name)),
  ]
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(json|lock)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const marks = await Promise.all(
    paths.map(async (path) => {
      try {
        const { mtimeMs, size, ino } = await stat(path)
        return `${path} ${mtimeMs} ${size} ${ino}`
      } catch (error) {
        // Removed after it was listed: the next scan notices.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return `${path} gone`
        throw error
      }
    }),
  )
  return { folders, files: paths.length, mark: marks.join('\n') }
}

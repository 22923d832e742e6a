// Has anything in a folder changed? Watches every folder below it and, because not every file system tells, looks at all files now and then.
// What the change means is for the listener to say; editors that write beside and rename, or write twice, are one change.
import { watch as watchFolder, type FSWatcher } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface Watch {
  close(): Promise<void>
}

export interface WatchOptions {
  readonly folder: string
  /** Called after a change has settled; never twice at once. */
  readonly onChange: () => Promise<void>
  readonly onError: (error: unknown) => void
}

const settle = 50
/** Between two looks, for file systems without notices; longer where there is much to look at. */
const lookEvery = (files: number) => (files < 1_000 ? 1_000 : 5_000)

/** Begins to watch; what is there now is the beginning. */
export async function watchFiles({ folder, onChange, onError }: WatchOptions): Promise<Watch> {
  const watchers = new Map<string, FSWatcher>()
  let seen = await look(folder)
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
  const turn = async () => {
    if (closed) return
    try {
      const found = await look(folder)
      attend(found.folders)
      if (found.mark !== seen.mark) {
        seen = found
        await onChange()
      }
    } catch (error) {
      onError(error)
    }
    schedule(lookEvery(seen.files))
  }
  const attend = (folders: readonly string[]) => {
    for (const [path, watcher] of watchers) {
      if (folders.includes(path)) continue
      watcher.close()
      watchers.delete(path)
    }
    for (const path of folders) {
      if (watchers.has(path)) continue
      try {
        const watcher = watchFolder(path, () => schedule(settle))
        // A folder that is removed, or a limit that is reached: the regular look goes on.
        watcher.once('error', () => {
          watcher.close()
          watchers.delete(path)
        })
        watchers.set(path, watcher)
      } catch (error) {
        if (
          !['ENOSPC', 'EMFILE', 'ENOENT', 'ENOSYS', 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM'].includes(
            (error as NodeJS.ErrnoException).code ?? '',
          )
        )
          throw error
      }
    }
  }

  attend(seen.folders)
  schedule(lookEvery(seen.files))
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
      await running
    },
  }
}

interface Look {
  readonly folders: readonly string[]
  readonly files: number
  readonly mark: string
}

async function look(folder: string): Promise<Look> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const folders = [
    folder,
    ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name)),
  ]
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const marks = await Promise.all(
    paths.map(async (path) => {
      try {
        const { mtimeMs, size, ino } = await stat(path)
        return `${path} ${mtimeMs} ${size} ${ino}`
      } catch (error) {
        // Gone since it was listed: the next look says so.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return `${path} gone`
        throw error
      }
    }),
  )
  return { folders, files: paths.length, mark: marks.join('\n') }
}

// Stores uploaded bytes on disk under the digest of their content: temporary name, flush, rename.
// An existing file is complete, and equal content is stored once; file names are unknown here.
// With a remote store, files move there; incoming bytes are still written here first.
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { msPerDay } from '../../manifest/expression/values/days'
import type { RemoteFiles } from './s3'

/** Bytes that were received but are not stored yet. */
export interface Incoming {
  readonly path: string
  readonly digest: string
  readonly size: number
}

export interface FileStore {
  /** Writes the bytes to a temporary file. @throws TooLarge beyond the limit */
  receive(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Incoming>
  /** Moves received bytes into the store. */
  put(incoming: Incoming): Promise<void>
  discard(incoming: Incoming): Promise<void>
  /** Removes a stored file; a missing one is no error. */
  remove(digest: string): Promise<void>
  /** Opens the bytes of a stored file; fails before the first byte if it is missing. */
  read(digest: string): Promise<Readable>
}

/** The file exceeds the size limit. */
export class TooLarge extends Error {}

/** Milliseconds after which an incoming file is a leftover. */
const abandonedAfterMs = msPerDay

interface FileStoreOptions {
  readonly remote?: RemoteFiles
  /** Whether no other server receives files in this folder, so that earlier incoming files are leftovers. */
  readonly alone?: boolean
}

/** The store in a folder, created when missing; removes incoming files that a crash left behind. */
export async function createFileStore(
  folder: string,
  { remote, alone = false }: FileStoreOptions = {},
): Promise<FileStore> {
  const incomingFolder = join(folder, 'incoming')
  const placeOf = (digest: string) => join(folder, digest.slice(0, 2), digest)
  await mkdir(incomingFolder, { recursive: true, mode: 0o700 })
  await sweep(incomingFolder, alone ? 0 : abandonedAfterMs)

  return {
    async receive(bytes, limit) {
      const path = join(incomingFolder, randomBytes(12).toString('hex'))
      const hash = createHash('sha256')
      let size = 0
      const file = await open(path, 'wx', 0o600)
      try {
        for await (const chunk of bytes) {
          size += chunk.byteLength
          if (size > limit) throw new TooLarge()
          hash.update(chunk)
          // Not write(), which may write fewer bytes than given.
          await file.writeFile(chunk)
        }
        await file.sync()
      } catch (error) {
        await file.close()
        await rm(path, { force: true })
        throw error
      }
      await file.close()
      return { path, digest: hash.digest('hex'), size }
    },
    async put({ path, digest }) {
      if (remote) {
        await remote.put(digest, await readFile(path))
        return rm(path, { force: true })
      }
      const prefixFolder = join(folder, digest.slice(0, 2))
      const isNewFolder = (await mkdir(prefixFolder, { recursive: true, mode: 0o700 })) !== undefined
      await rename(path, placeOf(digest))
      // A name is durable only when its folder is flushed, and so is that of a new folder.
      await flushFolder(prefixFolder)
      if (isNewFolder) await flushFolder(folder)
    },
    discard: ({ path }) => rm(path, { force: true }),
    remove: (digest) => (remote ? remote.remove(known(digest)) : rm(placeOf(known(digest)), { force: true })),
    async read(digest) {
      known(digest)
      if (remote) return Readable.from([await remote.get(digest)])
      await stat(placeOf(digest))
      return createReadStream(placeOf(digest))
    },
  }
}

function known(digest: string): string {
  if (!/^[0-9a-f]{64}$/.test(digest)) throw new RangeError('Not a digest of a kept file.')
  return digest
}

async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function sweep(folder: string, olderThan: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const file = await stat(path).catch((error: unknown) => {
      // Another server that starts on the same folder has removed it.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    })
    if (file && Date.now() - file.mtimeMs >= olderThan) await rm(path, { force: true })
  }
}

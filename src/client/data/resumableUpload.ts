// Sends a large file in pieces, and goes on where it stopped.
// After a break of the connection by itself, after the page was closed when the same file is chosen again.
import type { FileValue } from '../../protocol/calls'
import type { UploadState } from '../../protocol/documentCalls'
import { CallError } from '../feedback/callError'
import type { Client } from '../transport/callServer'

/** Bytes from which a file is sent in pieces. */
export const resumableFrom = 2 * 1024 * 1024
/** Milliseconds between two attempts, and for how long without a success. */
const pause = 2_000
const patience = 10 * 60_000

interface Sending {
  readonly client: Pick<Client, 'post' | 'upload'>
  readonly file: File
  /** Whose unfinished uploads are looked for. */
  readonly account: number
  readonly progress: (percent: number) => void
  readonly signal: AbortSignal
}

/** Throws a CallError, as a plain upload does. */
export async function sendInPieces(sending: Sending): Promise<FileValue> {
  const { file, progress, signal } = sending
  const noted = noteOf(sending)
  try {
    let state = await begun(sending)
    let since = Date.now()
    while (!state.file) {
      progress(Math.round((state.offset / file.size) * 100))
      try {
        state = await append(sending, state)
        since = Date.now()
      } catch (error) {
        if (!isBreak(error) || Date.now() - since > patience) throw error
        await connection(signal)
        // What was under way may have arrived.
        state = await stateOf(sending, state.id).catch((reason: unknown) => {
          if (isBreak(reason)) return state
          throw reason
        })
      }
    }
    localStorage.removeItem(noted)
    return state.file
  } catch (error) {
    // What was refused is not gone on with.
    if (error instanceof CallError && error.kind !== 'aborted' && !isBreak(error)) localStorage.removeItem(noted)
    throw error
  }
}

/** The upload of this file that was not finished, or a new one. */
async function begun(sending: Sending): Promise<UploadState> {
  const { client, file, signal } = sending
  const unfinished = localStorage.getItem(noteOf(sending))
  if (unfinished !== null) {
    const state = await stateOf(sending, unfinished).catch((error: unknown) => {
      if (error instanceof CallError && error.kind === 'refused') return undefined
      throw error
    })
    if (state) return state
  }
  const request = { name: file.name, size: file.size }
  const state = await client.post<UploadState>('/api/uploads', request, { quiet: true, signal })
  localStorage.setItem(noteOf(sending), state.id)
  return state
}

const stateOf = ({ client, signal }: Sending, id: string) =>
  client.post<UploadState>('/api/uploads/state', { id }, { quiet: true, signal })

function append({ client, file, progress, signal }: Sending, { id, offset, piece }: UploadState): Promise<UploadState> {
  const form = new FormData()
  form.set('id', id)
  form.set('offset', String(offset))
  form.set('file', file.slice(offset, offset + piece), file.name)
  return client.upload<UploadState>('/api/uploads/append', form, {
    quiet: true,
    signal,
    progress: (loaded) => progress(Math.min(99, Math.round(((offset + loaded) / file.size) * 100))),
  })
}

const isBreak = (error: unknown): boolean =>
  error instanceof CallError && ['offline', 'timeout', 'broken', 'busy'].includes(error.kind)

const noteOf = ({ account, file }: Pick<Sending, 'account' | 'file'>): string =>
  `upload ${account} ${file.size} ${file.lastModified} ${file.name}`

/** Waits a moment, at once over when the browser is online again or the upload is given up. */
function connection(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, pause)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}

// Sends a large file in pieces, and goes on where it stopped.
// After a break of the connection by itself; after the page was closed, when the same file is chosen again.
import type { FileValue } from '../../protocol/calls'
import type { UploadState } from '../../protocol/fileCalls'
import { CallError } from '../feedback/callError'
import { timeouts, type Client } from '../transport/callServer'
import { forgetUnfinished, rememberUnfinished, unfinishedUpload } from '../transport/unfinishedUploads'

/** Bytes from which a file is sent in pieces. */
export const fromBytes = 2 * 1024 * 1024
/** Milliseconds between two attempts: of the first and at most; and for how long without a success. */
const pauses = { first: 1_000, most: 30_000 }
const patience = 10 * 60_000

interface Sending {
  readonly client: Pick<Client, 'post' | 'upload'>
  readonly file: File
  /** Whose unfinished uploads are continued. */
  readonly account: number
  readonly progress: (percent: number) => void
  readonly signal: AbortSignal
}

/** Throws a CallError, as an upload in one form does. */
export async function uploadInPieces(sending: Sending): Promise<FileValue> {
  const { file, account } = sending
  try {
    const stored = await sendRest(sending, await begun(sending))
    forgetUnfinished(account, file)
    return stored
  } catch (error) {
    // What is refused cannot be continued.
    if (error instanceof CallError && error.kind !== 'aborted' && !isBreak(error)) forgetUnfinished(account, file)
    throw error
  }
}

async function sendRest(sending: Sending, from: UploadState): Promise<FileValue> {
  const { file, progress, signal } = sending
  let state = from
  let since = Date.now()
  let pause = pauses.first
  while (!state.file) {
    progress(percentOf(state.offset, file))
    try {
      state = await append(sending, state)
      since = Date.now()
      pause = pauses.first
    } catch (error) {
      if (!isBreak(error) || Date.now() - since > patience) throw error
      await connection(signal, pause)
      pause = Math.min(pause * 2, pauses.most)
      // The piece may have arrived although its answer was lost.
      state = await stateOf(sending, state.id).catch((reason: unknown) => {
        if (isBreak(reason)) return state
        throw reason
      })
    }
  }
  return state.file
}

/** The upload of this file that was not finished, or a new one. */
async function begun(sending: Sending): Promise<UploadState> {
  const { client, file, account, signal } = sending
  const unfinished = unfinishedUpload(account, file)
  if (unfinished !== undefined) {
    const state = await stateOf(sending, unfinished).catch((error: unknown) => {
      if (error instanceof CallError && error.kind === 'refused') return undefined
      throw error
    })
    if (state) return state
  }
  const request = { name: file.name, size: file.size }
  const state = await client.post<UploadState>('/api/uploads', request, { quiet: true, signal })
  rememberUnfinished(account, file, state.id)
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
    timeout: timeouts.variant,
    progress: (loaded) => progress(percentOf(offset + loaded, file)),
  })
}

/** Below 100 until the file is stored. */
const percentOf = (bytes: number, { size }: File) => Math.min(99, Math.round((bytes / size) * 100))

/** Whether it can be tried again: an outcome that is unknown, a sender that was too slow, a piece of another tab. */
function isBreak(error: unknown): boolean {
  return (
    error instanceof CallError && (error.uncertain || error.status === 408 || error.key === 'upload_piece_not_next')
  )
}

/** Waits, at most until the browser is online again or the upload is given up. */
function connection(signal: AbortSignal, pause: number): Promise<void> {
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

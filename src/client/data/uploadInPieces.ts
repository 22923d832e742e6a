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

/** `interrupted`: until the next byte arrives, it is tried again and again by itself. */
export type Progress = (percent: number, interrupted?: boolean) => void

interface Sending {
  readonly client: Pick<Client, 'post' | 'upload'>
  readonly file: File
  /** Whose unfinished uploads are continued. */
  readonly account: number
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** The upload as which each file of this page began; also one that a person gives up while it begins. */
const beginnings = new WeakMap<File, Promise<UploadState>>()

/** Throws a CallError, as an upload in one form does. */
export async function uploadInPieces(sending: Sending): Promise<FileValue> {
  const { file, account } = sending
  try {
    const beginning = begun(sending)
    beginnings.set(file, beginning)
    const stored = await sendRest(sending, await beginning)
    forgetUnfinished(account, file)
    return stored
  } catch (error) {
    // What is refused cannot be continued.
    if (error instanceof CallError && error.kind !== 'aborted' && !isBreak(error)) forgetUnfinished(account, file)
    throw error
  }
}

/** Lets the server forget what it has of a file, as soon as there is a connection. The sending is aborted before. */
export async function giveUpPieces(
  { client, account }: Pick<Sending, 'client' | 'account'>,
  file: File,
): Promise<void> {
  const beginning = beginnings.get(file)
  if (!beginning) return
  beginnings.delete(file)
  const id = await beginning.then(
    (upload) => upload.id,
    () => unfinishedUpload(account, file),
  )
  forgetUnfinished(account, file)
  if (id === undefined) return
  const since = Date.now()
  for (let pause = pauses.first; ; pause = nextPause(pause)) {
    try {
      await client.post('/api/uploads/discard', { id }, { quiet: true })
      return
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // What cannot be discarded goes after a day.
      if (!isBreak(error) || Date.now() - since > patience) return
      await connection(pause)
    }
  }
}

async function sendRest(sending: Sending, from: UploadState): Promise<FileValue> {
  const { file, progress, signal } = sending
  let state = from
  let since = Date.now()
  let pause = pauses.first
  let interrupted = false
  while (!state.file) {
    progress(percentOf(state.offset, file), interrupted)
    try {
      state = await append(sending, state)
      interrupted = false
      since = Date.now()
      pause = pauses.first
    } catch (error) {
      if (!isBreak(error) || Date.now() - since > patience) throw error
      interrupted = true
      progress(percentOf(state.offset, file), interrupted)
      await connection(pause, signal)
      pause = nextPause(pause)
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
  const { client, file, account } = sending
  const unfinished = unfinishedUpload(account, file)
  if (unfinished !== undefined) {
    const state = await stateOf(sending, unfinished).catch((error: unknown) => {
      if (error instanceof CallError && error.kind === 'refused') return undefined
      throw error
    })
    if (state) return state
  }
  const request = { name: file.name, size: file.size }
  // Not ended with the sending: an upload whose id is lost could be neither continued nor given up.
  const state = await client.post<UploadState>('/api/uploads', request, { quiet: true })
  rememberUnfinished(account, file, state.id)
  return state
}

const stateOf = ({ client }: Sending, id: string) =>
  client.post<UploadState>('/api/uploads/state', { id }, { quiet: true })

function append({ client, file, progress, signal }: Sending, { id, offset, piece }: UploadState): Promise<UploadState> {
  const form = new FormData()
  form.set('id', id)
  form.set('offset', String(offset))
  form.set('file', file.slice(offset, offset + piece), file.name)
  return client.upload<UploadState>('/api/uploads/append', form, {
    quiet: true,
    signal,
    timeout: timeouts.file,
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

const nextPause = (pause: number) => Math.min(pause * 2, pauses.most)

/** Waits, at most until the browser is online again or the signal. */
function connection(pause: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, pause)
    window.addEventListener('online', end)
    signal?.addEventListener('abort', end)
  })
}

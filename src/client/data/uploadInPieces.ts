// Sends a large file in pieces, and resumes after interruptions:
// automatically after a lost connection, and after a reload when the same file is chosen again.
import type { FileValue } from '../../protocol/calls'
import type { UploadState } from '../../protocol/fileCalls'
import { CallError } from '../feedback/callError'
import { limitMs, type Client } from '../transport/callServer'
import { delayUntilOnline } from '../transport/delayUntilOnline'
import { forgetUnfinished, rememberUnfinished, unfinishedUpload } from '../transport/unfinishedUploads'

/** A file of so many bytes or more is sent in pieces. */
export const piecesFromBytes = 2 * 1024 * 1024
/** Milliseconds between two attempts, first and maximum, and the total time without success. */
const pausesMs = { first: 1_000, most: 30_000 }
const giveUpAfterMs = 10 * 60_000

/** `interrupted`: retried automatically until the next byte arrives. */
export type Progress = (percent: number, interrupted?: boolean) => void

interface Sending {
  readonly client: Pick<Client, 'post' | 'upload'>
  readonly file: File
  /** The account whose unfinished uploads are continued. */
  readonly account: number
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** The upload of each file of this page, including one canceled while it starts. */
const beginnings = new WeakMap<File, Promise<UploadState>>()

/** Throws a CallError, as an upload in one form does. */
export async function uploadInPieces(sending: Sending): Promise<FileValue> {
  const { file, account } = sending
  try {
    const beginning = begunOnceOnline(sending)
    beginnings.set(file, beginning)
    const stored = await sendRest(sending, await beginning)
    forgetUnfinished(account, file)
    return stored
  } catch (error) {
    // A refused upload cannot be continued; one whose session has ended can, after the next sign-in.
    const isOver = error instanceof CallError && error.kind !== 'aborted' && error.kind !== 'signedOut'
    if (isOver && !isBreak(error)) forgetUnfinished(account, file)
    throw error
  }
}

/**
 * Makes the server delete the received part of a file, as soon as there is a connection. Sending has been aborted
 * before.
 */
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
  for (let pause = pausesMs.first; ; pause = nextPause(pause)) {
    try {
      await client.post('/api/uploads/discard', { id }, { quiet: true })
      return
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // What cannot be discarded expires after a day.
      if (!isBreak(error) || Date.now() - since > giveUpAfterMs) return
      await delayUntilOnline(pause)
    }
  }
}

async function sendRest(sending: Sending, from: UploadState): Promise<FileValue> {
  const { file, progress, signal } = sending
  let state = from
  let since = Date.now()
  let pause = pausesMs.first
  let interrupted = false
  while (!state.file) {
    progress(percentOf(state.offset, file), interrupted)
    try {
      state = await append(sending, state)
      interrupted = false
      since = Date.now()
      pause = pausesMs.first
    } catch (error) {
      if (!isBreak(error) || Date.now() - since > giveUpAfterMs) throw error
      interrupted = true
      progress(percentOf(state.offset, file), interrupted)
      await delayUntilOnline(pause, signal)
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

/** As `begun`, repeated as long as there is no connection. */
async function begunOnceOnline(sending: Sending): Promise<UploadState> {
  const since = Date.now()
  for (let pause = pausesMs.first; ; pause = nextPause(pause)) {
    try {
      return await begun(sending)
    } catch (error) {
      if (!isBreak(error) || Date.now() - since > giveUpAfterMs) throw error
      const interrupted = true
      sending.progress(0, interrupted)
      await delayUntilOnline(pause, sending.signal)
      if (sending.signal.aborted) throw error
    }
  }
}

/** The unfinished upload of this file, or a new one. */
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
  // Not aborted with the sending: without its id an upload could be neither continued nor discarded.
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
    timeoutMs: limitMs.file,
    progress: (loaded) => progress(percentOf(offset + loaded, file)),
  })
}

/** Below 100 until the file is stored. */
const percentOf = (bytes: number, { size }: File) => Math.min(99, Math.round((bytes / size) * 100))

/** Whether it can be retried: unknown outcome, too slow a sender, or a piece sent by another tab. */
function isBreak(error: unknown): boolean {
  return (
    error instanceof CallError && (error.uncertain || error.status === 408 || error.key === 'upload_piece_not_next')
  )
}

const nextPause = (pause: number) => Math.min(pause * 2, pausesMs.most)

// Transfers files: up as a form with progress, down as bytes in memory.
// A plain link would not carry the token.
import { useMemo } from 'react'
import type { FileValue } from '../../protocol/calls'
import { limitMs } from '../transport/callServer'
import { neededEndpoint } from '../transport/endpointAddress'
import { useRuntime, useSession, type Runtime } from '../context/clientContext'
import { piecesFromBytes, giveUpPieces, uploadInPieces, type Progress } from './uploadInPieces'

/** The record that carries a file: reading the record implies reading the file. */
export interface Carrier {
  readonly entity: string
  readonly record: number
}

export interface Files {
  /** `progress`: percent. Throws a CallError, which the caller has to show. */
  upload(file: File, progress: Progress, signal: AbortSignal): Promise<FileValue>
  /** Makes the server delete the received part of an aborted upload. */
  giveUp(file: File): void
  /** Without a carrier: a file that the caller has just uploaded. */
  bytes(file: FileValue, carrier?: Carrier, signal?: AbortSignal): Promise<Blob>
  /** The thumbnail of an image file; the browser caches it. */
  thumbnail(file: FileValue, carrier?: Carrier, signal?: AbortSignal): Promise<Blob>
}

/** @param account the one that is signed in; 0 before that, when nothing can be continued */
function createFiles(runtime: Pick<Runtime, 'entry' | 'client'>, account: number): Files {
  const { client } = runtime
  return {
    async upload(file, progress, signal) {
      if (account > 0 && file.size >= piecesFromBytes)
        return uploadInPieces({ client, file, account, progress, signal })
      const { path, timeoutMs: timeout } = neededEndpoint(runtime.entry, 'upload')
      const form = new FormData()
      form.set('file', file, file.name)
      const stored = await client.upload<FileValue>(path, form, {
        quiet: true,
        signal,
        timeoutMs: Math.max(timeout, limitMs.long),
        progress: (loaded, total) => progress(total ? Math.round((loaded / total) * 100) : 0),
      })
      return { id: stored.id, name: stored.name, size: stored.size, type: stored.type }
    },
    giveUp(file) {
      void giveUpPieces({ client, account }, file)
    },
    async bytes(file, carrier, signal) {
      const { path, method } = neededEndpoint(runtime.entry, 'download')
      const values = { id: file.id, ...carrier }
      const { blob } =
        method === 'GET'
          ? await client.download(addressOf(path, values), null, { quiet: true, signal })
          : await client.download(path, values, { quiet: true, signal })
      return blob
    },
    async thumbnail(file, carrier, signal) {
      return (
        await client.download(addressOf('/api/thumbnail', { id: file.id, ...carrier }), null, { quiet: true, signal })
      ).blob
    },
  }
}

const addressOf = (path: string, values: object): string =>
  `${path}?${new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString()}`

/**
 * The transfers of the signed-in account; the same object until the account changes, so that a change of language
 * aborts no upload.
 */
export function useFiles(): Files {
  // A change of language creates another entry, which must not abort uploads.
  const runtime = useRuntime()
  const account = useSession((state) => state.boot?.account.id ?? 0)
  return useMemo(() => createFiles(runtime, account), [runtime, account])
}

/** Milliseconds that an object URL outlives its use, since the browser may still read it. */
const revokeDelayMs = 30_000

/** An object URL of bytes for an element of the page, revoked some time after the signal. */
export function objectUrl(blob: Blob, until: AbortSignal): string {
  const address = URL.createObjectURL(blob)
  const release = () => setTimeout(() => URL.revokeObjectURL(address), revokeDelayMs)
  if (until.aborted) release()
  else until.addEventListener('abort', release, { once: true })
  return address
}

/** Saves bytes as a download of that name. */
export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = objectUrl(blob, AbortSignal.abort())
  link.download = name
  link.click()
}

/** Saves a table as CSV that a spreadsheet opens as UTF-8 and in which no cell is run as a formula. */
export async function saveTable(rows: readonly (readonly string[])[], name: string): Promise<void> {
  const { default: papa } = await import('papaparse')
  const text = papa.unparse([...rows], { escapeFormulae: true })
  saveAs(new Blob(['\ufeff', text], { type: 'text/csv' }), `${name}.csv`)
}

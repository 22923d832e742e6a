// How do files travel? Up as a form with progress, down as bytes in memory: a plain link would not carry the token.
import { useMemo } from 'react'
import type { FileValue } from '../protocol/calls'
import type { EntryAnswer } from '../protocol/entry'
import { timeouts, type Client } from './client'
import { neededEndpoint } from './endpoints'
import { useRuntime } from './runtime'

/** The record that carries a file: the right to read the one is the right to read the other. */
export interface Carrier {
  readonly entity: string
  readonly record: number
}

export interface Files {
  /** `progress`: percent. Throws a CallError, which nothing else shows. */
  upload(file: File, progress: (percent: number) => void, signal: AbortSignal): Promise<FileValue>
  /** Without a carrier: a file that the caller has just uploaded. */
  bytes(file: FileValue, carrier?: Carrier, signal?: AbortSignal): Promise<Blob>
  /** The small picture of a file that is one; the browser keeps it. */
  thumbnail(file: FileValue, carrier?: Carrier, signal?: AbortSignal): Promise<Blob>
}

function createFiles(entry: EntryAnswer, client: Client): Files {
  return {
    async upload(file, progress, signal) {
      const { path, timeout } = neededEndpoint(entry, 'upload')
      const form = new FormData()
      form.set('file', file, file.name)
      const kept = await client.upload<FileValue>(path, form, {
        quiet: true,
        signal,
        timeout: Math.max(timeout, timeouts.long),
        progress: (loaded, total) => progress(total ? Math.round((loaded / total) * 100) : 0),
      })
      return { id: kept.id, name: kept.name, size: kept.size, type: kept.type }
    },
    async bytes(file, carrier, signal) {
      const { path, method } = neededEndpoint(entry, 'download')
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

export function useFiles(): Files {
  const { entry, client } = useRuntime()
  return useMemo(() => createFiles(entry, client), [entry, client])
}

/** Gives bytes to the person as a file of that name. */
export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has taken the bytes when the click returns, but not every one of them at once.
  setTimeout(() => URL.revokeObjectURL(link.href), 30_000)
}

// Sends, compares, confirms and writes a file of records step by step.
// Finds an interrupted import again.
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type {
  ConfirmImportRequest,
  ImportRowsAnswer,
  ImportRowsRequest,
  ImportState,
} from '../../protocol/exchangeCalls'
import { timeouts, type Client } from '../transport/callServer'
import { useRuntime } from '../context/clientContext'
import { saveAs, useFiles, type Files } from './fileTransfer'

const path = '/api/exchange'
const quiet = { quiet: true, timeout: timeouts.variant } as const

export interface Imports {
  latest(screen: string): Promise<ImportState | null>
  begin(screen: string, file: File, signal: AbortSignal): Promise<ImportState>
  /** Goes on as far as it goes without the user. */
  goOn(state: ImportState, tell: (state: ImportState) => void, signal: AbortSignal): Promise<ImportState>
  confirm(request: ConfirmImportRequest): Promise<ImportState>
  discard(state: ImportState): Promise<void>
  rows(request: ImportRowsRequest): Promise<ImportRowsAnswer>
  /** Gives the file of a call to the user. */
  take(part: 'template' | 'export' | 'outcome', body: object): Promise<void>
  /** Refetches the records on the page. */
  changed(): Promise<void>
}

export function useImports(): Imports {
  const { client } = useRuntime()
  const files = useFiles()
  const records = useQueryClient()
  return useMemo(() => createImports(client, files, () => records.invalidateQueries()), [client, files, records])
}

function createImports(client: Client, files: Files, changed: () => Promise<void>): Imports {
  return {
    changed,
    latest: (screen) => client.post(`${path}/latest`, { screen }, quiet),
    async begin(screen, file, signal) {
      const { id } = await files.upload(file, () => undefined, signal)
      return client.post(`${path}/begin`, { screen, file: id }, { ...quiet, signal })
    },
    async goOn(state, tell, signal) {
      let now = state
      while (now.phase === 'checking' || now.phase === 'writing') {
        tell(now)
        now = await client.post<ImportState>(`${path}/step`, { import: now.id }, { ...quiet, signal })
      }
      return now
    },
    confirm: (request) => client.post(`${path}/confirm`, request, quiet),
    async discard({ id }) {
      await client.post(`${path}/discard`, { import: id }, quiet)
    },
    rows: (request) => client.post(`${path}/rows`, request, quiet),
    async take(part, body) {
      const { blob, name } = await client.download(`${path}/${part}`, body, quiet)
      saveAs(blob, name)
    },
  }
}

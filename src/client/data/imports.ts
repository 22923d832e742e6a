// Runs the import of a file of records step by step: send, compare, confirm, write.
// Finds an interrupted import again.
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { workingPhases } from '../../protocol/exchange/exchangeCalls'
import type {
  BeginImportRequest,
  BegunImport,
  ConfirmImportRequest,
  ImportRowsAnswer,
  ImportRowsRequest,
  ImportState,
} from '../../protocol/exchange/exchangeCalls'
import { limitMs, type Client } from '../transport/callServer'
import { useRuntime } from '../context/clientContext'
import { dataChanged } from './queries'
import { saveAs, useFiles, type Files } from './fileTransfer'

const path = '/api/exchange'
const quiet = { quiet: true, timeoutMs: limitMs.file } as const

interface Imports {
  latest(screen: string): Promise<ImportState | null>
  /** Uploads a file; its id begins an import, and restarts it after changes of the column matching. */
  upload(file: File, signal: AbortSignal): Promise<string>
  begin(request: BeginImportRequest, signal: AbortSignal): Promise<BegunImport>
  /** Continues until the user is needed. */
  goOn(state: ImportState, onProgress: (state: ImportState) => void, signal: AbortSignal): Promise<ImportState>
  confirm(request: ConfirmImportRequest): Promise<ImportState>
  discard(state: ImportState): Promise<void>
  /** Begins to take back what an import wrote; `goOn` does it. */
  takeBack(state: ImportState): Promise<ImportState>
  /** The user's last imports of a screen, the newest first. */
  receipts(screen: string): Promise<readonly ImportState[]>
  rows(request: ImportRowsRequest): Promise<ImportRowsAnswer>
  /** Downloads the file of a call. */
  take(part: 'template' | 'export' | 'outcome', body: object): Promise<void>
  /** Refetches the records on the page. */
  changed(): Promise<void>
}

/**
 * The steps of an import, each of which rejects with a CallError. `changed` rereads all records: an import writes more
 * entities than its screen shows.
 */
export function useImports(): Imports {
  const { client } = useRuntime()
  const files = useFiles()
  const records = useQueryClient()
  return useMemo(() => createImports(client, files, () => dataChanged(records)), [client, files, records])
}

function createImports(client: Client, files: Files, changed: () => Promise<void>): Imports {
  return {
    changed,
    latest: (screen) => client.post(`${path}/latest`, { screen }, quiet),
    upload: async (file, signal) => (await files.upload(file, () => undefined, signal)).id,
    begin: (request, signal) => client.post(`${path}/begin`, request, { ...quiet, signal }),
    async goOn(state, onProgress, signal) {
      let now = state
      while (workingPhases.includes(now.phase)) {
        onProgress(now)
        now = await client.post<ImportState>(`${path}/step`, { import: now.id }, { ...quiet, signal })
      }
      return now
    },
    confirm: (request) => client.post(`${path}/confirm`, request, quiet),
    async discard({ id }) {
      await client.post(`${path}/discard`, { import: id }, quiet)
    },
    takeBack: ({ id }) => client.post(`${path}/takeBack`, { import: id }, quiet),
    receipts: (screen) => client.post(`${path}/receipts`, { screen }, quiet),
    rows: (request) => client.post(`${path}/rows`, request, quiet),
    async take(part, body) {
      const { blob, name } = await client.download(`${path}/${part}`, body, quiet)
      saveAs(blob, name)
    },
  }
}

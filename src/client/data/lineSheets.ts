// Exports the lines of an open form to a spreadsheet and reads them back; stores nothing.
import { useMemo } from 'react'
import type { FormLines, LinesSheetRequest, ReadLines, ReadLinesRequest } from '../../protocol/exchange/linesCalls'
import { useRuntime } from '../context/clientContext'
import { limitMs } from '../transport/callServer'
import { saveAs, useFiles } from './fileTransfer'

const quiet = { quiet: true, timeoutMs: limitMs.file } as const

interface LineSheets {
  /** Downloads a sheet with these lines, or a template. */
  take(request: LinesSheetRequest): Promise<void>
  /** Uploads a file and reads it as lines. */
  read(form: FormLines, file: File): Promise<ReadLines>
}

/**
 * The two ways between a form's lines and a sheet; `take` saves a file in the browser, `read` uploads one. Both reject
 * with a CallError.
 */
export function useLineSheets(): LineSheets {
  const { client } = useRuntime()
  const files = useFiles()
  return useMemo(
    () => ({
      async take(request) {
        const { blob, name } = await client.download('/api/exchange/linesSheet', request, quiet)
        saveAs(blob, name)
      },
      async read(form, file) {
        const { id } = await files.upload(file, () => undefined, new AbortController().signal)
        const request: ReadLinesRequest = { ...form, file: id }
        return client.post<ReadLines>('/api/exchange/lines', request, quiet)
      },
    }),
    [client, files],
  )
}

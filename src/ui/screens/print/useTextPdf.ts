// Saves the PDF with real text that the server writes, of one record or of several.
import type { DocumentRequest, DocumentsRequest } from '../../../protocol/fileCalls'
import { useRuntime } from '../../../client/context/clientContext'
import { saveAs } from '../../../client/data/fileTransfer'
import { useMarkedLetters } from './useMarkedLetters'

interface TextPdf {
  readonly isLoading: boolean
  readonly take: (request: DocumentRequest | DocumentsRequest, name: string) => Promise<void>
}

/** `take` saves the file in the browser under this name; letters that the font lacks may be marked instead. */
export function useTextPdf(): TextPdf {
  const { client } = useRuntime()
  const { busy: isLoading, runCall } = useMarkedLetters()
  const take: TextPdf['take'] = (request, name) => {
    const path = 'ids' in request ? '/api/documents' : '/api/document'
    return runCall(async (letters) =>
      saveAs((await client.download(path, { ...request, ...letters }, { quiet: true })).blob, name),
    )
  }
  return { isLoading, take }
}

// Saves the PDF with real text that the server writes, of one record or of several.
import type { DocumentRequest, DocumentsRequest } from '../../../protocol/fileCalls'
import { useRuntime } from '../../../client/context/clientContext'
import { saveAs } from '../../../client/data/fileTransfer'
import { useBusyCall } from '../../controls/hooks/useBusyCall'

interface TextPdf {
  readonly isLoading: boolean
  readonly take: (request: DocumentRequest | DocumentsRequest, name: string) => Promise<void>
}

/** `take` saves the file in the browser under this name; the client reports a failure. */
export function useTextPdf(): TextPdf {
  const { client } = useRuntime()
  const { busy: isLoading, attempt } = useBusyCall()
  const take: TextPdf['take'] = async (request, name) => {
    const path = 'ids' in request ? '/api/documents' : '/api/document'
    await attempt(async () => saveAs((await client.download(path, request)).blob, name))
  }
  return { isLoading, take }
}

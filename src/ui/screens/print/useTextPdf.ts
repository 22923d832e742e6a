// Saves the PDF with real text that the server writes, of one record or of several.
import { useState } from 'react'
import type { DocumentRequest, DocumentsRequest } from '../../../protocol/fileCalls'
import { useRuntime } from '../../../client/context/clientContext'
import { saveAs } from '../../../client/data/fileTransfer'
import { CallError } from '../../../client/feedback/callError'

interface TextPdf {
  readonly isLoading: boolean
  readonly take: (request: DocumentRequest | DocumentsRequest, name: string) => Promise<void>
}

export function useTextPdf(): TextPdf {
  const { client } = useRuntime()
  const [isLoading, setIsLoading] = useState(false)
  const take: TextPdf['take'] = async (request, name) => {
    setIsLoading(true)
    try {
      const path = 'ids' in request ? '/api/documents' : '/api/document'
      saveAs((await client.download(path, request)).blob, name)
    } catch (error) {
      // The transport has already shown why.
      if (!(error instanceof CallError)) throw error
    } finally {
      setIsLoading(false)
    }
  }
  return { isLoading, take }
}

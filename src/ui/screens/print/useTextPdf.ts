// Saves the PDF with real text that the server writes, of one record or of several.
import type { DocumentRequest, DocumentsRequest } from '../../../protocol/fileCalls'
import type { RefusalKey } from '../../../protocol/refusals/catalog'
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import { saveAs } from '../../../client/data/fileTransfer'
import type { CallError } from '../../../client/feedback/callError'
import { useBusyCall } from '../../controls/hooks/useBusyCall'

interface TextPdf {
  readonly isLoading: boolean
  readonly take: (request: DocumentRequest | DocumentsRequest, name: string) => Promise<void>
}

/** `take` saves the file in the browser under this name; letters that the font lacks may be marked instead. */
export function useTextPdf(): TextPdf {
  const { client, notifications } = useRuntime()
  const { t } = useTranslator()
  const { busy: isLoading, attempt } = useBusyCall()
  const take: TextPdf['take'] = async (request, name) => {
    const path = 'ids' in request ? '/api/documents' : '/api/document'
    const refused: { error?: CallError } = {}
    await attempt(
      async () => saveAs((await client.download(path, request, { quiet: true })).blob, name),
      (error) => Object.assign(refused, { error }),
    )
    const { error } = refused
    if (error?.key !== ('document_letters_missing' satisfies RefusalKey)) {
      if (error) notifications.say(error.severity, error.message)
      return
    }
    const question = { title: t('document.lettersMissing'), text: error.message }
    const answers = { ok: t('document.printMarked'), cancel: t('form.cancel') }
    if (await notifications.confirm({ ...question, ...answers })) await take({ ...request, marked: true }, name)
  }
  return { isLoading, take }
}

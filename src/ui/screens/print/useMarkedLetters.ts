// Offers to mark the letters that the font of a document lacks, and then tries again.
import type { DocumentRequest } from '../../../protocol/fileCalls'
import type { RefusalKey } from '../../../protocol/refusals/catalog'
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import type { CallError } from '../../../client/feedback/callError'
import { useBusyCall } from '../../controls/hooks/useBusyCall'

interface MarkedLetters {
  readonly busy: boolean
  /** `work` calls the server quietly; its refusals are reported here. */
  readonly runCall: (work: (letters: Pick<DocumentRequest, 'marked'>) => Promise<unknown>) => Promise<void>
}

export function useMarkedLetters(): MarkedLetters {
  const { notifications } = useRuntime()
  const { t } = useTranslator()
  const { busy, runCall: runOnce } = useBusyCall()
  const runCall: MarkedLetters['runCall'] = async (work) => {
    const refused: { error?: CallError } = {}
    await runOnce(
      () => work({}),
      (error) => Object.assign(refused, { error }),
    )
    const { error } = refused
    if (error?.key !== ('document_letters_missing' satisfies RefusalKey)) {
      if (error) notifications.say(error.severity, error.message)
      return
    }
    const question = { title: t('document.lettersMissing'), text: error.message }
    const answers = { ok: t('document.printMarked'), cancel: t('form.cancel') }
    if (await notifications.confirm({ ...question, ...answers })) await runCall(() => work({ marked: true }))
  }
  return { busy, runCall }
}

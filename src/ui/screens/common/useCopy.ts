// Copies a text and confirms it.
import { useRuntime, useTranslator } from '../../../client/context/clientContext'

/** Shows the confirmation once the text is on the clipboard, and a warning where the browser refuses. */
export function useCopy(): (text: string, confirmation: string) => void {
  const { t } = useTranslator()
  const { notifications } = useRuntime()
  return (text, confirmation) => {
    const failed = () => notifications.say('warning', t('record.copyFailed'))
    // Without a secure context the browser has no clipboard.
    if (!navigator.clipboard) return failed()
    navigator.clipboard.writeText(text).then(() => notifications.say('success', confirmation), failed)
  }
}

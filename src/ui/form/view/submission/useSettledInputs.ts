// Waits for inputs that are still resolving their value.
// Otherwise a form would be sent with the former values.
import { useRuntime, useTranslator } from '../../../../client/context/clientContext'
import type { FormSession } from '../../model/useFormModel'

/** Whether all files are uploaded and all typed words resolved to an option; a notice names what is missing. */
export function useSettledInputs({ inputContext }: Pick<FormSession, 'inputContext'>): () => Promise<boolean> {
  const { notifications } = useRuntime()
  const { t } = useTranslator()
  return async () => {
    const { uploading, unsettled } = inputContext
    if (uploading.size > 0) {
      const isSending = [...uploading.values()].includes('sending')
      notifications.say('warning', t(isSending ? 'form.stillUploading' : 'form.failedUploads'))
      return false
    }
    for (const input of [...unsettled]) {
      if (await input.settle()) continue
      input.focus()
      return false
    }
    return true
  }
}

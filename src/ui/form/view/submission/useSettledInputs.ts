// Waits for inputs that are still resolving their value, and for files on their way.
// Otherwise a form would be sent with the former values.
import { useEffect, useRef } from 'react'
import { useRuntime, useTranslator } from '../../../../client/context/clientContext'
import type { FormSession } from '../../model/useFormModel'

type SettledForm = Pick<FormSession, 'inputContext' | 'model'>

/**
 * Whether all files are uploaded and all typed words resolved to an option; a notice names what is missing. Files on
 * their way are waited for, unless the form is left or made again meanwhile.
 */
export function useSettledInputs({ inputContext, model }: SettledForm): () => Promise<boolean> {
  const { notifications } = useRuntime()
  const { t } = useTranslator()
  const onPage = useModelOnPage(model)
  return async () => {
    const { uploading, unsettled } = inputContext
    if (isSending(uploading)) {
      notifications.say('info', t('form.sentAfterUploads'))
      while (isSending(uploading)) await Promise.race([...uploading.values()])
      if (onPage.current !== model) return false
    }
    if (uploading.size > 0) {
      notifications.say('warning', t('form.failedUploads'))
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

/** Whether files are on their way and none has failed. */
function isSending(uploading: SettledForm['inputContext']['uploading']): boolean {
  return uploading.size > 0 && ![...uploading.values()].includes('failed')
}

/** The model of the form on the page; null once its form has been left. */
function useModelOnPage(model: SettledForm['model']) {
  const onPage = useRef<SettledForm['model'] | null>(model)
  onPage.current = model
  useEffect(() => {
    onPage.current = model
    return () => void (onPage.current = null)
  }, [model])
  return onPage
}

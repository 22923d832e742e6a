// Closes a form: deletes its draft after a confirmation if input would be lost.
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import type { FormSession } from '../model/useFormModel'

/** Resolves to whether the form may close. */
export function useDiscarding({ model, forgetDraft }: FormSession): () => Promise<boolean> {
  const { notifications } = useRuntime()
  const { t } = useTranslator()
  return async () => {
    const question = {
      title: t('form.discardTitle'),
      text: t('form.discardText'),
      ok: t('form.discard'),
      cancel: t('form.keepEditing'),
      danger: true,
    }
    if (model.form.modified && !(await notifications.confirm(question))) return false
    forgetDraft()
    return true
  }
}

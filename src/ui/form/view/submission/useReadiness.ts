// Checks whether a form may be submitted: all inputs settled, all values valid, and confirmed.
import { useRef } from 'react'
import type { FormSession } from '../../model/useFormModel'
import { useSettledInputs } from './useSettledInputs'

interface ReadinessOptions {
  readonly form: Pick<FormSession, 'model' | 'inputContext'>
  /** Leads to the first invalid input. */
  readonly onInvalid: (name: string) => void
  /** The confirmation question, if any. */
  readonly confirm?: () => Promise<boolean>
}

/**
 * Returns a function that resolves to whether to submit. It waits for uploads, failed ones refuse with a notice; an
 * invalid input goes to `onInvalid`.
 */
export function useReadiness({ form, onInvalid, confirm }: ReadinessOptions): () => Promise<boolean> {
  const isSettled = useSettledInputs(form)
  // Another click during the wait sends nothing.
  const isWaiting = useRef(false)
  const check = async (): Promise<boolean> => {
    if (!(await isSettled())) return false
    const [invalid] = await form.model.check()
    if (invalid === undefined) return confirm ? confirm() : true
    onInvalid(invalid)
    return false
  }
  return async () => {
    if (isWaiting.current) return false
    isWaiting.current = true
    return check().finally(() => (isWaiting.current = false))
  }
}

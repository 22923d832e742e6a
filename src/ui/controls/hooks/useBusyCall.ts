// Runs calls that the user waits for, and reports refusals.
import { useState } from 'react'
import { CallError } from '../../../client/feedback/callError'

interface BusyCall {
  readonly busy: boolean
  /**
   * @param onRefused Absent if the transport has shown the reason already.
   * @returns Whether the work was done. Errors other than refusals are thrown.
   */
  readonly runCall: (work: () => Promise<unknown>, onRefused?: (error: CallError) => void) => Promise<boolean>
}

/** `runCall` resolves to whether the call succeeded. A CallError goes to `onRefused`, any other error is thrown on. */
export function useBusyCall(): BusyCall {
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async runCall(work, onRefused) {
      setBusy(true)
      try {
        await work()
        return true
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        onRefused?.(error)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}

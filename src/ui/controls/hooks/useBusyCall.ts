// Runs calls that the user waits for, and hands on why one was refused.
import { useState } from 'react'
import { CallError } from '../../../client/feedback/callError'

interface BusyCall {
  readonly busy: boolean
  /**
   * @param onRefused Absent where the transport has already shown why.
   * @returns Whether the work was done. An error that is no refusal is thrown.
   */
  readonly attempt: (work: () => Promise<unknown>, onRefused?: (error: CallError) => void) => Promise<boolean>
}

export function useBusyCall(): BusyCall {
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async attempt(work, onRefused) {
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

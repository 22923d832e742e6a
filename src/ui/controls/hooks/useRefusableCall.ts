// Runs a call of a form, and holds its refusal until the next call.
import { useState } from 'react'
import { useBusyCall } from './useBusyCall'

/**
 * For forms that show one refusal above their inputs; `useBusyCall` leaves the showing to its caller. Errors that are
 * no CallError are thrown on.
 */
export function useRefusableCall() {
  const { busy, runCall } = useBusyCall()
  const [refused, setRefused] = useState<string | null>(null)
  return {
    busy,
    refused,
    setRefused,
    async runCall(work: () => Promise<void>): Promise<void> {
      setRefused(null)
      await runCall(work, ({ message }) => setRefused(message))
    },
  }
}

// Runs a call of a form, and keeps why it was refused.
import { useState } from 'react'
import { CallError } from '../../../client/feedback/callError'

export function useAttempt() {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  return {
    busy,
    refused,
    setRefused,
    async attempt(work: () => Promise<void>): Promise<void> {
      setBusy(true)
      setRefused(null)
      try {
        await work()
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        setRefused(error.message)
      } finally {
        setBusy(false)
      }
    },
  }
}

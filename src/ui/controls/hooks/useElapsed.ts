// Delays what is shown about slow work, so that it does not flicker where the work is quick.
import { useEffect, useState } from 'react'

/** Milliseconds that a record and a dialog wait for whose turn it is. */
export const turnWaitMs = 300

/** Whether so many milliseconds have passed since the component appeared, or since `start` changed. */
export function useElapsed(milliseconds: number, start: string | number = 0): boolean {
  const [elapsed, setElapsed] = useState<string | number>()
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(start), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds, start])
  return elapsed === start
}

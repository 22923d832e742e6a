// The present time, for texts such as "2 minutes ago" that grow old while they are read.
import { useEffect, useState } from 'react'

const minuteMs = 60_000

/** The time, read again each minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

// Follows what is typed once the keys have rested: a request per pause, not one per key.
import { useEffect, useState } from 'react'

/** The last value that stayed the same for so many milliseconds; the first one holds at once. */
export function useDebounced<T extends string | undefined>(value: T, milliseconds: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return rested
}

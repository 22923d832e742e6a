// Debounces a value, so that typing sends one request per pause instead of one per key.
import { useEffect, useState } from 'react'

/** The last value that was stable for `milliseconds`; the initial value applies immediately. */
export function useDebounced<T extends string | undefined>(value: T, milliseconds: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return rested
}

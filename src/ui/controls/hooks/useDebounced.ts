// Debounces typed words, so that typing sends one request per pause instead of one per key.
// The letters of an unfinished composition, such as pinyin, are no words yet.
import { useEffect, useState } from 'react'

/**
 * The last value that was stable for `milliseconds` outside a composition; the initial value applies immediately.
 */
export function useDebounced<T extends string | undefined>(value: T, milliseconds: number): T {
  const [rested, setRested] = useState(value)
  const isComposing = useComposing()
  useEffect(() => {
    if (isComposing) return
    const timer = setTimeout(() => setRested(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds, isComposing])
  return rested
}

/** Whether an input method is composing; there is one composition on the page at most. */
function useComposing(): boolean {
  const [isComposing, setIsComposing] = useState(false)
  useEffect(() => {
    const begin = () => setIsComposing(true)
    const end = () => setIsComposing(false)
    document.addEventListener('compositionstart', begin, true)
    // An input that disappears reports no end; then another one gets the focus.
    for (const event of ends) document.addEventListener(event, end, true)
    return () => {
      document.removeEventListener('compositionstart', begin, true)
      for (const event of ends) document.removeEventListener(event, end, true)
    }
  }, [])
  return isComposing
}

const ends = ['compositionend', 'focusin'] as const

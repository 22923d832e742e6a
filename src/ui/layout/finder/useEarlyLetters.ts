// Keeps the letters that are typed while the command palette opens, before its input has the focus.
import { useCallback, useEffect, useRef } from 'react'
import { isComposing } from '../../controls/menu/composing'

/** Collects from `isOpen` on; the returned function ends that and gives the letters. */
export function useEarlyLetters(isOpen: boolean): () => string {
  const letters = useRef('')
  const stop = useRef(() => {})
  useEffect(() => {
    if (!isOpen) return undefined
    letters.current = ''
    const collect = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return
      if (event.key === 'Backspace') letters.current = letters.current.slice(0, -1)
      else if (event.key.length === 1) letters.current += event.key
      else if (event.key !== 'Enter') return
      // What had the focus before takes nothing of it.
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', collect, true)
    stop.current = () => document.removeEventListener('keydown', collect, true)
    return stop.current
  }, [isOpen])
  return useCallback(() => {
    stop.current()
    const taken = letters.current
    letters.current = ''
    return taken
  }, [])
}

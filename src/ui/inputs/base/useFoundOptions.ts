// Reads the options of a reference for typed words while its list is open.
import { useEffect, useRef, useState } from 'react'
import { useDebounced } from '../../controls/hooks/useDebounced'
import type { OptionsAnswer } from '../../../protocol/calls'
import type { OptionSource } from './inputContext'

/** Debounce in milliseconds after the last key. */
const searchDelayMs = 250

interface Found {
  readonly key: string
  readonly searchText: string
  readonly opening: number
  readonly answer: OptionsAnswer
}

/**
 * Every opening rereads, and `answer` is the previous one until then. `fresh`: it is of this opening and these words.
 * `opensAtOnce`: the list opens on mount, without an open event.
 */
export function useFoundOptions(optionSource: OptionSource | undefined, searchText: string, opensAtOnce: boolean) {
  const [open, setOpen] = useState(opensAtOnce)
  const key = optionSource?.key ?? ''
  const searched = useDebounced(searchText, searchText === '' ? 0 : searchDelayMs)
  const [answered, setAnswered] = useState<Found | null>(null)
  const [failed, setFailed] = useState(false)
  const [opening, setOpening] = useState(0)
  const pendingSearch = useRef<AbortController | null>(null)

  // A rerendering parent passes an equal offer as a new object: do not search again.
  const isOffered = optionSource !== undefined
  const fresh =
    answered !== null && answered.key === key && answered.searchText === searchText && answered.opening === opening
  useEffect(() => {
    if (!open || !optionSource || fresh || failed || searched !== searchText) return
    pendingSearch.current?.abort()
    const control = new AbortController()
    pendingSearch.current = control
    optionSource.find(searchText, control.signal).then(
      (answer) => {
        if (!control.signal.aborted) setAnswered({ key, searchText, opening, answer })
      },
      // The list shows the failure; the call itself is quiet.
      () => {
        if (!control.signal.aborted) setFailed(true)
      },
    )
  }, [open, isOffered, key, searchText, searched, opening, fresh, failed])
  useEffect(() => () => pendingSearch.current?.abort(), [])

  useEffect(() => setFailed(false), [searchText])

  return {
    answer: answered?.key === key ? answered.answer : undefined,
    fresh,
    failed,
    setOpen: (next: boolean): void => {
      setOpen(next)
      if (next) setOpening((count) => count + 1)
      setFailed(false)
    },
  }
}

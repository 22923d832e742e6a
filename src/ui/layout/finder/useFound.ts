// Reads the server's results for the typed words.
// Sends one request per pause in typing and cancels the previous one.
import type { FindAnswer } from '../../../protocol/findCalls'
import { useRead } from '../../../client/data/queries'
import { useDebounced } from '../../controls/hooks/useDebounced'

/** Milliseconds between the last key and the request. */
const searchDelayMs = 200
/** A single letter or digit matches nearly everything, a single Chinese character does not. */
const isEnough = (searchText: string) => searchText !== '' && !/^[\x20-\x7e]$/.test(searchText)

interface Found {
  readonly answer: FindAnswer | undefined
  readonly searching: boolean
  readonly failed: boolean
}

export function useFound(typed: string): Found {
  const searchText = typed.trim().slice(0, 200)
  const searched = useDebounced(searchText, searchDelayMs)
  const isAsked = isEnough(searchText)
  const read = useRead<FindAnswer>('/api/find', { words: searched }, { entities: [], enabled: isEnough(searched) })
  const isFresh = searched === searchText
  return {
    answer: isAsked && isFresh ? read.data : undefined,
    searching: isAsked && (!isFresh || read.isFetching),
    failed: isAsked && isFresh && read.isError,
  }
}

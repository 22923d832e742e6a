// Virtualizes the rows of a long table; a short table is drawn as a whole.
// In a narrow window rows are cards of unknown height and are drawn fifty at a time.
import { useCallback, useState } from 'react'
import type { RefObject, UIEvent } from 'react'

/** CSS pixels; the style sheet gives every row this height, its border included. */
export const rowPixels = 37
const maxWholeRows = 50
const marginRows = 4
const framePixels = 520

interface Window {
  readonly from: number
  /** Exclusive. */
  readonly to: number
  readonly onScroll: (event: UIEvent<HTMLElement>) => void
  /** Scrolls to a row. */
  readonly reveal: (row: number) => void
  readonly more: () => void
}

/** The rows to draw, from `from` until before `to`. `reveal` scrolls a row into view, or draws its card. */
export function useVirtualRows(frame: RefObject<HTMLElement | null>, count: number, cards: boolean): Window {
  const [first, setFirst] = useState(0)
  const [cardsShown, setCardsShown] = useState(maxWholeRows)
  const windowed = !cards && count > maxWholeRows
  const onScroll = useCallback((event: UIEvent<HTMLElement>) => {
    // A few rows at a time: rendering for every pixel would be noticeable.
    setFirst(Math.floor(event.currentTarget.scrollTop / rowPixels / 4) * 4)
  }, [])
  const reveal = useCallback(
    (row: number) => {
      const node = frame.current
      if (!node) return
      if (cards) return setCardsShown((visible) => Math.max(visible, row + 1))
      const top = row * rowPixels
      if (top < node.scrollTop) node.scrollTop = top
      else if (top + rowPixels * 3 > node.scrollTop + node.clientHeight)
        node.scrollTop = top + rowPixels * 3 - node.clientHeight
    },
    [cards, frame],
  )
  const more = useCallback(() => setCardsShown((visible) => visible + maxWholeRows), [])
  if (cards) return { from: 0, to: Math.min(count, cardsShown), onScroll, reveal, more }
  if (!windowed) return { from: 0, to: count, onScroll, reveal, more }
  const from = Math.max(0, Math.min(first - marginRows, count - 1))
  return { from, to: Math.min(count, first + Math.ceil(framePixels / rowPixels) + marginRows), onScroll, reveal, more }
}

// How far was a view scrolled before the page was loaded anew? It is scrolled there again as soon as there is enough to scroll, unless the person was faster.
import { useEffect, type RefObject } from 'react'
import { readKept, writeKept } from '../../runtime/kept'
import { useSession } from '../../runtime/runtime'

/** Milliseconds in which a person scrolls on. */
const rest = 150
/** When a view still is not what it was after so long, it is another one. Milliseconds. */
const patience = 15_000

/** `box`: the view; what scrolls inside it and is to be kept carries data-scroll. */
export function useKeptScroll(box: RefObject<HTMLElement | null>, view: string): void {
  const account = useSession((state) => state.boot?.account.id)
  useEffect(() => {
    const place = box.current
    if (!place || account === undefined) return
    const scrolling = () => [place, ...place.querySelectorAll<HTMLElement>('[data-scroll]')]
    const wanted = numbersOf(readKept(account, view, 'scroll'))
    let waiting: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      const now = scrolling().map(({ scrollTop }) => Math.round(scrollTop))
      writeKept(account, view, 'scroll', now.some((top) => top > 0) ? now : null)
    }
    const scrolled = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !scrolling().includes(target)) return
      clearTimeout(waiting)
      waiting = setTimeout(keep, rest)
    }
    const restore = () => {
      const boxes = scrolling()
      if (
        wanted.some(
          (top, at) => top > 0 && (boxes[at] === undefined || boxes[at].scrollHeight - boxes[at].clientHeight < top),
        )
      )
        return
      wanted.forEach((top, at) => {
        if (top > 0) boxes[at]!.scrollTop = top
      })
      leave()
    }
    const watch = new MutationObserver(restore)
    const hands = ['wheel', 'pointerdown', 'keydown'] as const
    const leave = () => {
      watch.disconnect()
      clearTimeout(tired)
      for (const hand of hands) place.removeEventListener(hand, leave)
    }
    const tired = setTimeout(leave, patience)
    if (wanted.some((top) => top > 0)) {
      watch.observe(place, { childList: true, subtree: true })
      for (const hand of hands) place.addEventListener(hand, leave, { passive: true })
      restore()
    } else leave()
    place.addEventListener('scroll', scrolled, { capture: true, passive: true })
    return () => {
      leave()
      clearTimeout(waiting)
      place.removeEventListener('scroll', scrolled, { capture: true })
    }
  }, [box, view, account])
}

function numbersOf(kept: unknown): readonly number[] {
  return Array.isArray(kept) && kept.length <= 8 && kept.every((top) => typeof top === 'number' && top >= 0) ? kept : []
}

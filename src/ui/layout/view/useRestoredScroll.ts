// Restores the scroll position of a view after a reload.
// Waits until there is enough content to scroll, unless the user scrolls first.
import { useEffect, type RefObject } from 'react'
import { viewStorage } from '../../../client/navigation/tabStorage'
import { useSession } from '../../../client/context/clientContext'

/** Debounce of writes in milliseconds. */
const rest = 150
/** Milliseconds after which the view counts as changed and is not scrolled. */
const patience = 15_000

/** `box`: the view; elements inside it that restore their scroll position carry data-scroll. */
export function useRestoredScroll(box: RefObject<HTMLElement | null>, view: string): void {
  const account = useSession((state) => state.boot?.account.id)
  useEffect(() => {
    const element = box.current
    if (!element || account === undefined) return
    const scrolling = () => [element, ...element.querySelectorAll<HTMLElement>('[data-scroll]')]
    const storage = viewStorage(account, view)
    const numbers = numbersOf(storage.read('scroll'))
    let waiting: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      const now = scrolling().map(({ scrollTop }) => Math.round(scrollTop))
      storage.write('scroll', now.some((top) => top > 0) ? now : null)
    }
    const scrolled = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !scrolling().includes(target)) return
      clearTimeout(waiting)
      waiting = setTimeout(keep, rest)
    }
    const restore = () => {
      const boxes = scrolling()
      if (
        numbers.some(
          (top, index) =>
            top > 0 && (boxes[index] === undefined || boxes[index].scrollHeight - boxes[index].clientHeight < top),
        )
      )
        return
      numbers.forEach((top, index) => {
        if (top > 0) boxes[index]!.scrollTop = top
      })
      leave()
    }
    const watch = new MutationObserver(restore)
    const hands = ['wheel', 'pointerdown', 'keydown'] as const
    const leave = () => {
      watch.disconnect()
      clearTimeout(tired)
      for (const hand of hands) element.removeEventListener(hand, leave)
    }
    const tired = setTimeout(leave, patience)
    if (numbers.some((top) => top > 0)) {
      watch.observe(element, { childList: true, subtree: true })
      for (const hand of hands) element.addEventListener(hand, leave, { passive: true })
      restore()
    } else leave()
    element.addEventListener('scroll', scrolled, { capture: true, passive: true })
    return () => {
      leave()
      clearTimeout(waiting)
      element.removeEventListener('scroll', scrolled, { capture: true })
    }
  }, [box, view, account])
}

function numbersOf(stored: unknown): readonly number[] {
  return Array.isArray(stored) && stored.length <= 8 && stored.every((top) => typeof top === 'number' && top >= 0)
    ? stored
    : []
}

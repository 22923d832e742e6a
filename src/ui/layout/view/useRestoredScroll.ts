// Restores the scroll position of a view after a reload.
// Waits until there is enough content to scroll, unless the user scrolls first.
import { useEffect, type RefObject } from 'react'
import { viewStorage } from '../../../client/navigation/tabStorage'
import { useSession } from '../../../client/context/clientContext'

/** Milliseconds between the last scrolling and the write. */
const writeDelayMs = 150
/** Milliseconds after which the position is no longer restored. */
const giveUpAfterMs = 15_000

/** `box`: the view; elements inside it that restore their scroll position carry data-scroll. */
export function useRestoredScroll(box: RefObject<HTMLElement | null>, view: string): void {
  const account = useSession((state) => state.boot?.account.id)
  useEffect(() => {
    const element = box.current
    if (!element || account === undefined) return
    const scrollables = () => [element, ...element.querySelectorAll<HTMLElement>('[data-scroll]')]
    const storage = viewStorage(account, view)
    const positions = positionsOf(storage.read('scroll'))
    let writeTimer: ReturnType<typeof setTimeout> | undefined
    const savePositions = () => {
      const current = scrollables().map(({ scrollTop }) => Math.round(scrollTop))
      storage.write('scroll', current.some((top) => top > 0) ? current : null)
    }
    const scrolled = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !scrollables().includes(target)) return
      clearTimeout(writeTimer)
      writeTimer = setTimeout(savePositions, writeDelayMs)
    }
    const restore = () => {
      const elements = scrollables()
      if (
        positions.some(
          (top, index) =>
            top > 0 &&
            (elements[index] === undefined || elements[index].scrollHeight - elements[index].clientHeight < top),
        )
      )
        return
      positions.forEach((top, index) => {
        if (top > 0) elements[index]!.scrollTop = top
      })
      stopRestoring()
    }
    const contentObserver = new MutationObserver(restore)
    const userEvents = ['wheel', 'pointerdown', 'keydown'] as const
    const stopRestoring = () => {
      contentObserver.disconnect()
      clearTimeout(restoreTimer)
      for (const event of userEvents) element.removeEventListener(event, stopRestoring)
    }
    const restoreTimer = setTimeout(stopRestoring, giveUpAfterMs)
    if (positions.some((top) => top > 0)) {
      contentObserver.observe(element, { childList: true, subtree: true })
      for (const event of userEvents) element.addEventListener(event, stopRestoring, { passive: true })
      restore()
    } else stopRestoring()
    element.addEventListener('scroll', scrolled, { capture: true, passive: true })
    return () => {
      stopRestoring()
      clearTimeout(writeTimer)
      element.removeEventListener('scroll', scrolled, { capture: true })
    }
  }, [box, view, account])
}

function positionsOf(stored: unknown): readonly number[] {
  return Array.isArray(stored) && stored.length <= 8 && stored.every((top) => typeof top === 'number' && top >= 0)
    ? stored
    : []
}

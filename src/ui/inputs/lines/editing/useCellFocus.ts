// Focuses a cell that may not be drawn yet: scrolls to its row and focuses it once it is mounted.
import { useCallback, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Focuses the cell of a line (from 0) and field. */
export function useCellFocus(frame: RefObject<HTMLElement | null>, reveal: (row: number) => void) {
  const pendingFocus = useRef<{ line: number; name: string } | null>(null)
  const attempt = useCallback(() => {
    const goal = pendingFocus.current
    if (!goal) return
    const cell = frame.current?.querySelector<HTMLElement>(
      `td[data-line="${goal.line}"][data-field="${CSS.escape(goal.name)}"]`,
    )
    const target = cell?.querySelector<HTMLElement>('input, button, textarea')
    if (!target) return
    pendingFocus.current = null
    target.focus()
  }, [frame])
  // Focus before the user can act on the new row: focusing later would leave a cell that the user has moved to.
  useLayoutEffect(attempt)
  const focus = useCallback(
    (line: number, name: string): void => {
      pendingFocus.current = { line, name }
      reveal(line)
      attempt()
    },
    [attempt, reveal],
  )
  /** After the next change is drawn: until then, another line may have its position. */
  const focusDrawn = useCallback((line: number, name: string): void => {
    pendingFocus.current = { line, name }
  }, [])
  return { focus, focusDrawn }
}

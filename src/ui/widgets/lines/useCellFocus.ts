// How does the focus get to a cell that may not be drawn yet? Its row is scrolled into sight, and as soon as it stands there it is focused.
import { useCallback, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Focuses the cell of a line (from 0) and field. */
export function useCellFocus(
  frame: RefObject<HTMLElement | null>,
  reveal: (row: number) => void,
): (line: number, name: string) => void {
  const wanted = useRef<{ line: number; name: string } | null>(null)
  const attempt = useCallback(() => {
    const goal = wanted.current
    if (!goal) return
    const cell = frame.current?.querySelector<HTMLElement>(
      `td[data-line="${goal.line}"][data-field="${CSS.escape(goal.name)}"]`,
    )
    const target = cell?.querySelector<HTMLElement>('input, button, textarea')
    if (!target) return
    wanted.current = null
    target.focus()
  }, [frame])
  // Before anybody can act on the new row: a focus that comes later would take her out of the cell she has gone to.
  useLayoutEffect(attempt)
  return useCallback(
    (line, name) => {
      wanted.current = { line, name }
      reveal(line)
      attempt()
    },
    [attempt, reveal],
  )
}

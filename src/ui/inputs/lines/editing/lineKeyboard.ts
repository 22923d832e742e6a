// Keyboard of a table of lines: Enter and arrows move, Ctrl with D, Delete and Shift+Down copy,
// remove and fill.
import type { KeyboardEvent } from 'react'
import { isComposing } from '../../../controls/menu/composing'
import type { GoTo, Lines } from './useLines'

interface CellPosition {
  readonly line: number
  readonly name: string
}

/** The cell in which an event happened. */
export function cellPositionOf(target: EventTarget): CellPosition | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td[data-line]') : null
  return cell ? { line: Number(cell.dataset.line), name: cell.dataset.field ?? '' } : null
}

/** The number of lines to move for a key: Enter and arrows. */
function stepOf({ key, shiftKey }: KeyboardEvent): number {
  if (key === 'Enter') return shiftKey ? -1 : 1
  return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
}

/** `fixed`: lines are neither added nor removed. */
export function lineKeyboard(
  { latest, filled, add, goToStart, onCopy, onRemove, fillDown }: Lines,
  { disabled, fixed }: { readonly disabled?: boolean; readonly fixed: boolean },
  { focus, focusDrawn }: { readonly focus: GoTo; readonly focusDrawn: GoTo },
): (event: KeyboardEvent) => void {
  /** Whether the key is a command with Ctrl, which is run then. */
  const runCommand = ({ key, shiftKey }: KeyboardEvent, { line, name }: CellPosition): boolean => {
    if (!fixed && key.toLowerCase() === 'd') onCopy(line)
    else if (!fixed && key === 'Delete') {
      // The next line takes the focus; without one, the line above, or the blank line.
      if (filled().length > 0) focusDrawn(Math.max(0, Math.min(line, filled().length - 2)), name)
      onRemove(line)
    } else if (shiftKey && key === 'ArrowDown') fillDown(line, name)
    else return false
    return true
  }
  return (event) => {
    const cell = cellPositionOf(event.target)
    if (!cell || isComposing(event.nativeEvent) || disabled) return
    if (event.ctrlKey || event.metaKey) {
      if (runCommand(event, cell)) event.preventDefault()
      return
    }
    const step = stepOf(event)
    if (step === 0) return
    // Enter in a form would submit it.
    event.preventDefault()
    const to = cell.line + step
    if (to >= 0 && to < latest.current.length) focus(to, cell.name)
    else if (event.key === 'Enter' && step === 1 && !fixed) {
      if (filled().length === 0) goToStart(cell.line)
      else add()
    }
  }
}

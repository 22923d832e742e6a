// React keys for lines, stable while a line is edited.
import { useRef } from 'react'
import type { Line } from '../../lineModel/editLines'

export interface LineKeys {
  of(line: Line): number
  follow(from: Line, to: Line): void
  /** Whether the line follows another one. */
  isEdited(line: Line): boolean
}

/** A line keeps its key although every edit creates a new object. */
export function useLineKeys(): LineKeys {
  const lineKeys = useRef<LineKeys | null>(null)
  if (!lineKeys.current) {
    const keys = new WeakMap<Line, number>()
    const edited = new WeakSet<Line>()
    let last = 0
    const of = (line: Line): number => {
      const key = keys.get(line)
      if (key !== undefined) return key
      keys.set(line, ++last)
      return last
    }
    lineKeys.current = {
      of,
      follow: (from, to) => {
        keys.set(to, of(from))
        edited.add(to)
      },
      isEdited: (line) => edited.has(line),
    }
  }
  return lineKeys.current
}

// Edits the lines of a field: cells, and adding, copying, removing and filling down of lines.
// Each operation works on the latest lines, even if they are not rendered yet.
import { isComputed } from '../../../../manifest/model/field'
import { useCallback, useMemo, useRef } from 'react'
import type { Field } from '../../../../manifest/model/field'
import type { WidgetProps } from '../../base/widgetContext'
import { numberColumn } from '../../../../manifest/model/lineRules'
import { copyLine, newLine, fillLineNumbers, type Line } from '../../lineModel/editLines'
import { useLineKeys, type LineKeys } from './useLineKeys'

export type LineFacts = NonNullable<WidgetProps<readonly Line[]>['lines']>
export type GoTo = (line: number, field: string) => void

export interface Lines {
  /** The lines to show: those of the field, or the blank line that they begin with. */
  readonly latest: { readonly current: readonly Line[] }
  readonly keys: LineKeys
  /** The lines of the field alone. */
  readonly filled: () => readonly Line[]
  readonly set: (lines: readonly Line[]) => void
  /** Sets lines of which new ones get their number. */
  readonly grow: (lines: readonly Line[]) => void
  readonly fresh: () => Line
  readonly onCell: (at: number, name: string, cell: unknown) => void
  readonly add: (at?: number) => void
  readonly onCopy: (at: number) => void
  readonly onRemove: (at: number) => void
  /** Copies the value of a cell into all cells below it. */
  readonly fillDown: (from: number, name: string) => void
}

interface Parts {
  readonly field: Field
  readonly rows: readonly Line[]
  /** Lines can be added, so that an empty table begins with a blank one. */
  readonly open: boolean
  readonly onChange: (lines: readonly Line[]) => void
  readonly facts: LineFacts
  readonly columns: readonly Field[]
  /** Maximum number of lines. */
  readonly maxLines: number
  readonly focus: GoTo
}

export function useLines({ columns, maxLines, focus, ...parts }: Parts): Lines {
  const { field } = parts
  const keys = useLineKeys()
  const { latest, filled, set, grow, fresh } = useLatestLines(parts, keys)
  const onCell = useCallback(
    (position: number, name: string, cell: unknown) => {
      const line = latest.current[position]
      if (!line) return
      const next = { ...line, [name]: cell }
      keys.follow(line, next)
      set(latest.current.map((item, index) => (index === position ? next : item)))
    },
    [keys, set],
  )
  const add = useCallback(
    (index = latest.current.length) => {
      const lines = filled()
      if (lines.length >= maxLines) return
      const position = Math.min(index, lines.length)
      grow([...lines.slice(0, position), fresh(), ...lines.slice(position)])
      const first = columns.find((column) => !isComputed(column) && column !== numberColumn(field))
      if (first) focus(position, first.name)
    },
    [columns, field, filled, focus, fresh, grow, maxLines],
  )
  const onCopy = useCallback(
    (position: number) => {
      const line = latest.current[position]
      if (line && latest.current.length < maxLines)
        grow([...latest.current.slice(0, position + 1), copyLine(line, field), ...latest.current.slice(position + 1)])
    },
    [field, grow, maxLines],
  )
  const onRemove = useCallback(
    (position: number) => set(latest.current.filter((_, index) => index !== position)),
    [set],
  )

  const fillDown = (from: number, name: string): void => {
    const cell = latest.current[from]?.[name]
    set(
      latest.current.map((line, index) => {
        if (index <= from) return line
        const next = { ...line, [name]: cell }
        keys.follow(line, next)
        return next
      }),
    )
  }
  return { latest, keys, filled, set, grow, fresh, onCell, add, onCopy, onRemove, fillDown }
}

/** The line that an empty table begins with; it keeps its key, and with it the focus, when its defaults change. */
function useBlankLine(field: Field, fresh: () => Line, keys: LineKeys): readonly Line[] {
  const last = useRef<Line | undefined>(undefined)
  return useMemo(() => {
    const lines = fillLineNumbers([fresh()], field)
    const [line] = lines
    if (line && last.current) keys.follow(last.current, line)
    last.current = line
    return lines
  }, [field, fresh, keys])
}

/** The lines as of the last operation, and how they are set. */
function useLatestLines(
  { field, rows, open, onChange, facts }: Pick<Parts, 'field' | 'rows' | 'open' | 'onChange' | 'facts'>,
  keys: LineKeys,
): Pick<Lines, 'latest' | 'filled' | 'set' | 'grow' | 'fresh'> {
  const fresh = useCallback(
    () => newLine(field.fields ?? {}, facts.read, facts.world),
    [field, facts.read, facts.world],
  )
  // Not a line of the field before a cell of it is filled in: an untouched one is neither sent nor checked.
  const blank = useBlankLine(field, fresh, keys)
  const latest = useRef(rows)
  latest.current = open && rows.length === 0 ? blank : rows
  const set = useCallback(
    (next: readonly Line[]) => {
      latest.current = next
      onChange(next)
    },
    [onChange],
  )
  const filled = useCallback(() => (latest.current === blank ? [] : latest.current), [blank])
  const grow = useCallback((next: readonly Line[]) => set(fillLineNumbers(next, field)), [field, set])
  return { latest, filled, set, grow, fresh }
}

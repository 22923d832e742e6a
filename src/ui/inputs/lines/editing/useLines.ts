// Edits the lines of a field: cells, and adding, copying, removing and filling down of lines.
// Each operation works on the latest lines, even if they are not rendered yet.
import { isComputed } from '../../../../manifest/model/field'
import { useCallback, useMemo, useRef } from 'react'
import type { Field } from '../../../../manifest/model/field'
import type { InputProps } from '../../base/inputContext'
import { numberColumn } from '../../../../manifest/model/lineRules'
import { fillLineNumbers } from '../../../../manifest/fieldTypes/lineNumbers'
import { copyLine, editedLine, newLine, type Line } from '../../lineModel/editLines'
import { useLateDefaults } from './useLateDefaults'
import { useLineKeys, type LineKeys } from './useLineKeys'

export type LineContext = NonNullable<InputProps<readonly Line[]>['lines']>
export type GoTo = (line: number, field: string) => void

export interface Lines {
  /** The lines to show: those of the field, or the blank first line. */
  readonly latest: { readonly current: readonly Line[] }
  readonly keys: LineKeys
  /** The lines of the field only. */
  readonly filled: () => readonly Line[]
  /** The lines to edit: those of the field, or the blank line with its present defaults. */
  readonly started: () => readonly Line[]
  readonly set: (lines: readonly Line[]) => void
  /** Sets the lines and numbers new ones. */
  readonly grow: (lines: readonly Line[]) => void
  readonly fresh: () => Line
  readonly onCell: (at: number, name: string, cell: unknown) => void
  readonly add: (at?: number) => void
  /** Focuses the first cell of a line that is not filled in automatically. */
  readonly goToStart: (at: number) => void
  readonly onCopy: (at: number) => void
  readonly onRemove: (at: number) => void
  /** Copies the value of a cell into all cells below it. */
  readonly fillDown: (from: number, name: string) => void
}

interface Parts {
  readonly field: Field
  readonly rows: readonly Line[]
  /** Whether lines can be added, so that an empty table shows a blank one. */
  readonly open: boolean
  readonly onChange: (lines: readonly Line[]) => void
  readonly context: LineContext
  readonly columns: readonly Field[]
  /** Maximum number of lines. */
  readonly maxLines: number
  readonly focus: GoTo
}

const noLines: readonly Line[] = []

/** The operations of a table over its lines, which never exceed `maxLines`; positions count from 0. */
export function useLines({ columns, maxLines, focus, ...parts }: Parts): Lines {
  const { field, context } = parts
  const { read, evaluationContext } = context
  const keys = useLineKeys()
  const { latest, filled, started, set, grow, fresh } = useLatestLines(parts, keys)
  const edited = useCallback(
    (line: Line, name: string, cell: unknown): Line => {
      const next = editedLine(line, { [name]: cell }, field.fields ?? {}, { read, evaluationContext })
      keys.follow(line, next)
      return next
    },
    [field, read, evaluationContext, keys],
  )
  const onCell = useCallback(
    (position: number, name: string, cell: unknown) => {
      const lines = started()
      const line = lines[position]
      if (!line) return
      const next = edited(line, name, cell)
      set(lines.map((item, index) => (index === position ? next : item)))
    },
    [edited, set, started],
  )
  useLateDefaults({ field, context, filled, keys, onCell })
  const goToStart = useLineStart(field, columns, focus)
  const add = useCallback(
    (index = latest.current.length) => {
      const lines = filled()
      if (lines.length >= maxLines) return
      const position = Math.min(index, lines.length)
      if (lines === latest.current) grow([...lines.slice(0, position), fresh(), ...lines.slice(position)])
      else set(started())
      goToStart(position)
    },
    [filled, fresh, goToStart, grow, maxLines, set, started],
  )
  const onCopy = useCallback(
    (position: number) => {
      const lines = filled()
      const line = lines[position]
      if (line && lines.length < maxLines)
        grow([...lines.slice(0, position + 1), copyLine(line, field), ...lines.slice(position + 1)])
    },
    [field, filled, grow, maxLines],
  )
  const onRemove = useCallback(
    (position: number) => {
      if (filled().length > 0) set(filled().filter((_, index) => index !== position))
    },
    [filled, set],
  )

  const fillDown = (from: number, name: string): void => {
    const lines = filled()
    if (from + 1 >= lines.length) return
    const cell = lines[from]?.[name]
    set(lines.map((line, index) => (index <= from ? line : edited(line, name, cell))))
  }
  return { latest, keys, filled, started, set, grow, fresh, onCell, add, goToStart, onCopy, onRemove, fillDown }
}

function useLineStart(field: Field, columns: readonly Field[], focus: GoTo): Lines['goToStart'] {
  return useCallback(
    (position: number) => {
      const first = columns.find((column) => !isComputed(column) && column !== numberColumn(field))
      if (first) focus(position, first.name)
    },
    [columns, field, focus],
  )
}

/**
 * The blank first line of an empty table. It keeps its key, and thus the focus, when its defaults change; after it has
 * become a line, the next blank one has a new key, so that no cell keeps typed text.
 */
function useBlankLine(first: () => readonly Line[], keys: LineKeys, isShown: boolean): readonly Line[] {
  const last = useRef<Line | undefined>(undefined)
  return useMemo(() => {
    const lines = isShown ? first() : noLines
    const [line] = lines
    if (line && last.current) keys.follow(last.current, line)
    last.current = line
    return lines
  }, [first, keys, isShown])
}

/** The lines as of the last operation, and their setter. */
function useLatestLines(
  { field, rows, open, onChange, context }: Pick<Parts, 'field' | 'rows' | 'open' | 'onChange' | 'context'>,
  keys: LineKeys,
): Pick<Lines, 'latest' | 'filled' | 'started' | 'set' | 'grow' | 'fresh'> {
  const fresh = useCallback(
    () => newLine(field.fields ?? {}, context.read, context.evaluationContext),
    [field, context.read, context.evaluationContext],
  )
  const first = useCallback(() => fillLineNumbers([fresh()], field), [field, fresh])
  const isBlank = open && rows.length === 0
  // It becomes a line of the field once a cell is filled in: an untouched one is neither sent nor validated.
  const blank = useBlankLine(first, keys, isBlank)
  const latest = useRef(rows)
  latest.current = isBlank ? blank : rows
  const set = useCallback(
    (next: readonly Line[]) => {
      latest.current = next
      onChange(next)
    },
    [onChange],
  )
  const filled = useCallback(() => (latest.current === blank ? noLines : latest.current), [blank])
  const started = useCallback(() => {
    const [line] = blank
    if (!line || latest.current !== blank) return latest.current
    const lines = first()
    keys.follow(line, lines[0]!)
    return lines
  }, [blank, first, keys])
  const grow = useCallback((next: readonly Line[]) => set(fillLineNumbers(next, field)), [field, set])
  return { latest, filled, started, set, grow, fresh }
}

// Edits the lines of a field: cells, and adding, copying, removing and filling down of lines.
// Each operation works on the latest lines, even if they are not rendered yet.
import { isComputed } from '../../../../manifest/model/field'
import { useCallback, useRef } from 'react'
import type { Field } from '../../../../manifest/model/field'
import type { WidgetProps } from '../../base/widgetContext'
import { newLine, type Line } from '../../lineModel/editLines'
import { useLineKeys, type LineKeys } from './useLineKeys'

export type LineFacts = NonNullable<WidgetProps<readonly Line[]>['lines']>
export type GoTo = (line: number, field: string) => void

export interface Lines {
  readonly latest: { readonly current: readonly Line[] }
  readonly keys: LineKeys
  readonly set: (lines: readonly Line[]) => void
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
  readonly onChange: (lines: readonly Line[]) => void
  readonly facts: LineFacts
  readonly columns: readonly Field[]
  /** Maximum number of lines. */
  readonly maxLines: number
  readonly focus: GoTo
}

export function useLines({ field, rows, onChange, facts, columns, maxLines, focus }: Parts): Lines {
  const latest = useRef(rows)
  latest.current = rows
  const keys = useLineKeys()
  const set = useCallback(
    (next: readonly Line[]) => {
      latest.current = next
      onChange(next)
    },
    [onChange],
  )
  const fresh = useCallback(
    () => newLine(field.fields ?? {}, facts.read, facts.world),
    [field, facts.read, facts.world],
  )
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
      if (latest.current.length >= maxLines) return
      set([...latest.current.slice(0, index), fresh(), ...latest.current.slice(index)])
      const first = columns.find((column) => !isComputed(column))
      if (first) focus(index, first.name)
    },
    [columns, focus, fresh, maxLines, set],
  )
  const onCopy = useCallback(
    (position: number) => {
      const line = latest.current[position]
      if (line && latest.current.length < maxLines)
        set([...latest.current.slice(0, position + 1), { ...line }, ...latest.current.slice(position + 1)])
    },
    [maxLines, set],
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
  return { latest, keys, set, fresh, onCell, add, onCopy, onRemove, fillDown }
}

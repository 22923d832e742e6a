// Fills in the cells of edited lines whose default reads a record that was not loaded yet.
import { autorun, untracked } from '@formily/reactive'
import { useEffect, useRef } from 'react'
import type { Field } from '../../../../manifest/model/field'
import type { LinesContext } from '../../base/inputContext'
import { defaultCell, type Line } from '../../lineModel/editLines'
import type { LineKeys } from './useLineKeys'

interface Parts {
  readonly field: Field
  readonly context: LinesContext
  readonly filled: () => readonly Line[]
  readonly keys: LineKeys
  readonly onCell: (at: number, name: string, cell: unknown) => void
}

/** Runs again when a record that a default reads is there. */
export function useLateDefaults({ field, context, filled, keys, onCell }: Parts): void {
  const { read, evaluationContext } = context
  const lines = filled()
  const present = useRef({ filled, onCell })
  present.current = { filled, onCell }
  useEffect(() => {
    const fields = field.fields ?? {}
    const cells = Object.values(fields).filter((cell) => cell.default)
    if (cells.length === 0) return undefined
    return autorun(() => {
      for (const line of lines)
        for (const cell of cells) {
          if (line[cell.name] !== undefined || !keys.isEdited(line)) continue
          const value = defaultCell(cell, line, fields, { read, evaluationContext })
          const position = present.current.filled().indexOf(line)
          if (value !== undefined && position >= 0) untracked(() => present.current.onCell(position, cell.name, value))
        }
    })
  }, [lines, field, read, evaluationContext, keys])
}

// Pastes cells of a spreadsheet into lines, looks up references by label and reports cells that
// could not be interpreted.
import { useRef, type ClipboardEvent } from 'react'
import type { Field } from '../../../../manifest/model/field'
import { CallError } from '../../../../client/feedback/callError'
import { useRuntime, useTranslator } from '../../../../client/context/clientContext'
import { useInputContext } from '../../base/inputContext'
import { pasteInto, type Line, type PastedCell, type PastedCells } from '../../lineModel/editLines'
import { pastedTable } from '../../lineModel/pastedTable'
import { cellPositionOf } from './lineKeyboard'
import type { LineContext, Lines } from './useLines'

/** Maximum uninterpretable cells named in the message. */
const maxNamed = 3

/** Finds the record that a text in a line names. */
export type NameRecord = (of: Field, line: Line, sought: string) => Promise<{ id: number; label: string } | undefined>

interface Parts {
  readonly lines: Lines
  readonly context: LineContext
  readonly columns: readonly Field[]
  readonly maxLines: number
  readonly disabled?: boolean
}

/** `onPaste` leaves single cells and plain texts to the input. Looks up labels after the lines have been added. */
export function useLinePaste({ lines, context, columns, maxLines, disabled }: Parts): {
  readonly onPaste: (event: ClipboardEvent) => void
  readonly nameRecord: NameRecord
} {
  const { t, pick } = useTranslator()
  const { notifications } = useRuntime()
  const { dictionaries, zone } = useInputContext()
  const { latest, filled, started, grow, fresh } = lines
  const put = useKeyedCells(lines)
  const { only } = context
  const onPaste = (event: ClipboardEvent): void => {
    const cells = disabled ? null : pastedTable(event.clipboardData.getData('text/plain'))
    if (!cells) return
    event.preventDefault()
    const position = cellPositionOf(event.target)
    const present = position ? started() : filled()
    const from: PastedCells = {
      cells,
      line: position?.line ?? present.length,
      column: Math.max(
        0,
        columns.findIndex((column) => column.name === position?.name),
      ),
    }
    const pasted = pasteInto(present, columns, from, { dictionaries, zone, fresh, maxLines, only })
    grow(pasted.lines)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    void find(pasted.finding).then((missing) => {
      const errors = [...pasted.unread, ...missing]
      if (errors.length > 0)
        notifications.say(
          'warning',
          t('form.pastedPart', { count: pasted.count, errors: errors.length, cells: named(errors) }),
        )
      else notifications.say('success', t('form.pasted', { count: pasted.count }))
    })
  }
  const nameRecord = nameRecordBy(context)
  const named = (cells: readonly PastedCell[]): string =>
    cells
      .slice(0, maxNamed)
      .map(({ line, field, text }) => t('form.pastedCell', { line: line + 1, title: pick(field.title), text }))
      .join(t('list.wordsBetween')) + (cells.length > maxNamed ? '…' : '')
  /** Looks up pasted references by label; returns those that were not found. */
  const find = async (references: readonly PastedCell[]): Promise<readonly PastedCell[]> => {
    const unmatched = await Promise.all(
      references.map(async (item) => {
        const line = latest.current[item.line] ?? {}
        const putRecord = put(line, item.field.name)
        // A lost connection leaves the cell empty, like a text without a matching record.
        const record = await nameRecord(item.field, line, item.text).catch(absentOnError)
        return record && putRecord(record) ? [] : [item]
      }),
    )
    return unmatched.flat()
  }
  return { onPaste, nameRecord }
}

function nameRecordBy(context: LineContext): NameRecord {
  return async (field, line, sought) => {
    // Sheets write a label that several records share with a distinguishing text, which is another word to search.
    const words = sought.replaceAll(' · ', ' ')
    const { options } = await context.optionSource(field, line).find(words, new AbortController().signal)
    const called = options.filter(({ label }) => label === sought)
    const [option, ...others] = called.length > 0 ? called : options
    return option && others.length === 0 ? { id: option.id, label: option.label } : undefined
  }
}

function absentOnError(error: unknown): undefined {
  if (!(error instanceof CallError)) throw error
}

/** Sets a cell later, when lines before it may have been added or removed; false: its line was removed. */
function useKeyedCells(lines: Lines): (line: Line, name: string) => (value: unknown) => boolean {
  const present = useRef(lines)
  present.current = lines
  return (line, name) => {
    const key = lines.keys.of(line)
    return (value) => {
      const { latest, keys, onCell } = present.current
      const position = latest.current.findIndex((other) => keys.of(other) === key)
      if (position >= 0) onCell(position, name, value)
      return position >= 0
    }
  }
}

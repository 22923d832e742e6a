// Moves a cursor over the rows of a list by keyboard, opens and selects the row at the cursor.
// The cursor is the browser's focus, so it is drawn and read aloud natively.
import { useRef, useState, type RefObject } from 'react'
import type { RecordData } from '../../../../protocol/calls'
import { useTranslator } from '../../../../client/context/clientContext'
import { createAction } from '../../../actions/availableActions'
import { useShortcuts } from '../../../controls/hooks/useShortcuts'
import type { ListParts } from './ListRows'

interface RowKeys {
  /** Contains the rows, each with its id in `data-row`. */
  readonly panel: RefObject<HTMLDivElement>
  /** The last selection by keyboard, for screen readers. */
  readonly spoken: string
}

const isRow = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.matches('[data-row]')
const isTable = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.matches('.table-box')

/** `panel` is the element to attach to, `spoken` what to announce. The keys are inactive during text input. */
export function useRowKeys({ answer, context, address, data, marked, dialogs, isSelectable }: ListParts): RowKeys {
  const entity = answer.screen.entity ?? ''
  const [spoken, setSpoken] = useState('')
  const { t } = useTranslator()
  const { panel, move, current } = useRowCursor(
    data.rows,
    address.record?.entity === entity ? address.record.id : undefined,
  )
  const toggle = () => {
    const row = isSelectable ? current() : undefined
    if (!row) return false
    const on = !marked.selection.has(row)
    marked.selection.toggle(row, on)
    const count = marked.records.length + (on ? 1 : -1)
    setSpoken(t(on ? 'list.spokenSelected' : 'list.spokenCleared', { label: row.label, count }))
    return true
  }
  const begin = () => {
    const action = createAction(answer.screen)
    if (action) dialogs.setPendingAction({ action, entityName: entity })
    return action !== undefined
  }
  const openRow = () => {
    const row = context.canOpen(entity) ? current() : undefined
    if (row) address.open(entity, row.id)
    return row !== undefined
  }
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: (event) => (isRow(event) || isTable(event)) && move(1),
    ArrowUp: (event) => isRow(event) && move(-1),
    Enter: (event) => isRow(event) && openRow(),
    x: toggle,
    n: begin,
  })
  return { panel, spoken }
}

/** `opened`: the record in the drawer, which has keys of its own and from which the cursor continues. */
function useRowCursor(rows: readonly RecordData[] = [], opened: number | undefined) {
  const panel = useRef<HTMLDivElement>(null)
  const last = useRef<number>(undefined)
  const focused = () => {
    const row = document.activeElement?.closest<HTMLElement>('[data-row]')
    return row && panel.current?.contains(row) ? Number(row.dataset.row) : undefined
  }
  if (opened !== undefined) last.current = opened
  const indexOf = (id: number | undefined) => rows.findIndex((row) => row.id === id)
  const move = (step: 1 | -1) => {
    if (opened !== undefined) return false
    const from = indexOf(focused() ?? last.current)
    const row = rows[from < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, from + step))]
    if (!row) return false
    last.current = row.id
    const element = panel.current?.querySelector<HTMLElement>(`[data-row="${row.id}"]`)
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    return element !== null
  }
  const current = (): RecordData | undefined => rows[indexOf(focused())]
  return { panel, move, current }
}

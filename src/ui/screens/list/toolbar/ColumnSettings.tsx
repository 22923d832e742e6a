// Arranges the columns of a list:
// visibility, order and pinning, by pointer or keyboard, applied at once.
import { Button } from 'antd'
import { useState, type DragEvent, type ReactNode } from 'react'
import { useTranslator } from '../../../../client/context/clientContext'
import { Icon } from '../../../controls/icons'
import { inPinOrder, moved, type OwnColumn } from '../../../table/columnSettings'

interface ColumnSettingsProps {
  readonly columns: readonly OwnColumn[]
  readonly onChange: (columns: readonly OwnColumn[]) => void
  readonly onReset: () => void
  /** Above the columns. */
  readonly children: ReactNode
}

const isAddable = ({ isAdded, isHidden }: OwnColumn): boolean => isAdded === true && isHidden

export default function ColumnSettings({ columns: givenColumns, onChange, onReset, children }: ColumnSettingsProps) {
  const ordered = inPinOrder(givenColumns)
  const listed = ordered.filter((column) => !isAddable(column))
  const addable = ordered.filter(isAddable)
  const columns = [...listed, ...addable]
  const { t } = useTranslator()
  const [dragged, setDragged] = useState<string | null>(null)
  const isOnlyVisible = columns.filter((column) => !column.isHidden).length === 1
  const edit = (field: string, part: Partial<OwnColumn>) =>
    onChange(columns.map((column) => (column.field === field ? { ...column, ...part } : column)))
  const move = (from: number, to: number) => {
    if (from >= 0 && to >= 0 && to < listed.length && from !== to) onChange(moved(columns, from, to))
  }
  const over = (event: DragEvent, index: number) => {
    event.preventDefault()
    if (dragged !== null)
      move(
        columns.findIndex((column) => column.field === dragged),
        index,
      )
  }
  return (
    <div className="list-columns" role="dialog" aria-label={t('list.columns')}>
      <div className="list-columns-head">
        <strong>{t('list.columns')}</strong>
        <Button type="link" size="small" onClick={onReset}>
          {t('list.columnsReset')}
        </Button>
      </div>
      {children}
      <ol>
        {listed.map((column, index) => (
          <li
            key={column.field}
            draggable
            data-held={dragged === column.field || undefined}
            onDragOver={(event) => over(event, index)}
            onDragEnd={() => setDragged(null)}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(column.field)
            }}
          >
            <ColumnControls
              column={column}
              mustStay={!column.isHidden && isOnlyVisible}
              edit={(part) => edit(column.field, part)}
              up={index === 0 ? undefined : () => move(index, index - 1)}
              down={index === listed.length - 1 ? undefined : () => move(index, index + 1)}
            />
          </li>
        ))}
      </ol>
      <AddableColumns columns={addable} add={(field) => edit(field, { isHidden: false })} />
    </div>
  )
}

interface AddableColumnsProps {
  readonly columns: readonly OwnColumn[]
  readonly add: (field: string) => void
}

/** Fields that the list does not show by default. */
function AddableColumns({ columns, add }: AddableColumnsProps) {
  const { t, pick } = useTranslator()
  if (columns.length === 0) return null
  return (
    <details>
      <summary>{t('list.columnsMore', { count: columns.length })}</summary>
      <ol>
        {columns.map(({ field, title }) => (
          <li key={field}>
            <label>
              <input
                type="checkbox"
                checked={false}
                aria-label={t('list.columnShow', { title: pick(title) })}
                onChange={() => add(field)}
              />
              <span>{pick(title)}</span>
            </label>
          </li>
        ))}
      </ol>
    </details>
  )
}

interface ColumnControlsProps {
  readonly column: OwnColumn
  /** The last visible column cannot be hidden. */
  readonly mustStay: boolean
  readonly edit: (part: Partial<OwnColumn>) => void
  /** Absent if the column is already at that end. */
  readonly up: (() => void) | undefined
  readonly down: (() => void) | undefined
}

function ColumnControls({ column, mustStay, edit, up, down }: ColumnControlsProps) {
  const { t, pick } = useTranslator()
  const title = pick(column.title)
  const pinned = column.pin === 'left'
  return (
    <>
      <Icon name="drag" size={15} className="list-columns-grip" />
      <label>
        <input
          type="checkbox"
          checked={!column.isHidden}
          disabled={mustStay}
          aria-label={t('list.columnShow', { title })}
          onChange={({ target }) => edit({ isHidden: !target.checked })}
        />
        <span>{title}</span>
      </label>
      <button type="button" disabled={!up} aria-label={t('list.columnUp', { title })} onClick={up}>
        <Icon name="up" size={14} />
      </button>
      <button type="button" disabled={!down} aria-label={t('list.columnDown', { title })} onClick={down}>
        <Icon name="down" size={14} />
      </button>
      <button
        type="button"
        aria-pressed={pinned}
        aria-label={t(pinned ? 'list.columnUnpin' : 'list.columnPin', { title })}
        title={pinned ? t('list.pinLeft') : undefined}
        onClick={() => edit({ pin: pinned ? undefined : 'left' })}
      >
        <Icon name="pin" size={14} />
      </button>
    </>
  )
}

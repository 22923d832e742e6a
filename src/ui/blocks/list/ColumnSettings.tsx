// How does a person arrange the columns of a list? Shown or not, in which order, pinned or not: by hand or by key, taking effect at once.
import { Button } from 'antd'
import { useState, type DragEvent } from 'react'
import { useWords } from '../../../runtime/runtime'
import { Icon } from '../../shell/icons'
import { inPinOrder, moved, type OwnColumn } from './listColumns'

interface ColumnSettingsProps {
  readonly columns: readonly OwnColumn[]
  readonly onChange: (columns: readonly OwnColumn[]) => void
  readonly onReset: () => void
}

export default function ColumnSettings({ columns: given, onChange, onReset }: ColumnSettingsProps) {
  const columns = inPinOrder(given)
  const { t, pick } = useWords()
  const [held, setHeld] = useState<string | null>(null)
  const shown = columns.filter((column) => !column.off).length
  const edit = (field: string, part: Partial<OwnColumn>) =>
    onChange(columns.map((column) => (column.field === field ? { ...column, ...part } : column)))
  const move = (from: number, to: number) => {
    if (from >= 0 && to >= 0 && to < columns.length && from !== to) onChange(moved(columns, from, to))
  }
  const over = (event: DragEvent, at: number) => {
    event.preventDefault()
    if (held !== null)
      move(
        columns.findIndex((column) => column.field === held),
        at,
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
      <ol>
        {columns.map((column, at) => {
          const title = pick(column.title)
          return (
            <li
              key={column.field}
              draggable
              data-held={held === column.field || undefined}
              onDragOver={(event) => over(event, at)}
              onDragEnd={() => setHeld(null)}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                setHeld(column.field)
              }}
            >
              <Icon name="drag" size={15} className="list-columns-grip" />
              <label>
                <input
                  type="checkbox"
                  checked={!column.off}
                  disabled={!column.off && shown === 1}
                  aria-label={t('list.columnShow', { title })}
                  onChange={({ target }) => edit(column.field, { off: !target.checked })}
                />
                <span>{title}</span>
              </label>
              <button
                type="button"
                disabled={at === 0}
                aria-label={t('list.columnUp', { title })}
                onClick={() => move(at, at - 1)}
              >
                <Icon name="up" size={14} />
              </button>
              <button
                type="button"
                disabled={at === columns.length - 1}
                aria-label={t('list.columnDown', { title })}
                onClick={() => move(at, at + 1)}
              >
                <Icon name="down" size={14} />
              </button>
              <button
                type="button"
                aria-pressed={column.pin === 'left'}
                aria-label={t(column.pin === 'left' ? 'list.columnUnpin' : 'list.columnPin', { title })}
                title={column.pin === 'left' ? t('list.pinLeft') : undefined}
                onClick={() => edit(column.field, { pin: column.pin === 'left' ? undefined : 'left' })}
              >
                <Icon name="pin" size={14} />
              </button>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

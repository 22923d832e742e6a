// What deserves attention before anything else? A card above the list with other records, as the screen says; gone when there are none.
import { useMemo, useState } from 'react'
import type { Action, FieldType, Reminder } from '../../../manifest/app'
import type { RecordData, ScreenAnswer } from '../../../protocol/calls'
import { useReminder } from '../../../runtime/records'
import { useWords } from '../../../runtime/runtime'
import { Icon } from '../../shell/icons'
import { useNarrow } from '../../useNarrow'
import type { Scene } from '../../values/scene'
import { shownValue } from '../../values/value'
import { actionsOf } from './rowActions'

interface ReminderCardProps {
  readonly answer: ScreenAnswer
  readonly reminder: Reminder
  readonly scene: Scene
  readonly run: (action: Action, row: RecordData, own: string) => void
}

const atFirst = 3
/** Types whose values take the room of two. */
const long: ReadonlySet<FieldType> = new Set(['text', 'address'])

export function ReminderCard({ answer: { screen }, reminder, scene, run }: ReminderCardProps) {
  const { t, pick } = useWords()
  const [all, setAll] = useState(false)
  const narrow = useNarrow(640)
  const { data } = useReminder(
    screen.path,
    useMemo(() => [reminder.entity, ...reminder.actions.map((action) => action.entity)], [reminder]),
  )
  const rows = data?.rows ?? []
  if (rows.length === 0) return null
  const [first, ...rest] = reminder.columns
  return (
    <section className="list-reminder" aria-label={pick(reminder.title)}>
      <header>
        <Icon name="clock" size={16} />
        <strong>{pick(reminder.title)}</strong>
        <em>
          {rows.length}
          {data?.next ? '+' : ''}
        </em>
      </header>
      <ul>
        {(all ? rows : rows.slice(0, atFirst)).map((row) => (
          <li key={row.id} data-row={row.id}>
            <button type="button" className="value-link" onClick={() => scene.openRecord?.(reminder.entity, row.id)}>
              {first ? textOr(row, first.field) : row.label}
            </button>
            <div>
              {rest.map((column) => (
                <span
                  key={column.field}
                  className={!narrow && long.has(column.type) ? 'list-reminder-long' : undefined}
                >
                  <small>{pick(column.title)}</small>
                  {shownValue(column, row.values[column.field], scene, reminder.entity)}
                </span>
              ))}
            </div>
            <span className="list-reminder-actions">
              {actionsOf(row, reminder.actions, reminder.entity, scene.entities).map((action) => (
                <button
                  key={`${action.entity}.${action.transition}`}
                  type="button"
                  className="table-action"
                  onClick={() => run(action, row, reminder.entity)}
                >
                  {pick(action.title)}
                </button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > atFirst && (
        <button type="button" className="table-action" onClick={() => setAll(!all)}>
          {all ? t('list.reminderLess') : t('list.reminderMore', { count: rows.length })}
        </button>
      )}
    </section>
  )
}

function textOr(row: RecordData, field: string): string {
  const value = row.values[field]
  if (typeof value === 'object' && value !== null && 'label' in value) return String(value.label)
  return typeof value === 'string' && value !== '' ? value : row.label
}

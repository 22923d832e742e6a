// A week: a column per day, a row per person or thing; without such rows one row for all.
import { useFormat, useTranslator } from '../../../client/context/clientContext'
import { weekDays } from '../../schedule/days'
import type { Entry, Group } from '../../schedule/entries'
import { EntryButton } from './EntryButton'
import styles from './calendar.module.css'

export interface WeekViewProps {
  readonly day: string
  readonly today: string
  readonly entries: readonly Entry[]
  /** Absent: the calendar has no rows. */
  readonly groups?: readonly Group[]
  readonly rowTitle: string
  readonly onOpen: (entry: Entry) => void
}

export function WeekView({ day, today, entries, groups, rowTitle, onOpen }: WeekViewProps) {
  const { t } = useTranslator()
  const format = useFormat()
  const days = weekDays(day)
  const cell = (group: string | null, date: string): readonly Entry[] =>
    entries.filter((entry) => entry.day === date && (group === null || entry.group === group))
  return (
    <div className={styles.weekFrame} tabIndex={0} role="region" aria-label={rowTitle || t('form.week')}>
      <table className={styles.week}>
        <thead>
          <tr>
            {groups ? (
              <th className={styles.corner} scope="col">
                {rowTitle}
              </th>
            ) : null}
            {days.map((date) => (
              <th
                key={date}
                scope="col"
                className={date === today ? styles.todayHead : undefined}
                aria-current={date === today ? 'date' : undefined}
              >
                <b>{format.weekday(date, true)}</b>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(groups ?? [null]).map((group) => (
            <tr key={group?.key ?? 'all'}>
              {group ? <th scope="row">{group.label}</th> : null}
              {days.map((date) => (
                <td key={date} className={date === today ? styles.todayCell : undefined}>
                  {cell(group ? group.key : null, date).map((entry) => (
                    <EntryButton key={entry.row.id} entry={entry} onOpen={onOpen} full />
                  ))}
                </td>
              ))}
            </tr>
          ))}
          {groups?.length === 0 ? (
            <tr>
              <td colSpan={8} className={styles.nothing}>
                {t('form.noEntries')}
              </td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </div>
  )
}

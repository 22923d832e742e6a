// A week: a column per day, a row per person or thing; without such rows one row for all.
// An entry of several days is a bar across its columns, above single-day entries.
import { useFormat, useTranslator } from '../../../client/context/clientContext'
import { weekDays } from '../../../manifest/expression/values/days'
import type { Entry, Group } from '../../schedule/entries'
import { byLane, coversColumn, isSpan, placeEntries, type PlacedEntry } from '../../schedule/lanes'
import { EntryButton } from './EntryButton'
import styles from './calendar.module.css'
import spanStyles from './span.module.css'

interface WeekViewProps {
  readonly day: string
  readonly today: string
  readonly entries: readonly Entry[]
  /** Absent: the calendar has no rows. */
  readonly groups?: readonly Group[]
  readonly rowTitle: string
  readonly onOpen: ((entry: Entry) => void) | undefined
}

export function WeekView({ day, today, entries, groups, rowTitle, onOpen }: WeekViewProps) {
  const { t } = useTranslator()
  const format = useFormat()
  const days = weekDays(day)
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
                <b>{format.shortWeekday(date)}</b>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(groups ?? [null]).map((group) => (
            <GroupRows
              key={group?.key ?? 'all'}
              group={group}
              days={days}
              today={today}
              entries={group ? entries.filter((entry) => entry.group === group.key) : entries}
              onOpen={onOpen}
            />
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

interface GroupRowsProps extends Pick<WeekViewProps, 'today' | 'entries' | 'onOpen'> {
  readonly group: Group | null
  readonly days: readonly string[]
}

/** A table row for each lane of bars, then one for single-day entries, which also keeps the row's height. */
function GroupRows({ group, days, today, entries, onOpen }: GroupRowsProps) {
  const lanes = byLane(placeEntries(days, entries.filter(isSpan)))
  const single = entries.filter((entry) => !isSpan(entry))
  const head = group ? (
    <th scope="row" rowSpan={lanes.length + 1}>
      {group.label}
    </th>
  ) : null
  const place = (row: number): string => (row > 0 && group ? spanStyles.under! : '')
  return (
    <>
      {lanes.map((lane, row) => (
        <tr key={`lane ${row}`} className={[spanStyles.lane, place(row)].filter(Boolean).join(' ')}>
          {row === 0 ? head : null}
          <LaneCells lane={lane} days={days} today={today} onOpen={onOpen} />
        </tr>
      ))}
      <tr className={place(lanes.length) || undefined}>
        {lanes.length === 0 ? head : null}
        {days.map((date) => (
          <td key={date} className={date === today ? styles.todayCell : undefined}>
            {single
              .filter((entry) => entry.day === date)
              .map((entry) => (
                <EntryButton key={entry.row.id} entry={entry} onOpen={onOpen} full />
              ))}
          </td>
        ))}
      </tr>
    </>
  )
}

interface LaneCellsProps extends Pick<WeekViewProps, 'today' | 'onOpen'> {
  readonly lane: readonly PlacedEntry[]
  readonly days: readonly string[]
}

function LaneCells({ lane, days, today, onOpen }: LaneCellsProps) {
  const barAt = (column: number) => lane.find((bar) => coversColumn(bar, column))
  return days.map((date, column) => {
    const bar = barAt(column)
    if (bar === undefined) return <td key={date} className={date === today ? styles.todayCell : undefined} />
    if (bar.column !== column) return null
    return (
      <td key={date} colSpan={bar.days}>
        <EntryButton entry={bar.entry} onOpen={onOpen} full span={bar} />
      </td>
    )
  })
}

// A month as weeks of days. A day shows as many entries as fit, and the number of the others.
import { Popover } from 'antd'
import { useFormat, useTranslator } from '../../../client/context/clientContext'
import { monthWeeks } from '../../schedule/days'
import type { Entry } from '../../schedule/entries'
import { EntryButton } from './EntryButton'
import styles from './calendar.module.css'

const mostShown = 4

export interface MonthViewProps {
  readonly day: string
  readonly today: string
  readonly weekdays: readonly string[]
  readonly days: ReadonlyMap<string, readonly Entry[]>
  readonly onOpen: (entry: Entry) => void
  /** Goes to the week of a day. */
  readonly onDay: (day: string) => void
}

export function MonthView({ weekdays, ...props }: MonthViewProps) {
  return (
    <div className={styles.month} role="table">
      <div role="row" className={styles.heads}>
        {weekdays.map((name) => (
          <div role="columnheader" key={name}>
            {name}
          </div>
        ))}
      </div>
      {monthWeeks(props.day).map((week) => (
        <div role="row" className={styles.weekRow} key={week[0]}>
          {week.map((date) => (
            <DayCell key={date} date={date} {...props} />
          ))}
        </div>
      ))}
    </div>
  )
}

type DayCellProps = Omit<MonthViewProps, 'weekdays'> & { readonly date: string }

function DayCell({ date, day, today, days, onOpen, onDay }: DayCellProps) {
  const format = useFormat()
  const entries = days.get(date) ?? []
  const visible = entries.length > mostShown ? entries.slice(0, mostShown - 1) : entries
  const away = date.slice(0, 7) !== day.slice(0, 7)
  return (
    <div role="cell" className={[styles.day, away ? styles.away : '', date === today ? styles.today : ''].join(' ')}>
      <button
        type="button"
        className={styles.date}
        onClick={() => onDay(date)}
        aria-label={`${Number(date.slice(8))} · ${format.date(date)}`}
        aria-current={date === today ? 'date' : undefined}
      >
        {Number(date.slice(8))}
      </button>
      {visible.map((entry) => (
        <EntryButton key={entry.row.id} entry={entry} onOpen={onOpen} />
      ))}
      {entries.length > visible.length ? (
        <AllEntries
          title={format.date(date)}
          entries={entries}
          hidden={entries.length - visible.length}
          onOpen={onOpen}
        />
      ) : null}
    </div>
  )
}

interface AllEntriesProps extends Pick<MonthViewProps, 'onOpen'> {
  readonly title: string
  readonly entries: readonly Entry[]
  readonly hidden: number
}

/** Opens all entries of a day that does not show them all. */
function AllEntries({ title, entries, hidden, onOpen }: AllEntriesProps) {
  const { t } = useTranslator()
  const all = (
    <div className={styles.all}>
      {entries.map((entry) => (
        <EntryButton key={entry.row.id} entry={entry} onOpen={onOpen} full />
      ))}
    </div>
  )
  return (
    <Popover trigger="click" placement="right" title={title} content={all}>
      <button type="button" className={styles.more}>
        {t('form.moreEntries', { count: hidden })}
      </button>
    </Popover>
  )
}

// A month as weeks of days. A day shows as many entries as fit and says how many more there are.
import { Popover } from 'antd'
import { useFormat, useWords } from '../../../runtime/runtime'
import { monthWeeks } from './days'
import type { Entry } from './entries'
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

export function MonthView({ day, today, weekdays, days, onOpen, onDay }: MonthViewProps) {
  const { t } = useWords()
  const format = useFormat()
  const month = day.slice(0, 7)
  return (
    <div className={styles.month} role="table">
      <div role="row" className={styles.heads}>
        {weekdays.map((name) => (
          <div role="columnheader" key={name}>
            {name}
          </div>
        ))}
      </div>
      {monthWeeks(day).map((week) => (
        <div role="row" className={styles.weekRow} key={week[0]}>
          {week.map((date) => {
            const entries = days.get(date) ?? []
            const shown = entries.length > mostShown ? entries.slice(0, mostShown - 1) : entries
            const away = date.slice(0, 7) !== month
            return (
              <div
                role="cell"
                key={date}
                className={[styles.day, away ? styles.away : '', date === today ? styles.today : ''].join(' ')}
              >
                <button
                  type="button"
                  className={styles.date}
                  onClick={() => onDay(date)}
                  aria-label={`${Number(date.slice(8))} · ${format.date(date)}`}
                  aria-current={date === today ? 'date' : undefined}
                >
                  {Number(date.slice(8))}
                </button>
                {shown.map((entry) => (
                  <EntryButton key={entry.row.id} entry={entry} onOpen={onOpen} />
                ))}
                {entries.length > shown.length ? (
                  <Popover
                    trigger="click"
                    placement="right"
                    title={format.date(date)}
                    content={
                      <div className={styles.all}>
                        {entries.map((entry) => (
                          <EntryButton key={entry.row.id} entry={entry} onOpen={onOpen} full />
                        ))}
                      </div>
                    }
                  >
                    <button type="button" className={styles.more}>
                      {t('form.moreEntries', { count: entries.length - shown.length })}
                    </button>
                  </Popover>
                ) : null}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

// The entries of a calendar as a list by day, for narrow windows.
import { useFormat, useTranslator } from '../../../client/context/clientContext'
import { weekdayOf } from '../../../manifest/expression/values/days'
import type { Entry } from '../../schedule/entries'
import { EntryButton } from './EntryButton'
import styles from './calendar.module.css'

interface AgendaProps {
  readonly dates: readonly string[]
  readonly today: string
  readonly weekdays: readonly string[]
  readonly days: ReadonlyMap<string, readonly Entry[]>
  readonly labelOf: (entry: Entry) => string
  readonly onOpen: ((entry: Entry) => void) | undefined
}

/** A span is listed on its first visible day, and today. */
export function Agenda({ dates, today, weekdays, days, labelOf, onOpen }: AgendaProps) {
  const { t } = useTranslator()
  const format = useFormat()
  const listedOn = (date: string): readonly Entry[] =>
    (days.get(date) ?? []).filter((entry) => date === today || date === entry.day || date === dates[0])
  const filled = dates.filter((date) => date === today || listedOn(date).length > 0)
  if (filled.length === 0) return <p className={styles.nothing}>{t('form.noEntries')}</p>
  return (
    <div className={styles.agenda}>
      {filled.map((date) => (
        <section key={date} className={date === today ? styles.agendaToday : undefined}>
          <h3>
            {format.date(date)}{' '}
            <small>
              {weekdays[weekdayOf(date) - 1]}
              {date === today ? ` · ${t('form.today')}` : ''}
            </small>
          </h3>
          {listedOn(date).map((entry) => {
            const who = labelOf(entry)
            return (
              <EntryButton
                key={entry.row.id}
                entry={who && !entry.details.includes(who) ? { ...entry, details: [who, ...entry.details] } : entry}
                onOpen={onOpen}
                full
              />
            )
          })}
          {days.has(date) ? null : <p className={styles.nothing}>{t('form.noEntries')}</p>}
        </section>
      ))}
    </div>
  )
}

// A month as weeks of days. A day shows as many entries as fit, and the number of the rest.
// An entry of several days is a bar across them.
import { Popover } from 'antd'
import { useState } from 'react'
import { useEscapeToOpener } from '../../controls/menu/useTopmostEscape'
import { useFormat, useTranslator } from '../../../client/context/clientContext'
import { monthWeeks } from '../../../manifest/expression/values/days'
import type { Entry } from '../../schedule/entries'
import { byLane, coversColumn, isSpan, placeEntries, visibleEntries, type PlacedEntry } from '../../schedule/lanes'
import { EntryButton } from './EntryButton'
import styles from './calendar.module.css'
import bars from './span.module.css'

const maxShown = 4

interface MonthViewProps {
  readonly day: string
  readonly today: string
  readonly weekdays: readonly string[]
  readonly entries: readonly Entry[]
  readonly onOpen: ((entry: Entry) => void) | undefined
  /** Opens the week of a day. */
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
        <Week key={week[0]} week={week} {...props} />
      ))}
    </div>
  )
}

type WeekProps = Omit<MonthViewProps, 'weekdays'> & { readonly week: readonly string[] }

function Week({ week, entries, ...props }: WeekProps) {
  const placed = placeEntries(week, entries)
  const visible = visibleEntries(placed, maxShown)
  const onDay = (items: readonly PlacedEntry[], ofColumn: number) =>
    items.filter((item) => coversColumn(item, ofColumn))
  return (
    <div role="row" className={styles.weekRow}>
      {week.map((date, column) => (
        <DayCell
          key={date}
          date={date}
          column={column}
          visible={onDay(visible, column)}
          entries={onDay(placed, column).map(({ entry }) => entry)}
          {...props}
        />
      ))}
    </div>
  )
}

interface DayCellProps extends Omit<MonthViewProps, 'weekdays'> {
  readonly date: string
  readonly column: number
  readonly visible: readonly PlacedEntry[]
}

function DayCell({ date, column, visible, day, today, entries, onOpen, onDay }: DayCellProps) {
  const format = useFormat()
  const away = date.slice(0, 7) !== day.slice(0, 7)
  const lanes = byLane(visible).map(([only]) => only)
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
      {lanes.map((item, lane) =>
        item?.column === column ? (
          <EntryButton
            key={item.entry.row.id}
            entry={item.entry}
            onOpen={onOpen}
            span={isSpan(item.entry) ? item : undefined}
          />
        ) : (
          <div key={`lane ${lane}`} className={bars.held} />
        ),
      )}
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
  const [open, setOpen] = useState(false)
  const button = useEscapeToOpener<HTMLButtonElement>(open, () => setOpen(false))
  // Close the list of the day, which would cover the record's drawer.
  const openEntry =
    onOpen &&
    ((entry: Entry) => {
      setOpen(false)
      onOpen(entry)
    })
  const all = (
    <div className={styles.all}>
      {entries.map((entry) => (
        <EntryButton key={entry.row.id} entry={entry} onOpen={openEntry} full />
      ))}
    </div>
  )
  return (
    <Popover trigger="click" placement="right" title={title} content={all} open={open} onOpenChange={setOpen}>
      <button ref={button} type="button" className={styles.more}>
        {t('form.moreEntries', { count: hidden })}
      </button>
    </Popover>
  )
}

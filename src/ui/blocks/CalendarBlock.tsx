// A screen of kind calendar: the records of a month or a week on their days. The day and the view stand in the address; pressing an entry opens its record.
import { Button, Segmented } from 'antd'
import { useMemo } from 'react'
import type { ScreenAnswer } from '../../protocol/calls'
import { useOpenRecord, useViewQuery } from '../../runtime/location'
import { useCalendar } from '../../runtime/records'
import { useFormat, useProduct, useWords } from '../../runtime/runtime'
import { Icon } from '../shell/icons'
import { useNarrow } from '../useNarrow'
import { useScene } from '../values/scene'
import { textOfValue } from '../values/value'
import { Agenda } from './calendar/Agenda'
import { addDays, addMonths, isDay, monthStart, monthWeeks, weekDays, weekStart } from './calendar/days'
import { byDay, entriesOf, groupsOf, legendOf, type Entry } from './calendar/entries'
import { MonthView } from './calendar/MonthView'
import { WeekView } from './calendar/WeekView'
import { BlockHead } from './parts/BlockHead'
import { BlockSearch, useBlockFilters } from './parts/BlockSearch'
import { BlockState } from './parts/BlockState'
import { OpenedRecord } from './parts/OpenedRecord'
import { ScreenActions } from './parts/ScreenActions'
import { shownAt } from './parts/shownAt'
import styles from './calendar/calendar.module.css'
import parts from './parts/parts.module.css'

type View = 'month' | 'week'

export default function CalendarBlock({ screen }: { screen: ScreenAnswer }) {
  const { screen: manifest, entities } = screen
  const words = useWords()
  const { t, pick, language } = words
  const format = useFormat()
  const { timezone } = useProduct()
  const scene = useScene(screen)
  const narrow = useNarrow(768)
  const [params, change] = useViewQuery()
  const [, open] = useOpenRecord()

  const today = format.day(new Date())
  const asked = params.get('v.day')
  const day = isDay(asked) ? asked : today
  const view: View =
    params.get('v.view') === 'week'
      ? 'week'
      : params.get('v.view') === 'month'
        ? 'month'
        : manifest.calendar?.rows
          ? 'week'
          : 'month'
  const go = (nextDay: string, nextView: View): void =>
    change((next) => {
      next.set('v.view', nextView)
      if (nextDay === today) next.delete('v.day')
      else next.set('v.day', nextDay)
    })

  const dates = useMemo(() => (view === 'week' ? weekDays(day) : monthWeeks(day).flat()), [view, day])
  const [filters, setFilters] = useBlockFilters(screen)
  const { data, error, refetch, isFetching } = useCalendar(
    { screen: manifest.path, from: dates[0]!, to: addDays(dates.at(-1)!, 1), filters },
    manifest.entity ? [manifest.entity] : [],
  )
  const entries = useMemo(
    () => (data ? entriesOf(data.rows, screen, scene, timezone) : []),
    [data, screen, scene, timezone],
  )
  const days = useMemo(() => byDay(entries), [entries])
  const weekdays = useMemo(() => weekdayNames(language), [language])

  const rows = manifest.calendar?.rows
  const rowsAt = rows ? shownAt(screen, manifest.entity, rows) : undefined
  const labelOf = (entry: Entry): string =>
    rows && rowsAt ? textOfValue(rowsAt, entry.row.values[rows], scene, manifest.entity) : ''
  const openEntry = (entry: Entry): void => {
    if (manifest.entity) open({ entity: manifest.entity, id: entry.row.id })
  }
  const step = (count: number): string =>
    view === 'week' ? addDays(weekStart(day), 7 * count) : addMonths(monthStart(day), count)
  const title = view === 'week' ? `${format.date(dates[0]!)} – ${format.date(dates.at(-1)!)}` : monthName(day, language)
  const legend = legendOf(screen, entries)

  return (
    <div className={parts.block}>
      <BlockHead screen={screen}>
        <ScreenActions screen={screen} />
      </BlockHead>
      <div className={`${parts.panel} ${styles.block}`} aria-busy={isFetching}>
        <BlockSearch screen={screen} filters={filters} onChange={setFilters} />
        <div className={parts.bar}>
          <Button onClick={() => go(today, view)} disabled={day === today}>
            {t('form.today')}
          </Button>
          <span className={styles.steps}>
            <Button
              type="text"
              aria-label={t('form.earlier')}
              icon={<Icon name="right" className={parts.arrow} />}
              onClick={() => go(step(-1), view)}
            />
            <Button
              type="text"
              aria-label={t('form.later')}
              icon={<Icon name="right" />}
              onClick={() => go(step(1), view)}
            />
          </span>
          <h2 aria-live="polite">{title}</h2>
          <ul className={styles.legend}>
            {legend.map((one) => (
              <li key={one.title[0]}>
                <i className={`value-${one.colour}`} />
                {pick(one.title)}
              </li>
            ))}
          </ul>
          <span className={parts.grow} />
          <Segmented<View>
            value={view}
            onChange={(next) => go(day, next)}
            options={[
              { value: 'month', label: t('form.month') },
              { value: 'week', label: t('form.week') },
            ]}
          />
        </div>
        {data?.more ? <p className={styles.notice}>{t('form.notEverything')}</p> : null}
        {!data ? (
          <BlockState error={error} retry={() => void refetch()} rows={10} />
        ) : narrow ? (
          <Agenda
            dates={view === 'week' ? dates : dates.filter((date) => date.slice(0, 7) === day.slice(0, 7))}
            today={today}
            weekdays={weekdays}
            days={days}
            labelOf={labelOf}
            onOpen={openEntry}
          />
        ) : view === 'week' ? (
          <WeekView
            day={day}
            today={today}
            weekdays={weekdays}
            entries={entries}
            onOpen={openEntry}
            groups={rows ? groupsOf(entries, data.groups, labelOf, t('form.unassigned')) : undefined}
            rowTitle={rows && manifest.entity ? pick(entities[manifest.entity]?.fields[rows]?.title ?? ['', '']) : ''}
          />
        ) : (
          <MonthView
            day={day}
            today={today}
            weekdays={weekdays}
            days={days}
            onOpen={openEntry}
            onDay={(date) => go(date, 'week')}
          />
        )}
      </div>
      <OpenedRecord />
    </div>
  )
}

const localeOf = (language: string): string => (language === 'zh' ? 'zh-CN' : 'en-GB')

function weekdayNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(localeOf(language), { weekday: 'short', timeZone: 'UTC' })
  // The fifth of January 1970 was a Monday.
  return Array.from({ length: 7 }, (_, at) => format.format(new Date((4 + at) * 86_400_000)))
}

function monthName(day: string, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}

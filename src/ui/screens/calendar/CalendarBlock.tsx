// A screen of kind calendar: the records of a month or a week on their days.
// The address holds the day and the view; a click on an entry opens its record.
import { firstItem, lastItem } from '../../../manifest/expression/values/present'
import { untranslated } from '../../../manifest/model/text'
import { useMemo } from 'react'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { useOpenRecord } from '../../../client/navigation/urlState'
import { useCalendar } from '../../../client/data/queries'
import { useProduct, useTranslator } from '../../../client/context/clientContext'
import { useNarrow } from '../../controls/hooks/useMedia'
import { useRenderContext } from '../../values/renderContext'
import { textOfValue } from '../../values/renderValue'
import { Agenda } from './Agenda'
import { addDays } from '../../../manifest/expression/values/days'
import { byDay, entriesOf, groupsOf, legendOf, type Entry } from '../../schedule/entries'
import { CalendarBar } from './CalendarBar'
import { MonthView } from './MonthView'
import { WeekView } from './WeekView'
import { weekdayNames } from './calendarNames'
import { useCalendarAddress, type CalendarAddress } from './useCalendarAddress'
import { BlockHead } from '../common/BlockHead'
import { BlockSearch, useBlockFilters } from '../common/BlockSearch'
import { BlockState } from '../common/BlockState'
import { OpenedRecord } from '../record/OpenedRecord'
import { ScreenActions } from '../../actions/ScreenActions'
import { shownAt } from '../../values/fieldAtPath'
import styles from './calendarBlock.module.css'
import parts from '../common/block.module.css'

type CalendarData = NonNullable<ReturnType<typeof useCalendar>['data']>

/** Draws the period with a notice if the server cut its records, and placeholders until they are read. */
export default function CalendarBlock({ screen }: { screen: ScreenAnswer }) {
  const { screen: declared } = screen
  const { t } = useTranslator()
  const { timezone } = useProduct()
  const context = useRenderContext(screen)
  const address = useCalendarAddress(declared.calendar?.groupBy ? 'week' : 'month')
  const { dates } = address
  const [filters, setFilters] = useBlockFilters(screen)
  const { data, error, refetch, isFetching } = useCalendar(
    { screen: declared.path, from: firstItem(dates), to: addDays(lastItem(dates), 1), filters },
    declared.entity ? [declared.entity] : [],
  )
  const entries = useMemo(
    () => (data ? entriesOf(data.rows, screen, context, timezone) : []),
    [data, screen, context, timezone],
  )
  return (
    <div className={parts.block}>
      <BlockHead screen={screen}>
        <ScreenActions screen={screen} />
      </BlockHead>
      <div className={`${parts.panel} ${styles.block}`} aria-busy={isFetching}>
        <BlockSearch screen={screen} filters={filters} onChange={setFilters} />
        <CalendarBar address={address} legend={legendOf(screen, entries)} />
        {data?.more ? <p className={styles.notice}>{t('form.notEverything')}</p> : null}
        {data ? (
          <CalendarView screen={screen} address={address} data={data} entries={entries} />
        ) : (
          <BlockState error={error} retry={() => void refetch()} rows={10} />
        )}
      </div>
      <OpenedRecord />
    </div>
  )
}

interface CalendarViewProps {
  readonly screen: ScreenAnswer
  readonly address: CalendarAddress
  readonly data: CalendarData
  readonly entries: readonly Entry[]
}

/** The entries by day: as a list in a narrow window, else as a week or a month. */
function CalendarView({ screen, address, data, entries }: CalendarViewProps) {
  const { calendar, entity } = screen.screen
  const { t, pick, language } = useTranslator()
  const narrow = useNarrow(768)
  const [, open] = useOpenRecord()
  const { canOpen } = useRenderContext(screen)
  const labelOf = useGroupLabel(screen)
  const weekdays = useMemo(() => weekdayNames(language), [language])
  const openEntry = entity && canOpen(entity) ? (entry: Entry) => open({ entity, id: entry.row.id }) : undefined
  const { day, today, view, dates, go } = address
  const days = useMemo(() => byDay(entries, dates), [entries, dates])
  const common = { day, today, weekdays, onOpen: openEntry }
  if (narrow) {
    const listed = view === 'week' ? dates : dates.filter((date) => date.slice(0, 7) === day.slice(0, 7))
    return <Agenda {...common} days={days} dates={listed} labelOf={labelOf} />
  }
  if (view === 'month') return <MonthView {...common} entries={entries} onDay={(date) => go(date, 'week')} />
  const rows = calendar?.groupBy
  return (
    <WeekView
      day={day}
      today={today}
      entries={entries}
      onOpen={openEntry}
      groups={rows ? groupsOf(entries, data.groups, labelOf, t('form.unassigned')) : undefined}
      rowTitle={rows && entity ? pick(screen.entities[entity]?.fields[rows]?.title ?? untranslated('')) : ''}
    />
  )
}

/** The label of an entry's row; empty without rows. */
function useGroupLabel(screen: ScreenAnswer): (entry: Entry) => string {
  const context = useRenderContext(screen)
  const { calendar, entity } = screen.screen
  const path = calendar?.groupBy
  const field = path ? shownAt(screen, entity, path) : undefined
  return (entry) => (path && field ? textOfValue(field, entry.row.values[path], context, entity) : '')
}

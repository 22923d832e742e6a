// The day and the view of a calendar, stored in its address.
import { useMemo } from 'react'
import { useViewQuery } from '../../../client/navigation/urlState'
import {
  addDays,
  addMonths,
  isDay,
  monthStart,
  monthWeeks,
  weekDays,
  weekStart,
} from '../../../manifest/expression/values/days'
import { useToday } from '../../controls/hooks/useNow'

/** Days between these have whole weeks around their month within the years 0001 to 9999. */
const [earliest, latest] = ['0001-02-01', '9999-11-30']

export type CalendarPeriod = 'month' | 'week'

export interface CalendarAddress {
  readonly day: string
  readonly today: string
  readonly view: CalendarPeriod
  /** All days of the view: those of the week, or of all weeks of the month. */
  readonly dates: readonly string[]
  readonly go: (day: string, view: CalendarPeriod) => void
  /** Moves by `count` weeks or months; backward if negative. */
  readonly step: (count: number) => void
}

export function useCalendarAddress(usualView: CalendarPeriod): CalendarAddress {
  const [params, change] = useViewQuery()
  const today = useToday()
  const requestedDay = params.get('v.day')
  const day = isDay(requestedDay) && requestedDay > earliest && requestedDay < latest ? requestedDay : today
  const requestedView = params.get('v.view')
  const view = requestedView === 'week' || requestedView === 'month' ? requestedView : usualView
  const dates = useMemo(() => (view === 'week' ? weekDays(day) : monthWeeks(day).flat()), [view, day])
  const go: CalendarAddress['go'] = (nextDay, nextView) =>
    change((next) => {
      next.set('v.view', nextView)
      if (nextDay === today) next.delete('v.day')
      else next.set('v.day', nextDay)
    })
  const step = (count: number): void =>
    go(view === 'week' ? addDays(weekStart(day), 7 * count) : addMonths(monthStart(day), count), view)
  return { day, today, view, dates, go, step }
}

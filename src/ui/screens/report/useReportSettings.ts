// What a report counts: its period and dimension, which the address holds, and its filters.
import { useMemo } from 'react'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import type { Report } from '../../../manifest/model/report'
import { useFormat } from '../../../client/context/clientContext'
import { useViewQuery } from '../../../client/navigation/urlState'
import { useBlockFilters } from '../common/BlockSearch'
import { firstPreset, presetPeriod, readPeriod, type ChosenPeriod } from './period'

export type ReportSettings = ReturnType<typeof useReportSettings>

export function useReportSettings(screen: ScreenAnswer, report: Report) {
  const format = useFormat()
  const [params, change] = useViewQuery()
  const [filters, setFilters] = useBlockFilters(screen)
  const today = format.day(new Date())
  const period = report.period
    ? (readPeriod(params.get('v.from'), params.get('v.to')) ?? presetPeriod(firstPreset(report.period), today))
    : undefined
  const names = Object.keys(report.dimensions)
  const group = report.chooseDimension ? (names.find((name) => name === params.get('v.group')) ?? names[0]) : undefined
  const groups = useMemo(
    () => (group === undefined ? Object.values(report.dimensions) : [report.dimensions[group]!]),
    [report, group],
  )
  return {
    today,
    period,
    setPeriod: (next: ChosenPeriod): void =>
      change((query) => {
        query.set('v.from', next.from)
        query.set('v.to', next.to)
      }),
    group,
    setGroup: (next: string): void => change((query) => query.set('v.group', next)),
    /** The fields of the dimensions by which the rows are grouped. */
    groups,
    filters,
    setFilters,
    request: {
      screen: screen.screen.path,
      ...(period ? { from: period.from, to: period.to } : {}),
      ...(group === undefined ? {} : { group }),
      filters,
    },
  }
}

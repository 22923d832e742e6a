// The settings of a report: period and dimension, stored in the address, and filters.
import { useMemo } from 'react'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import type { Field } from '../../../manifest/model/field'
import type { Report } from '../../../manifest/model/report'
import { useViewQuery } from '../../../client/navigation/urlState'
import { useBlockFilters } from '../common/BlockSearch'
import { firstPreset, presetPeriod, readPeriod, type ChosenPeriod } from './period'
import { useToday } from '../../controls/hooks/useNow'

export type ReportSettings = ReturnType<typeof useReportSettings>

export function useReportSettings(screen: ScreenAnswer, report: Report) {
  const [params, change] = useViewQuery()
  const [filters, setFilters] = useBlockFilters(screen)
  const today = useToday()
  const usual = usualSettings(report, today)
  const period = usual.period && (readPeriod(params.get('v.from'), params.get('v.to')) ?? usual.period)
  const group =
    usual.group === undefined
      ? undefined
      : (Object.keys(report.dimensions).find((name) => name === params.get('v.group')) ?? usual.group)
  const groups = useMemo(() => groupsOf(report, group), [report, group])
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
    request: { screen: screen.screen.path, ...period, ...(group === undefined ? {} : { group }), filters },
  }
}

/** The fields of the dimensions by which rows are grouped: the chosen one or all. */
const groupsOf = (report: Report, group: string | undefined): readonly Field[] =>
  group === undefined ? Object.values(report.dimensions) : [report.dimensions[group]!]

/** The initial settings of a report. */
export function usualSettings(report: Report, today: string) {
  const group = report.chooseDimension ? Object.keys(report.dimensions)[0] : undefined
  return {
    period: report.period && presetPeriod(firstPreset(report.period), today),
    group,
    groups: groupsOf(report, group),
  }
}

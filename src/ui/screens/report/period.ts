// The period of a report: presets around a day, or any two days. Pure.
// Days are "yyyy-MM-dd"; `to` is exclusive, as on the server.
import {
  addDays,
  addMonths,
  isDay,
  monthStart,
  quarterStart,
  yearStart,
} from '../../../manifest/expression/values/days'

export interface ChosenPeriod {
  readonly from: string
  readonly to: string
}
export type PresetName = 'thisMonth' | 'lastMonth' | 'thisQuarter' | 'lastQuarter' | 'thisYear' | 'lastYear' | 'last30'

/** The period of a preset as seen from a day. */
export function presetPeriod(name: PresetName, today: string): ChosenPeriod {
  switch (name) {
    case 'thisMonth':
      return { from: monthStart(today), to: addMonths(monthStart(today), 1) }
    case 'lastMonth':
      return { from: addMonths(monthStart(today), -1), to: monthStart(today) }
    case 'thisQuarter':
      return { from: quarterStart(today), to: addMonths(quarterStart(today), 3) }
    case 'lastQuarter':
      return { from: addMonths(quarterStart(today), -3), to: quarterStart(today) }
    case 'thisYear':
      return { from: yearStart(today), to: addMonths(yearStart(today), 12) }
    case 'lastYear':
      return { from: addMonths(yearStart(today), -12), to: yearStart(today) }
    case 'last30':
      return { from: addDays(today, -29), to: addDays(today, 1) }
  }
}

export const presetNames: readonly PresetName[] = [
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'thisYear',
  'lastYear',
  'last30',
]

/** The initial preset for a report's kind of period. */
export const firstPreset = (rhythm: 'month' | 'quarter' | 'year'): PresetName =>
  rhythm === 'year' ? 'thisYear' : rhythm === 'quarter' ? 'thisQuarter' : 'thisMonth'

/** The period in the address; undefined when it names no valid one. */
export function readPeriod(from: string | null, to: string | null): ChosenPeriod | undefined {
  return isDay(from) && isDay(to) && from < to ? { from, to } : undefined
}

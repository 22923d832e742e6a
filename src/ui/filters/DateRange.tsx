// Filter by a range of days with the usual presets; both days are included.
// Days are those of the product's time zone. A preset is kept by name: it means other days next week.
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import type { ReactNode } from 'react'
import { useTranslator } from '../../client/context/clientContext'
import { typedDays } from '../../client/text/format'
import { daysOfPeriod, isRelativePeriod, type RelativePeriod } from '../../manifest/expression/values/relativeDays'
import type { Filter } from '../../protocol/calls'
import type { FilterInputProps } from './filterProps'
import { useToday } from '../controls/hooks/useNow'

const shape = 'YYYY-MM-DD'

const presets = [
  { title: 'list.today', operator: 'today', value: null },
  { title: 'list.yesterday', operator: 'yesterday', value: null },
  { title: 'list.last7', operator: 'lastDays', value: 7 },
  { title: 'list.last30', operator: 'lastDays', value: 30 },
  { title: 'list.thisWeek', operator: 'thisWeek', value: null },
  { title: 'list.thisMonth', operator: 'thisMonth', value: null },
  { title: 'list.lastMonth', operator: 'lastMonth', value: null },
  { title: 'list.thisYear', operator: 'thisYear', value: null },
] as const satisfies readonly { title: string; operator: RelativePeriod; value: number | null }[]

type Days = [Dayjs | null, Dayjs | null]

export default function DateRange({
  column: { field },
  filter,
  onChange,
  title,
  prefix,
}: FilterInputProps & { title: string; prefix: ReactNode }) {
  const { t, language } = useTranslator()
  const today = useToday()
  const offered = presets.map((preset) => ({
    ...preset,
    label: t(preset.title),
    days: daysOf({ field, ...preset }, today) ?? [null, null],
  }))
  const current = offered.find(({ operator, value }) => operator === filter?.operator && value === filter.value)
  return (
    <DatePicker.RangePicker
      prefix={
        <>
          {prefix}
          {current && <span className="search-period">{current.label}</span>}
        </>
      }
      aria-label={title}
      value={filter && daysOf(filter, today)}
      allowEmpty={[true, true]}
      format={typedDays(language)}
      placeholder={[t('list.from'), t('list.to')]}
      presets={offered.map(({ label, days }) => ({ label, value: days }))}
      onChange={(chosen) => {
        // The picker returns the very days of a preset; equal ones of the calendar are only days.
        const preset = offered.find(({ days }) => days.every((day, index) => day !== null && day === chosen?.[index]))
        const span = [chosen?.[0]?.format(shape) ?? null, chosen?.[1]?.format(shape) ?? null]
        if (preset) onChange({ field, operator: preset.operator, value: preset.value })
        else onChange(span.some((day) => day !== null) ? { field, operator: 'between', value: span } : undefined)
      }}
    />
  )
}

function daysOf({ operator, value }: Filter, today: string): Days | null {
  const days: unknown = isRelativePeriod(operator) ? daysOfPeriod(operator, value, today) : value
  if (!Array.isArray(days)) return null
  const [from, to] = days.map((day: unknown) => (typeof day === 'string' ? dayjs(day.slice(0, 10)) : null))
  return [from ?? null, to ?? null]
}

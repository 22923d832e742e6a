// Filter by a range of days with the usual presets; both days are included.
// Days are those of the product's time zone.
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import type { ReactNode } from 'react'
import { useFormat, useTranslator } from '../../client/context/clientContext'
import { typedDays } from '../../client/text/format'
import type { FilterInputProps } from './filterProps'

const shape = 'YYYY-MM-DD'

export default function DateRange({
  column: { field },
  filter,
  onChange,
  title,
  prefix,
}: FilterInputProps & { title: string; prefix: ReactNode }) {
  const { t, language } = useTranslator()
  const format = useFormat()
  const today = dayjs(format.day(new Date()))
  const value = Array.isArray(filter?.value)
    ? (filter.value.map((day: unknown) => (typeof day === 'string' ? dayjs(day.slice(0, 10)) : null)) as [
        Dayjs | null,
        Dayjs | null,
      ])
    : null
  return (
    <DatePicker.RangePicker
      prefix={prefix}
      aria-label={title}
      value={value}
      allowEmpty={[true, true]}
      format={typedDays(language)}
      placeholder={[t('list.from'), t('list.to')]}
      presets={[
        { label: t('list.today'), value: [today, today] },
        { label: t('list.yesterday'), value: [today.subtract(1, 'day'), today.subtract(1, 'day')] },
        { label: t('list.last7'), value: [today.subtract(6, 'day'), today] },
        { label: t('list.last30'), value: [today.subtract(29, 'day'), today] },
        {
          label: t('list.thisWeek'),
          value: [today.subtract((today.day() + 6) % 7, 'day'), today.add((7 - today.day()) % 7, 'day')],
        },
        { label: t('list.thisMonth'), value: [today.startOf('month'), today.endOf('month')] },
        {
          label: t('list.lastMonth'),
          value: [today.subtract(1, 'month').startOf('month'), today.subtract(1, 'month').endOf('month')],
        },
        { label: t('list.thisYear'), value: [today.startOf('year'), today.endOf('year')] },
      ]}
      onChange={(days) => {
        const span = [days?.[0]?.format(shape) ?? null, days?.[1]?.format(shape) ?? null]
        onChange(span.some((day) => day !== null) ? { field, operator: 'between', value: span } : undefined)
      }}
    />
  )
}

// The period of a report: a preset, or any two days.
import { DatePicker, Select } from 'antd'
import dayjs from 'dayjs'
import { useTranslator } from '../../../client/context/clientContext'
import { typedDays } from '../../../client/text/format'
import { addDays } from '../../../manifest/expression/values/days'
import { presetNames, presetPeriod, type ChosenPeriod, type PresetName } from './period'

export function PeriodPicker({
  period,
  today,
  onChange,
}: {
  period: ChosenPeriod
  today: string
  onChange: (period: ChosenPeriod) => void
}) {
  const { t, language } = useTranslator()
  const current = presetNames.find((name) => {
    const preset = presetPeriod(name, today)
    return preset.from === period.from && preset.to === period.to
  })
  return (
    <>
      <Select<PresetName | 'otherPeriod'>
        value={current ?? 'otherPeriod'}
        aria-label={t('form.period')}
        style={{ minWidth: 128 }}
        onChange={(name) => {
          if (name !== 'otherPeriod') onChange(presetPeriod(name, today))
        }}
        options={[...presetNames, ...(current ? [] : ['otherPeriod' as const])].map((name) => ({
          value: name,
          label: t(`form.${name}`),
        }))}
      />
      <DatePicker.RangePicker
        value={[dayjs(period.from), dayjs(addDays(period.to, -1))]}
        allowClear={false}
        aria-label={t('form.period')}
        format={typedDays(language)}
        style={{ maxWidth: 250 }}
        onChange={(days) => {
          const [from, last] = days ?? []
          if (from && last) onChange({ from: from.format('YYYY-MM-DD'), to: addDays(last.format('YYYY-MM-DD'), 1) })
        }}
      />
    </>
  )
}

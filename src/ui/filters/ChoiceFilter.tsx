// Filter by codes of a dictionary, by yes or no, or by the presence of files.
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslator } from '../../client/context/clientContext'
import { optionsOf } from '../values/renderContext'
import { leaveByTab } from '../controls/leaveByTab'
import { filterValues, type FilterInputProps } from './filterProps'

export default function ChoiceFilter({
  column,
  filter,
  onChange,
  manifests,
  entity,
  title,
  prefix,
}: FilterInputProps & { title: string; prefix: ReactNode }) {
  const { t, pick } = useTranslator()
  const { field, type } = column
  const around = {
    allowClear: true,
    prefix,
    'aria-label': title,
    placeholder: t('list.any'),
    onInputKeyDown: leaveByTab,
  }
  if (type === 'choice') {
    const options = optionsOf(manifests, column, entity).map((option) => ({
      value: option.code,
      label: pick(option.title),
    }))
    return (
      <Select
        {...around}
        mode="multiple"
        showSearch
        optionFilterProp="label"
        maxTagCount="responsive"
        options={options}
        notFoundContent={t('list.noOptions')}
        value={filterValues(filter) as string[]}
        onChange={(value) => onChange(value.length === 0 ? undefined : { field, operator: 'in', value })}
      />
    )
  }
  // For files the operator states their absence, so yes and no are reversed.
  const [operator, yes] = type === 'files' ? (['empty', false] as const) : (['equals', true] as const)
  return (
    <Select
      {...around}
      options={[
        { value: yes, label: t('list.yes') },
        { value: !yes, label: t('list.no') },
      ]}
      value={filter?.value as boolean | undefined}
      onChange={(value) => onChange(value === undefined || value === null ? undefined : { field, operator, value })}
    />
  )
}

// Which of a few? Several of a dictionary's, or one of two: yes or no, with files or without.
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useWords } from '../../runtime/runtime'
import { optionsOf } from '../values/scene'
import { listOf, type FilterInputProps } from './filterProps'

export default function ChoiceFilter({
  column,
  filter,
  onChange,
  manifests,
  entity,
  title,
  prefix,
}: FilterInputProps & { title: string; prefix: ReactNode }) {
  const { t, pick } = useWords()
  const { field, type } = column
  const around = { allowClear: true, prefix, 'aria-label': title, placeholder: t('list.any') }
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
        value={listOf(filter) as string[]}
        onChange={(value) => onChange(value.length === 0 ? undefined : { field, operator: 'in', value }, false)}
      />
    )
  }
  // What is asked of files is whether there are none.
  const [operator, yes] = type === 'files' ? (['empty', false] as const) : (['equals', true] as const)
  return (
    <Select
      {...around}
      options={[
        { value: yes, label: t('list.yes') },
        { value: !yes, label: t('list.no') },
      ]}
      value={filter?.value as boolean | undefined}
      onChange={(value) =>
        onChange(value === undefined || value === null ? undefined : { field, operator, value }, false)
      }
    />
  )
}

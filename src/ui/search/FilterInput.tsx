// How is a field searched? One input a field type; each gives the condition that its type allows, or none.
import { Select } from 'antd'
import Input from 'antd/es/input/Input'
import { lazy, Suspense } from 'react'
import type { FieldType } from '../../manifest/app'
import type { Filter } from '../../protocol/calls'
import { useWords } from '../../runtime/runtime'
import { optionsOf } from '../values/scene'
import { listOf, type FilterInputProps } from './filterProps'
import { NumberRange } from './NumberRange'
import { RecordFilter } from './RecordFilter'

// The calendar is the heaviest of them and often folded away.
const DateRange = lazy(() => import('./DateRange'))

/** Types that a search form can ask; the others are left out of it. */
export function searchable(type: FieldType): boolean {
  return type !== 'lines'
}

export function FilterInput(props: FilterInputProps) {
  const { column, filter, onChange, manifests, entity } = props
  const { t, pick } = useWords()
  const { field } = column
  const title = pick(column.title)
  const prefix = <span className="search-name">{title}</span>
  const one = (value: unknown, operator: Filter['operator']) => onChange(value === undefined || value === null || (Array.isArray(value) && value.length === 0) ? undefined : { field, operator, value }, false)
  switch (column.type) {
    case 'choice': {
      const options = optionsOf(manifests, column, entity).map((option) => ({ value: option.code, label: pick(option.title) }))
      return (
        <Select
          mode="multiple" allowClear showSearch optionFilterProp="label" maxTagCount="responsive" prefix={prefix} aria-label={title} placeholder={t('list.any')}
          options={options} value={listOf(filter) as string[]} onChange={(value) => one(value, 'in')} notFoundContent={t('list.noOptions')}
        />
      )
    }
    case 'boolean':
      return (
        <Select
          allowClear prefix={prefix} aria-label={title} placeholder={t('list.any')} options={[{ value: true, label: t('list.yes') }, { value: false, label: t('list.no') }]}
          value={filter?.value as boolean | undefined} onChange={(value) => one(value, 'equals')}
        />
      )
    case 'files':
      return (
        <Select
          allowClear prefix={prefix} aria-label={title} placeholder={t('list.any')} options={[{ value: false, label: t('list.yes') }, { value: true, label: t('list.no') }]}
          value={filter?.value as boolean | undefined} onChange={(value) => one(value, 'empty')}
        />
      )
    case 'ref': return <RecordFilter {...props} title={title} prefix={prefix} />
    case 'int': case 'money': case 'decimal': return <NumberRange {...props} title={title} prefix={prefix} />
    case 'date': case 'datetime': return <Suspense fallback={<div className="search-waiting" />}><DateRange {...props} title={title} prefix={prefix} /></Suspense>
    default:
      return (
        <Input
          allowClear prefix={prefix} aria-label={title} maxLength={200} value={(filter?.value as string | undefined) ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : { field, operator: 'contains', value: target.value }, true)}
        />
      )
  }
}

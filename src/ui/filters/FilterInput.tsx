// The filter input of each field type; returns a condition allowed for the type, or none.
import { isDayType } from '../../manifest/expression/values/valueTypes'
import Input from 'antd/es/input/Input'
import { lazy, Suspense, useContext, type ReactNode } from 'react'
import type { FieldType } from '../../manifest/model/field'
import { useTranslator } from '../../client/context/clientContext'
import { FirstLoadContext } from '../controls/firstLoad'
import { Icon } from '../controls/icons'
import type { FilterInputProps } from './filterProps'
import { NumberRange } from './NumberRange'

// Load large inputs after the first records; a placeholder box keeps their place until then.
const DateRange = lazy(() => import('./DateRange'))
const ChoiceFilter = lazy(() => import('./ChoiceFilter'))
const RecordFilter = lazy(() => import('./RecordFilter'))

/** Types that a search form supports; it omits the others. */
export function searchable(type: FieldType): boolean {
  return type !== 'lines'
}

export function FilterInput(props: FilterInputProps) {
  const { column, filter, onType } = props
  const { t, pick } = useTranslator()
  const firstLoaded = useContext(FirstLoadContext)
  const { field } = column
  const title = pick(column.title)
  const span = isDayType(column.type)
  const prefix = <span className="search-name">{title}</span>
  // Same look as the loaded input, so that nothing seems to change.
  const box = (
    <div className="search-waiting">
      {prefix}
      {(span ? (['list.from', 'list.to'] as const) : (['list.any'] as const)).map((key) => (
        <span key={key} className="search-nothing">
          {filter ? '' : t(key)}
        </span>
      ))}
      <Icon name={span ? 'calendar' : 'down'} size={14} />
    </div>
  )
  const later = (input: ReactNode) => (firstLoaded ? <Suspense fallback={box}>{input}</Suspense> : box)
  switch (column.type) {
    case 'choice':
    case 'boolean':
    case 'files':
      return later(<ChoiceFilter {...props} title={title} prefix={prefix} />)
    case 'ref':
      return later(
        <RecordFilter {...props} field={column.field} entity={column.entity} title={title} prefix={prefix} />,
      )
    case 'date':
    case 'datetime':
      return later(<DateRange {...props} title={title} prefix={prefix} />)
    case 'int':
    case 'money':
    case 'decimal':
      return <NumberRange {...props} title={title} prefix={prefix} />
    case 'string':
    case 'text':
    case 'mobile':
    case 'address':
    case 'lines':
      return (
        <Input
          allowClear
          prefix={prefix}
          aria-label={title}
          maxLength={200}
          value={(filter?.value as string | undefined) ?? ''}
          onChange={({ target }) =>
            onType(target.value === '' ? undefined : { field, operator: 'contains', value: target.value })
          }
        />
      )
    default:
      return column.type satisfies never
  }
}

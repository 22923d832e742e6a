// How is a field searched? One input a field type; each gives the condition that its type allows, or none.
import Input from 'antd/es/input/Input'
import { lazy, Suspense, useContext, type ReactNode } from 'react'
import type { FieldType } from '../../manifest/app'
import { useWords } from '../../runtime/runtime'
import { Calm } from '../calm'
import { Icon } from '../shell/icons'
import type { FilterInputProps } from './filterProps'
import { NumberRange } from './NumberRange'

// The heavy ones come after the first records; until then their box stands where they will be.
const DateRange = lazy(() => import('./DateRange'))
const ChoiceFilter = lazy(() => import('./ChoiceFilter'))
const RecordFilter = lazy(() => import('./RecordFilter'))

/** Types that a search form can ask; the others are left out of it. */
export function searchable(type: FieldType): boolean {
  return type !== 'lines'
}

export function FilterInput(props: FilterInputProps) {
  const { column, filter, onChange } = props
  const { t, pick } = useWords()
  const calm = useContext(Calm)
  const { field } = column
  const title = pick(column.title)
  const span = column.type === 'date' || column.type === 'datetime'
  const prefix = <span className="search-name">{title}</span>
  // It looks as the input will, so that nothing is seen to come: what is not chosen yet reads so.
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
  const later = (input: ReactNode) => (calm ? <Suspense fallback={box}>{input}</Suspense> : box)
  switch (column.type) {
    case 'choice':
    case 'boolean':
    case 'files':
      return later(<ChoiceFilter {...props} title={title} prefix={prefix} />)
    case 'ref':
      return later(<RecordFilter {...props} title={title} prefix={prefix} />)
    case 'date':
    case 'datetime':
      return later(<DateRange {...props} title={title} prefix={prefix} />)
    case 'int':
    case 'money':
    case 'decimal':
      return <NumberRange {...props} title={title} prefix={prefix} />
    default:
      return (
        <Input
          allowClear
          prefix={prefix}
          aria-label={title}
          maxLength={200}
          value={(filter?.value as string | undefined) ?? ''}
          onChange={({ target }) =>
            onChange(target.value === '' ? undefined : { field, operator: 'contains', value: target.value }, true)
          }
        />
      )
  }
}

// What is looked for? The search fields of a list. What is typed stays in this form until a moment's rest, so that no key draws the table again.
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { Column } from '../../manifest/app'
import type { Filter } from '../../protocol/calls'
import { useWords } from '../../runtime/runtime'
import { Icon } from '../shell/icons'
import { useNarrow } from '../useNarrow'
import type { Manifests } from '../values/scene'
import { FilterInput, searchable } from './FilterInput'
import './search.css'

interface SearchFormProps {
  readonly columns: readonly Column[]
  readonly filters: readonly Filter[]
  readonly onChange: (filters: readonly Filter[]) => void
  readonly manifests: Manifests
  readonly screen: string
  readonly entity: string | undefined
}

/** Places for fields before one asks for more: a row, together with the buttons, on a desk. */
const places = 4
const rest = 450

export function SearchForm({ columns, filters, onChange, ...around }: SearchFormProps) {
  const { t } = useWords()
  const [draft, setDraft] = useState(filters)
  const [all, setAll] = useState(false)
  const narrow = useNarrow(640)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latest = useRef({ draft, onChange })
  latest.current = { draft, onChange }
  // The address changed by other means: a link, the browser's back, a reset.
  useEffect(() => {
    clearTimeout(timer.current)
    setDraft(filters)
  }, [filters])
  useEffect(() => () => clearTimeout(timer.current), [])

  const asked = columns.filter((column) => searchable(column.type))
  const first = firstOf(asked, narrow ? 0 : places)
  // A field that narrows the list is never out of sight.
  const shown = all
    ? asked
    : asked.filter(
        (column) => first.has(column.field) || (!narrow && draft.some((filter) => filter.field === column.field)),
      )
  const hidden = asked.length - first.size
  const apply = (next: readonly Filter[]) => {
    clearTimeout(timer.current)
    latest.current.onChange(next)
  }
  const change = (field: string, filter: Filter | undefined, typing: boolean) => {
    const next = [...latest.current.draft.filter((other) => other.field !== field), ...(filter ? [filter] : [])]
    setDraft(next)
    clearTimeout(timer.current)
    if (typing) timer.current = setTimeout(() => apply(next), rest)
    else apply(next)
  }
  if (asked.length === 0) return null
  return (
    <form
      className="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        apply(draft)
      }}
    >
      {shown.map((column) => {
        const input = (
          <FilterInput
            key={column.field}
            column={column}
            filter={draft.find((filter) => filter.field === column.field)}
            onChange={(filter, typing) => change(column.field, filter, typing)}
            {...around}
          />
        )
        return isWide(column) ? (
          <div key={column.field} className="search-span">
            {input}
          </div>
        ) : (
          input
        )
      })}
      <div className="search-buttons">
        {shown.length > 0 && <Button htmlType="submit">{t('list.search')}</Button>}
        {(shown.length > 0 || draft.length > 0) && (
          <Button
            type="text"
            disabled={draft.length === 0}
            onClick={() => {
              setDraft([])
              apply([])
            }}
          >
            {t('list.reset')}
          </Button>
        )}
        {hidden > 0 && (
          <Button type={narrow && !all ? 'default' : 'text'} aria-expanded={all} onClick={() => setAll(!all)}>
            {narrow && !all
              ? `${t('list.filters')}${draft.length > 0 ? ` (${draft.length})` : ''}`
              : t(all ? 'list.less' : 'list.more')}
            <Icon name={all ? 'up' : 'down'} size={14} />
          </Button>
        )}
      </div>
    </form>
  )
}

/** A span of days needs the room of two. */
function isWide({ type }: Column): boolean {
  return type === 'date' || type === 'datetime'
}

/** The fields that fit into so many places, in their order. */
function firstOf(columns: readonly Column[], room: number): ReadonlySet<string> {
  const first = new Set<string>()
  let used = 0
  for (const column of columns) {
    used += isWide(column) ? 2 : 1
    if (used > room) break
    first.add(column.field)
  }
  return first
}

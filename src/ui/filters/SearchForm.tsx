// The search form of a list.
// Holds typed values until a short pause, so that no key press renders the table.
import { isDayType } from '../../manifest/expression/values/valueTypes'
import { Button } from 'antd'
import { useRef, useState, type FormEvent } from 'react'
import type { Column } from '../../manifest/model/column'
import type { Filter } from '../../protocol/calls'
import { useTranslator } from '../../client/context/clientContext'
import { writeFilter } from '../../client/navigation/urlState'
import { Icon } from '../controls/icons'
import { useNarrow } from '../controls/hooks/useMedia'
import type { Definitions } from '../values/renderContext'
import { FilterInput, searchable } from './FilterInput'
import { usePendingInput } from './usePendingInput'
import './search.css'

interface SearchFormProps {
  readonly columns: readonly Column[]
  readonly filters: readonly Filter[]
  readonly onChange: (filters: readonly Filter[]) => void
  readonly manifests: Definitions
  readonly screen: string
  readonly entity: string | undefined
}

/** Slots for fields before the form collapses: one row, with the buttons, on a desktop. */
const maxCollapsedFields = 4
const applyDelayMs = 450

/** Draws an input for each searchable column, the first few until all are requested; nothing without such columns. */
export function SearchForm({ columns, filters, onChange, ...around }: SearchFormProps) {
  const [all, setAll] = useState(false)
  const narrow = useNarrow(640)
  const { draft, apply, type, composition, withFilter } = useFilterDraft(filters, onChange)
  const { resets, isTyped, onInput, reset } = useReset(apply)
  const searched = columns.filter((column) => searchable(column.type))
  const first = firstOf(searched, narrow ? 0 : maxCollapsedFields)
  // A field that narrows the list is always visible.
  const visible = all
    ? searched
    : searched.filter(
        (column) => first.has(column.field) || (!narrow && draft.some((filter) => filter.field === column.field)),
      )
  if (searched.length === 0) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply(draft)
  }
  return (
    <form className="search" role="search" onSubmit={submit} onInput={onInput} {...composition}>
      {visible.map((column) => {
        const input = (
          <FilterInput
            key={`${column.field} ${resets}`}
            column={column}
            filter={draft.find((filter) => filter.field === column.field)}
            onChange={(filter) => apply(withFilter(column.field, filter))}
            onType={(filter) => type(withFilter(column.field, filter))}
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
      <SearchButtons
        filterCount={draft.length}
        isVisible={visible.length > 0}
        isTyped={isTyped}
        hidden={searched.length - first.size}
        all={all}
        narrow={narrow}
        setAll={setAll}
        reset={reset}
      />
    </form>
  )
}

/** Counts resets, each of which remounts all inputs; `isTyped`: an input has text that may be no filter yet. */
function useReset(apply: FilterDraft['apply']) {
  const [resets, setResets] = useState(0)
  const [isTyped, setIsTyped] = useState(false)
  return {
    resets,
    isTyped,
    onInput: ({ currentTarget }: FormEvent<HTMLFormElement>) => setIsTyped(hasText(currentTarget)),
    reset() {
      setResets((count) => count + 1)
      setIsTyped(false)
      apply([])
    },
  }
}

const hasText = (form: HTMLFormElement): boolean =>
  [...form.elements].some((element) => element instanceof HTMLInputElement && element.value !== '')

interface FilterDraft extends Pick<ReturnType<typeof usePendingInput>, 'composition'> {
  readonly draft: readonly Filter[]
  readonly apply: (filters: readonly Filter[]) => void
  /** Applies them after a pause in typing. */
  readonly type: (filters: readonly Filter[]) => void
  /** The latest draft with the field's filter replaced or removed. */
  readonly withFilter: (field: string, filter: Filter | undefined) => readonly Filter[]
}

/** The filters as typed, ahead of those applied to the list. */
function useFilterDraft(filters: readonly Filter[], onChange: SearchFormProps['onChange']): FilterDraft {
  const {
    typed: draft,
    type,
    apply,
    composition,
  } = usePendingInput(filters, onChange, { delayMs: applyDelayMs, keyOf: filtersText })
  const latest = useRef(draft)
  latest.current = draft
  const withFilter: FilterDraft['withFilter'] = (field, filter) => [
    ...latest.current.filter((other) => other.field !== field),
    ...(filter ? [filter] : []),
  ]
  return { draft, apply, type, composition, withFilter }
}

const filtersText = (filters: readonly Filter[]) =>
  filters
    .map((filter) => `${filter.field} ${writeFilter(filter)}`)
    .sort()
    .join('&')

interface SearchButtonsProps {
  readonly filterCount: number
  /** At least one field is visible. */
  readonly isVisible: boolean
  /** An input holds text, which may be no filter yet. */
  readonly isTyped: boolean
  /** Fields beyond the first row. */
  readonly hidden: number
  readonly all: boolean
  readonly narrow: boolean
  readonly setAll: (all: boolean) => void
  readonly reset: () => void
}

function SearchButtons({ filterCount, isVisible, isTyped, hidden, all, narrow, setAll, reset }: SearchButtonsProps) {
  const { t } = useTranslator()
  return (
    <div className="search-buttons">
      {isVisible && <Button htmlType="submit">{t('list.search')}</Button>}
      {(isVisible || filterCount > 0) && (
        <Button type="text" disabled={filterCount === 0 && !isTyped} onClick={reset}>
          {t('list.reset')}
        </Button>
      )}
      {hidden > 0 && (
        <Button type={narrow && !all ? 'default' : 'text'} aria-expanded={all} onClick={() => setAll(!all)}>
          {narrow && !all
            ? `${t('list.filters')}${filterCount > 0 ? ` (${filterCount})` : ''}`
            : t(all ? 'list.less' : 'list.more')}
          <Icon name={all ? 'up' : 'down'} size={14} />
        </Button>
      )}
    </div>
  )
}

/** A range of days takes two slots. */
function isWide({ type }: Column): boolean {
  return isDayType(type)
}

/** The fields that fit into a number of slots, in their order. */
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

// The search fields of a block that is no list. What is looked for stands in the address, as it does for lists.
import { useMemo } from 'react'
import type { Filter, ScreenAnswer } from '../../../protocol/calls'
import { readListState, useViewQuery, writeListState } from '../../../runtime/location'
import { SearchForm } from '../../search/SearchForm'

/** The filters that the address says, and how to change them. */
export function useBlockFilters({
  screen,
}: ScreenAnswer): readonly [readonly Filter[], (filters: readonly Filter[]) => void] {
  const [params, change] = useViewQuery()
  const state = useMemo(() => readListState(params, screen.search), [params, screen.search])
  return [state.filters, (filters) => change((next) => writeListState(next, { ...state, filters }), true)]
}

export function BlockSearch({
  screen,
  filters,
  onChange,
}: {
  screen: ScreenAnswer
  filters: readonly Filter[]
  onChange: (filters: readonly Filter[]) => void
}) {
  if (screen.screen.search.length === 0) return null
  return (
    <div style={{ padding: '12px 16px 0' }}>
      <SearchForm
        columns={screen.screen.search}
        filters={filters}
        onChange={onChange}
        manifests={screen}
        screen={screen.screen.path}
        entity={screen.screen.entity}
      />
    </div>
  )
}

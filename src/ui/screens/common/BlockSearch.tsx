// The search form of a block other than a list. The address holds the filters, as for lists.
import { useMemo } from 'react'
import type { Filter } from '../../../protocol/calls'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { readListState, useViewQuery, writeListState } from '../../../client/navigation/urlState'
import { SearchForm } from '../../filters/SearchForm'

/** The filters in the address, and their setter. */
export function useBlockFilters({
  screen,
}: ScreenAnswer): readonly [readonly Filter[], (filters: readonly Filter[]) => void] {
  const [params, change] = useViewQuery()
  const state = useMemo(() => readListState(params, screen.filters), [params, screen.filters])
  return [state.filters, (filters) => change((next) => writeListState(next, { ...state, filters }), { replace: true })]
}

/** Draws the form; nothing for a screen without filters. */
export function BlockSearch({
  screen,
  filters,
  onChange,
}: {
  screen: ScreenAnswer
  filters: readonly Filter[]
  onChange: (filters: readonly Filter[]) => void
}) {
  if (screen.screen.filters.length === 0) return null
  return (
    <div style={{ padding: '12px 16px 0' }}>
      <SearchForm
        columns={screen.screen.filters}
        filters={filters}
        onChange={onChange}
        manifests={screen}
        screen={screen.screen.path}
        entity={screen.screen.entity}
      />
    </div>
  )
}

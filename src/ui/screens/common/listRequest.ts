// The request of a list in a state: its records and their order.
import type { Column } from '../../../manifest/model/column'
import type { Screen } from '../../../manifest/model/screen'
import type { Condition, ListRequest } from '../../../protocol/calls'
import type { ListState } from '../../../client/navigation/urlState'

/** The columns that the address may search: the declared filters, then the columns of the list. */
export const searchedColumns = (screen: Screen): readonly Column[] => [
  ...screen.filters,
  ...screen.columns.filter((column) => !screen.filters.some((other) => other.field === column.field)),
]

/** The ordering part of a list request. */
export type Order = Pick<ListRequest, 'sort' | 'thenBy'>

/** The order by the columns of a list state, the first one first. */
export function orderOf([sort, ...thenBy]: NonNullable<ListState['sorts']> = []): Order {
  return { ...(sort && { sort }), ...(thenBy.length > 0 && { thenBy }) }
}

/** The selecting part of a list request. */
export type Match = Pick<ListRequest, 'screen' | 'filters' | 'conditions' | 'words' | 'tab' | 'drillDown'>

/** Identifies the records of a list in this state, regardless of page and order. */
export function matchOf(
  { path }: Screen,
  { filters, conditions, words: searchText, tab, drillDown }: Pick<ListState, Exclude<keyof Match, 'screen'>>,
): Match {
  return {
    screen: path,
    ...(filters.length ? { filters } : {}),
    ...(conditions ? { conditions: conditionOf(conditions) } : {}),
    ...(searchText ? { words: searchText } : {}),
    ...(tab ? { tab } : {}),
    ...(drillDown ? { drillDown } : {}),
  }
}

const conditionOf = ({ join, leaves }: NonNullable<ListState['conditions']>): Condition =>
  join === 'all' ? { all: leaves } : { any: leaves }

// Builds the address of the records behind a number: the list that its manifest names,
// with the number in the query. The server lists what it counted.
import { withoutLabel, type DrillDown, type Filter, type Value } from '../../protocol/calls'
import { withQuery } from '../../protocol/transport'
import { writeDrillDown } from './urlState'

/** The address of the list, with the number in its query. */
export function drillAddress(open: string, drillDown: DrillDown): string {
  const query = new URLSearchParams({ drillDown: writeDrillDown(drillDown) }).toString()
  return withQuery(open, query)
}

/** The dimension values of a row as conditions; an empty value is also a group. */
export function groupFilters(groups: Readonly<Record<string, Value>>): Filter[] {
  return Object.entries(groups).map(([field, value]): Filter => {
    if (value === null) return { field, operator: 'empty', value: true }
    return { field, operator: 'equals', value: withoutLabel(value) }
  })
}

/** Whether a number is one of a list's own queue: those of its blocks are named by their positions. */
export const isQueueNumber = (path: string, { screen, number }: DrillDown): boolean =>
  screen === path && !number.includes('.')

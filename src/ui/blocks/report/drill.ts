// Where are the records behind a number? On the list that its manifest opens, under an address that names the number: the server lists what it counted.
import type { Behind, Filter, Value } from '../../../protocol/calls'
import { writeBehind } from '../../../runtime/location'

/** The address of the list, with the number in its query. */
export function drillAddress(open: string, behind: Behind): string {
  return `${open}?${new URLSearchParams({ behind: writeBehind(behind) }).toString()}`
}

/** The group of a row as conditions on the axes; nobody, or nothing, is a group too. */
export function groupFilters(groups: Readonly<Record<string, Value>>): Filter[] {
  return Object.entries(groups).map(([field, value]): Filter => {
    if (value === null) return { field, operator: 'empty', value: true }
    return { field, operator: 'equals', value: typeof value === 'object' && 'id' in value ? value.id : value }
  })
}

// Properties of every input of a search form, and the value of a condition.
import type { Column } from '../../manifest/model/column'
import type { Filter } from '../../protocol/calls'
import type { Definitions } from '../values/renderContext'

export interface FilterInputProps {
  readonly column: Column
  readonly filter: Filter | undefined
  readonly onChange: (filter: Filter | undefined) => void
  /** Like `onChange` for typed text: more changes may follow immediately. */
  readonly onType: (filter: Filter | undefined) => void
  readonly manifests: Definitions
  /** The screen whose records are searched, and their entity. */
  readonly screen: string
  readonly entity: string | undefined
}

export function filterValues(filter: Filter | undefined): readonly unknown[] {
  if (!filter) return []
  return Array.isArray(filter.value) ? filter.value : [filter.value]
}

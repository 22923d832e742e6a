// What does every input of a search form get, and what does a condition hold?
import type { Column } from '../../manifest/app'
import type { Filter } from '../../protocol/calls'
import type { Manifests } from '../values/scene'

export interface FilterInputProps {
  readonly column: Column
  readonly filter: Filter | undefined
  /** `typing`: more may follow at once. */
  readonly onChange: (filter: Filter | undefined, typing: boolean) => void
  readonly manifests: Manifests
  /** The screen whose records are searched, and their entity. */
  readonly screen: string
  readonly entity: string | undefined
}

export function listOf(filter: Filter | undefined): readonly unknown[] {
  if (!filter) return []
  return Array.isArray(filter.value) ? filter.value : [filter.value]
}

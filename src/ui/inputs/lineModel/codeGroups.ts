// Recognizes lines that are only a set of codes, and groups those codes. Pure.
// Groups come in the order of their first code, without the codes that a search excludes.
import type { Field } from '../../../manifest/model/field'
import { keyColumn } from '../../../manifest/model/lineRules'

interface SetOption {
  readonly code: string
  readonly title: string
  readonly group: string
}
interface SetGroup {
  readonly title: string
  readonly options: readonly SetOption[]
}

/** Options whose title, code or group contains the words; empty groups are omitted. */
export function groupedOptions(options: readonly SetOption[], searchText = ''): readonly SetGroup[] {
  const sought = searchText.trim().toLowerCase()
  const groups = new Map<string, SetOption[]>()
  for (const option of options) {
    if (sought !== '' && ![option.title, option.code, option.group].some((text) => text.toLowerCase().includes(sought)))
      continue
    groups.set(option.group, [...(groups.get(option.group) ?? []), option])
  }
  return [...groups].map(([title, setOptions]) => ({ title, options: setOptions }))
}

/** The reference that is the only entered column and identifies a line; undefined for other lines. */
export function setRecord({ fields = {}, uniqueBy: unique }: Pick<Field, 'fields' | 'uniqueBy'>): Field | undefined {
  const [only, other] = Object.values(fields).filter(({ stored }) => stored)
  return only?.type === 'ref' && !other && unique?.length === 1 && unique[0] === only.name ? only : undefined
}

/** The choice that is the only entered column and identifies a line; undefined for other lines. */
export function setField({ fields, uniqueBy: unique }: Pick<Field, 'fields' | 'uniqueBy'>): Field | undefined {
  return Object.keys(fields ?? {}).length === 1 ? keyColumn({ fields, uniqueBy: unique }) : undefined
}

// Which lines are nothing but a set of codes, and how do many codes stand in groups? In the order in which the groups first come, without what a word
// does not find. Pure.
import type { Field } from '../../../manifest/app'
import { keyColumn } from '../../../manifest/lineRules'

export interface SetOption {
  readonly code: string
  readonly title: string
  readonly group: string
}
export interface SetGroup {
  readonly title: string
  readonly options: readonly SetOption[]
}

/** Options whose title, code or group holds the words; groups without any are left out. */
export function groupedOptions(options: readonly SetOption[], words = ''): readonly SetGroup[] {
  const sought = words.trim().toLowerCase()
  const groups = new Map<string, SetOption[]>()
  for (const option of options) {
    if (sought !== '' && ![option.title, option.code, option.group].some((text) => text.toLowerCase().includes(sought)))
      continue
    groups.set(option.group, [...(groups.get(option.group) ?? []), option])
  }
  return [...groups].map(([title, own]) => ({ title, options: own }))
}

/** The one choice of lines of which no two agree in it; undefined for any other lines. */
export function setField({ fields, unique }: Pick<Field, 'fields' | 'unique'>): Field | undefined {
  return Object.keys(fields ?? {}).length === 1 ? keyColumn({ fields, unique }) : undefined
}

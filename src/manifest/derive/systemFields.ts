// Which fields does the engine keep for every record? They are declared like any other, so that rules, columns and searches know them.
import type { Text } from '../app'
import { table, type FieldDraft } from '../world'

const TITLES = {
  id: ['内部编号', 'ID'],
  no: ['单号', 'No.'],
  state: ['状态', 'State'],
  createdBy: ['创建人', 'Created by'],
  createdAt: ['创建时间', 'Created at'],
  stateAt: ['状态更新时间', 'State since'],
  version: ['版本', 'Version'],
} as const satisfies Record<string, Text>

/** The remark that a transition with `note` takes; its rules read it as input.note. */
export const noteField = {
  name: 'note',
  type: 'text',
  title: ['备注', 'Remark'],
  required: false,
  stored: false,
  system: true,
  length: 2_000,
} as const satisfies FieldDraft

/** Names that no manifest may give to a field of its own. */
export const systemFieldNames: ReadonlySet<string> = new Set(Object.keys(TITLES))

export interface SystemFieldsOf {
  readonly numbered: boolean
  /** What the number is called, where it is no document's. */
  readonly numberTitle?: Text
  readonly hasStates: boolean
  /** The entity that owns the records, and its title; absent when nobody does. */
  readonly tenant?: { readonly name: string; readonly title: Text }
  /** The entity of the accounts; absent while it is in error. */
  readonly account?: string
}

/** The engine's fields of an entity. `state` is a choice without a dictionary: its titles are the entity's states. */
export function systemFields({
  numbered,
  numberTitle,
  hasStates,
  tenant,
  account,
}: SystemFieldsOf): Record<string, FieldDraft> {
  const fields = table<FieldDraft>()
  const add = (name: string, title: Text, rest: Pick<FieldDraft, 'type'> & Partial<FieldDraft>): void => {
    fields[name] = { name, title, required: false, stored: true, system: true, ...rest }
  }
  add('id', TITLES.id, { type: 'int' })
  if (numbered) add('no', numberTitle ?? TITLES.no, { type: 'string' })
  if (hasStates) add('state', TITLES.state, { type: 'choice' })
  if (tenant !== undefined) add(tenant.name, tenant.title, { type: 'ref', entity: tenant.name })
  if (account !== undefined) add('createdBy', TITLES.createdBy, { type: 'ref', entity: account })
  add('createdAt', TITLES.createdAt, { type: 'datetime' })
  if (hasStates) add('stateAt', TITLES.stateAt, { type: 'datetime' })
  add('version', TITLES.version, { type: 'int' })
  return fields
}

// Fields that the engine adds to every entity.
// They are declared like any other, so that rules, columns and filters know them.
import { textOf, type SpokenLanguages } from '../expression/message'
import type { Text } from '../model/text'
import { engineText } from '../context/engineTexts'
import { createTable, type FieldDraft } from '../context/compileContext'

const names = ['id', 'no', 'state', 'createdBy', 'createdAt', 'stateAt', 'version'] as const

/** Names that no manifest may give to a field. */
export const systemFieldNames: ReadonlySet<string> = new Set(names)

/** The note of a transition with `note`; rules read it as input.note. */
export function noteField(spoken: SpokenLanguages): FieldDraft {
  return {
    name: 'note',
    type: 'text',
    title: textOf(engineText('note'), spoken),
    required: false,
    stored: false,
    system: true,
    maxLength: 2_000,
  }
}

interface SystemFieldsOf {
  readonly spoken: SpokenLanguages
  readonly numbered: boolean
  /** Title of the number of an entity without document numbers. */
  readonly numberTitle?: Text
  readonly hasStates: boolean
  /** The entity that owns the records, and its title; absent if records belong to no tenant. */
  readonly tenant?: { readonly name: string; readonly title: Text }
  /** The entity of the accounts; absent while it is invalid. */
  readonly account?: string
}

/**
 * Returns the system fields of an entity. `state` is a choice without a dictionary: its titles are the entity's states.
 */
export function systemFields({
  spoken,
  numbered,
  numberTitle,
  hasStates,
  tenant,
  account,
}: SystemFieldsOf): Record<string, FieldDraft> {
  const fields = createTable<FieldDraft>()
  const declare = (name: string, title: Text, rest: Pick<FieldDraft, 'type'> & Partial<FieldDraft>): void => {
    fields[name] = { name, title, required: false, stored: true, system: true, ...rest }
  }
  const add = (name: (typeof names)[number], rest: Pick<FieldDraft, 'type'> & Partial<FieldDraft>): void =>
    declare(name, textOf(engineText(name), spoken), rest)
  add('id', { type: 'int' })
  if (numbered) add('no', { type: 'string', ...(numberTitle && { title: numberTitle }) })
  if (hasStates) add('state', { type: 'choice' })
  if (tenant !== undefined) declare(tenant.name, tenant.title, { type: 'ref', entity: tenant.name })
  if (account !== undefined) add('createdBy', { type: 'ref', entity: account })
  add('createdAt', { type: 'datetime' })
  if (hasStates) add('stateAt', { type: 'datetime' })
  add('version', { type: 'int' })
  return fields
}

// Decides whether the caller is one of the accounts that a transition excludes:
// those in its fields, or the creator of the record.
import type { Entity } from '../../../manifest/model/entity'
import { excludingFields, excludingFieldsOf, type Transition } from '../../../manifest/model/transition'
import type { Caller } from '../../context/context'
import type { RecordDraft } from '../state/recordDraft'

/** The field whose account excludes the caller; undefined: none does. */
export function excludingField(record: RecordDraft, transition: Transition, { me }: Caller): string | undefined {
  if (me.id === undefined) return undefined
  const valueOf = (name: string) => record.own(name)
  return excludingFieldsOf(transition, valueOf).find((name) => valueOf(name) === me.id)
}

/** What must be read of a record to decide it for all transitions. */
export function fourEyesFields({ transitions }: Entity): readonly string[] {
  return [...new Set(Object.values(transitions).flatMap(excludingFields))]
}

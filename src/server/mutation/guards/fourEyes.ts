// Decides whether the caller is the account that a transition excludes:
// the one that its field holds, or the creator of the record.
import type { Entity } from '../../../manifest/model/entity'
import { excludingFields, type Transition } from '../../../manifest/model/transition'
import type { Caller } from '../../context/context'
import type { RecordDraft } from '../state/recordDraft'

/** The field whose account excludes the caller; undefined: none does. */
export function excludingField(record: RecordDraft, transition: Transition, { me }: Caller): string | undefined {
  const field = excludingFields(transition).find((name) => record.own(name) !== null)
  return field !== undefined && me.id !== undefined && record.own(field) === me.id ? field : undefined
}

/** What must be read of a record to decide it for all transitions. */
export function fourEyesFields({ transitions }: Entity): readonly string[] {
  return [...new Set(Object.values(transitions).flatMap(excludingFields))]
}

// Decides whether the caller is the account that a transition excludes:
// the creator of the record, or the one that its field holds.
import type { Entity } from '../../../manifest/model/entity'
import type { Transition } from '../../../manifest/model/transition'
import type { Caller } from '../../context/context'
import type { RecordDraft } from '../state/recordDraft'

export function isSamePerson(record: RecordDraft, { fourEyes }: Transition, { me }: Caller): boolean {
  return fourEyes !== undefined && me.id !== undefined && record.own(fourEyes) === me.id
}

/** What must be read of a record to decide it for all transitions. */
export function fourEyesFields({ transitions }: Entity): readonly string[] {
  return [...new Set(Object.values(transitions).flatMap(({ fourEyes }) => fourEyes ?? []))]
}

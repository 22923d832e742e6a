// Checks that a record is as a transition needs it now.
// The first that fails refuses: version, state, four eyes, `when`.
import { untranslated, type Text } from '../../../manifest/model/text'
import type { Transition } from '../../../manifest/model/transition'
import type { Caller } from '../../context/context'
import { notNow, ownRecord, staleVersion, wrongState } from '../state/errors'
import type { RecordDraft } from '../state/recordDraft'
import type { ValueResolver } from '../state/valueResolver'

/** What is known of a record when a transition is requested. */
interface RequestedRecord {
  readonly record: RecordDraft
  readonly version: number | undefined
  readonly stateTitles: Readonly<Record<string, { readonly title: Text }>>
}

/**
 * Checks an existing record; the rules must be prepared.
 * @throws RequestError stale_version, state_not_allowed, and others for four eyes and `when`
 */
export function assertRunnable(
  resolver: ValueResolver,
  caller: Caller,
  transition: Transition,
  { record, version, stateTitles }: RequestedRecord,
): void {
  if (version !== undefined && record.own('version') !== version) throw staleVersion()
  const state = record.own('state')
  if (typeof state === 'string' && !transition.from.includes(state))
    throw wrongState(transition, stateTitles[state]?.title ?? untranslated(state))
  if (transition.fourEyes && !caller.system && record.own('createdBy') === caller.me.id) throw ownRecord(transition)
  if (transition.when && !resolver.holds({ record }, transition.when)) throw notNow(transition)
}

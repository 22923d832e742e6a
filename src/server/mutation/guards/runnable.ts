// Checks that a record meets the conditions of a transition.
// In order: version, rule of the permission (permission.ts), state, four eyes, `when`; the first that fails refuses.
import { untranslated } from '../../../manifest/model/text'
import { conditionNotMet, fourEyesRequired, staleVersion, wrongState } from '../state/errors'
import { excludingField } from './fourEyes'
import type { TransitionStep } from '../state/step'
import type { RecordDraft } from '../state/recordDraft'
import type { ValueResolver } from '../state/valueResolver'
import type { TransitionBatch } from '../state/writeContext'

/**
 * Compares the version of a record, locked and within row scope, with the one that the request was made for. It comes
 * before the rule of a permission: another user's change may also be what makes that rule refuse.
 * @throws RequestError stale_version
 */
export function assertCurrent({ record, request: { version } }: Pick<TransitionStep, 'record' | 'request'>): void {
  if (version !== undefined && record.own('version') !== version) throw staleVersion()
}

/**
 * Checks an existing record; the rules must be prepared.
 * @throws RequestError state_not_allowed, and others for four eyes and `when`
 */
export function assertRunnable(
  resolver: ValueResolver,
  { entity, transition, caller }: TransitionBatch,
  record: RecordDraft,
): void {
  const state = record.own('state')
  if (typeof state === 'string' && !transition.from.includes(state))
    throw wrongState(transition, entity.states[state]?.title ?? untranslated(state), record.writtenId)
  const excluding = caller.system ? undefined : excludingField(record, transition, caller)
  if (excluding !== undefined) throw fourEyesRequired(entity, transition, excluding)
  if (transition.when && !resolver.holds({ record }, transition.when))
    throw conditionNotMet(transition, record.writtenId)
}

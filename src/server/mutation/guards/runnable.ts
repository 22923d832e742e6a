// Checks that a record meets the conditions of a transition.
// The first that fails refuses: version, state, four eyes, `when`.
import { untranslated } from '../../../manifest/model/text'
import { conditionNotMet, fourEyesRequired, staleVersion, wrongState } from '../state/errors'
import { excludingField } from './fourEyes'
import type { TransitionStep } from '../state/step'
import type { ValueResolver } from '../state/valueResolver'
import type { TransitionBatch } from '../state/writeContext'

/**
 * Checks an existing record; the rules must be prepared.
 * @throws RequestError stale_version, state_not_allowed, and others for four eyes and `when`
 */
export function assertRunnable(
  resolver: ValueResolver,
  { entity, transition, caller }: TransitionBatch,
  { record, request: { version } }: Pick<TransitionStep, 'record' | 'request'>,
): void {
  if (version !== undefined && record.own('version') !== version) throw staleVersion()
  const state = record.own('state')
  if (typeof state === 'string' && !transition.from.includes(state))
    throw wrongState(transition, entity.states[state]?.title ?? untranslated(state), record.writtenId)
  const excluding = caller.system ? undefined : excludingField(record, transition, caller)
  if (excluding !== undefined) throw fourEyesRequired(entity, transition, excluding)
  if (transition.when && !resolver.holds({ record }, transition.when))
    throw conditionNotMet(transition, record.writtenId)
}

// Checks that a caller may run a transition, and may run it on this record now.
// Permission first, then the record's condition, in the order of the contract.
// Row scope is enforced earlier: a record out of reach is never found.
import { canRun } from '../../../manifest/access/permissions'
import type { App } from '../../../manifest/model/app'
import { untranslated, type Text } from '../../../manifest/model/text'
import type { Transition } from '../../../manifest/model/transition'
import { RequestError } from '../../../protocol/requestError'
import { forbidden } from '../../auth/authorize'
import type { Caller } from '../../context/context'
import { notNow, ownRecord, tooNarrow, staleVersion, wrongState } from '../state/errors'
import type { ValueResolver } from '../state/valueResolver'
import type { NameScopes } from '../state/lookups'
import type { RecordDraft } from '../state/recordDraft'

/**
 * Checks, before any record is read, that the caller holds one of the permissions.
 * @throws RequestError 2002; Error when an effect or a job runs what the system may not
 */
export function assertPermitted(app: App, caller: Caller, transition: Transition): void {
  if (canRun(app, caller, transition)) return
  if (caller.system) throw new Error(`The system may not run ${transition.entity}.${transition.name}.`)
  throw refusal(app, caller, transition)
}

/** The refusal of a missing permission; with the reason when it was taken away, or the row scope that is needed. */
function refusal(app: App, caller: Caller, { permissions, title }: Transition): RequestError {
  const requested = permissions.map(({ permission: code }) => code).filter((code) => code !== 'system')
  const missing = requested.filter((code) => !caller.codes.has(code))
  if (requested.length > 0 && missing.length === 0) return tooNarrow(title)
  const reason = missing.map((code) => caller.reasons.get(code)).find((text): text is Text => text !== undefined)
  return reason ? new RequestError('permission_withdrawn', { reason }) : forbidden(app, missing)
}

/**
 * The refusal for a record for which none of the held permissions holds: names those that would, or states that none
 * would.
 */
export function refusalOf(
  resolver: ValueResolver,
  names: NameScopes,
  caller: Caller,
  transition: Transition,
): RequestError {
  const would = transition.permissions.filter(
    ({ permission: code, when }) =>
      code !== 'system' && !caller.codes.has(code) && (!when || resolver.holds(names, when)),
  )
  return would.length === 0
    ? new RequestError('permission_not_applicable', { action: transition.title })
    : refusal(resolver.app, caller, { ...transition, permissions: would })
}

/**
 * Whether one of the held permissions holds for the record; its rules must be prepared. Every row's `can` uses the same
 * decision.
 */
export function isPermittedOn(
  resolver: ValueResolver,
  names: NameScopes,
  caller: Caller,
  transition: Transition,
): boolean {
  return transition.permissions.some(
    (permission) =>
      canRun(resolver.app, caller, { ...transition, permissions: [permission] }) &&
      (!permission.when || resolver.holds(names, permission.when)),
  )
}

/** What is known of a record when a transition is requested. */
export interface TransitionAttempt {
  readonly record: RecordDraft
  readonly version: number | undefined
  readonly stateTitles: Readonly<Record<string, { readonly title: Text }>>
}

/**
 * Checks version, state, four eyes and `when` of an existing record; the rules must be prepared.
 * @throws RequestError 2001
 */
export function assertRunnable(
  resolver: ValueResolver,
  caller: Caller,
  transition: Transition,
  { record, version, stateTitles }: TransitionAttempt,
): void {
  if (version !== undefined && record.own('version') !== version) throw staleVersion()
  const state = record.own('state')
  if (typeof state === 'string' && !transition.from.includes(state))
    throw wrongState(transition, stateTitles[state]?.title ?? untranslated(state))
  if (transition.fourEyes && !caller.system && record.own('createdBy') === caller.me.id) throw ownRecord(transition)
  if (transition.when && !resolver.holds({ record }, transition.when)) throw notNow(transition)
}

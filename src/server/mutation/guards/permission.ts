// Checks that a caller holds a permission of a transition, in general and for this record.
// `when` and state are checked by runnable.ts, row scope earlier: a record out of scope is never found.
import {
  canRun,
  heldPermissions,
  holdsCode,
  holdsPermission,
  isClosedToKeys,
} from '../../../manifest/access/permissions'
import type { App } from '../../../manifest/model/app'
import type { Transition } from '../../../manifest/model/transition'
import { RequestError } from '../../../protocol/requestError'
import { missingPermission } from '../../auth/authorize'
import type { Caller } from '../../context/context'
import { scopeNotAllowed } from '../state/errors'
import type { ValueResolver } from '../state/valueResolver'
import type { NameScopes } from '../state/lookups'

/**
 * Checks, before any record is read, that the caller holds one of the permissions.
 * @throws RequestError permission_required and others; Error when an effect or a job runs what the system may not
 */
export function assertPermitted(app: App, caller: Caller, transition: Transition): void {
  if (canRun(app, caller, transition)) return
  if (caller.system) throw new Error(`The system may not run ${transition.entity}.${transition.name}.`)
  throw refusal(app, caller, transition)
}

/** The refusal: closed to programs, another row scope, or a missing permission, with the reason if it was withdrawn. */
function refusal(app: App, caller: Caller, transition: Transition): RequestError {
  if (isClosedToKeys(app, caller, transition)) return new RequestError('call_not_for_programs')
  const codes = transition.permissions.map(({ permission: code }) => code).filter((code) => code !== 'system')
  // Another permission does not help where only the row scope is missing.
  if (codes.length > 0 && holdsPermission(caller, { permissions: codes })) return scopeNotAllowed(app, transition)
  return missingPermission(
    app,
    caller,
    codes.filter((code) => !holdsCode(caller, code)),
  )
}

/** The refusal for a record that none of the held permissions covers: names those that would, if any. */
export function notApplicable(
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
 * Whether one of the held permissions covers the record; its rules must be prepared. Every row's `can` is decided
 * alike.
 */
export function isPermittedOn(
  resolver: ValueResolver,
  names: NameScopes,
  caller: Caller,
  transition: Transition,
): boolean {
  return heldPermissions(resolver.app, caller, transition).some(({ when }) => !when || resolver.holds(names, when))
}

// Decides by permission codes whether a caller may make a call; explains a withdrawn code.
// Records and transitions have their own checks where they are read and run.
import type { App } from '../../manifest/model/app'
import { RequestError } from '../../protocol/requestError'
import type { Caller } from '../context/context'
import { joined } from '../context/phrases'

/**
 * @param permission any one suffices: codes, or the words public, signed-in, admin
 * @throws RequestError permission_withdrawn, permission_required, permission_denied
 */
export function authorize(app: App, caller: Caller | undefined, permission: readonly string[]): void {
  if (!isPermitted(caller, permission)) throw missingPermission(app, caller, permission)
}

/** The refusal where none of the codes is held: the reason if one was withdrawn. */
export function missingPermission(app: App, caller: Caller | undefined, codes: readonly string[]): RequestError {
  const reason = codes.map((code) => caller?.reasons.get(code)).find((text) => text !== undefined)
  return reason ? new RequestError('permission_withdrawn', { reason }) : forbidden(app, codes)
}

/** Whether any one of these codes, or the words public, signed-in, admin, lets the caller in. */
export function isPermitted(caller: Caller | undefined, permission: readonly string[]): boolean {
  if (permission.includes('public')) return true
  if (!caller) return false
  return caller.administrator
    ? !permission.every((code) => code === 'system')
    : permission.some((code) => code === 'signed-in' || caller.codes.has(code))
}

/** The refusal for a missing permission, which names it. */
export function forbidden(app: App, permission: readonly string[]): RequestError {
  const texts = permission.map((code) => app.access.permissions[code]).filter((text) => text !== undefined)
  if (texts.length === 0) return new RequestError('permission_denied')
  return new RequestError('permission_required', { permissions: joined('alternative', texts) })
}

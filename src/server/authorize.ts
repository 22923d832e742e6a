// May this caller make this call? Compares codes and says why not, when a change of access took the code away. Records and transitions are judged where they are read and run.
import type { App } from '../manifest/app'
import { codes, Fault } from '../protocol/envelope'
import type { Caller } from './context'

/**
 * @param permission any one of these suffices: codes, or the words public, signed-in, admin
 * @throws Fault 2002
 */
export function authorize(app: App, caller: Caller | undefined, permission: readonly string[]): void {
  if (permission.includes('public')) return
  if (caller) {
    if (caller.administrator && !permission.every((code) => code === 'system')) return
    if (permission.some((code) => code === 'signed-in' || caller.codes.has(code))) return
    for (const code of permission) {
      const reason = caller.reasons.get(code)
      if (reason) throw new Fault(codes.forbidden, reason)
    }
  }
  throw forbidden(app, permission)
}

/** The fault of a missing permission, which names what is missing. */
export function forbidden(app: App, permission: readonly string[]): Fault {
  const known = permission.map((code) => app.access.codes[code]).filter((text) => text !== undefined)
  if (known.length === 0) return new Fault(codes.forbidden, ['没有权限', 'You are not permitted to do this'])
  return new Fault(codes.forbidden, [
    `没有权限：${known.map((text) => text[0]).join('、')}`,
    `This needs the permission ${known.map((text) => text[1]).join(' or ')}`,
  ])
}

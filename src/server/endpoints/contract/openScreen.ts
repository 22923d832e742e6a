// Checks that a caller may open the screen of a call.
import { canOpen, isSwitchedOff } from '../../../manifest/access/permissions'
import type { App } from '../../../manifest/model/app'
import type { Screen } from '../../../manifest/model/screen'
import { screenAt } from '../../../manifest/access/screenByPath'
import { RequestError } from '../../../protocol/requestError'
import { forbidden, isPermitted, missingPermission } from '../../auth/authorize'
import type { Caller } from '../../context/context'
import { isShownNow, type Viewer } from '../../context/callerRules'
import { narrowScreen } from './narrowScreen'

/**
 * The screen at an address, narrowed to this caller, if the caller may open it.
 * @throws RequestError screen_not_found when there is none (of these kinds), permission_required, page_disabled, others
 */
export function openScreen(viewer: Viewer, path: string, kinds: readonly Screen['kind'][]): Screen {
  const { app, caller } = viewer
  const screen = screenAt(app, path)
  if (!screen || !kinds.includes(screen.kind) || !isShownNow(viewer, { visibleWhen: screen.visibleWhen }))
    throw new RequestError('screen_not_found')
  if (canOpen(app, caller, screen)) return narrowScreen(viewer, screen)
  throw screenRefusal(app, caller, screen)
}

/** Why a screen does not open: a missing permission, a stated reason, a switched-off address, or the module. */
export function screenRefusal(app: App, caller: Caller, screen: Screen): RequestError {
  const { permissions = [] } = app.modules[screen.module] ?? {}
  const reason = caller.reasons.get(screen.path)
  if (!isPermitted(caller, screen.permissions)) return missingPermission(app, caller, screen.permissions)
  if (reason) return new RequestError('permission_withdrawn', { reason })
  if (isSwitchedOff(app, caller, screen)) return new RequestError('page_disabled')
  if (!isPermitted(caller, permissions)) return missingPermission(app, caller, permissions)
  return caller.apiKey === undefined ? forbidden(app, screen.permissions) : new RequestError('call_not_for_programs')
}

// Checks that a caller may open the screen of a call.
import { canOpen } from '../../../manifest/access/permissions'
import type { Screen } from '../../../manifest/model/screen'
import { screenAt } from '../../../manifest/access/screenByPath'
import { RequestError } from '../../../protocol/requestError'
import { forbidden } from '../../auth/authorize'
import { isShownNow, type Viewer } from '../../context/callerRules'
import { narrowScreen } from './narrowScreen'

/**
 * The screen at an address, narrowed to this caller, if the caller may open it.
 * @throws RequestError screen_not_found when there is none (of these kinds), permission_required, permission_withdrawn
 */
export function openScreen(viewer: Viewer, path: string, kinds: readonly Screen['kind'][]): Screen {
  const { app, caller } = viewer
  const screen = screenAt(app, path)
  if (!screen || !kinds.includes(screen.kind) || !isShownNow(viewer, { visibleWhen: screen.visibleWhen }))
    throw new RequestError('screen_not_found')
  if (canOpen(app, caller, screen)) return narrowScreen(viewer, screen)
  const reason = [screen.path, ...screen.permissions]
    .map((code) => caller.reasons.get(code))
    .find((text) => text !== undefined)
  throw reason ? new RequestError('permission_withdrawn', { reason }) : forbidden(app, screen.permissions)
}

// Checks that a caller may open the screen of a call.
import { canOpen } from '../../../manifest/access/permissions'
import type { Screen } from '../../../manifest/model/screen'
import { screenAt } from '../../../manifest/access/screenByPath'
import { RequestError } from '../../../protocol/requestError'
import { forbidden } from '../../auth/authorize'
import type { Context } from '../../context/context'

/**
 * The screen at an address, if this caller may open it.
 * @throws RequestError 2001 when there is none (of these kinds), 2002 without permission
 */
export function openScreen(
  { app, caller }: Pick<Context, 'app' | 'caller'>,
  path: string,
  kinds: readonly Screen['kind'][],
): Screen {
  const screen = screenAt(app, path)
  if (!screen || !kinds.includes(screen.kind)) throw new RequestError('screen_not_found')
  if (canOpen(app, caller, screen)) return screen
  const reason = [screen.path, ...screen.permissions]
    .map((code) => caller.reasons.get(code))
    .find((text) => text !== undefined)
  throw reason ? new RequestError('permission_withdrawn', { reason }) : forbidden(app, screen.permissions)
}

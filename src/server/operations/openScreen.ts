// May this caller open the screen that a call speaks of?
import { mayOpen } from '../../manifest/access'
import type { Screen } from '../../manifest/app'
import { screenAt } from '../../manifest/screenAt'
import { codes, Fault } from '../../protocol/envelope'
import { forbidden } from '../authorize'
import type { Context } from '../context'

/**
 * The screen under an address, if this caller may open it.
 * @throws Fault 2001 when there is none (of these kinds), 2002 when it is not permitted
 */
export function openScreen(
  { app, caller }: Pick<Context, 'app' | 'caller'>,
  path: string,
  kinds: readonly Screen['kind'][],
): Screen {
  const screen = screenAt(app, path)
  if (!screen || !kinds.includes(screen.kind))
    throw new Fault(codes.refused, ['没有这个页面', 'There is no such screen'])
  if (mayOpen(app, caller, screen)) return screen
  const reason = screen.permission.map((code) => caller.reasons.get(code)).find((text) => text !== undefined)
  throw reason ? new Fault(codes.forbidden, reason) : forbidden(app, screen.permission)
}

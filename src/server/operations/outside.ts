// How does somebody come to the outside system? Signed in by the server before a screen that needs it, with a link that opens it once, and with a
// password that can be given but never read. Whatever is wrong there is an answer here, never a failure of the screen.
import { mayOpen } from '../../manifest/access'
import type { LaunchAnswer, OutsideAnswer, OutsidePasswordRequest, OutsideRequest } from '../../protocol/calls'
import { codes, Fault } from '../../protocol/envelope'
import { authorize, forbidden } from '../authorize'
import { launchQuery, keepOutsidePassword, standing, systemToSignIn, type SignedIn } from '../outside/signIn'
import { synchronise } from '../outside/sync'
import { OutsideTrouble, troubleOf, troubles } from '../outside/trouble'
import type { RequestContext } from './operation'

/** POST /api/outside */
export async function enterOutside(
  context: RequestContext,
  { screen: path, again = false }: OutsideRequest,
): Promise<OutsideAnswer> {
  const { app, caller } = context
  const screen = Object.hasOwn(app.screens, path) ? app.screens[path] : undefined
  if (!screen?.autoLogin) throw new Fault(404, ['页面不存在', 'There is no such page'])
  if (!mayOpen(app, caller, screen)) {
    authorize(app, caller, screen.permission)
    throw forbidden(app, screen.permission)
  }
  const system = neededSystem(context)
  const {
    signIn: { flag: cookie, failed },
    title,
  } = system
  const { flag, reason } = await standing(context, system, again)
  const answer = { title, flag, cookie, failed, launch: system.launch !== undefined }
  if (flag === 0) return { ...answer, reason: troubles[reason ?? 'down'][caller.language] }
  const entity = screen.entity === undefined ? undefined : app.entities[screen.entity]
  if (!entity?.sync || entity.sync.outside !== system.name) return answer
  const { at, trouble } = await synchronise(context, entity, entity.sync, system, again)
  return { ...answer, ...(at !== undefined && { at }), ...(trouble && { trouble: troubles[trouble][caller.language] }) }
}

/** POST /api/outside/launch */
export async function launchOutside(context: RequestContext): Promise<LaunchAnswer> {
  const system = neededSystem(context)
  if (!system.launch) throw new Fault(codes.refused, ['平台不支持直接打开', 'This platform cannot be opened from here'])
  try {
    const query = await launchQuery(context, system)
    return {
      address: `${context.server.outside.publicAddressOf(system.name)}${system.launch.path}?${query.toString()}`,
    }
  } catch (error) {
    if (error instanceof OutsideTrouble) throw new Fault(codes.refused, troubles[troubleOf(error, system.name).reason])
    throw error
  }
}

/** POST /api/outside/password */
export async function keepPasswordOutside(
  context: RequestContext,
  { password }: OutsidePasswordRequest,
): Promise<null> {
  await keepOutsidePassword(context, neededSystem(context), password)
  return null
}

function neededSystem({ app }: RequestContext): SignedIn {
  const system = systemToSignIn(app)
  if (!system) throw new Fault(404, ['没有配置外部平台', 'There is no outside system'])
  return system
}

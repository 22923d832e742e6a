// Signs the caller in to an integration before a screen that needs it; opens it by a one-time link.
// Its password can be set but never read. An integration's failure is a response, not an error of the screen.
import { canOpen } from '../../../manifest/access/permissions'
import type {
  LaunchAnswer,
  IntegrationSignInAnswer,
  IntegrationPasswordRequest,
  IntegrationSignInRequest,
} from '../../../protocol/signIn/integrationCalls'
import { refusalMessage, RequestError } from '../../../protocol/requestError'
import { authorize, forbidden } from '../../auth/authorize'
import {
  launchQuery,
  saveIntegrationPassword,
  ensureSignedIn,
  systemToSignIn,
  type SignedIn,
} from '../../integrations/partner/signIn'
import { syncRecords } from '../../integrations/partner/sync'
import { IntegrationError, toIntegrationError, integrationRefusals } from '../../integrations/partner/errors'
import type { RequestContext } from '../contract/operation'
import { inOneLanguage } from '../../context/language'
import { callerText } from '../../context/phrases'

/** POST /api/integration */
export async function signInToIntegration(
  context: RequestContext,
  { screen: path, again = false }: IntegrationSignInRequest,
): Promise<IntegrationSignInAnswer> {
  const { app, caller } = context
  const screen = Object.hasOwn(app.screens, path) ? app.screens[path] : undefined
  if (screen?.signInTo === undefined) throw new RequestError('page_not_found')
  if (!canOpen(app, caller, screen)) {
    authorize(app, caller, screen.permissions)
    throw forbidden(app, screen.permissions)
  }
  const system = neededSystem(context, screen.signInTo)
  const {
    signIn: { flagCookie: cookie, failureScreen: failed },
    title,
  } = system
  const { flag, reason } = await ensureSignedIn(context, system, again)
  const answer = {
    title: inOneLanguage(title, app.product, caller.language),
    flag,
    cookie,
    failed,
    launch: system.launch !== undefined,
  }
  if (flag === 0)
    return { ...answer, reason: callerText(context, refusalMessage(integrationRefusals[reason ?? 'down'])) }
  const entity = screen.entity === undefined ? undefined : app.entities[screen.entity]
  if (!entity?.sync || entity.sync.integration !== system.name) return answer
  const { at: syncedAt, error } = await syncRecords(context, { ...entity, sync: entity.sync }, system, again)
  return {
    ...answer,
    ...(syncedAt !== undefined && { at: syncedAt }),
    ...(error && { error: callerText(context, refusalMessage(integrationRefusals[error])) }),
  }
}

/** POST /api/integration/launch */
export async function launchIntegration(context: RequestContext): Promise<LaunchAnswer> {
  const system = neededSystem(context)
  if (!system.launch) throw new RequestError('launch_not_supported')
  try {
    const query = await launchQuery(context, system)
    return {
      address: `${context.server.integrations.publicAddressOf(system.name)}${system.launch.path}?${query.toString()}`,
    }
  } catch (error) {
    if (error instanceof IntegrationError)
      throw new RequestError(integrationRefusals[toIntegrationError(error, system.name).reason])
    throw error
  }
}

/** POST /api/integration/password */
export async function storeIntegrationPassword(
  context: RequestContext,
  { password }: IntegrationPasswordRequest,
): Promise<null> {
  await saveIntegrationPassword(context, neededSystem(context), password)
  return null
}

function neededSystem({ app }: RequestContext, name?: string): SignedIn {
  const system = systemToSignIn(app, name)
  if (!system) throw new RequestError('integration_not_configured')
  return system
}

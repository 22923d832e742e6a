// Sends what the browser needs to draw a screen or the detail of an entity.
// Slices of the App are created once per set of rights and have an etag.
// An unknown address is 404; one that the caller may not open is 2002 with the reason.
import { canOpen, canRead } from '../../../manifest/access/permissions'
import { entityOf, type App } from '../../../manifest/model/app'
import type { Screen } from '../../../manifest/model/screen'
import { moduleAt, screenAt } from '../../../manifest/access/screenByPath'
import { endpointInfo } from '../../../protocol/publicEntry'
import type { CallInfo, EntityAnswer, EntityRequest, ScreenAnswer, ScreenRequest } from '../../../protocol/screenCalls'
import { RequestError } from '../../../protocol/requestError'
import type { Reply } from '../../../protocol/transport'
import { forbidden } from '../../auth/authorize'
import type { Caller } from '../../context/context'
import { inOneLanguage } from '../../context/language'
import { succeed } from '../../context/reply'
import { screenRefusal } from '../contract/openScreen'
import { authorizedEndpoint } from '../contract/offeredProviders'
import { detailEntities, definitionsForCaller } from './definitionsForCaller'
import { offeredBlocks } from './offeredBlocks'
import { screenForCaller } from './screenForCaller'
import type { RequestContext } from '../contract/operation'
import { isShownNow } from '../../context/callerRules'
import { narrowScreen } from '../contract/narrowScreen'
import { sliceFor } from '../contract/callerSlices'
import { callerText, phrase } from '../../context/phrases'

/** POST /api/screen */
export async function readScreen(context: RequestContext, { path }: ScreenRequest): Promise<Reply> {
  const { app, caller } = context
  const definition = screenAt(app, path)
  const screen =
    definition && isShownNow(context, { visibleWhen: definition.visibleWhen })
      ? narrowScreen(context, definition)
      : undefined
  if (!screen) throw noScreen(app, caller, path)
  if (!canOpen(app, caller, screen)) throw screenRefusal(app, caller, screen)
  const frames = framesOf(context, screen)
  const authorizePages = authorizePagesOf(context, screen)
  return sliced(context, `screen ${path} ${JSON.stringify([frames, authorizePages])}`, (): ScreenAnswer => {
    const visibleScreen = screenForCaller(app, caller, screen)
    const framed = visibleScreen.blocks.flatMap(({ kind: block, entity }) =>
      block === 'frame' && entity !== undefined && canRead(app, caller, entityOf(app, entity)) ? [entity] : [],
    )
    const worked = visibleScreen.blocks.flatMap(({ kind, entity, actions }) =>
      entity !== undefined && (actions.length > 0 || kind === 'reminder') && canRead(app, caller, entityOf(app, entity))
        ? [entity, ...actions.map((action) => action.entity)]
        : [],
    )
    const names = [
      ...(visibleScreen.entity === undefined ? [] : detailEntities(app, visibleScreen.entity)),
      ...visibleScreen.actions.map((action) => action.entity),
      ...framed,
      ...worked,
    ]
    return {
      revision: app.revision,
      screen: visibleScreen,
      ...definitionsForCaller(context, names, visibleScreen),
      ...(Object.keys(frames).length > 0 && { frames }),
      ...(screen.kind === 'dashboard' && { offeredBlocks: offeredBlocks(context, screen) }),
      ...callsOf(app, visibleScreen, authorizePages),
    }
  })
}

/** The address of a module leads to its first permitted screen; without one it is refused like a screen. */
function noScreen(app: App, caller: Caller, path: string): RequestError {
  const addressed = moduleAt(app, path)
  if (addressed === undefined) return new RequestError('page_not_found')
  if (caller.disabled.has(path)) return new RequestError('page_disabled')
  return forbidden(app, addressed.codes)
}

/**
 * The origins of the pages in a screen's frames. This server serves a stand-in's page, which has no origin of its own.
 */
function framesOf(
  { app, server: { integrations } }: RequestContext,
  { blocks }: Screen,
): NonNullable<ScreenAnswer['frames']> {
  const pages = blocks.flatMap(({ integration: name }) =>
    name !== undefined && app.integrations[name]?.pagePath !== undefined ? [app.integrations[name]] : [],
  )
  return Object.fromEntries(
    pages.map(({ name, pagePath: page }) => [
      name,
      { address: integrations.publicAddressOf(name) + page!, boxed: integrations.standsIn(name) },
    ]),
  )
}

type AuthorizePages = Readonly<Record<string, NonNullable<CallInfo['authorize']>>>

/** The pages of services that give the codes which the screen's endpoints take, by endpoint. */
function authorizePagesOf(context: RequestContext, { blocks }: Screen): AuthorizePages {
  return Object.fromEntries(
    blocks.flatMap(({ endpoint: name }) => {
      const authorized = authorizedEndpoint(context, name)
      if (!authorized) return []
      const { integration, page } = authorized
      return [[name, { title: integration.title, codeParameter: page.codeParameter }]]
    }),
  )
}

/** The endpoints that a screen calls; each checks the caller's permission itself. */
function callsOf(app: App, screen: Screen, authorizePages: AuthorizePages): Pick<ScreenAnswer, 'calls'> {
  const named = new Set([
    ...screen.blocks.flatMap((block) => block.endpoint ?? []),
    ...screen.endpointActions.map((call) => call.endpoint),
  ])
  if (named.size === 0) return {}
  const endpoints = Object.values(app.endpoints).filter((endpoint) => named.has(endpoint.name))
  return {
    calls: Object.fromEntries(
      endpoints.map((endpoint) => {
        const { name, title, request } = endpoint
        const call = { title, request, ...endpointInfo(endpoint) }
        const authorize = authorizePages[name]
        return [name, authorize ? { ...call, authorize } : call]
      }),
    ),
  }
}

/** POST /api/entity */
export async function readEntity(context: RequestContext, { entity: name }: EntityRequest): Promise<Reply> {
  const { app, caller } = context
  const entity = Object.hasOwn(app.entities, name) ? app.entities[name] : undefined
  if (!entity) throw new RequestError('entity_not_found')
  if (!canRead(app, caller, entity)) throw forbidden(app, entity.readPermissions)
  return sliced(context, `entity ${name}`, (): EntityAnswer => ({
    revision: app.revision,
    ...definitionsForCaller(context, detailEntities(app, name)),
  }))
}

function sliced(context: RequestContext, what: string, make: () => unknown): Reply {
  const { app, caller, call } = context
  const { etag, data } = sliceFor(context, what, () => inOneLanguage(make(), app.product, caller.language))
  const headers = { etag, 'cache-control': 'private, no-cache' }
  if (call.headers['if-none-match'] === etag) return { status: 304, headers, body: undefined }
  const reply = succeed(data, callerText({ app, caller }, phrase('done')))
  return { ...reply, headers: { ...reply.headers, ...headers } }
}

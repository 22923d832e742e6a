// What does the browser need to draw a screen, or the detail of an entity? Slices of the App, made once for each set of rights and answered with an etag.
// An unknown address is 404; one that the caller may not open is 2002 with the reason.
import { createHash } from 'node:crypto'
import { mayOpen, mayRead } from '../../manifest/access'
import type { App, Screen } from '../../manifest/app'
import { pathOf, screenAt } from '../../manifest/screenAt'
import type { EntityAnswer, EntityRequest, ScreenAnswer, ScreenRequest } from '../../protocol/calls'
import { codes, Fault } from '../../protocol/envelope'
import type { Reply } from '../../protocol/transport'
import { authorize, forbidden } from '../authorize'
import type { Caller } from '../context'
import { succeed } from '../refuse'
import { detailEntities, sliceScreen, surroundings } from '../slices'
import type { RequestContext } from './operation'

/** POST /api/screen */
export async function readScreen(context: RequestContext, { path }: ScreenRequest): Promise<Reply> {
  const { app, caller } = context
  const screen = screenAt(app, path)
  if (!screen) throw new Fault(404, ['页面不存在', 'There is no such page'])
  if (!mayOpen(app, caller, screen)) {
    authorize(app, caller, screen.permission)
    if (caller.disabled.has(pathOf(path)))
      throw new Fault(codes.forbidden, ['此菜单已对你停用', 'This page is switched off for you'])
    throw forbidden(app, app.modules[screen.module]?.permission ?? screen.permission)
  }
  const frames = framesOf(context, screen)
  return sliced(context, `screen ${path} ${JSON.stringify(frames)}`, (): ScreenAnswer => {
    const own = sliceScreen(app, caller, screen)
    const reminded = own.reminder ? [own.reminder.entity, ...own.reminder.actions.map((action) => action.entity)] : []
    const framed = own.blocks.flatMap(({ block, entity }) =>
      block === 'frame' && entity !== undefined && mayRead(app, caller, app.entities[entity]!) ? [entity] : [],
    )
    const names = [
      ...(own.entity === undefined ? [] : detailEntities(app, own.entity)),
      ...own.actions.map((action) => action.entity),
      ...reminded,
      ...framed,
    ]
    return {
      revision: app.revision,
      screen: own,
      ...surroundings(app, caller, names, own),
      ...(Object.keys(frames).length > 0 && { frames }),
      ...callsOf(app, own),
    }
  })
}

/** Where the pages in the frames of a screen stand. The page of a stand-in is served by us and has no origin of its own. */
function framesOf(
  { app, server: { outside } }: RequestContext,
  { blocks }: Screen,
): NonNullable<ScreenAnswer['frames']> {
  const pages = blocks.flatMap(({ outside: name }) =>
    name !== undefined && app.outside[name]?.page !== undefined ? [app.outside[name]] : [],
  )
  return Object.fromEntries(
    pages.map(({ name, page }) => [
      name,
      { address: outside.publicAddressOf(name) + page!, boxed: outside.standsIn(name) },
    ]),
  )
}

/** The endpoints that a screen sends to; whether the caller may is said by each of them. */
function callsOf(app: App, screen: Screen): Pick<ScreenAnswer, 'calls'> {
  const named = new Set([
    ...screen.blocks.flatMap((block) => block.endpoint ?? []),
    ...screen.calls.map((call) => call.endpoint),
  ])
  if (named.size === 0) return {}
  const found = Object.values(app.endpoints).filter((endpoint) => named.has(endpoint.name))
  return {
    calls: Object.fromEntries(
      found.map(({ name, title, request, operation, method, path, timeout, timeoutMessage, writes }) => [
        name,
        { title, request, operation, method, path, timeout, timeoutMessage, writes },
      ]),
    ),
  }
}

/** POST /api/entity */
export async function readEntity(context: RequestContext, { entity: name }: EntityRequest): Promise<Reply> {
  const { app, caller } = context
  const entity = Object.hasOwn(app.entities, name) ? app.entities[name] : undefined
  if (!entity) throw new Fault(codes.refused, ['没有这种记录', 'There is no such kind of record'])
  if (!mayRead(app, caller, entity)) throw forbidden(app, entity.read)
  return sliced(context, `entity ${name}`, (): EntityAnswer => ({
    revision: app.revision,
    ...surroundings(app, caller, detailEntities(app, name)),
  }))
}

interface Slice {
  readonly etag: string
  readonly data: unknown
}

const slices = new WeakMap<App, Map<string, Slice>>()
const most = 5_000

function sliced({ app, caller, call }: RequestContext, what: string, make: () => unknown): Reply {
  let known = slices.get(app)
  if (!known) slices.set(app, (known = new Map()))
  const key = `${what} ${rightsOf(caller)}`
  let slice = known.get(key)
  if (!slice) {
    if (known.size >= most) known.clear()
    slice = {
      etag: `"${createHash('sha256').update(`${app.revision} ${key}`).digest('base64url').slice(0, 22)}"`,
      data: make(),
    }
    known.set(key, slice)
  }
  const headers = { etag: slice.etag, 'cache-control': 'private, no-cache' }
  if (call.headers['if-none-match'] === slice.etag) return { status: 304, headers, body: undefined }
  const reply = succeed(slice.data, ['成功', 'Done'][caller.language]!)
  return { ...reply, headers: { ...reply.headers, ...headers } }
}

const rights = new WeakMap<Caller, string>()

/** Everything of a caller that a slice depends on, as one text. */
function rightsOf(caller: Caller): string {
  let text = rights.get(caller)
  if (text === undefined)
    rights.set(
      caller,
      (text = createHash('sha256')
        .update(
          JSON.stringify([
            caller.administrator,
            caller.scope,
            [...caller.codes].sort(),
            [...caller.disabled].sort(),
            'id' in caller.me,
          ]),
        )
        .digest('base64url')),
    )
  return text
}

// The stand-in of an integration without a configured address; responds to its manifest's calls.
// Accepts any password of at least eight characters, serves data of schemas/demo/integrations, opens once by ticket.
// Stores nothing beyond this process.
import { randomBytes } from 'node:crypto'
import { escapedMarkup } from '../../../manifest/fieldTypes/formattedText'
import type { App, Integration } from '../../../manifest/model/app'
import { standInSignInPath } from '../contract/identityProviders'
import { mapLibraryPath } from '../map/mapPage'
import { standInPage } from './page'

interface StubRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly cookie?: string | undefined
  /** Whether it came from a browser over the product's own port, which serves only pages. */
  readonly fromBrowser?: boolean
}
export interface StubAnswer {
  readonly status: number
  readonly type: string
  readonly body: string | Buffer
  readonly cookie?: string
}
/**
 * The data of a stand-in by the name of the call: rows, or one value. Beside these `files` has bytes in base64 by path,
 * and those of a page have `exports` (exportable values) and `shows` (titles with a text each).
 */
export type StubData = (system: string) => Promise<Readonly<Record<string, unknown>>>

/** The script that imitates a map service's; undefined without one. */
export type StubLibrary = (system: string) => Promise<string | undefined>

export type Stub = (system: string, request: StubRequest) => Promise<StubAnswer>

const minSigns = 8
/** Maximum stored sessions and tickets; the oldest are dropped. */
const maxStored = 1_000
const cookieName = 'StandIn'
const json = (status: number, value: object, cookie?: string): StubAnswer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
  ...(cookie && { cookie: `${cookieName}=${cookie}; HttpOnly; Path=/` }),
})
const page = (status: number, body: string): StubAnswer => ({ status, type: 'text/html; charset=utf-8', body })
const html = (status: number, body: string): StubAnswer =>
  page(status, `<!doctype html><meta charset="utf-8"><title>Stand-in</title>${body}`)

const script = (library: string | undefined, data: object): StubAnswer =>
  library === undefined
    ? json(404, { status: 'fail' })
    : {
        status: 200,
        type: 'text/javascript; charset=utf-8',
        body: `const standIn = ${JSON.stringify(data)}\n${library}`,
      }

/** The stand-ins of all integrations of the app. */
export function createStandIn(
  app: () => App,
  data: StubData,
  library: StubLibrary,
  /** Issues the codes of an integration that is offered for sign-in. */
  codes: (system: string) => ((account: string, now: Date) => string) | undefined = () => undefined,
): Stub {
  const sessions = new Map<string, ReadonlyMap<string, string>>()
  const tickets = new Map<string, string>()
  let count = 0

  const signIn = ({ signIn, launch }: Integration, query: URLSearchParams): StubAnswer => {
    const missing = Object.keys(signIn!.query).some((key) => !query.get(key))
    if (missing || (query.get(signIn!.passwordParam) ?? '').length < minSigns)
      return json(200, { status: 'fail', msg: '账号或密码错误' })
    const [session, ticket] = [randomBytes(18).toString('hex'), randomBytes(18).toString('hex')]
    store(sessions, session, new Map(query))
    store(tickets, ticket, session)
    return json(
      200,
      { ...signIn!.success, ...Object.fromEntries(Object.values(launch?.query ?? {}).map((value) => [value, ticket])) },
      session,
    )
  }

  const launched = ({ launch, title }: Integration, query: URLSearchParams): StubAnswer | undefined => {
    const [parameter] = Object.keys(launch?.query ?? {})
    const ticket = (parameter && query.get(parameter)) ?? ''
    if (!/^[0-9a-f]{36}$/.test(ticket)) return undefined
    const session = tickets.get(ticket)
    tickets.delete(ticket)
    if (session === undefined) return html(410, '<p>链接已使用或已过期 · This link was used or has expired</p>')
    return html(
      200,
      `<h1>${escapedMarkup(Object.values(title).join(' · '))}</h1><p>演示替身：已登录 · Stand-in: signed in</p>`,
    )
  }

  return async (name, { path, query, cookie, fromBrowser = false }) => {
    const system = Object.hasOwn(app().integrations, name) ? app().integrations[name] : undefined
    if (!system) return json(404, { status: 'fail' })
    if (system.map && path === mapLibraryPath) return script(await library(name), await data(name))
    if (system.pagePath === path) return page(200, standInPage(system, await data(name)))
    if (path === standInSignInPath && codes(name))
      return signInPage(system, query, (await data(name)).accounts, codes(name)!)
    if (system.signIn?.path === path && !fromBrowser) return signIn(system, query)
    const opened = system.launch?.path === path ? launched(system, query) : undefined
    if (opened) return opened
    const call = callOf(system, path, query)
    const file = call ? undefined : ((await data(name)).files as Record<string, string> | undefined)?.[path]
    if (file) return { status: 200, type: 'application/octet-stream', body: Buffer.from(file, 'base64') }
    if (!call) return json(404, { status: 'fail' })
    const session = sessions.get(sessionIn(cookie))
    if (!session) return json(401, { status: 'fail', msg: '请先登录' })
    return answered(call, session, (await data(name))[call.name], (count += 1))
  }
}

function store<Value>(map: Map<string, Value>, key: string, value: Value): void {
  for (const oldest of map.keys()) {
    if (map.size < maxStored) break
    map.delete(oldest)
  }
  map.set(key, value)
}

/** Offers the accounts to sign in as; each account has a code of its own. */
function signInPage(
  { title }: Integration,
  query: URLSearchParams,
  accounts: unknown,
  giveCode: (account: string, now: Date) => string,
): StubAnswer {
  const back = query.get('return') ?? ''
  if (!/^\/[\w/-]+$/.test(back)) return json(400, { status: 'fail' })
  const now = new Date()
  const links = (Array.isArray(accounts) ? accounts : ['demo']).map((account) => {
    const code = giveCode(String(account), now)
    const address = `${back}?${new URLSearchParams({ code, state: query.get('state') ?? '' })}`
    return `<li><a href="${escapedMarkup(address)}">${escapedMarkup(String(account))}</a></li>`
  })
  return html(
    200,
    `<h1>${escapedMarkup(Object.values(title).join(' · '))}</h1><p>演示替身：以谁的身份登录？ · Stand-in: sign in as</p><ul>${links.join('')}</ul>`,
  )
}

type NamedCall = Integration['calls'][string] & { readonly name: string }

/** The call whose constant parameters match the request. */
function callOf({ calls }: Integration, path: string, query: URLSearchParams): NamedCall | undefined {
  for (const [name, call] of Object.entries(calls)) {
    const constants = Object.entries(call.query).flatMap(([key, { node }]) =>
      node.kind === 'literal' ? [[key, String(node.value)] as const] : [],
    )
    if (call.path === path && constants.length > 0 && constants.every(([key, value]) => query.get(key) === value))
      return { ...call, name }
  }
  return undefined
}

const sessionIn = (cookie = ''): string => new RegExp(`(?:^|; )${cookieName}=([0-9a-f]+)`).exec(cookie)?.[1] ?? ''

/** What a call answers to a session: the rows for it, or one value with the number of the call. */
function answered(
  { success, dataPath = 'data' }: NamedCall,
  session: ReadonlyMap<string, string>,
  value: unknown,
  number: number,
): StubAnswer {
  const rows = Array.isArray(value) ? value.filter((row) => isFor(row, session)) : filled(value, number)
  return json(200, { ...success, [dataPath]: rows })
}

/** A row with a sign-in parameter is visible only to sessions with that value. */
function isFor(row: unknown, session: ReadonlyMap<string, string>): boolean {
  return (
    typeof row === 'object' &&
    row !== null &&
    Object.entries(row).every(([name, value]) => !session.has(name) || session.get(name) === value)
  )
}

/** `#` in a text stands for a unique number. */
function filled(value: unknown, number: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, text]) => [
      name,
      typeof text === 'string' ? text.replace('#', `${String(Date.now()).slice(-8)}${number}`) : (text as unknown),
    ]),
  )
}

// Where may somebody go? The menu and the routes of one App for one set of rights, redirects resolved; the judgement is that of access.ts.
import { mayOpen, type Rights } from './access'
import type { App, Module, Screen, Text } from './app'

export interface MenuEntry {
  readonly path: string
  readonly title: Text
  readonly icon?: string
  readonly href?: string
  readonly children?: readonly MenuEntry[]
}

/** What a router needs of a screen before it is opened. */
export interface Route {
  readonly path: string
  readonly module: string
  readonly title: Text
  readonly icon?: string
  readonly kind: Screen['kind']
  readonly hidden: boolean
  readonly pinned: boolean
  readonly keep: boolean
  readonly autoLogin: boolean
  readonly layout: Screen['layout']
  readonly redirect?: string
  readonly href?: string
}

/** Where a module or redirect leads when nothing of it may be opened. */
const REFUSED = '/401'

/** Where an outside system stands for a browser; nothing where that is not known. */
export type AddressOf = (system: string) => string | undefined

const unknown: AddressOf = () => undefined

/** The menu: modules with an address hold their screens, the screens of the others stand beside them. What is empty or hidden is left out. */
export function menu(app: App, caller: Rights, addressOf: AddressOf = unknown): readonly MenuEntry[] {
  const open = openScreens(app, caller)
  return inOrder(app).flatMap((module) => {
    const entries = module.screens.flatMap((path) => {
      const screen = open.get(path)
      return screen === undefined || !isShown(screen) ? [] : [entryOf(app, screen, addressOf)]
    })
    if (module.path === undefined) return entries
    if (module.hidden || entries.length === 0) return []
    return [
      {
        path: module.path,
        title: module.title,
        ...(module.icon !== undefined && { icon: module.icon }),
        children: entries,
      },
    ]
  })
}

/** Every address that somebody may open, by path; modules that lead somewhere lead to their first permitted screen. */
export function routes(app: App, caller: Rights, addressOf: AddressOf = unknown): Readonly<Record<string, Route>> {
  const open = openScreens(app, caller)
  const found: Record<string, Route> = Object.create(null) as Record<string, Route>
  for (const screen of open.values()) found[screen.path] = routeOf(app, screen, open, addressOf)
  for (const module of inOrder(app)) {
    if (module.path === undefined || module.menuOnly) continue
    const redirect = entrance(module, open)
    if (redirect === undefined) continue
    found[module.path] = {
      path: module.path,
      module: module.name,
      title: module.title,
      kind: 'redirect',
      hidden: module.hidden,
      pinned: false,
      keep: true,
      autoLogin: false,
      layout: 'main',
      redirect,
    }
  }
  return found
}

function openScreens(app: App, caller: Rights): ReadonlyMap<string, Screen> {
  return new Map(
    Object.values(app.screens)
      .filter((screen) => mayOpen(app, caller, screen))
      .map((screen) => [screen.path, screen]),
  )
}

function inOrder(app: App): Module[] {
  return Object.values(app.modules).sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1))
}

const isShown = (screen: Screen): boolean => !screen.hidden && screen.kind !== 'redirect'

function entryOf(app: App, screen: Screen, addressOf: AddressOf): MenuEntry {
  const href = addressBehind(app, screen, addressOf)
  return {
    path: screen.path,
    title: screen.title,
    ...(screen.icon !== undefined && { icon: screen.icon }),
    ...(href !== undefined && { href }),
  }
}

function routeOf(app: App, screen: Screen, open: ReadonlyMap<string, Screen>, addressOf: AddressOf): Route {
  const { path, module, title, icon, kind, hidden, pinned, keep, autoLogin, layout } = screen
  const href = addressBehind(app, screen, addressOf)
  return {
    path,
    module,
    title,
    ...(icon !== undefined && { icon }),
    kind,
    hidden,
    pinned,
    keep,
    autoLogin,
    layout,
    ...(screen.redirect !== undefined && { redirect: targetOf(app, screen.redirect, open) }),
    ...(href !== undefined && { href }),
  }
}

/** The address of an external screen is that of an outside system's page, or stands in a setting. */
function addressBehind(app: App, screen: Screen, addressOf: AddressOf): string | undefined {
  const system =
    screen.href !== undefined && Object.hasOwn(app.outside, screen.href) ? app.outside[screen.href] : undefined
  const base = system?.page === undefined ? undefined : addressOf(system.name)
  if (base !== undefined) return base + system!.page!
  const value = screen.href === undefined ? undefined : app.settings[screen.href]?.value
  return typeof value === 'string' ? value : undefined
}

/** The written target when it may be opened, else the first screen of its module that may. */
function targetOf(app: App, target: string, open: ReadonlyMap<string, Screen>): string {
  if (open.has(target) || target.includes('*')) return target
  const module =
    Object.values(app.modules).find((one) => one.path === target) ?? app.modules[app.screens[target]?.module ?? '']
  return (module && entrance(module, open)) ?? REFUSED
}

function entrance(module: Module, open: ReadonlyMap<string, Screen>): string | undefined {
  if (module.redirect !== undefined && open.has(module.redirect)) return module.redirect
  return module.screens.find((path) => {
    const screen = open.get(path)
    return screen !== undefined && isShown(screen) && screen.kind !== 'external'
  })
}

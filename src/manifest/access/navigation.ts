// Builds the menu and the routes of one App for one caller, redirects resolved.
// permissions.ts decides on access.
import { declared } from '../expression/values/present'
import { canOpen, holdsPermission, type CallerRights } from './permissions'
import type { App } from '../model/app'
import type { Module, Screen } from '../model/screen'
import type { Text } from '../model/text'

export interface MenuEntry {
  readonly path: string
  readonly title: Text
  readonly icon?: string
  readonly href?: string
  readonly children?: readonly MenuEntry[]
}

/** What the router needs before a screen is opened. */
export interface Route {
  readonly path: string
  readonly module: string
  readonly title: Text
  readonly icon?: string
  readonly synonyms?: readonly string[]
  readonly kind: Screen['kind']
  readonly hidden: boolean
  readonly pinned: boolean
  readonly keep: boolean
  readonly autoLogin: boolean
  readonly layout: Screen['layout']
  readonly redirect?: string
  readonly href?: string
  /** The titled blocks of a page that has several, for the search. */
  readonly sections?: readonly Section[]
  /** The further lists of a list, for the search. */
  readonly lists?: readonly FurtherList[]
}

interface FurtherList {
  readonly path: string
  readonly title: Text
}

interface Section {
  /** Position among the blocks of the page. */
  readonly index: number
  readonly title: Text
  /** The endpoint whose form it is. */
  readonly endpoint?: string
}

/** Target of a module or redirect of which the caller may open no screen. */
const refusedPath = '/401'

/** The address of an integration's page for a browser; undefined if it is not configured. */
type AddressOf = (system: string) => string | undefined

const unknown: AddressOf = () => undefined

/**
 * The menu: a module with an address contains its screens, those of other modules are on the top level. Empty and
 * hidden items are omitted.
 */
export function menu(app: App, caller: CallerRights, addressOf: AddressOf = unknown): readonly MenuEntry[] {
  const open = openScreens(app, caller)
  return inOrder(app).flatMap((module) => {
    const entries = module.screens.flatMap((path) => {
      const screen = open.get(path)
      return screen === undefined || !isShown(screen) ? [] : [entryOf(app, screen, addressOf)]
    })
    if (module.path === undefined) return entries
    if (module.hideInMenu || entries.length === 0) return []
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

/** Every address that the caller may open, by path. A redirecting module leads to its first permitted screen. */
export function routes(
  app: App,
  caller: CallerRights,
  addressOf: AddressOf = unknown,
): Readonly<Record<string, Route>> {
  const open = openScreens(app, caller)
  const byPath: Record<string, Route> = Object.create(null) as Record<string, Route>
  for (const screen of open.values())
    byPath[screen.path] = {
      ...routeOf(app, screen, open, addressOf),
      ...sectionsOf(screen, caller),
      ...listsOf(app, screen, caller),
    }
  for (const module of inOrder(app)) {
    if (module.path === undefined || module.menuOnly) continue
    const redirect = entrance(module, open)
    if (redirect === undefined) continue
    byPath[module.path] = {
      path: module.path,
      module: module.name,
      title: module.title,
      kind: 'redirect',
      hidden: module.hideInMenu,
      pinned: false,
      keep: true,
      autoLogin: false,
      layout: 'main',
      redirect,
    }
  }
  return byPath
}

function openScreens(app: App, caller: CallerRights): ReadonlyMap<string, Screen> {
  // In menu order, which pinned tabs follow.
  return new Map(
    inOrder(app)
      .flatMap((module) => module.screens.map((path) => declared(app.screens, path)))
      .filter((screen) => canOpen(app, caller, screen))
      .map((screen) => [screen.path, screen]),
  )
}

function inOrder(app: App): Module[] {
  return Object.values(app.modules).sort((a, b) => a.menuOrder - b.menuOrder || (a.name < b.name ? -1 : 1))
}

const isShown = (screen: Screen): boolean => !screen.hideInMenu && screen.kind !== 'redirect'

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
  const {
    path,
    module,
    title,
    icon,
    synonyms,
    kind,
    hideInMenu: hidden,
    pinnedTab: pinned,
    keepAlive: keep,
    signInTo,
    layout,
  } = screen
  const href = addressBehind(app, screen, addressOf)
  return {
    path,
    module,
    title,
    ...(icon !== undefined && { icon }),
    ...(synonyms !== undefined && { synonyms }),
    kind,
    hidden,
    pinned,
    keep,
    autoLogin: signInTo !== undefined,
    layout,
    ...(screen.redirect !== undefined && { redirect: targetOf(app, screen.redirect, open) }),
    ...(href !== undefined && { href }),
  }
}

/** Leaves out conditional parts, because only an open page knows whether the condition holds. */
function sectionsOf({ kind, layout, blocks }: Screen, caller: CallerRights): Pick<Route, 'sections'> {
  if (kind !== 'page' || layout !== 'main') return {}
  const sections = blocks.flatMap((block, index): Section[] => {
    const { title, endpoint, visibleWhen } = block
    if (!title || visibleWhen !== undefined || !holdsPermission(caller, block)) return []
    return [{ index, title, ...(endpoint !== undefined && { endpoint }) }]
  })
  return sections.length > 1 ? { sections } : {}
}

/** Like sections, without conditional ones. */
function listsOf(app: App, { layout, moreLists }: Screen, caller: CallerRights): Pick<Route, 'lists'> {
  const lists = moreLists.filter((list) => list.visibleWhen === undefined && canOpen(app, caller, list))
  if (layout !== 'main' || lists.length === 0) return {}
  return { lists: lists.map(({ path, title }) => ({ path, title })) }
}

/** The address of an external screen: an integration's page, or a setting. */
function addressBehind(app: App, screen: Screen, addressOf: AddressOf): string | undefined {
  const system =
    screen.linkTo !== undefined && Object.hasOwn(app.integrations, screen.linkTo)
      ? app.integrations[screen.linkTo]
      : undefined
  const base = system?.pagePath === undefined ? undefined : addressOf(system.name)
  if (base !== undefined) return base + system!.pagePath!
  const value = screen.linkTo === undefined ? undefined : app.settings[screen.linkTo]?.value
  return typeof value === 'string' ? value : undefined
}

/** The declared target if the caller may open it, else the first permitted screen of its module. */
function targetOf(app: App, target: string, open: ReadonlyMap<string, Screen>): string {
  if (open.has(target) || target.includes('*')) return target
  const module =
    Object.values(app.modules).find((item) => item.path === target) ?? app.modules[app.screens[target]?.module ?? '']
  return (module && entrance(module, open)) ?? refusedPath
}

function entrance(module: Module, open: ReadonlyMap<string, Screen>): string | undefined {
  if (module.redirect !== undefined && open.has(module.redirect)) return module.redirect
  const shown = module.screens.flatMap((path) => open.get(path) ?? []).filter(isShown)
  // An external page is the target only if the module has no screen of its own.
  return (shown.find((screen) => screen.kind !== 'external') ?? shown[0])?.path
}

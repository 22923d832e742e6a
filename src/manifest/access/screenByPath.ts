// Finds the screen of an address: its path, or `path?list=name` for a further list.
// Any other query is no part of the address.
import { textBefore } from '../expression/values/present'
import type { App } from '../model/app'
import type { Screen } from '../model/screen'

/** undefined: no such screen. */
export function screenAt({ screens }: Pick<App, 'screens'>, address: string): Screen | undefined {
  const path = pathOf(address)
  const screen = Object.hasOwn(screens, path) ? screens[path] : undefined
  return path === address ? screen : screen?.moreLists.find((list) => list.path === address)
}

/** All screens and all further lists. */
export function everyScreen(screens: Readonly<Record<string, Screen>>): Screen[] {
  return Object.values(screens).flatMap((screen) => [screen, ...screen.moreLists])
}

/** The address without its query. */
export const pathOf = (address: string): string => textBefore(address, '?')

/** Name of a further list in the query of its address. */
export const listName = (address: string): string | undefined => address.split('?list=')[1]

const maxRedirects = 5

/** The screen at an address, or the one that the address redirects to now. */
export function currentScreen(app: App, address: string): Screen | undefined {
  let path = address
  for (let followed = 0; followed < maxRedirects; followed++) {
    const screen = screenAt(app, path)
    if (screen?.redirect === undefined) return screen ?? currentOfList(app, path)
    path = screen.redirect
  }
  return undefined
}

/** A further list of a screen whose address has changed. */
function currentOfList(app: App, address: string): Screen | undefined {
  const path = pathOf(address)
  const moved = path === address ? undefined : screenAt(app, path)?.redirect
  return moved === undefined ? undefined : screenAt(app, moved + address.slice(path.length))
}

/** The module at an address, and the codes of which any opens it: its own, or those of its screens. */
export function moduleAt(
  app: App,
  path: string,
): { readonly module: App['modules'][string]; readonly codes: readonly string[] } | undefined {
  const module = Object.values(app.modules).find((item) => item.path === path && !item.menuOnly)
  if (module === undefined) return undefined
  const codes = module.permissions.includes('signed-in')
    ? module.screens.flatMap((name) => app.screens[name]?.permissions ?? [])
    : module.permissions
  return { module, codes }
}

// Which screen stands under an address? A screen by its path, or one of its further lists by `path?list=name`; every other query is not an address.
import type { App, Screen } from './app'

/** undefined: there is none. */
export function screenAt({ screens }: Pick<App, 'screens'>, address: string): Screen | undefined {
  const path = pathOf(address)
  const screen = Object.hasOwn(screens, path) ? screens[path] : undefined
  return path === address ? screen : screen?.lists.find((list) => list.path === address)
}

/** Every screen and every further list. */
export function everyScreen(screens: Readonly<Record<string, Screen>>): Screen[] {
  return Object.values(screens).flatMap((screen) => [screen, ...screen.lists])
}

/** The address without its query. */
export const pathOf = (address: string): string => address.split('?', 1)[0]!

/** How a further list is called in the query of the address. */
export const listName = ({ path }: Pick<Screen, 'path'>): string | undefined => path.split('?list=')[1]

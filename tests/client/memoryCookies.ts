// Cookies in memory, for tests without a browser.
import type { CookieStore } from '../../src/client/session/cookies'

export function memoryCookies(current: Record<string, string> = {}): CookieStore {
  const values = new Map(Object.entries(current))
  return {
    get: (name) => values.get(name) ?? null,
    set: (name, value) => {
      values.set(name, value)
    },
    remove: (name) => {
      values.delete(name)
    },
  }
}

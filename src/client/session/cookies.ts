// Stores the few preferences that outlive a page in cookies of this origin.

export interface CookieStore {
  get(name: string): string | null
  /** `days` absent: until the browser is closed. */
  set(name: string, value: string, days?: number): void
  remove(name: string): void
}

/** The cookies of the page. */
export function browserCookies(): CookieStore {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  return {
    get(name) {
      for (const pair of document.cookie.split('; ')) {
        const position = pair.indexOf('=')
        if (pair.slice(0, position) === name) return decoded(pair.slice(position + 1))
      }
      return null
    },
    set(name, value, days) {
      const age = days === undefined ? '' : `; Max-Age=${days * 86_400}`
      document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${age}${secure}`
    },
    remove(name) {
      document.cookie = `${name}=; Path=/; SameSite=Lax; Max-Age=0${secure}`
    },
  }
}

/** null: written by other code of this host, in another encoding. */
function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}

// Where does the browser keep the few choices that outlive a page? In cookies of this origin; tests hand in a jar of their own.

export interface Jar {
  get(name: string): string | null
  /** `days` absent: until the browser is closed. */
  set(name: string, value: string, days?: number): void
  remove(name: string): void
}

/** The cookies of the page. */
export function cookieJar(): Jar {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  return {
    get(name) {
      for (const pair of document.cookie.split('; ')) {
        const at = pair.indexOf('=')
        if (pair.slice(0, at) === name) return decodeURIComponent(pair.slice(at + 1))
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

/** A jar that forgets. */
export function memoryJar(held: Record<string, string> = {}): Jar {
  const values = new Map(Object.entries(held))
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

// Safe access to the browser's storages, which may be full or blocked by the user.

/** Replaces a blocked storage: keeps the entries in memory. */
class PageStorage implements Storage {
  readonly #entries = new Map<string, string>()
  get length(): number {
    return this.#entries.size
  }
  key(index: number): string | null {
    return [...this.#entries.keys()][index] ?? null
  }
  getItem(name: string): string | null {
    return this.#entries.get(name) ?? null
  }
  setItem(name: string, text: string): void {
    this.#entries.set(name, text)
  }
  removeItem(name: string): void {
    this.#entries.delete(name)
  }
  clear(): void {
    this.#entries.clear()
  }
}

const ofPage = { sessionStorage: new PageStorage(), localStorage: new PageStorage() }

/** The storage of that name, or an in-memory one if the browser lacks or blocks it. */
function reach(name: 'sessionStorage' | 'localStorage'): Storage {
  // Forbidden: reading the property itself fails.
  return ignoringStorageErrors(() => globalThis[name] as Storage | undefined) ?? ofPage[name]
}

/** Of this tab. */
export const tabStorage = (): Storage => reach('sessionStorage')
/** Of this device. */
export const deviceStorage = (): Storage => reach('localStorage')

/** The result of work on a storage; undefined if the storage is blocked or full. */
export function ignoringStorageErrors<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) return undefined
    throw error
  }
}

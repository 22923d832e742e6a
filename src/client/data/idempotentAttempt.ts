// The idempotency keys of what a user attempts, so that each attempt is written once.

/**
 * The idempotency keys of the user's attempt, one for each content of a request: the same while the outcome is unknown.
 * A large batch is several requests, whose keys all last until the last of them is settled.
 */
export interface IdempotentAttempt {
  keyOf(request: object): string
  /**
   * The key of a single request, and the keys of its earlier contents with unknown outcome. A content that the user
   * returns to gets a new key, because its former one is closed.
   */
  keyReplacingOthers(request: object): { readonly key: string; readonly replaces?: readonly string[] }
  settled(): void
  /** Whether the outcome of a request is unknown. */
  isUnsettled(): boolean
}

/** Stores the keys by content beyond the life of the page; null when all are settled. */
export interface AttemptStore {
  read(): readonly (readonly [content: string, key: string])[]
  write(keys: readonly (readonly [content: string, key: string])[] | null): void
}

/** The keys of one form or confirmation; without a store they end with the page. */
export function createIdempotentAttempt(store?: AttemptStore): IdempotentAttempt {
  const keys = [...(store?.read() ?? [])]
  const keep = (content: string) => {
    const key = newKey()
    keys.push([content, key])
    store?.write([...keys])
    return key
  }
  return {
    keyOf(request) {
      const content = JSON.stringify(request)
      return keys.find(([other]) => other === content)?.[1] ?? keep(content)
    },
    keyReplacingOthers(request) {
      const content = JSON.stringify(request)
      const last = keys.at(-1)
      const key = last?.[0] === content ? last[1] : keep(content)
      const replaces = keys.flatMap(([, other]) => (other === key ? [] : [other]))
      return { key, ...(replaces.length > 0 && { replaces }) }
    },
    settled() {
      keys.length = 0
      store?.write(null)
    },
    isUnsettled: () => keys.length > 0,
  }
}

/** 32 characters; works outside secure contexts as well. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

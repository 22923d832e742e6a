// The idempotency keys of what a user attempts, so that each attempt is written once.
import { maxReplacedKeys } from '../../protocol/calls'
import type { RefusalKey } from '../../protocol/refusals/catalog'

const writtenKey = 'attempt_already_written' satisfies RefusalKey
const reusedKey = 'idempotency_key_reused' satisfies RefusalKey

/**
 * The idempotency keys of the user's attempt, one for each content of a request: the same while the outcome is unknown.
 * A large batch is several requests, whose keys all last until the last of them is settled.
 */
export interface IdempotentAttempt {
  /** The key of a request that is sent now; its outcome is unknown from here on. */
  keyOf(request: object): string
  /**
   * The key of a single request, and the keys of its earlier contents with unknown outcome. A content that the user
   * returns to after sending another one gets a new key, because the other one has closed its former key.
   */
  keyReplacingOthers(request: object): { readonly key: string; readonly replaces?: readonly string[] }
  /** Called before a request without any answer is resent: it may have written. */
  unanswered(key: string): void
  /**
   * The request with the key was refused. The key lasts if an earlier request with it had no answer, since a caller who
   * has been signed out is refused before the server looks the key up. The other keys last, too: a refusal closes none.
   */
  refused(key: string, refusal: string | undefined): void
  /** The outcome of all is known. */
  settled(): void
  /** Whether the outcome of the last request is unknown; earlier ones may be too, after a refusal. */
  isUnsettled(): boolean
}

/** Stores the keys by content beyond the life of the page; null when all are settled. */
export interface AttemptStore {
  read(): readonly (readonly [content: string, key: string])[]
  write(keys: readonly (readonly [content: string, key: string])[] | null): void
}

/** The keys of one form or confirmation; without a store they end with the page. */
export function createIdempotentAttempt(store?: AttemptStore): IdempotentAttempt {
  let keys = store?.read() ?? []
  /** Keys of requests without an answer: all that were left by the page before this one. */
  const unanswered = new Set(keys.map(([, key]) => key))
  let isLastUnknown = keys.length > 0
  const keep = (content: string) => {
    const key = newKey()
    keys = [...keys, [content, key]]
    store?.write(keys)
    return key
  }
  const settled = () => {
    keys = []
    isLastUnknown = false
    unanswered.clear()
    store?.write(null)
  }
  return {
    keyOf(request) {
      isLastUnknown = true
      const content = JSON.stringify(request)
      const former = keys.find(([other]) => other === content)?.[1]
      if (former !== undefined) unanswered.add(former)
      return former ?? keep(content)
    },
    keyReplacingOthers(request) {
      isLastUnknown = true
      const content = JSON.stringify(request)
      const last = keys.at(-1)
      if (last?.[0] === content) unanswered.add(last[1])
      const key = last?.[0] === content ? last[1] : keep(content)
      const replaces = keys.flatMap(([, other]) => (other === key ? [] : [other])).slice(-maxReplacedKeys)
      return { key, ...(replaces.length > 0 && { replaces }) }
    },
    unanswered: (key) => void unanswered.add(key),
    refused(key, refusal) {
      // The user learns which record a former attempt has written; sent again, the form is another intention.
      if (refusal === writtenKey) return settled()
      // A key that the server knows with other content, or as closed, never writes again.
      if (unanswered.has(key) && refusal !== reusedKey) return
      isLastUnknown = false
      keys = keys.filter(([, other]) => other !== key)
      store?.write(keys.length > 0 ? keys : null)
    },
    settled,
    isUnsettled: () => isLastUnknown,
  }
}

/** A random name of 32 characters, for a key, a write or a view; unlike randomUUID it needs no secure context. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

// Drafts of forms, to survive a reload, a closed tab or a new sign-in.
// Keyed by account, address and intention; client/session/drafts stores them. A draft that cannot be stored is skipped:
// the form starts empty.

import { useEffect } from 'react'
import type { AttemptStore } from '../../../client/data/idempotentAttempt'

export interface FormDraft {
  readonly values: Readonly<Record<string, unknown>>
  /** Names of the inputs that the user has changed. */
  readonly touched: readonly string[]
}

const prefix = 'draft'

/** `address`: the path of the view; `intention`: entity.transition, with the record's id when there is one. */
export const draftKey = (account: number, address: string, intention: string): string =>
  `${prefix}:${account}:${address}:${intention}`

/** The draft under a key; null if there is none or it cannot be read. */
export function readDraft(key: string, store: Pick<Storage, 'getItem'>): FormDraft | null {
  try {
    const stored = JSON.parse(store.getItem(key) ?? 'null') as Partial<FormDraft> | null
    return stored && typeof stored.values === 'object' && stored.values !== null && Array.isArray(stored.touched)
      ? { values: stored.values, touched: stored.touched }
      : null
  } catch {
    // Forbidden by the browser, or written by other code.
    return null
  }
}

/**
 * The keys of submissions whose outcome is unknown: sent again after a reload, the form still writes once. They outlast
 * a discarded draft, so that the next submission reports what the discarded one has written.
 */
export function attemptsOf(key: string, store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): AttemptStore {
  const name = `${key}:sent`
  return {
    read() {
      try {
        const stored = JSON.parse(store.getItem(name) ?? 'null') as unknown
        return Array.isArray(stored) ? (stored as [string, string][]) : []
      } catch {
        // As for a draft.
        return []
      }
    },
    write(keys) {
      try {
        if (keys === null) store.removeItem(name)
        else store.setItem(name, JSON.stringify(keys))
      } catch {
        // As for a draft.
      }
    },
  }
}

export interface DraftWriter {
  /** Writes the draft soon. */
  readonly schedule: (draft: () => FormDraft) => void
  /** Writes it now if it is due. */
  readonly finish: (draft: () => FormDraft) => void
  /** Deletes it. */
  readonly forget: () => void
}

/**
 * Minimum and maximum milliseconds between two writes during typing. The first write is immediate, since a tab may be
 * closed at any time.
 */
const [leastRest, mostRest] = [150, 2_000]
/** The pause as a multiple of the write's duration: writing a draft of hundreds of lines takes milliseconds. */
const restFactor = 200
/** Milliseconds without a key after which the draft is written. */
const maxDelayMs = 300

/** Writes the draft of one form; a form with secrets has no `store`, and no draft. `now` in milliseconds. */
export function createDraftWriter(
  key: string,
  store: Pick<Storage, 'setItem' | 'removeItem'> | null,
  now = () => performance.now(),
): DraftWriter {
  let timer: ReturnType<typeof setTimeout> | undefined
  let next = 0
  const stop = (): boolean => {
    const isDue = timer !== undefined
    clearTimeout(timer)
    timer = undefined
    return isDue
  }
  const write = (draft: FormDraft): void => {
    const began = now()
    writeDraft(key, draft, store)
    const ended = now()
    next = ended + Math.min(mostRest, Math.max(leastRest, (ended - began) * restFactor))
  }
  return {
    schedule(draft) {
      if (store === null) return
      stop()
      timer = setTimeout(
        () => {
          timer = undefined
          write(draft())
        },
        Math.max(0, Math.min(next - now(), maxDelayMs)),
      )
    },
    finish(draft) {
      if (stop()) write(draft())
    },
    forget() {
      stop()
      next = 0
      writeDraft(key, null, store)
    },
  }
}

/** null deletes it. */
function writeDraft(key: string, draft: FormDraft | null, store: Pick<Storage, 'setItem' | 'removeItem'> | null): void {
  try {
    if (draft === null) store?.removeItem(key)
    else store?.setItem(key, JSON.stringify(draft))
  } catch {
    // Full or forbidden: the form itself still holds everything.
  }
}

/** Writes pending drafts when the page is left, hidden or about to show the leave prompt. */
export function useWriteOnLeave(draft: () => FormDraft, writer: DraftWriter): void {
  useEffect(() => {
    const finish = (): void => writer.finish(draft)
    const hide = (): void => {
      if (document.visibilityState === 'hidden') finish()
    }
    window.addEventListener('beforeunload', finish)
    window.addEventListener('pagehide', finish)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('beforeunload', finish)
      window.removeEventListener('pagehide', finish)
      document.removeEventListener('visibilitychange', hide)
      finish()
    }
  }, [draft, writer])
}

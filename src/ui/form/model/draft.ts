// Drafts of forms, to survive a reload, a closed tab or a new sign-in.
// Keyed by account, address and intention; client/session/drafts stores them. A draft that cannot be stored is skipped:
// the form starts empty.

import type { AttemptStore } from '../../../client/data/sendTransition'

export interface FormDraft {
  readonly values: Readonly<Record<string, unknown>>
  /** Names of the inputs that the user has changed. */
  readonly touched: readonly string[]
}

const prefix = 'draft'

/** `address`: the path of the view; `intention`: entity.transition, with the record's id when there is one. */
export const draftKey = (account: number, address: string, intention: string): string =>
  `${prefix}:${account}:${address}:${intention}`

export function readDraft(key: string, store: Pick<Storage, 'getItem'>): FormDraft | null {
  try {
    const match = JSON.parse(store.getItem(key) ?? 'null') as Partial<FormDraft> | null
    return match && typeof match.values === 'object' && match.values !== null && Array.isArray(match.touched)
      ? { values: match.values, touched: match.touched }
      : null
  } catch {
    // Forbidden by the browser, or written by other code.
    return null
  }
}

/** The keys of submissions whose outcome is unknown: sent again after a reload, the form still writes once. */
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

/** null deletes it. */
export function writeDraft(key: string, draft: FormDraft | null, store: Pick<Storage, 'setItem' | 'removeItem'>): void {
  try {
    if (draft === null) store.removeItem(key)
    else store.setItem(key, JSON.stringify(draft))
  } catch {
    // Full or forbidden: the form itself still holds everything.
  }
}

// Where is a half-filled form kept, so that a reload or signing in again loses nothing? In the tab's session store, by account, address and intention.
// What cannot be kept is not missed: a form without a draft is an empty form.

export interface Draft {
  readonly values: Readonly<Record<string, unknown>>
  /** Names of the inputs that the person has changed. */
  readonly touched: readonly string[]
}

const prefix = 'draft'

/** `address`: the path of the view; `intention`: entity.transition, with the record's id when there is one. */
export const draftKey = (account: number, address: string, intention: string): string =>
  `${prefix}:${account}:${address}:${intention}`

export function readDraft(key: string, store: Pick<Storage, 'getItem'> = sessionStorage): Draft | null {
  try {
    const found = JSON.parse(store.getItem(key) ?? 'null') as Partial<Draft> | null
    return found && typeof found.values === 'object' && found.values !== null && Array.isArray(found.touched)
      ? { values: found.values, touched: found.touched }
      : null
  } catch {
    // Forbidden by the browser, or written by something else.
    return null
  }
}

/** null forgets it. */
export function writeDraft(
  key: string,
  draft: Draft | null,
  store: Pick<Storage, 'setItem' | 'removeItem'> = sessionStorage,
): void {
  try {
    if (draft === null) store.removeItem(key)
    else store.setItem(key, JSON.stringify(draft))
  } catch {
    // Full or forbidden: the form itself still holds everything.
  }
}

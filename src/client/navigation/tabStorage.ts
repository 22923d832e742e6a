// Stores small values of a browser tab's views by account and view, to survive a reload or a new
// sign-in.
// When another account signs in, removes those of former accounts, drafts of forms included.
import { tabStorage, ignoringStorageErrors } from '../storage/browserStorage'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Personal entries of the tab's storage: the tabs, values of views, and drafts of forms. */
const personal = /^(?:views|view|draft|draftKey):(\d+)(?::|$)/
const nameOf = (account: number, view: string, name: string) => `view:${account}:${view}:${name}`

/** The stored values of one view of an account. */
export function viewStorage(account: number, view: string, store: Store = tabStorage()) {
  return {
    /** A stored value; undefined when it is missing or of another format. */
    read(name: string): unknown {
      try {
        return JSON.parse(store.getItem(nameOf(account, view, name)) ?? 'null') ?? undefined
      } catch {
        // Forbidden by the browser, or written by other code.
        return undefined
      }
    },
    /** null deletes it. */
    write(name: string, value: unknown): void {
      // If the storage is full, the view itself still holds the value.
      ignoringStorageErrors(() => {
        if (value === null) store.removeItem(nameOf(account, view, name))
        else store.setItem(nameOf(account, view, name), JSON.stringify(value))
      })
    },
  }
}

/** The addresses of the open tabs; kept in memory if the storage is full. */
export function tabAddresses(account: number, store: Store = tabStorage()) {
  return {
    read(): string[] {
      try {
        const stored: unknown = JSON.parse(store.getItem(`views:${account}`) ?? '[]')
        return Array.isArray(stored)
          ? stored.filter((address): address is string => typeof address === 'string' && address.startsWith('/'))
          : []
      } catch {
        // Not an entry of this application: no tabs.
        return []
      }
    },
    write(addresses: readonly string[]): void {
      ignoringStorageErrors(() => store.setItem(`views:${account}`, JSON.stringify(addresses)))
    },
  }
}

/** Removes entries of other accounts in this tab. */
export function pruneOtherAccounts(account: number, store: Storage = tabStorage()): void {
  removeFrom(store, (name) => {
    const whose = personal.exec(name)?.[1]
    return whose !== undefined && whose !== String(account)
  })
}

/** Removes the entries of views that are no longer open. */
export function pruneClosedTabs(account: number, open: ReadonlySet<string>, store: Storage = tabStorage()): void {
  const accountPrefix = `view:${account}:`
  removeFrom(
    store,
    (name) => name.startsWith(accountPrefix) && !open.has(name.slice(accountPrefix.length, name.lastIndexOf(':'))),
  )
}

function removeFrom(store: Storage, gone: (name: string) => boolean): void {
  for (const name of Array.from({ length: store.length }, (_, index) => store.key(index)))
    if (name !== null && gone(name)) store.removeItem(name)
}

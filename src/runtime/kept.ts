// What does a browser tab remember of its views for a person? Small values under her number and the view's key, so that a reload or signing in again finds
// them. Whoever comes next finds nothing: what others left, half-filled forms included, is removed when she begins.

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What stands in the tab's store under somebody's number: the tabs, values of views, and drafts of forms. */
const personal = /^(?:views|view|draft):(\d+)(?::|$)/
const nameOf = (account: number, view: string, name: string) => `view:${account}:${view}:${name}`

/** A value as it was kept; undefined for none and for what is not ours. */
export function readKept(account: number, view: string, name: string, store: Store = sessionStorage): unknown {
  try {
    return JSON.parse(store.getItem(nameOf(account, view, name)) ?? 'null') ?? undefined
  } catch {
    // Forbidden by the browser, or written by something else.
    return undefined
  }
}

/** null forgets it. */
export function writeKept(
  account: number,
  view: string,
  name: string,
  value: unknown,
  store: Store = sessionStorage,
): void {
  try {
    if (value === null) store.removeItem(nameOf(account, view, name))
    else store.setItem(nameOf(account, view, name), JSON.stringify(value))
  } catch {
    // Full or forbidden: the view itself still holds it.
  }
}

/** Removes what other people left in this tab. */
export function forgetOthers(account: number, store: Storage = sessionStorage): void {
  removeFrom(store, (name) => {
    const whose = personal.exec(name)?.[1]
    return whose !== undefined && whose !== String(account)
  })
}

/** Removes what is kept of views that are no longer open. */
export function forgetClosed(account: number, open: ReadonlySet<string>, store: Storage = sessionStorage): void {
  const own = `view:${account}:`
  removeFrom(store, (name) => name.startsWith(own) && !open.has(name.slice(own.length, name.lastIndexOf(':'))))
}

function removeFrom(store: Storage, gone: (name: string) => boolean): void {
  for (const name of Array.from({ length: store.length }, (_, at) => store.key(at)))
    if (name !== null && gone(name)) store.removeItem(name)
}

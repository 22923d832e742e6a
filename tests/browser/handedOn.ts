// Hands the pages of browser tests on from test to test and from file to file, emptied.
// A first load costs twice what the next one costs in the same page, which has compiled its scripts and read its fonts.
import type { Browser, Page } from 'playwright-core'

/** Makes a page in a context of its own. */
type Make = (browser: Browser) => Promise<Page>
/** How a page began. */
interface Beginning {
  readonly make: Make
  readonly address: string
  readonly viewport: NonNullable<ReturnType<Page['viewportSize']>>
}

/** Pages that were left, by how they are made. */
const free = new Map<Make, Page[]>()
const beginnings = new WeakMap<Page, Beginning>()
/** Pages that a test has. */
const taken = new Set<Page>()
/** Milliseconds for what a page is to show. */
export const patience = 45_000
/** What a page holds beside cookies and the files of the build. */
const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers'
const listenedTo = [
  'console',
  'dialog',
  'pageerror',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const
/** A file of the build, on every server: a page that stays on its site keeps its process. */
export const restingPath = '/icon.svg'

/** A page for an address: one that was left, or else a new one. */
export async function takePage(browser: Browser, address: string, make: Make): Promise<Page> {
  const left = (free.get(make) ?? []).filter((one) => !one.isClosed())
  free.set(make, left)
  const page = left.pop() ?? (await make(browser))
  beginnings.set(page, { make, address, viewport: beginnings.get(page)?.viewport ?? page.viewportSize()! })
  page.setDefaultTimeout(patience)
  taken.add(page)
  return page
}

/**
 * Keeps from other tests a page that is given what nothing takes back: scripts that run before its own, functions,
 * authenticators, another clock. To be called before; its context is closed once it is left.
 */
export function keepToItself(page: Page): Page {
  beginnings.delete(page)
  return page
}

/** Empties a page that a test has done with and hands it on. */
export async function leavePage(page: Page): Promise<void> {
  const context = page.context()
  const beginning = beginnings.get(page)
  taken.delete(page)
  if (!beginning || page.isClosed()) return context.close()
  const { make, address, viewport } = beginning
  await Promise.all(context.pages().map((one) => one !== page && one.close()))
  await Promise.all([page, context].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })))
  for (const event of listenedTo) page.removeAllListeners(event)
  await page.goto(address + restingPath)
  await page.evaluate(() => {
    sessionStorage.clear()
    window.name = ''
  })
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: address, storageTypes })
  await session.send('Page.resetNavigationHistory')
  await session.detach()
  await Promise.all([context.clearCookies(), context.clearPermissions(), page.setViewportSize(viewport)])
  free.set(make, [...(free.get(make) ?? []), page])
}

/** Hands on every page that tests still have, and closes all that is not handed on; before the server ends. */
export async function leaveBrowser(browser: Browser | undefined): Promise<void> {
  await Promise.all([...taken].map((page) => leavePage(page).catch(() => page.context().close())))
  const kept = new Set([...free.values()].flat().map((page) => page.context()))
  await Promise.all(browser?.contexts().map((context) => !kept.has(context) && context.close()) ?? [])
}

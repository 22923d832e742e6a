// Hands the pages of browser tests on from test to test, emptied.
// A first load costs twice what the next one costs in the same page, which has compiled its scripts and read its fonts.
import type { Browser, Page } from 'playwright-core'

/** How a page began. */
interface Beginning {
  readonly address: string
  readonly viewport: NonNullable<ReturnType<Page['viewportSize']>>
}

/** Pages that were left; all of a browser are made alike. */
const free = new WeakMap<Browser, Page[]>()
const beginnings = new WeakMap<Page, Beginning>()
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
const restingPath = '/icon.svg'

/** A page for an address: one that was left, or else a new one in a context of its own. */
export async function takePage(browser: Browser, address: string, make: () => Promise<Page>): Promise<Page> {
  const page = free.get(browser)?.pop() ?? (await make())
  beginnings.set(page, { address, viewport: beginnings.get(page)?.viewport ?? page.viewportSize()! })
  return page
}

/**
 * Empties a page that a test has done with and hands it on. What nothing takes back is not handed on, its context is to
 * be closed: scripts that run before those of the page, functions that it was given, another clock.
 */
export async function leavePage(page: Page): Promise<void> {
  const context = page.context()
  const [browser, beginning] = [context.browser(), beginnings.get(page)]
  if (!browser || !beginning || page.isClosed()) return context.close()
  const { address, viewport } = beginning
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
  free.set(browser, [...(free.get(browser) ?? []), page])
}

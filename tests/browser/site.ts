// The environment of browser tests of the layout:
// the built page over the fixture, a browser, and signed-in pages.
// Each test has records of its own and the page of the one before, emptied.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createFixture, fixtureToken, type Fixture } from '../ui/fixture'
import { serveFixture, type Served } from './serve'
import { readSchemas } from '../whole/schemas'
import { leaveBrowser, patience, takePage } from './handedOn'
import { followLink, launchBrowser } from './visitor'
import { testPort } from '../whole/testPort'

const app = readSchemas()
export const lists = Object.values(app.screens).filter(
  (screen) =>
    screen.kind === 'list' &&
    !screen.hideInMenu &&
    !screen.signInTo &&
    !screen.states &&
    screen.actions.some((action) => action.place === 'row'),
)
export const rows = '.shell-view:not([hidden]) .table tbody tr[data-row]'

export interface Site {
  readonly app: typeof app
  readonly browser: Browser
  readonly fixture: Fixture
  readonly served: Served
  /** What the pages have complained about. */
  readonly errors: string[]
  /**
   * A page at an address of the application; one with options of its own beside its size is new. What is done `before`
   * is taken back as the page is left, or else keeps the page to itself.
   */
  open(
    path: string,
    options?: BrowserContextOptions & { signedIn?: boolean; before?: (page: Page) => Promise<unknown> },
  ): Promise<Page>
  /** Serves so many records of each entity from here on. */
  serve(rowsOfEach: number): Promise<void>
  addressOf(page: Page): string
}

const usual: BrowserContextOptions = {
  viewport: { width: 1440, height: 900 },
  // A button that moves while it is pressed takes no press: nothing moves here by itself.
  reducedMotion: 'reduce',
  // Not that of the machine, which the page would follow.
  locale: 'zh-CN',
}

async function makePage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext({ ...usual, ...options })).newPage()
  page.setDefaultTimeout(patience)
  return page
}

/** To be called where the file begins. @param folder of the built page */
export function useSite(folder: string): Site {
  let browser: Browser
  let fixture: Fixture
  let served: Served
  let errors: string[] = []
  const serve = async (rowsOfEach: number) => {
    await served?.close()
    fixture = createFixture(app, rowsOfEach)
    served = await serveFixture(fixture, folder, await testPort())
  }
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await served?.close()
  })
  beforeEach(async () => {
    await serve(240)
    errors = []
    return () => leaveBrowser(browser)
  })
  return {
    app,
    serve,
    get browser() {
      return browser
    },
    get fixture() {
      return fixture
    },
    get served() {
      return served
    },
    get errors() {
      return errors
    },
    async open(path, { signedIn = true, before, viewport, ...options } = {}) {
      const isUsual = Object.keys(options).length === 0
      const page = isUsual ? await takePage(browser, served.address, makePage) : await makePage(browser, options)
      if (viewport) await page.setViewportSize(viewport)
      const context = page.context()
      if (signedIn)
        await context.addCookies([{ name: app.product.cookies.token, value: fixtureToken, url: served.address }])
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(error.message))
      await before?.(page)
      await page.goto(served.address + path)
      return page
    },
    addressOf: (page) => page.url().slice(served.address.length),
  }
}

/** Leads the page to an address without loading it anew. */
export const go = async (page: Page, path: string) => {
  await followLink(page, path)
  await page.locator(`.shell-view[data-view="${path}"]:not([hidden])`).waitFor()
}

export const menuItem = (page: Page, name: string) =>
  page.locator('.ant-dropdown:not(.ant-dropdown-hidden) .ant-dropdown-menu-item', { hasText: name })

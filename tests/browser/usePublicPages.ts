// Opens pages of the product that need no session, on a server of fixed answers, with changed manifests.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import type { Block } from '../../src/manifest/model/block'
import { createFixture, fixtureToken, type Fixture } from '../ui/fixture'
import { readSchemas } from '../whole/schemas'
import { serveFixture, type Served } from './serve'
import { testPort } from '../whole/testPort'
import { leaveBrowser, leavePage, takePage } from './handedOn'
import { launchBrowser } from './visitor'

export const shipped = readSchemas()
/** A link that any public page may have. */
export const publicFiles = { title: { zh: '去公开资料', en: 'Public files' }, screen: '/studyFile' }

/** The product with another first block on one of its pages. */
export function changed(path: string, change: (block: Block) => Partial<Block>): App {
  const screen = shipped.screens[path]!
  const [block, ...rest] = screen.blocks
  return {
    ...shipped,
    screens: { ...shipped.screens, [path]: { ...screen, blocks: [{ ...block!, ...change(block!) }, ...rest] } },
  }
}

const makePage = async (from: Browser) => (await from.newContext({ locale: 'zh-CN' })).newPage()

interface PublicPlace {
  readonly page: Page
  readonly fixture: Fixture
  readonly address: string
  /** Serves a product and opens a path of it. */
  readonly visit: (app: App, path: string, signedIn?: boolean) => Promise<void>
  /** Serves the shipped product on a port of its own, and takes a page that has loaded nothing. */
  readonly begin: () => Promise<void>
  readonly leave: () => Promise<void>
}

/** To be called where a file begins. */
export function usePublicPages(): PublicPlace {
  let browser: Browser
  let served: Served
  let page: Page
  let fixture: Fixture
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => leaveBrowser(browser))
  return {
    get page() {
      return page
    },
    get fixture() {
      return fixture
    },
    get address() {
      return served.address
    },
    async visit(app, path, signedIn = false) {
      fixture = createFixture(app, 3)
      served = await serveFixture(fixture, 'dist', await testPort())
      page = await takePage(browser, served.address, makePage)
      if (signedIn)
        await page.context().addCookies([{ name: app.product.cookies.token, value: fixtureToken, url: served.address }])
      await page.goto(served.address + path)
    },
    async begin() {
      fixture = createFixture(shipped, 3)
      served = await serveFixture(fixture, 'dist')
      page = await makePage(browser)
    },
    async leave() {
      await leavePage(page)
      await served.close()
    },
  }
}

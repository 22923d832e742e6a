// The environment of browser tests of the whole product, once per file:
// the product with demo data, an API caller, and a browser.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import type { ListAnswer, RecordData } from '../../src/protocol/calls'
import { useProduct } from '../whole/useProduct'
import { goTo, launchBrowser, type Place } from './visitor'
import { leaveBrowser } from './handedOn'

interface ProductPlace extends Place, ReturnType<typeof useProduct> {
  /** Opens a path of the product: within the page, where it is inside. */
  readonly go: (page: Page, path: string) => Promise<unknown>
  /** The first rows of a list as a role sees it; none of one that it may not open. */
  readonly rowsOf: (role: string, screen: string) => Promise<readonly RecordData[]>
}

/** To be called where a file begins; what it holds is there when the tests run, `app` as it is at that moment. */
export function usePlace(options?: Parameters<typeof useProduct>[0]): ProductPlace {
  const suite = useProduct(options)
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => leaveBrowser(browser))
  return {
    go: (page, path) => goTo(page, suite.product.address, path),
    async rowsOf(role, screen) {
      const { key, msg, data } = await suite.teller.call<ListAnswer | null>(role, '/api/list', { screen, size: 50 })
      if (!data && key !== 'permission_denied') throw new Error(`${screen} for ${role}: ${key} ${msg}`)
      return data?.rows ?? []
    },
    get product() {
      return suite.product
    },
    get teller() {
      return suite.teller
    },
    get browser() {
      return browser
    },
    get address() {
      return suite.product.address
    },
    get app(): App {
      return suite.product.server.dependencies.liveApp.current
    },
  }
}

// Tests the whole product in a browser as narrow as a phone:
// a large picture resumes after a lost connection, and the worker caches built files only.
import { randomBytes } from 'node:crypto'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FindAnswer } from '../../src/protocol/findCalls'
import { formTexts, shellTexts } from '../pageTexts'
import { createTeller, type Teller } from '../story/teller'
import { startProduct, type Product } from '../whole/product'
import { expectComplaint } from './complaints'
import { newerList, startProxy, type Proxy } from './proxy'
import { giveToken, launchBrowser, view, type Language, type Place } from './visitor'
import { leaveBrowser } from './handedOn'
import { expectRoomForFingers } from './touchTargets'
import { turnOf } from '../turns'

let product: Product
let browser: Browser
let place: Place
let teller: Teller
let proxy: Proxy

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct({ environment: { JOBS: 'off' } }), launchBrowser()])
  proxy = await startProxy(product.address)
  place = { browser, address: proxy.address, app: product.server.dependencies.liveApp.current }
  teller = createTeller(product.transport)
})
afterAll(async () => {
  await leaveBrowser(browser)
  await proxy?.close()
  await product?.stop()
})

/** A phone with a user signed in. */
async function phone(role: string, language: Language = 'zh'): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  await context.addCookies([{ name: place.app.product.cookies.language, value: language, url: place.address }])
  await giveToken(context, place, await teller.token(role))
  return context
}
const at = async (context: BrowserContext, address: string): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(place.address + address)
  return page
}

/** A picture of three pieces, as nothing in it can be compressed. */
async function noisyPicture(name: string) {
  const raw = { width: 1_000, height: 1_000, channels: 3 } as const
  const buffer = await sharp(randomBytes(3_000_000), { raw }).png().toBuffer()
  return { name, mimeType: 'image/png', buffer }
}
type Picture = Awaited<ReturnType<typeof noisyPicture>>
/** Chooses a file in the settings. The browser's own file keeps the time of its last change. */
async function choose(page: Page, { name, mimeType, buffer }: Picture): Promise<void> {
  const chooser = view(page, '/settings').locator('input[type=file]').first()
  await chooser.waitFor({ state: 'attached' })
  await chooser.evaluate(
    (input: HTMLInputElement, { name: called, mimeType: type, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const chosen = new DataTransfer()
      chosen.items.add(new File([bytes], called, { type, lastModified: 1_700_000_000_000 }))
      input.files = chosen.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    },
    { name, mimeType, base64: buffer.toString('base64') },
  )
}
const tileOf = (opened: Locator, name: string, language: Language = 'zh') =>
  opened.getByRole('button', { name: formTexts.previewFile[language].replace('{{name}}', name) }).locator('img')

describe('the camera', () => {
  it.each(turnOf(['zh', 'en'] as const, 2))(
    'is opened by a button of its own, also by keyboard: %s',
    async (language) => {
      const context = await phone('designer', language)
      const sent: string[] = []
      context.on('request', (request) => sent.push(new URL(request.url()).pathname))
      const page = await at(context, '/settings')
      const opened = view(page, '/settings')
      const camera = opened.getByRole('button', { name: formTexts.takePhoto[language] })
      await camera.waitFor()
      const asked = page.waitForEvent('filechooser')
      await opened.getByRole('button', { name: formTexts.addFiles[language] }).focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      const chooser = await asked
      expect(chooser.isMultiple()).toBe(false)
      const wanted = await chooser
        .element()
        .evaluate((input: HTMLInputElement) => ['capture', 'accept'].map((name) => input.getAttribute(name)))
      expect(wanted).toEqual(['environment', 'image/*'])
      await chooser.setFiles(await noisyPicture('现场.png'))
      await tileOf(opened, '现场.png', language).waitFor()
      await expectRoomForFingers(page, 10)
      expect(sent.filter((path) => path === '/api/uploads/append')).toHaveLength(3)
      await context.close()
    },
  )

  it('has no button where a mouse points', async () => {
    const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })
    await giveToken(context, place, await teller.token('designer'))
    const page = await at(context, '/settings')
    await view(page, '/settings').getByRole('button', { name: formTexts.addFiles.zh }).waitFor()
    expect(await view(page, '/settings').getByRole('button', { name: formTexts.takePhoto.zh }).count()).toBe(0)
    await context.close()
  })
})

describe('the command palette', () => {
  it('names every group of results above the keyboard, and unfolds the one that is chosen', async () => {
    const context = await phone('owner')
    const page = await at(context, '/customer/CustomerList')
    const palette = page.locator('.shell-finder')
    await page.getByRole('button', { name: shellTexts.searchScreens.zh }).first().click()
    const groups = palette.getByRole('group', { name: shellTexts.foundGroups.zh }).getByRole('button')
    const options = palette.getByRole('option')
    await palette.getByRole('combobox').fill('林')
    const { data } = await teller.call<FindAnswer>('owner', '/api/find', { words: '林' })
    const long = data.groups.find(({ records }) => records.length > 3)!
    const named = data.groups.map(({ title, records }) => `${title.zh} ${records.length}`)
    expect(named.length).toBeGreaterThan(5)
    await expect
      .poll(async () => (await groups.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')))
      .toEqual(expect.arrayContaining(named))
    // A keyboard takes about 340 of the 844 pixels.
    for (const box of await groups.all()) expect((await box.boundingBox())!.y + 40).toBeLessThan(504)
    const folded = options.filter({ has: page.getByText(long.title.zh!, { exact: true }) })
    await expect.poll(() => folded.count()).toBe(2)
    await options
      .filter({ hasText: shellTexts.foundMore.zh.replace('{{count}}', String(long.records.length - 2)) })
      .first()
      .click()
    await expect.poll(() => options.count()).toBe(long.records.length)
    expect(await groups.and(page.locator('[aria-pressed=true]')).innerText()).toContain(long.title.zh)
    await groups.first().click()
    await expect.poll(() => folded.count()).toBe(2)
    await expectRoomForFingers(page, 15)

    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'hidden' })
    const list = view(page, '/customer/CustomerList')
    await list.locator('.card').first().waitFor()
    await expectRoomForFingers(page, 20)
    await list.locator('.card .table-action').first().click()
    await page.locator('.ant-modal .ant-picker input').first().click()
    await page.locator('.ant-picker-cell').first().waitFor()
    await expectRoomForFingers(page, 30)
    await context.close()
  })
})

describe('a picture of several pieces', () => {
  // The connection of the second piece breaks, and the answer to it is lost.
  expectComplaint(/request at \/api\/uploads\/(append|discard): net::ERR_CONNECTION_RESET/)
  expectComplaint(/console at \/api\/uploads\/(append|discard): Failed to load resource: net::ERR_CONNECTION_RESET/)

  it('goes on after a break, and after the page was closed when it is chosen again; each piece is sent once', async () => {
    const picture = await noisyPicture('头像.png')
    const context = await phone('guide')
    const offsets: string[] = []
    /** What becomes of the attempts in turn; of the rest, until there is a connection, nothing. */
    const fates = ['answered', 'unsent', 'lost']
    let connected = false
    await context.route('**/api/uploads/append', async (route) => {
      const form = route.request().postDataBuffer()!.toString('latin1')
      offsets.push(/name="offset"\r\n\r\n(\d+)/.exec(form)![1]!)
      const fate = fates[offsets.length - 1] ?? (connected ? 'answered' : 'unsent')
      if (fate === 'lost') await route.fetch()
      await (fate === 'answered' ? route.continue() : route.abort('connectionreset'))
    })
    const first = await at(context, '/settings')
    await choose(first, picture)
    await expect.poll(() => offsets.slice(0, 4)).toEqual(['0', '1048576', '1048576', '2097152'])
    await first.close()
    connected = true
    offsets.length = fates.length

    const again = await at(context, '/settings')
    await choose(again, picture)
    await tileOf(view(again, '/settings'), picture.name).waitFor()
    expect(offsets.slice(fates.length)).toEqual(['2097152'])
    expect(await again.evaluate(() => localStorage.getItem('unfinishedUploads'))).toBe('[]')
    await context.close()
  })

  it.each(turnOf(['zh', 'en'] as const, 2))(
    'says that it goes on by itself, and is given up with one press: %s',
    async (language) => {
      const context = await phone('manager', language)
      let tries = 0
      await context.route('**/api/uploads/append', async (route) =>
        (tries += 1) === 1 ? route.continue() : route.abort('connectionreset'),
      )
      const page = await at(context, '/settings')
      const opened = view(page, '/settings')
      await choose(page, await noisyPicture('量尺.png'))
      await opened.getByRole('status').getByText(formTexts.uploadInterrupted[language]).waitFor()
      const { id } = await teller.account('manager')
      const held = () =>
        product.server.dependencies.database.query(sql`select "received"::int from "_upload" where "account" = ${id}`)
      expect(await held()).toEqual([{ received: 1_048_576 }])
      // There is no connection for what gives it up either, at first.
      let discards = 0
      await context.route('**/api/uploads/discard', async (route) =>
        (discards += 1) === 1 ? route.abort('connectionreset') : route.continue(),
      )
      await opened
        .getByRole('button', { name: formTexts.cancelUpload[language].replace('{{name}}', '量尺.png') })
        .press('Enter')
      await expect.poll(held).toEqual([])
      const triesThen = tries
      expect(await opened.getByText('量尺.png').count()).toBe(0)
      expect(await page.evaluate(() => localStorage.getItem('unfinishedUploads'))).toBe('[]')
      expect([discards, tries]).toEqual([2, triesThen])
      await context.close()
    },
  )
})

describe('the worker', () => {
  // What a page asks for while there is no connection.
  expectComplaint(/net::ERR_(EMPTY_RESPONSE|FAILED|CONNECTION_RESET|CONNECTION_CLOSED)/)

  const kept = (page: Page) =>
    page.evaluate(async () => {
      const paths: string[] = []
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
      return paths
    })
  const inside = (page: Page) => page.locator('.shell-bottom').waitFor()
  /** Until the files that the page has loaded are kept. */
  const prepared = async (page: Page) => {
    await inside(page)
    const loaded = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').flatMap(({ name }) => {
          const { pathname } = new URL(name)
          return pathname.startsWith('/assets/') ? [pathname] : []
        }),
      )
    await expect
      .poll(async () => [await kept(page), await loaded()] as const)
      .toSatisfy(
        ([all, own]: readonly [string[], string[]]) => all.length > 5 && own.every((path) => all.includes(path)),
      )
  }
  const forgetHttp = async (page: Page) => (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')

  it('spares the second opening every script, keeps no answer of a call, and says that there is no connection', async () => {
    const context = await phone('guide')
    const first = await at(context, '/')
    await prepared(first)
    const before = await kept(first)
    expect(before.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(5)
    await view(first, place.app.product.homeScreen).locator('li[data-row]').first().waitFor()
    await expectRoomForFingers(first, 12)
    await forgetHttp(first)
    proxy.files.length = 0
    await first.reload()
    await inside(first)
    // What the first opening had not come to load may still come.
    expect(proxy.files.filter((path) => before.includes(path))).toEqual([])
    expect((await kept(first)).filter((path) => !path.startsWith('/assets/'))).toEqual([])

    proxy.connected = false
    await first.reload()
    expect(await first.locator('h1').innerText()).toBe(shellTexts.offlineTitle.zh)
    proxy.connected = true
    await first.getByRole('link', { name: shellTexts.offlineRetry.zh }).click()
    await inside(first)
    await context.close()
  })

  const tones = [
    { chosen: 'dark', system: 'light', dark: true },
    { chosen: 'light', system: 'dark', dark: false },
    { chosen: 'auto', system: 'dark', dark: true },
    { chosen: undefined, system: 'dark', dark: true },
    { chosen: undefined, system: 'light', dark: false },
  ] as const
  it.each(turnOf(tones, 5))('says so in the chosen tone ($chosen), or in that of the system ($system)', async (one) => {
    const context = await phone('guide', 'en')
    if (one.chosen) {
      const value = encodeURIComponent(JSON.stringify({ colour: '#1677ff', tone: one.chosen }))
      await context.addCookies([{ name: 'theme', value, url: place.address }])
    }
    const page = await at(context, '/')
    await page.emulateMedia({ colorScheme: one.system })
    await prepared(page)
    proxy.connected = false
    await page.reload()
    expect(await page.locator('h1').innerText()).toBe(shellTexts.offlineTitle.en)
    const style = (name: string) =>
      page.evaluate((property) => getComputedStyle(document.body).getPropertyValue(property), name)
    expect(await style('background-color')).toBe(one.dark ? 'rgb(15, 16, 17)' : 'rgb(244, 245, 247)')
    expect(await style('color')).toBe(one.dark ? 'rgb(227, 228, 230)' : 'rgb(31, 35, 41)')
    proxy.connected = true
    await context.close()
  })

  it('is replaced when no page of the build before is open, and drops then what the new build does not have', async () => {
    const context = await phone('guide')
    const old = await at(context, '/')
    await prepared(old)
    const gone = '/assets/gone.js'
    await old.evaluate(async (path) => (await caches.open('built files')).put(path, new Response('')), gone)
    const before = await kept(old)
    proxy.newer = before.filter((path) => path !== gone)
    const next = await at(context, '/')
    const isWaiting = () =>
      next.evaluate(async () => (await navigator.serviceWorker.getRegistration('/'))?.waiting !== null)
    await inside(next)
    await expect.poll(isWaiting).toBe(true)
    expect(await kept(old)).toEqual(expect.arrayContaining(before))
    await Promise.all([old.close(), next.close()])
    const page = await at(context, '/')
    await inside(page)
    const worker = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)
    await expect.poll(worker).toContain(encodeURIComponent(newerList))
    expect(await kept(page)).not.toContain(gone)
    await context.close()
    proxy.newer = undefined
  })

  it.each(turnOf(['zh', 'en'] as const, 2))(
    'is named as missing over plain http, where all else works: %s',
    async (language) => {
      expectComplaint(/Cross-Origin-Opener-Policy header has been ignored/)
      // The browser trusts its own machine even so.
      const address = 'http://shop.test'
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      await context.route(`${address}/**`, async (route) => {
        const url = route.request().url().replace(address, product.address)
        // The stream of live events ends only with the page.
        const response = await route.fetch({ url }).catch(() => undefined)
        if (response) await route.fulfill({ response })
      })
      const plain = { ...place, address }
      await context.addCookies([{ name: place.app.product.cookies.language, value: language, url: address }])
      await giveToken(context, plain, await teller.token('guide'))
      const page = await context.newPage()
      await page.goto(`${address}/customer/CustomerList`)
      await page.locator('tr[data-row]').first().waitFor()
      expect(await page.evaluate(() => window.isSecureContext)).toBe(false)
      await page.locator('.shell-account').click()
      await page.getByRole('menuitem', { name: shellTexts.install[language] }).click()
      await page.locator('.ant-modal').getByText(shellTexts.installInsecure[language]).waitFor()
      await context.close()
    },
  )

  it('leaves the page alone where there is no room, and ends with the session', async () => {
    const context = await phone('guide', 'en')
    const page = await at(context, '/')
    await prepared(page)
    const session = await context.newCDPSession(page)
    await page.evaluate(() => caches.delete('built files'))
    await session.send('Storage.overrideQuotaForOrigin', { origin: proxy.address, quotaSize: 1 })
    await session.send('Network.clearBrowserCache')
    await page.reload()
    await inside(page)
    expect(await kept(page)).toEqual([])
    await session.send('Storage.overrideQuotaForOrigin', { origin: proxy.address })
    // What the page before holds in memory would not come through the worker.
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    await page.reload()
    await inside(page)
    await expect.poll(async () => (await kept(page)).length).toBeGreaterThan(0)

    // Signing out ends with a page that is loaded anew.
    await page.evaluate(() => Object.assign(window, { isSignedIn: true }))
    await page.locator('.shell-account').click()
    await page.getByRole('menuitem', { name: shellTexts.signOut.en }).click()
    await page.locator('.ant-modal').getByRole('button', { name: shellTexts.ok.en, exact: true }).click()
    await page.waitForFunction(() => !('isSignedIn' in window) && document.querySelector('input[type=password]'))
    expect(await page.evaluate(() => caches.keys())).toEqual([])
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    await context.close()
  })
})

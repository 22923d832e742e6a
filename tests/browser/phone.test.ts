// Does the page hold out on a phone, whose connection breaks? A large picture goes on where it stopped.
// The whole product in a browser as narrow as a phone.
import { randomBytes } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formTexts } from '../pageTexts'
import { createTeller, type Teller } from '../story/teller'
import { startProduct, type Product } from '../whole/product'
import { expectComplaint } from './guard'
import { giveToken, launchBrowser, view, type Language, type Place } from './visitor'

let product: Product
let browser: Browser
let place: Place
let teller: Teller

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct({ environment: { JOBS: 'off' } }), launchBrowser()])
  place = { browser, address: product.address, app: product.server.dependencies.holder.current }
  teller = createTeller(product.transport)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** A phone with somebody signed in. */
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

describe('a picture of several pieces', () => {
  // The connection of the second piece breaks, and the answer to it is lost.
  expectComplaint(/request at \/api\/uploads\/append: net::ERR_CONNECTION_RESET/)
  expectComplaint(/console at \/api\/uploads\/append: Failed to load resource: net::ERR_CONNECTION_RESET/)

  it('goes on after a break, and after the page was closed when it is chosen again; each piece is sent once', async () => {
    const raw = { width: 1_000, height: 1_000, channels: 3 } as const
    const buffer = await sharp(randomBytes(3_000_000), { raw }).png().toBuffer()
    const picture = { name: '头像.png', mimeType: 'image/png', buffer }
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
    const choose = async (page: Page) => {
      const chooser = view(page, '/settings').locator('input[type=file]').first()
      await chooser.waitFor({ state: 'attached' })
      // The browser's own file keeps the time of its last change.
      await chooser.evaluate(
        (input: HTMLInputElement, { name, mimeType, base64 }) => {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
          const chosen = new DataTransfer()
          chosen.items.add(new File([bytes], name, { type: mimeType, lastModified: 1_700_000_000_000 }))
          input.files = chosen.files
          input.dispatchEvent(new Event('change', { bubbles: true }))
        },
        { ...picture, buffer: undefined, base64: buffer.toString('base64') },
      )
    }
    const first = await at(context, '/settings')
    await choose(first)
    await expect.poll(() => offsets.slice(0, 4)).toEqual(['0', '1048576', '1048576', '2097152'])
    await first.close()
    connected = true
    offsets.length = fates.length

    const again = await at(context, '/settings')
    await choose(again)
    await view(again, '/settings')
      .getByRole('button', { name: formTexts.previewFile.zh.replace('{{name}}', picture.name) })
      .locator('img')
      .waitFor()
    expect(offsets.slice(fates.length)).toEqual(['2097152'])
    expect(await again.evaluate(() => localStorage.getItem('unfinishedUploads'))).toBe('[]')
    await context.close()
  })
})

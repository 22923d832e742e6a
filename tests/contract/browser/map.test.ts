// Does the map service find addresses? In a browser, from an address field: the stand-in or, with CONTRACT_MAP_KEY (and
// CONTRACT_MAP_CODE), the real service, which
// knows CONTRACT_MAP_WORDS. And is the field a good plain one when it cannot be had?
import { formTexts } from '../../pageTexts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mapFrame } from '../../../src/protocol/frames/mapMessages'
import { launchBrowser, signIn, view, type Place } from '../../browser/visitor'
import { leaveBrowser } from '../../browser/handedOn'
import { startProduct, type Product } from '../../whole/product'
import { readSchemas } from '../../whole/schemas'

const app = readSchemas()
const { CONTRACT_MAP_KEY: real, CONTRACT_MAP_CODE: code, CONTRACT_MAP_WORDS: words = '古荡新村' } = process.env
/** A form whose first transition asks an address. */
const [screen] = Object.values(app.screens).filter(
  ({ kind, actions, entity }) =>
    kind === 'form' &&
    entity !== undefined &&
    app.entities[entity]!.transitions[actions[0]!.transition]!.form.some(
      ({ field }) => app.entities[entity]!.fields[field]?.type === 'address',
    ),
)
let product: Product
let browser: Browser
let page: Page
beforeAll(async () => {
  product = await startProduct({ environment: real ? { MAP_KEY: real, ...(code && { MAP_CODE: code }) } : {} })
  browser = await launchBrowser()
  const place: Place = { browser, address: product.address, app }
  page = await signIn(place, 'owner')
}, 180_000)
afterAll(async () => {
  await leaveBrowser(browser)
  await product?.stop()
})

const form = () => view(page, screen!.path)
const finder = () => form().getByRole('combobox', { name: new RegExp(formTexts.findPlace.zh) })
const parts = async () => ({
  province: await form()
    .getByRole('combobox', { name: new RegExp(formTexts.province.zh) })
    .inputValue(),
  city: await form().locator(`input[aria-label$=" ${formTexts.city.zh}"]`).first().inputValue(),
  detail: await form().locator(`input[aria-label$="${formTexts.detail.zh}"]`).inputValue(),
})

describe('the map service', () => {
  it.skipIf(real)('that cannot be had is told, and the field is written in; the next try finds it', async () => {
    await page.route(`**${mapFrame}`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<script>parent.postMessage({ protocol: 'back-office-map/1', ready: false }, '*')</script>`,
      }),
    )
    await page.goto(product.address + screen!.path)
    await finder().focus()
    await form().getByText(formTexts.noMap.zh).waitFor()
    await form().locator(`input[aria-label$="${formTexts.detail.zh}"]`).fill('文三路 1 号')
    expect((await parts()).detail).toBe('文三路 1 号')
    await page.unroute(`**${mapFrame}`)
  })

  // spec 7.30 9.11
  it('offers places for words, and a chosen one fills the address', async () => {
    const script = page.waitForRequest((request) => new URL(request.url()).searchParams.has('plugin'))
    await page.goto(product.address + screen!.path)
    await finder().fill(words)
    const { searchParams } = new URL((await script).url())
    expect(searchParams.get('v')).toBe('1.4.4')
    expect(searchParams.get('plugin')!.toLowerCase().split(',')).toEqual([
      'amap.autocomplete',
      'amap.placesearch',
      'amap.geocoder',
      'amap.geolocation',
    ])
    const offered = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    await offered.first().waitFor()
    await offered.first().click()
    await expect.poll(parts).toMatchObject({
      province: expect.stringMatching(/省|市|自治区/),
      city: expect.stringMatching(/市|州|盟|地区/),
      detail: expect.stringMatching(/./),
    })
  })

  it('finds where the user is at the first press, and tells that it knows no place for words', async () => {
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(product.address + screen!.path)
    await form().getByRole('button', { name: formTexts.here.zh, exact: true }).click()
    await expect.poll(parts).toMatchObject({ city: expect.stringMatching(/./) })
    const unknown = form().getByRole('status').filter({ hasText: formTexts.noPlace.zh })
    await finder().fill('无此地无此地无此地')
    await unknown.waitFor()
    await finder().fill(words)
    await expect.poll(() => unknown.count()).toBe(0)
  })

  it('runs in a frame that has no origin, and the page itself may load nothing of it', async () => {
    const frame = page.frames().find((one) => one.url().endsWith(mapFrame))!
    expect(
      await frame.evaluate(() => {
        try {
          return String(parent.document.title)
        } catch (error) {
          return (error as Error).name
        }
      }),
    ).toBe('SecurityError')
    expect(await frame.evaluate(() => [location.origin, document.cookie])).toEqual([product.address, ''])
    const { headers } = await fetch(product.address, { headers: { accept: 'text/html' } })
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self';/)
    expect(headers.get('content-security-policy')).not.toMatch(/amap|unsafe-eval/)
  })
})

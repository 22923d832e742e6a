// Tests the words of the language that lead somewhere:
// a synonym to its screen, the messages to the form of one's choices.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { codes, type Envelope } from '../../src/protocol/envelope'
import { shellTexts } from '../pageTexts'
import { password } from '../server/library'
import { startProduct, type Product } from '../whole/product'
import { leaveBrowser } from './handedOn'
import { keeper, kindsProduct } from './kindsSources'
import { lookAt } from './onScreen'
import { giveToken, launchBrowser, newPage } from './visitor'

let product: Product
let browser: Browser
let page: Page
let token: string

beforeAll(async () => {
  ;[product, browser] = await Promise.all([kindsProduct().then((other) => startProduct({ other })), launchBrowser()])
  const place = { browser, address: product.address, app: product.server.dependencies.liveApp.current }
  token = (await call<{ token: string }>('/fixture/signIn', { account: keeper, password })).token
  page = await newPage(place, 'en')
  await giveToken(page.context(), place, token)
  await page.goto(place.address)
  await page.locator('.shell-nav').waitFor()
})
afterAll(async () => {
  await leaveBrowser(browser)
  await product?.stop()
})

async function call<Data>(path: string, body: unknown): Promise<Data> {
  const headers = { 'x-language': 'en', ...(token && { 'x-token': token }) }
  const { body: answer } = await product.transport({ method: 'POST', path, headers, body })
  expect(answer, path).toMatchObject({ code: codes.success })
  return (answer as Envelope<Data> & { readonly data: Data }).data
}

it('a synonym finds its screen', async () => {
  await page.keyboard.press('Control+k')
  const finder = page.locator('.shell-finder')
  await finder.getByRole('combobox').fill('ledger')
  await expect.poll(() => finder.getByRole('option').first().innerText()).toContain('Handlings')
  await page.keyboard.press('Escape')
})

it('the messages lead to the form of where else they arrive', async () => {
  await lookAt(page, '/archive/HandlingList')
  await page.getByRole('button', { name: shellTexts.messages.en }).first().click()
  await page.locator('.message-panel').getByRole('button', { name: shellTexts.messageChoices.en }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/archive/Mine')
})

// Tests the words of the language that lead somewhere:
// the number of a record to its list, a synonym to its screen, the messages to the form of one's choices.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import type { ListAnswer, RecordAnswer } from '../../src/protocol/calls'
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

it('a number of a record leads to a list of the records behind it', async () => {
  const { rows = [] } = await call<ListAnswer>('/api/list', { screen: '/archive/Pieces', size: 20 })
  const records = await Promise.all(
    rows.map(({ id }) => call<RecordAnswer>('/api/record', { entity: 'piece', id }).then(({ record }) => record)),
  )
  const { id, values } = records.find((record) => Number(record.values.handlings) > 0)!
  await lookAt(page, `/archive/Pieces?record=piece:${id}`)
  const number = page.locator('.record-body a[href*="piece.handlings"]')
  expect(await number.innerText()).toBe(String(values.handlings))
  // The sticky title of the record may cover what is scrolled to.
  await number.press('Enter')
  await page.getByText('Times handled').filter({ visible: true }).first().waitFor()
  const handlings = page.locator('tbody tr[data-row]').filter({ visible: true })
  await expect.poll(() => handlings.count()).toBe(Number(values.handlings))
  expect(new URL(page.url()).pathname).toBe('/archive/HandlingList')
})

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

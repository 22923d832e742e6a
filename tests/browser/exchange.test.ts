// Does a file come in by the hands of a person? She chooses it over the list, sees what would become of each row, and
// finds the records there after she has confirmed; a file to edit is taken the same way.
import { exchangeTexts } from '../pageTexts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSchemas } from '../whole/schemas'
import { startProduct, type Product } from '../whole/product'
import { dialog, launchBrowser, openScreen, signIn, type Language, type Place } from './visitor'

const path = '/customer/CustomerList'
let product: Product
let browser: Browser
let place: Place
beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct({ environment: { JOBS: 'off' } }), launchBrowser()])
  place = { browser, address: product.address, app: readSchemas() }
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

it.each(['zh', 'en'] as const)(
  'a file is compared, confirmed and there, in language %s',
  async (language: Language) => {
    const text = (key: keyof typeof exchangeTexts, count = '') =>
      exchangeTexts[key][language].replace('{{count}}', count)
    const page = await signIn(place, 'guide', language)
    const opened = await openScreen(page, place.app, path, language)
    const menu = opened.getByRole('button', { name: text('menu') })
    await menu.click()
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: text('edit') }).click(),
    ])
    expect(sheet.suggestedFilename()).toMatch(/\.xlsx$/)
    await menu.click()
    await page.getByRole('menuitem', { name: text('bring') }).click()
    const wizard = dialog(page)
    const name = `进来${language}`
    const { name: nameField, source } = place.app.entities.customer!.fields
    const origin = place.app.dictionaries[source!.dictionary!]!.items[0]!.title[language]!
    const rows = [
      `${nameField!.title[language]!},手机,客户来源`,
      `${name},1380013${place.app.product.languages.indexOf(language)}877,${origin}`,
      `错,12,${origin}`,
    ]
    await wizard
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
    const listed = wizard.getByRole('list', { name: text('rows') })
    await listed.getByText(name).waitFor()
    expect(await wizard.getByText(text('refused', '1'), { exact: true }).count()).toBe(1)
    expect(await listed.locator('[data-state=refused]').innerText()).toMatch(/11/)
    expect(await opened.locator('tr[data-row]').getByText(name).count()).toBe(0)
    await wizard.getByRole('button', { name: text('confirm', '1') }).click()
    await wizard.getByText(text('created', '1'), { exact: true }).waitFor()
    await opened.locator('tr[data-row]').getByText(name).first().waitFor()
    const [outcome] = await Promise.all([
      page.waitForEvent('download'),
      wizard.getByRole('button', { name: text('outcome') }).click(),
    ])
    expect(outcome.suggestedFilename()).toMatch(/\.xlsx$/)
  },
)

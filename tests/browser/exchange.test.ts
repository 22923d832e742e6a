// Tests imports by hand:
// choosing a file or pasting rows, checking the preview, confirming, taking back, and importing an edited export.
import { exchangeTexts, shellTexts } from '../pageTexts'
import type { Locator } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { maxBytes, maxRecords } from '../../src/protocol/exchange/tableFile'
import type { ListAnswer } from '../../src/protocol/calls'
import { leaveBrowser } from './handedOn'
import { usePlace } from './usePlace'
import { dialog, enter, type Language, openScreen } from './visitor'

const path = '/customer/CustomerList'
const place = usePlace({ environment: { JOBS: 'off' } })
beforeEach(() => () => leaveBrowser(place.browser))

/** Drags a file over an element and lets it go there. */
async function dropFile(target: Locator, content: string): Promise<void> {
  const dragged = await target.page().evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'a.csv', { type: 'text/csv' }))
    return transfer
  }, content)
  await target.dispatchEvent('dragover', { dataTransfer: dragged })
  const area = target.page().locator('[data-over]')
  expect(await area.count()).toBe(1)
  await target.dispatchEvent('drop', { dataTransfer: dragged })
  expect(await area.count()).toBe(0)
}

it.each(['zh', 'en'] as const)(
  'a file is compared, confirmed and there, in language %s',
  async (language: Language) => {
    const text = (key: keyof typeof exchangeTexts, count = '') =>
      exchangeTexts[key][language].replace('{{count}}', count)
    const page = await enter(place, 'guide', language)
    const opened = await openScreen(page, place.app, path, language)
    const menu = opened.getByRole('button', { name: text('menu') })
    await menu.click()
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: text('edit') }).click(),
    ])
    expect(sheet.suggestedFilename()).toMatch(/\.xlsx$/)
    // The list of earlier imports may come later than the user's rows.
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/exchange/latest', async (route) => {
      await released
      await route.continue()
    })
    await menu.click()
    await page.getByRole('menuitem', { name: text('bring') }).click()
    const wizard = dialog(page)
    const name = `进来${language}`
    const { name: nameField, source } = place.app.entities.customer!.fields
    const origin = place.app.dictionaries[source!.dictionary!]!.items[0]!.title[language]!
    const rows = [
      // A heading of the dealer's own, which nothing knows, and a synonym of the manifest.
      `${nameField!.title[language]!},${language === 'zh' ? '打给谁' : '联系电话'},客户来源`,
      `${name},1380013${place.app.product.languages.indexOf(language)}877,${origin}`,
      `错,12,${origin}`,
    ]
    // One drops a file, the other pastes what a spreadsheet puts on the clipboard.
    if (language === 'zh') await dropFile(wizard.getByText(text('dropHere')), rows.join('\n'))
    else
      await wizard.getByRole('textbox', { name: text('paste') }).evaluate(
        (field, copied) => {
          const clipboardData = new DataTransfer()
          clipboardData.setData('text/plain', copied)
          field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        },
        rows.map((row) => row.replaceAll(',', '\t')).join('\r\n'),
      )
    release()
    const listed = wizard.getByRole('list', { name: text('rows') })
    if (language === 'zh') {
      await wizard.getByText('打给谁').waitFor()
      await wizard.getByRole('button', { name: text('matchColumns') }).click()
      await wizard.getByRole('combobox', { name: '打给谁' }).fill('手机')
      await page.locator('.ant-select-dropdown:visible').getByTitle('手机', { exact: true }).click()
      await wizard.getByRole('button', { name: text('matchAgain') }).click()
      await wizard.getByRole('button', { name: text('confirm', '1') }).waitFor()
    }
    await listed.getByText(name).waitFor()
    expect(await wizard.getByText(text('refused', '1'), { exact: true }).count()).toBe(1)
    expect(await listed.locator('[data-state=refused]').innerText()).toMatch(/11/)
    // The list would be read again some moments after a record was created.
    const { data } = await place.teller.call<ListAnswer>('guide', '/api/list', { screen: path, words: name })
    expect(data.rows).toEqual([])
    await wizard.getByRole('button', { name: text('confirm', '1') }).click()
    await wizard.getByText(text('created', '1'), { exact: true }).waitFor()
    await opened.locator('tr[data-row]').getByText(name).first().waitFor()
    const [outcome] = await Promise.all([
      page.waitForEvent('download'),
      wizard.getByRole('button', { name: text('outcome') }).click(),
    ])
    expect(outcome.suggestedFilename()).toMatch(/\.xlsx$/)

    // Later: the import is found again where files come in, and is taken back.
    await wizard.getByRole('button', { name: shellTexts.close[language], exact: true }).last().click()
    await menu.click()
    await page.getByRole('menuitem', { name: text('bring') }).click()
    await wizard
      .getByRole('button', { name: text('show') })
      .first()
      .click()
    await wizard.getByRole('button', { name: text('takeBack') }).click()
    const question = page.locator('.ant-modal-confirm')
    await question.getByRole('button', { name: text('takeBack') }).click()
    await wizard.getByText(text('voided', '1'), { exact: true }).waitFor()
    expect(await wizard.getByRole('button', { name: text('takeBack') }).count()).toBe(0)
    expect(await listed.locator('[data-state=voided]').innerText()).toContain(text('voided').trim())
    // The list shows no customers who are lost.
    await expect.poll(() => opened.locator('tr[data-row]').filter({ hasText: name }).count()).toBe(0)
  },
)

it('a file that is too large is refused at once, with the bound that it exceeds', async () => {
  const page = await enter(place, 'guide', 'zh')
  const opened = await openScreen(page, place.app, path, 'zh')
  await opened.getByRole('button', { name: exchangeTexts.menu.zh }).click()
  await page.getByRole('menuitem', { name: exchangeTexts.bring.zh }).click()
  const wizard = dialog(page)
  const choose = (buffer: Buffer) =>
    wizard.locator('input[type=file]').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
  await wizard.getByText(/最多 10,?000 行、10 MB/).waitFor()
  let sent = 0
  page.on('request', (request) => (sent += request.url().includes('pload') ? 1 : 0))
  await choose(Buffer.alloc(maxBytes + 1, '1'))
  await wizard.getByRole('alert').filter({ hasText: '文件超过 10 MB' }).waitFor()
  expect(sent).toBe(0)
  await choose(Buffer.from(`姓名\n${'甲\n'.repeat(maxRecords + 1)}`))
  await wizard
    .getByRole('alert')
    .filter({ hasText: `文件“a.csv”过大：最多 ${maxRecords} 行` })
    .waitFor()
  expect(sent).toBeGreaterThan(0)
})

// Tests imports by hand:
// choosing a file or pasting rows, checking the preview, confirming, taking back, and importing an edited export.
import { errorTexts, exchangeTexts, formTexts, shellTexts } from '../pageTexts'
import { randomUUID } from 'node:crypto'
import type { Locator } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { maxBytes, maxRecords } from '../../src/protocol/exchange/tableFile'
import type { ListAnswer, RecordAnswer, RecordData } from '../../src/protocol/calls'
import { moment } from '../story/teller'
import { asCsv } from '../whole/editedSheet'
import { createImporter } from '../whole/importing'
import { violationsOf } from './axe'
import { routeOnce } from './calls'
import { expectComplaint } from './complaints'
import { leaveBrowser } from './handedOn'
import { pressByKey, tabTo } from './keyboard'
import { usePlace } from './usePlace'
import { dialog, enter, type Language, openScreen } from './visitor'
import { turnOf } from '../turns'

const path = '/customer/CustomerList'
const place = usePlace({ environment: { JOBS: 'off' } })
const { exported, compared, written } = createImporter(place)
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

it.each(turnOf(['zh', 'en'] as const, 2))(
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
    const { name: nameField, mobile, source } = place.app.entities.customer!.fields
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
    const added = listed.locator('[data-state=create]')
    // Every cell that will be written.
    for (const cell of [
      `${nameField!.title[language]!}: ${name}`,
      `${mobile!.title[language]!}: 1380013${place.app.product.languages.indexOf(language)}877`,
      `${source!.title[language]!}: ${origin}`,
    ])
      await added.getByText(cell, { exact: true }).waitFor()
    expect(await listed.locator('[data-state=refused]').innerText()).toMatch(/11/)
    const refused = wizard.getByRole('button', { name: text('refused', '1'), exact: true })
    await refused.click()
    await added.waitFor({ state: 'detached' })
    // The rows of the other choice come from the server.
    await expect.poll(() => listed.locator('[data-state]').count()).toBe(1)
    await refused.click()
    await added.waitFor()
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
    if (language !== 'zh') return

    // The next file has the same heading of the dealer's own, which its user has matched once for all.
    await page.reload()
    await menu.click()
    await page.getByRole('menuitem', { name: text('bring') }).click()
    await dropFile(wizard.getByText(text('dropHere')), rows.slice(0, 2).join('\n').replace('1380013', '1380014'))
    await listed.getByText(name).first().waitFor()
    expect(await wizard.getByText(text('create', '1'), { exact: true }).count()).toBe(1)
    expect(await wizard.getByText('打给谁').count()).toBe(0)
    await wizard.getByRole('button', { name: text('discard') }).click()
    await wizard.getByText(text('dropHere')).waitFor()
  },
)

// The connection breaks on purpose under an import.
expectComplaint(/request at \/api\/exchange\/(latest|step|rows): net::ERR_CONNECTION_RESET/)
expectComplaint(/console at \/api\/exchange\/(latest|step|rows): Failed to load resource: net::ERR_CONNECTION_RESET/)

it('a file without its originals is decided by keyboard alone, on every width, after a lost connection', async () => {
  const editable = (await place.rowsOf('guide', path)).filter(({ can }) => can.includes('edit'))
  const [one, two] = editable as [RecordData, RecordData]
  const saved = await asCsv(await exported('guide', { screen: path }))
  const [heads, ...lines] = saved.split('\n')
  const kept = lines.filter((line) => [one, two].some(({ label }) => line.includes(`"${label}"`)))
  const file = [heads, ...kept].join('\n').replace(`"${one.label}"`, `"${one.label}改"`)
  await place.teller.act('owner', 'customer.edit', two.id, { name: '同事改的' })
  const nameOf = async ({ id }: RecordData) =>
    (await place.teller.call<RecordAnswer>('owner', '/api/record', { entity: 'customer', id })).data.record.label
  const page = await enter(place, 'guide')
  const opened = await openScreen(page, place.app, path)
  const wizard = dialog(page)
  const button = (key: keyof typeof exchangeTexts, count = '') =>
    wizard.getByRole('button', { name: exchangeTexts[key].zh.replace(/\{\{\w+\}\}/, count), exact: true })
  const row = (label: string) => wizard.locator('[data-state=conflict]', { hasText: label })
  const counted = (key: keyof typeof exchangeTexts, count: number) =>
    wizard.getByText(exchangeTexts[key].zh.replace('{{count}}', String(count)), { exact: true }).waitFor()
  const bring = async () => {
    await opened.getByRole('button', { name: exchangeTexts.menu.zh }).press('Enter')
    await page.getByRole('menuitem', { name: exchangeTexts.bring.zh }).press('Enter')
  }
  const choose = (content = file) =>
    wizard
      .locator('input[type=file]')
      .setInputFiles({ name: 'saved.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  const soundAt = async (width: number) => {
    await page.setViewportSize({ width, height: 844 })
    const broken = (await violationsOf(page, { within: '[role=dialog]' })).map(({ id, nodes }) => [
      id,
      nodes.map(({ html }) => html),
    ])
    expect(broken, `${width}`).toEqual([])
    expect(await wizard.evaluate((one) => one.scrollWidth - one.clientWidth), `${width}`).toBeLessThanOrEqual(0)
  }

  for (const call of ['latest', 'step', 'rows'])
    await routeOnce(page, `**/api/exchange/${call}`, (route) => route.abort('connectionreset'))
  await bring()
  const offline = wizard.getByRole('alert').filter({ hasText: errorTexts.offline.zh })
  const again = wizard.getByRole('button', { name: formTexts.retry.zh })
  await offline.waitFor()
  await pressByKey(again)
  await offline.waitFor({ state: 'detached' })
  await choose()
  await offline.waitFor()
  await pressByKey(button('goOn'))
  // The rows are lost in their turn, and then slow.
  await tabTo(again)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await routeOnce(page, '**/api/exchange/rows', (route) => released.then(() => route.continue()))
  await page.keyboard.press('Enter')
  await wizard.getByRole('status', { name: shellTexts.loading.zh }).waitFor()
  release()
  await row(one.label).waitFor()
  expect(await offline.count()).toBe(0)
  await wizard.getByText('文件中没有导出时的原值').first().waitFor()
  expect(await button('confirm', '0').isDisabled()).toBe(true)
  await soundAt(390)
  await soundAt(1024)
  await tabTo(row(one.label).getByRole('radio').first())
  await page.keyboard.press('ArrowRight')
  await pressByKey(button('confirmCells', '1'))
  await counted('updated', 1)
  await counted('kept', 1)
  expect([await nameOf(one), await nameOf(two)]).toEqual([`${one.label}改`, '同事改的'])
  await soundAt(390)

  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 844 })
  // One that its user has forgotten hides neither the results of others nor the way to the next.
  await compared('guide', path, 'forgotten.csv', file)
  await bring()
  await wizard.getByText(exchangeTexts.resume.zh.replace('{{file}}', 'forgotten.csv')).waitFor()
  await button('show').first().waitFor()
  await soundAt(1440)
  await choose()
  const { name } = place.app.entities.customer!.fields
  const column = wizard.getByRole('radiogroup', { name: name!.title.zh!, exact: true })
  await tabTo(column.getByRole('radio').first())
  await page.keyboard.press('ArrowRight')
  expect(await row('同事改的').getByRole('radio').last().isChecked()).toBe(true)
  await pressByKey(button('confirmCells', '1'))
  await counted('updated', 1)
  expect(await nameOf(two)).toBe(two.label)

  // A file without changes says so, with nothing to confirm and no list without rows.
  await page.keyboard.press('Escape')
  await bring()
  await choose([heads, kept.find((line) => line.includes(`"${two.label}"`))].join('\n'))
  await wizard.getByText(exchangeTexts.nothing.zh).waitFor()
  expect(await button('confirm', '0').isDisabled()).toBe(true)
  expect(await wizard.getByRole('list', { name: exchangeTexts.rows.zh }).count()).toBe(0)
})

it('the lines of a record are counted in its row, and unfold to all of them', async () => {
  const { id: guide, store } = await place.teller.account('guide')
  const address = { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 1 号' }
  const values = { name: '明细客户', mobile: '13877010088', source: 'walkIn', intent: 'A', store, guide, address }
  const request = { entity: 'customer', transition: 'create', key: randomUUID(), values }
  await place.teller.call('guide', '/api/run', request)
  const orders = '原单号,客户,主品类,进行到,合同金额,签约日期,约定交货日,已收款'
  const days = `${moment({ day: -40 })},${moment({ day: 40 })}`
  const order = `MX-1,明细客户,橱柜,"已签约，未下单",9000,${days},0`
  await written('owner', await compared('owner', '/order/Query?list=takenOver', 'orders.csv', `${orders}\n${order}\n`))

  const page = await enter(place, 'owner', 'zh', '/order/Query?list=takenOverItems')
  await page.locator('.shell-view:not([hidden])').getByRole('button', { name: exchangeTexts.menu.zh }).click()
  await page.getByRole('menuitem', { name: exchangeTexts.bring.zh }).click()
  const wizard = dialog(page)
  const goods = [
    '原单号,行号,品类,空间,名称,单位,数量,零售单价',
    'MX-1,1,橱柜,厨房,地柜,套,1,6000',
    'MX-1,2,橱柜,厨房,吊柜,套,1,不详',
    'MX-1,3,橱柜,厨房,高柜,套,1,3000',
  ]
  await dropFile(wizard.getByText(exchangeTexts.dropHere.zh), goods.join('\n'))
  const row = wizard.getByRole('list', { name: exchangeTexts.rows.zh }).locator('[data-state]')
  await row.getByText('不能导入 1、修改 1、新增 1').waitFor()
  const lines = row.locator('[data-outcome]')
  expect(await lines.count()).toBe(1)
  expect(await lines.innerText()).toContain('不详')
  await row.getByRole('button', { name: exchangeTexts.showLines.zh }).click()
  await expect.poll(() => lines.count()).toBe(3)
  expect((await lines.allInnerTexts()).map((text) => /地柜|吊柜|高柜/.exec(text)?.[0])).toEqual([
    '地柜',
    '吊柜',
    '高柜',
  ])
  await row.getByRole('button', { name: exchangeTexts.hideLines.zh }).click()
  await expect.poll(() => lines.count()).toBe(1)
})

it('a file that is too large is refused at once, with the bound that it exceeds', async () => {
  const page = await enter(place, 'guide', 'zh')
  const opened = await openScreen(page, place.app, path, 'zh')
  await opened.getByRole('button', { name: exchangeTexts.menu.zh }).click()
  await page.getByRole('menuitem', { name: exchangeTexts.bring.zh }).click()
  const wizard = dialog(page)
  const input = wizard.locator('input[type=file]')
  await wizard.getByText(/最多 10,?000 行、10 MB/).waitFor()
  let sent = 0
  page.on('request', (request) => (sent += request.url().includes('pload') ? 1 : 0))
  // Made in the page: sending it there takes seconds.
  await input.evaluate((field: HTMLInputElement, size) => {
    const chosen = new DataTransfer()
    chosen.items.add(new File([new Uint8Array(size)], 'a.csv', { type: 'text/csv' }))
    field.files = chosen.files
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }, maxBytes + 1)
  await wizard.getByRole('alert').filter({ hasText: '文件超过 10 MB' }).waitFor()
  expect(sent).toBe(0)
  const buffer = Buffer.from(`姓名\n${'甲\n'.repeat(maxRecords + 1)}`)
  await input.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
  await wizard
    .getByRole('alert')
    .filter({ hasText: `文件“a.csv”过大：最多 ${maxRecords} 行` })
    .waitFor()
  expect(sent).toBeGreaterThan(0)
})

// Tests that closing a tab with a half-filled form needs an answer, and that only this answer
// discards input.
import { expect, it } from 'vitest'
import { go, lists, menuItem, rows, useSite } from './site'

const site = useSite('dist')
const { app, open, addressOf } = site
const list = lists[0]!
const form = Object.values(app.screens).find(
  (screen) => screen.kind === 'form' && !screen.hideInMenu && !screen.signInTo,
)!

const firstInput = '.shell-view:not([hidden]) input:not([role=combobox]):not([type=radio])'

it('keeps what was typed where the view is replaced, and offers it no more once it was given up', async () => {
  const page = await open(form.path)
  const input = page.locator(firstInput).first()
  const tab = page.locator('.shell-tab-on')
  await input.fill('half filled')
  await page.locator('.shell-tab-mark').waitFor()
  await input.evaluate((element) => element.setAttribute('data-former', ''))
  await tab.click({ button: 'right' })
  await menuItem(page, '刷新').click()
  await page.locator('[data-former]').waitFor({ state: 'detached' })
  await expect.poll(() => input.inputValue()).toBe('half filled')
  await tab.locator('button').click()
  await page.getByRole('button', { name: '放弃并关闭' }).click()
  await expect.poll(() => addressOf(page)).not.toBe(form.path)
  await go(page, form.path)
  await input.waitFor()
  expect(await input.inputValue()).toBe('')
})

it('leaves a form for another tab only when the others may be closed', async () => {
  const page = await open(list.path)
  await page.waitForSelector(rows)
  await page.goto(site.served.address + form.path)
  const input = page.locator(firstInput).first()
  await input.fill('half filled')
  await page.locator('.shell-tab-mark').waitFor()
  for (const [answer, address] of [
    ['继续填写', form.path],
    ['放弃并关闭', list.path],
  ] as const) {
    await page.locator('.shell-tab', { hasText: list.title.zh! }).click({ button: 'right' })
    await page.getByText('关闭其他').click()
    await page.getByRole('button', { name: answer }).click()
    await expect.poll(() => addressOf(page)).toBe(address)
  }
  await expect.poll(() => page.locator('.shell-tab:has(button)').allInnerTexts()).toEqual([list.title.zh!])
})

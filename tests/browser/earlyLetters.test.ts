// Tests that what is typed while the command palette still loads is in its input once it is open.
import { expect, it } from 'vitest'
import { lists, rows, useSite } from './site'

const site = useSite('dist')

it('keeps the letters that come before the palette is there', async () => {
  let release = () => {}
  const typed = new Promise<void>((resolve) => (release = resolve))
  const page = await site.open(lists[0]!.path, {
    before: (opened) =>
      opened.route(/CommandPalette/, async (route) => {
        await typed
        await route.continue()
      }),
  })
  await page.waitForSelector(rows)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('139x')
  await page.keyboard.press('Backspace')
  release()
  const input = page.locator('.shell-finder').getByRole('combobox')
  await expect.poll(() => input.inputValue()).toBe('139')
  await input.pressSequentially('0')
  expect(await input.inputValue()).toBe('1390')
  await page.keyboard.press('Escape')
  await input.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox')
  expect(await input.inputValue()).toBe('')
})

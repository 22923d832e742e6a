// Does the page stay at a half-filled form until its user has answered whether to close it?
import { expect, it } from 'vitest'
import { lists, rows, useStage } from './stage'

const stage = useStage('dist')
const { app, open, addressOf } = stage
const list = lists[0]!
const form = Object.values(app.screens).find(
  (screen) => screen.kind === 'form' && !screen.hideInMenu && !screen.signInTo,
)!

it('leaves a form for another tab only when the others may be closed', async () => {
  const page = await open(list.path)
  await page.waitForSelector(rows)
  await page.goto(stage.served.address + form.path)
  const input = page.locator('.shell-view:not([hidden]) input:not([role=combobox]):not([type=radio])').first()
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

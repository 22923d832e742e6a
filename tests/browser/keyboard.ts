// Moves through a page as without a mouse.
import type { Locator } from 'playwright-core'

const mostPresses = 60

/** Goes to an element from where the focus is, by Tab alone. */
export async function tabTo(target: Locator): Promise<void> {
  const page = target.page()
  await target.waitFor()
  for (let presses = 0; presses < mostPresses; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no focus: ${target}`)
}

/** Presses a button of a dialog or page that Tab leads to. */
export async function pressByKey(button: Locator): Promise<void> {
  await tabTo(button)
  await button.page().keyboard.press('Enter')
}

// Tests when the parts of an address are judged, in the built page over the fixture.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lists, useSite } from './site'
import { dialog } from './visitor'

const site = useSite(join(import.meta.dirname, '../../dist'))
const { app, open } = site

/** A form above a list that asks for an address at once. */
const [screen, action, name] = lists
  .flatMap((list) =>
    list.actions
      .filter(({ place }) => place === 'toolbar')
      .flatMap((one) => {
        const { form } = app.entities[one.entity]!.transitions[one.transition]!
        const { fields } = app.entities[one.entity]!
        return form
          .filter(({ field, readOnly, visibleWhen }) => !readOnly && !visibleWhen && fields[field]?.type === 'address')
          .map(({ field }) => [list, one, field] as const)
      }),
  )
  .at(0)!

it('an address is judged when all of it is left, and marks the part that is missing', async () => {
  const page = await open(screen.path)
  await page.locator('header').getByRole('button', { name: action.title.zh!, exact: true }).click()
  const row = dialog(page).locator(`[data-ask="${name}"]`)
  const [province, detail] = [row.getByRole('combobox').first(), row.getByRole('textbox').last()]
  await province.click()
  for (const part of ['浙江省', '杭州市', '西湖区']) {
    await page.keyboard.type(part)
    await page.keyboard.press('Tab')
  }
  await expect.poll(() => detail.evaluate((input) => input === document.activeElement)).toBe(true)
  // Timers of one length end in their order: what the page does after a part was left is done.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 250)))
  const message = row.getByRole('alert')
  expect(await message.count()).toBe(0)
  await page.keyboard.press('Tab')
  await message.waitFor()
  expect(await row.getByRole('group').getByRole('alert').count(), 'at its inputs, above the search of the map').toBe(1)
  expect(await detail.evaluate((input) => input.closest('[class*="status-error"]') !== null)).toBe(true)
})

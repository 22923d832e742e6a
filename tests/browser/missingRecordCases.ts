// A record that is missing among the options of a form: created over the form, by keyboard alone.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { codes } from '../../src/protocol/envelope'
import { recentOptionsName } from '../../src/protocol/screenCalls'
import { formTexts } from '../pageTexts'
import type { usePlace } from './usePlace'
import { dialog, giveUp, pressAbove, view } from './visitor'

export function describeMissingRecord(place: ReturnType<typeof usePlace>, page: () => Page): void {
  it('a missing record is created over the form by keyboard, and taken into it; given up, it gives the words back', async () => {
    const guide = page()
    const titleOf = (entity: string) => place.app.entities[entity]!.transitions.create!.title.zh!
    const screen = '/customer/Subscribe'
    const asked = (field: string) => dialog(guide).locator(`[data-ask="${field}"]`)
    const isFocused = (field: string) => expect.poll(() => asked(field).locator(':focus').count()).toBe(1)
    const name = '王新来'
    // Until the list is read, the entry cannot be taken.
    const entry = guide.locator('.ant-select-item-option-active:not(.ant-select-item-option-disabled):visible')
    const labelled = formTexts.createOptionNamed.zh
      .replace('{{action}}', titleOf('customer'))
      .replace('{{words}}', name)
    const dialogs = guide.locator('.ant-modal:visible')
    const open = async () => {
      await expect.poll(() => entry.innerText()).toBe(labelled)
      await guide.keyboard.press('Enter')
      await expect.poll(() => dialogs.count()).toBe(2)
      // A dialog that is drawn beside another is behind it where that one has opened from a drawer.
      const levels = () =>
        guide
          .locator('.ant-modal-wrap:visible')
          .evaluateAll((wraps) => wraps.map((wrap) => Number(getComputedStyle(wrap).zIndex)))
      await expect.poll(async () => Math.sign((await levels())[1]! - (await levels())[0]!)).toBe(1)
      // What is below is darkened once, by the uppermost dialog.
      const masks = await guide
        .locator('.ant-modal-mask:visible')
        .evaluateAll((all) => all.map((mask) => getComputedStyle(mask).backgroundColor))
      expect([masks[0], masks.length]).toEqual(['rgba(0, 0, 0, 0)', 2])
      expect(masks[1]).not.toBe(masks[0])
      await expect.poll(() => asked('name').locator('input').inputValue()).toBe(name)
    }
    const mine = (await place.rowsOf('guide', '/customer/CustomerList')).filter(({ state }) => state === 'following')
    const recent = mine.slice(-2)
    const preference = { name: recentOptionsName, value: { customer: [999_999, ...recent.map(({ id }) => id)] } }
    expect((await place.teller.call('guide', '/api/preference', preference)).code).toBe(codes.success)
    await guide.goto(place.address + screen)
    await pressAbove(view(guide, screen), titleOf('order'))
    await dialog(guide).waitFor()
    await asked('customer').getByRole('combobox').click()
    const list = guide.locator('.ant-select-dropdown:visible')
    await list.getByText(formTexts.recentOptions.zh, { exact: true }).waitFor()
    const labels = () =>
      list.locator('.ant-select-item-option').evaluateAll((all) => all.map((option) => option.getAttribute('title')))
    const recentLabels = recent.map(({ label }) => label)
    expect((await labels()).slice(0, 2)).toEqual(recentLabels)
    expect((await labels()).slice(2)).not.toContain(recentLabels[0])
    await guide.keyboard.press('ArrowDown')
    await guide.keyboard.press('Enter')
    await expect.poll(() => asked('customer').locator('.ant-select-selection-item').innerText()).toBe(recentLabels[1])
    await asked('address').locator('input').last().fill('文三路 1 号')
    await asked('customer').locator('.ant-select').click()
    await guide.keyboard.type(name)
    await open()
    await guide.keyboard.press('Escape')
    await expect.poll(() => dialogs.count()).toBe(1)
    await isFocused('customer')
    expect(await asked('customer').getByRole('combobox').inputValue()).toBe(name)
    await guide.keyboard.press('ArrowDown')
    await open()
    // Where the focus is while the upper dialog opens, on a slow machine.
    await dialogs.first().locator('[data-ask="customer"]').getByRole('combobox').focus()
    await guide.keyboard.press('Escape')
    await expect.poll(() => dialogs.count()).toBe(1)
    await isFocused('customer')
    for (const words of ['', name]) await asked('customer').getByRole('combobox').fill(words)
    await open()
    await asked('mobile').locator('input').fill('13900007788')
    await asked('source').getByRole('combobox').click()
    await guide.keyboard.press('Enter')
    await guide.keyboard.press('Control+Enter')
    await expect.poll(() => dialogs.count()).toBe(1)
    await expect.poll(() => asked('customer').locator('.ant-select-selection-item').innerText()).toBe(name)
    await isFocused('customer')
    expect(await asked('address').locator('input').last().inputValue()).toBe('文三路 1 号')
    await giveUp(guide)

    // The filter of the list begins with them too, and keeps what is chosen in it.
    const title = place.app.entities.appointment!.fields.customer!.title.zh!
    await view(guide, screen).getByRole('combobox', { name: title, exact: true }).click()
    await list.getByText(formTexts.recentOptions.zh, { exact: true }).waitFor()
    const before = await labels()
    expect(before.slice(0, 2)).toEqual(recentLabels)
    const remembered = guide.waitForRequest((request) => request.url().endsWith('/api/preference'))
    await list.locator('.ant-select-item-option').nth(2).click()
    const { value } = (await remembered).postDataJSON() as { value: { customer: number[] } }
    expect(value.customer.slice(-2)).toEqual(recent.map(({ id }) => id))
    expect(await labels(), 'in the open list').toEqual(before)
    await guide.keyboard.press('Escape')
  })
}

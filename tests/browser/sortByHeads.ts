// Sorts a list by the heads of its columns as a person does: one, behind others, from the menu, and fast.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { listTexts } from '../pageTexts'

/** Leaves the list sorted by two columns. */
export async function sortByHeads(page: Page, list: Locator): Promise<void> {
  const head = list.locator('.list-panel thead th').nth(1)
  const { width, height } = (await head.boundingBox())!
  await head.click({ position: { x: width - 16, y: height - 6 } })
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending')
  const buttons = list.locator('.list-panel thead .table-sort')
  const ranks = () => list.locator('.list-panel thead .table-sort sup').allInnerTexts()
  const sorted = () => new URL(page.url()).searchParams.get('sort')?.replace(/[a-zA-Z.]+/g, '') ?? ''
  await buttons.nth(1).click({ modifiers: ['Shift'] })
  await expect.poll(ranks).toEqual(['1', '2'])
  await buttons.nth(1).press('Shift+Enter')
  await expect.poll(sorted).toBe(',-')
  const menu = list.locator('.list-panel thead .table-head-menu').nth(2)
  await menu.press('Enter')
  const entry = page.getByRole('menuitem', { name: new RegExp(listTexts.sortDownAlso.zh.replace('{{title}}', '.+')) })
  await entry.press('Enter')
  await entry.waitFor({ state: 'hidden' })
  expect(await menu.evaluate((button) => button === document.activeElement), 'the button has the focus again').toBe(
    true,
  )
  await expect.poll(ranks).toEqual(['1', '2', '3'])
  expect(sorted()).toBe(',-,-')
  await buttons.nth(1).click()
  await expect.poll(ranks).toEqual([])
  // Faster than the page can render the first of them, let alone the rows.
  await list.locator('.list-panel thead').evaluate((row) => {
    const [first, second] = row.querySelectorAll('.table-sort')
    for (const button of [first, first]) button?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    second?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }))
  })
  await expect.poll(ranks, { message: 'each press builds on the one before' }).toEqual(['1', '2'])
  expect(sorted()).toBe('-,')
}

// What does a reminder above a list show of its records?
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { envelope } from '../ui/fixture'
import { lists, rows, type Site } from './site'

export function describeReminder(site: Site): void {
  describe('a reminder above a list', () => {
    const { path, blocks } = lists.find(({ blocks: [first, ...others] }) => {
      const types = first?.kind === 'reminder' && others.length === 0 && first.columns?.map(({ type }) => type)
      return types && types.length === 5 && types.includes('datetime')
    })!
    const moment = blocks[0]!.columns!.find(({ type }) => type === 'datetime')!
    const card = (page: Page) => page.locator('.shell-view:not([hidden]) .list-reminder')

    it('shows three records, counts them all, and shows the others on request', async () => {
      const page = await site.open(path)
      await card(page).locator('li').nth(2).waitFor()
      expect(await card(page).locator('li').count()).toBe(3)
      expect(await card(page).locator('header').innerText()).toMatch(new RegExp(`${blocks[0]!.title!.zh!}\\s*5`))
      await card(page).getByRole('button', { name: '查看全部 5 条' }).click()
      await expect.poll(() => card(page).locator('li').count()).toBe(5)
      const moments = card(page).locator('li > div > span', { hasText: moment.title.zh! })
      const isCut = await moments.evaluateAll((all) => all.map((one) => one.scrollWidth > one.clientWidth))
      expect(isCut).toEqual(Array(5).fill(false))
      await page.setViewportSize({ width: 390, height: 844 })
      await expect.poll(() => card(page).locator('li').count()).toBe(0)
      await card(page).locator('[aria-expanded="false"]').click()
      const facts = card(page).locator('li').first().locator('div')
      await expect.poll(() => facts.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThan(2)
    })

    it('is not drawn without records', async () => {
      const page = await site.open(path, {
        before: async () =>
          site.fixture.once('/api/dashboard', () =>
            envelope({ blocks: [{ block: 'reminder', rows: [], total: { count: 0, more: false } }] }),
          ),
      })
      await page.waitForSelector(rows)
      await expect.poll(() => page.locator('.shell-view:not([hidden]) .list-blocks').count()).toBe(1)
      await expect.poll(() => site.fixture.calls.filter((call) => call.path === '/api/dashboard').length).toBe(1)
      await page.locator('.list-blocks [data-waiting]').waitFor({ state: 'detached' })
      expect(await card(page).count()).toBe(0)
      await expect.poll(() => page.locator('.shell-view:not([hidden]) .list-blocks').isVisible()).toBe(false)
    })
  })
}

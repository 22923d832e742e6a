// How an account arranges its home page: order, hidden cards, and cards added from other screens.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { ListAnswer } from '../../src/protocol/calls'
import type { BlockData, DashboardAnswer } from '../../src/protocol/reportCalls'
import type { ScreenAnswer } from '../../src/protocol/screenCalls'
import { arrangeTexts } from '../pageTexts'
import { violationsOf } from './axe'
import { leavePage } from './handedOn'
import type { usePlace } from './usePlace'
import { enter, view } from './visitor'

/** Figures, charts and a saved view come and go, and are there at the next sign-in. */
export function arrangementCases(place: ReturnType<typeof usePlace>): void {
  const home = '/dashboard'
  const titles = (page: Page) =>
    view(page, home)
      .locator('section[aria-label]:has(> h2)')
      .evaluateAll((sections) => sections.map((section) => section.getAttribute('aria-label')!))
  const turn = (page: Page) => view(page, home).locator('header + div .ant-btn').last().click()
  const cards = (page: Page) => view(page, home).locator('section[data-card]')
  const labels = (page: Page) =>
    cards(page).evaluateAll((found) => found.map((card) => card.getAttribute('aria-label')!))
  /** The arrangement is stored with these words. */
  const stored = (page: Page, words: string) =>
    page.waitForResponse((answer) => {
      const sent = answer.request().postData()
      return answer.url().endsWith('/api/preference') && sent!.includes(home) && sent!.includes(words)
    })
  const button = (page: Page, text: { zh: string }, title: string) =>
    view(page, home).getByRole('button', { name: text.zh.replace('{{title}}', title), exact: true })

  it('is kept for the next sign-in, and the standard is back with one press', async () => {
    const saved = { title: '大额收款', screen: '/customer/Examine', query: 'sort=-amount', choice: {} }
    await place.teller.call('finance', '/api/preference', { name: 'view:large', value: saved })
    const page = await enter(place, 'finance')
    await expect.poll(async () => (await titles(page)).length).toBeGreaterThan(2)
    const standard = await titles(page)
    await turn(page)
    // A card without content is there too while cards are arranged.
    const [first, ...others] = await labels(page)
    await button(page, arrangeTexts.down, first!).focus()
    for (const after of [1, 2]) {
      await page.keyboard.press('Enter')
      await expect.poll(async () => (await labels(page)).indexOf(first!)).toBe(after)
    }
    const hidden = standard.at(-1)!
    await button(page, arrangeTexts.hide, hidden).click()
    await button(page, arrangeTexts.show, hidden).waitFor()
    const { data } = await place.teller.call<ScreenAnswer>('finance', '/api/screen', { path: home })
    const offers = ['figures', 'charts'].map((kind) => data.offeredBlocks!.find((offer) => offer.kind === kind)!)
    const added = offers.map(({ title }) => title.zh!)
    for (const title of added) await button(page, arrangeTexts.add, title).click()
    await cards(page).last().locator('svg text').first().waitFor()
    const kept = stored(page, 'view:large')
    const entire = place.app.screens['/customer/AuditEarnest']!
    for (const title of [entire.title.zh!, saved.title]) {
      await view(page, home).getByRole('combobox', { name: arrangeTexts.addList.zh }).fill(title)
      await page.keyboard.press('Enter')
      await expect.poll(() => labels(page)).toContain(title)
      added.push(title)
    }
    await kept
    expect(await labels(page)).toEqual(expect.arrayContaining(added))
    const violations = await violationsOf(page, { within: '.shell-view:not([hidden])' })
    expect(violations.map(({ id, nodes }) => [id, nodes[0]!.html])).toEqual([])
    await turn(page)
    const order = [...others.slice(0, 2), first!, ...others.slice(2)]
    const arranged = [...order.filter((title) => title !== hidden && standard.includes(title)), ...added]
    expect(arranged[0]).not.toBe(first)
    await expect.poll(() => titles(page)).toEqual(arranged)
    await page.reload()
    await expect.poll(() => titles(page)).toEqual(arranged)
    await leavePage(page)

    const again = await enter(place, 'finance')
    await expect.poll(() => titles(again)).toEqual(arranged)
    const { blocks } = (
      await place.teller.call<DashboardAnswer>('finance', '/api/dashboard', { screen: offers[0]!.screen })
    ).data
    const { values } = blocks.find(({ block }) => block === 'figures') as BlockData & { block: 'figures' }
    const figures = view(again, home).getByRole('region', { name: added[0]!, exact: true }).locator('dd')
    const numbers = async () => (await figures.allInnerTexts()).map((text) => text.replace(/[^\d.-]/g, ''))
    await expect.poll(numbers).toEqual(values)
    const list = { screen: saved.screen, sort: { field: 'amount', descending: true }, size: 5 }
    const largest = await place.teller.call<ListAnswer>('finance', '/api/list', {
      ...list,
      want: { rows: true, total: 'capped' },
    })
    const large = view(again, home).getByRole('region', { name: saved.title, exact: true })
    await expect
      .poll(() => large.locator('li[data-row]').evaluateAll((rows) => rows.map((row) => Number(row.dataset.row))))
      .toEqual(largest.data.rows!.map(({ id }) => id))
    const head = large.locator('h2 a')
    expect(await head.innerText()).toBe(`${saved.title}\n${largest.data.total!.count}`)
    expect(await head.getAttribute('href')).toBe(`${saved.screen}?${saved.query}&view=large`)
    const request = { screen: entire.path, want: { total: 'capped' } }
    const { total } = (await place.teller.call<ListAnswer>('finance', '/api/list', request)).data
    const link = view(again, home).locator(`h2 a[href="${entire.path}?view=0"]`)
    expect(await link.innerText(), 'leads to all that are counted').toBe(`${entire.title.zh}\n${total!.count}`)
    // A view that has gone takes its card along.
    await place.teller.call('finance', '/api/preference', { name: 'view:large', value: null })
    await again.reload()
    added.pop()
    await expect.poll(() => titles(again)).toEqual(arranged.slice(0, -1))
    await turn(again)
    await button(again, arrangeTexts.remove, added[1]!).click()
    await button(again, arrangeTexts.add, added[1]!).waitFor()
    // Both ends of the drag are in sight, whatever number of cards the role has.
    await again.setViewportSize({ width: 1440, height: 3000 })
    await cards(again)
      .last()
      .dragTo(cards(again).first(), { targetPosition: { x: 20, y: 8 } })
    await expect.poll(() => cards(again).first().getAttribute('aria-label')).toBe(added.at(-1))
    const standardButton = view(again, home).getByRole('button', { name: arrangeTexts.standard.zh })
    const reset = stored(again, 'null')
    await standardButton.click()
    await reset
    await expect.poll(() => standardButton.isDisabled()).toBe(true)
    await turn(again)
    await expect.poll(() => titles(again)).toEqual(standard)
    await leavePage(again)
  })
}

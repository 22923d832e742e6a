// Tests that closing a tab with a half-filled form needs an answer, and that only this answer discards input;
// and that all tabs are reached where they do not fit, and stay where a person pinned them.
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { createFixture } from '../ui/fixture'
import { keepToItself } from './handedOn'
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
    await page.getByRole('button', { name: answer }).waitFor()
    // The palette does not open behind the question.
    await page.keyboard.press('Control+k')
    await page.getByRole('button', { name: answer }).click()
    await expect.poll(() => addressOf(page)).toBe(address)
  }
  await expect.poll(() => page.locator('.shell-tab:has(button)').allInnerTexts()).toEqual([list.title.zh!])
  await page.keyboard.press('Control+k')
  await page.locator('.shell-finder').getByRole('combobox').waitFor()
})

it('scrolls tabs that do not fit, lists all in a menu, and keeps those that a person pins in every browser', async () => {
  const page = await open(list.path, { viewport: { width: 390, height: 700 } })
  const shown = page.locator('.shell-tab-on')
  const [back, on] = ['向前滚动标签', '向后滚动标签'].map((name) => page.getByRole('button', { name }))
  await expect.poll(() => on!.getAttribute('aria-disabled')).toBe('true')
  const inView = () => shown.evaluate((tab) => tab.getBoundingClientRect().left < tab.parentElement!.clientWidth)
  /** Presses an arrow until nothing is hidden on its side; then it does nothing more. */
  const scroll = (arrow: Locator) =>
    expect
      .poll(async () => {
        await arrow.click({ force: true })
        return arrow.getAttribute('aria-disabled')
      })
      .toBe('true')
  await scroll(back!)
  expect(await inView()).toBe(false)
  await scroll(on!)
  expect(await inView()).toBe(true)

  const all = page.getByRole('button', { name: '全部已打开的页面' })
  await all.press('Enter')
  await menuItem(page, list.title.zh!).waitFor()
  expect(await menuItem(page, '').allInnerTexts()).toEqual([
    ...(await page.locator('.shell-tab').allInnerTexts()),
    ...['刷新', '固定标签', '关闭当前', '关闭其他', '关闭全部'],
  ])
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowUp')
      return page.evaluate(() => document.activeElement?.textContent)
    })
    .toBe('固定标签')
  const stored = page.waitForResponse(/api\/preference/)
  // The last arrow may have moved the focus on meanwhile.
  await menuItem(page, '固定标签').press('Enter')
  await shown.locator('.shell-tab-pin').waitFor()
  await stored
  await page.setViewportSize({ width: 1_440, height: 700 })
  await on!.waitFor({ state: 'detached' })

  const elsewhere = await open(app.product.homeScreen, { reducedMotion: 'reduce' })
  const there = elsewhere.locator('.shell-tab', { hasText: list.title.zh! })
  await there.click({ button: 'right' })
  await menuItem(elsewhere, '关闭全部').waitFor()
  expect(await menuItem(elsewhere, '关闭当前').getAttribute('aria-disabled')).toBe('true')
  await menuItem(elsewhere, '取消固定').click()
  await there.locator('button').click()
  await there.waitFor({ state: 'detached' })
  await elsewhere
    .locator('.shell-tab', { has: elsewhere.locator('.shell-tab-pin') })
    .last()
    .click({ button: 'right' })
  expect(await menuItem(elsewhere, '取消固定').getAttribute('aria-disabled')).toBe('true')
})

it('names the modules of two screens with one title while both are open', async () => {
  const screens = Object.values(app.screens).filter(({ kind, layout }) => kind === 'list' && layout === 'main')
  const [one, other] = screens.flatMap((screen) => {
    const twin = screens.find(({ title, path }) => title.zh === screen.title.zh && path !== screen.path)
    return twin && twin.module !== screen.module ? [screen, twin] : []
  })
  const moduleOf = ({ module }: typeof one & object) => app.modules[module]!.title.zh!
  const page = await open(one!.path)
  const names = () => page.locator('.shell-tab:has(button) a').allInnerTexts()
  await expect.poll(names).toEqual([one!.title.zh!])
  await go(page, other!.path)
  await expect.poll(names).toEqual([one!, other!].map((screen) => `${screen.title.zh} · ${moduleOf(screen)}`))
})

it('asks for what draws a form beside the call for its screen', async () => {
  const page = await open(list.path, {
    // Never at rest: nothing comes by itself.
    before: (opened) => keepToItself(opened).addInitScript(() => void (window.requestIdleCallback = () => 0)),
  })
  await page.waitForSelector(rows)
  // The browser keeps a limited number of entries of what it loaded.
  await page.evaluate(() => performance.setResourceTimingBufferSize(10_000))
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  site.fixture.once('/api/screen', async (call) => {
    await answered
    return createFixture(app, 1).transport(call)
  })
  await go(page, form.path)
  await expect
    .poll(() =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /\/forms-[^/]*\.js/.test(name))),
    )
    .toBe(true)
  expect(await page.locator('[data-ask]').count()).toBe(0)
  answer()
  await page.locator('[data-ask]').first().waitFor()
})

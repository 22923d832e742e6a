// Tests forms of the built page over the fixture:
// loading time, positions of dialogs and tabs, and drafts that survive their tab.
import { formTexts } from '../pageTexts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { maxMountedTabs } from '../../src/client/navigation/tabs'
import { createFixture, envelope } from '../ui/fixture'
import { keepToItself } from './handedOn'
import { go, lists, menuItem, rows, useSite } from './site'
import { openLongForm } from './longForm'
import { closeByBack, dialog, followLink } from './visitor'

const site = useSite(join(import.meta.dirname, '../../dist'))
const { app, open, addressOf } = site

const [first, second, third] = [lists[0]!, lists[1]!, lists.find(({ module }) => module !== lists[0]!.module)!]
const marking = Object.values(app.screens).find(
  ({ kind, batchActions: batch, signInTo: autoLogin }) => kind === 'list' && batch.length > 0 && !autoLogin,
)!
const home = app.product.homeScreen
const pinned = Object.values(app.screens).filter((screen) => screen.pinnedTab)

const tab = (page: Page, name: string) => page.locator('.shell-tab', { hasText: name })
/** The tabs that can be closed. */
const tabs = (page: Page) => page.locator('.shell-tab:has(button)').allInnerTexts()
/** A list above which a form with a plain text input opens. */
const [screen, action, asked] = lists
  .flatMap((list) =>
    list.actions
      .filter(({ place }) => place === 'toolbar')
      .map((found) => {
        const transition = app.entities[found.entity]!.transitions[found.transition]!
        const input = transition.form.find(
          ({ field, input: extra, readOnly, visibleWhen }) =>
            !extra && !readOnly && !visibleWhen && app.entities[found.entity]!.fields[field]?.type === 'string',
        )
        return [list, found, input?.field] as const
      }),
  )
  .find(([, , field]) => field !== undefined)!

async function openForm(page: Page) {
  await page.waitForSelector(rows)
  await page.locator('header').getByRole('button', { name: action.title.zh!, exact: true }).click()
  await dialog(page).locator('[data-ask]').first().waitFor()
  return dialog(page).locator(`[data-ask="${asked!}"] input`)
}
const offered = (page: Page) => dialog(page).getByText(formTexts.restored.zh)

describe('a form that was half filled in when its tab was closed', () => {
  it('is offered in the next tab with what was typed, and is gone once it was given up', async () => {
    const page = await open(screen.path)
    const input = await openForm(page)
    expect(await offered(page).count()).toBe(0)
    // In one go, as from the clipboard: there is no second key that would store the first.
    await input.fill('半途之名')
    await page.close()

    const next = await page.context().newPage()
    await next.goto(site.served.address + screen.path)
    const again = await openForm(next)
    await offered(next).waitFor()
    await closeByBack(next)
    expect(await (await openForm(next)).inputValue()).toBe('半途之名')
    const stored = await next.evaluate(() => JSON.stringify({ ...localStorage }))
    expect(stored).toContain('sealed:')
    expect(stored).not.toContain('半途之名')
    await dialog(next).getByRole('button', { name: formTexts.startAnew.zh }).click()
    await expect.poll(() => again.inputValue()).toBe('')
    await expect.poll(() => next.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('sealed:')
    expect(site.errors).toEqual([])
  })

  it('is not there any more when the rights of the account have changed, in the same tab neither', async () => {
    const page = await open(screen.path)
    await (await openForm(page)).fill('半途之名')
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('sealed:')
    site.fixture.once('/api/boot', async (call) => {
      const { data } = (await createFixture(app, 1).transport(call)).body as { data: object }
      return envelope({ ...data, draftKey: 'cd'.repeat(32) })
    })
    page.on('dialog', (asking) => void asking.accept())
    await page.reload()
    expect(await (await openForm(page)).inputValue()).toBe('')
    const left = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(left).not.toMatch(/sealed:draft|半途之名/)
  })
})

describe('what makes a form', () => {
  it('is asked for when the pointer or the focus reaches a button that opens one', async () => {
    // Nothing comes by itself: never at rest, and no inputs of the search without the first records.
    const before = async (opened: Page) => {
      await keepToItself(opened).addInitScript(() => void (window.requestIdleCallback = () => 0))
      await opened.route('**/api/list', () => undefined)
    }
    for (const reach of ['hover', 'focus'] as const) {
      const page = await open(screen.path, { before })
      const button = page.locator('header').getByRole('button', { name: action.title.zh!, exact: true })
      await button.waitFor()
      const loaded = () =>
        page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /\/forms-[^/]*\.js/.test(name)))
      expect(await loaded()).toBe(false)
      await button[reach]()
      await expect.poll(loaded).toBe(true)
    }
  })
})

it('an open menu gives its button the focus, on Escape and when the palette covers the page', async () => {
  const page = await open(lists.find(({ actions }) => actions.some(({ transition }) => transition === 'freeze'))!.path)
  await page.waitForSelector(rows)
  // As in a browser that focuses no button that is clicked.
  await page.evaluate(() => addEventListener('mousedown', (event) => event.preventDefault(), true))
  const menu = page.locator('.ant-dropdown:not(.ant-dropdown-hidden)')
  const palette = page.locator('.shell-finder')
  for (const button of [page.locator(`${rows} .table-action-more`).first(), page.locator('.shell-account')]) {
    const isFocused = () => button.evaluate((element) => element === document.activeElement)
    await button.click()
    await menu.waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(isFocused).toBe(true)
    await menu.waitFor({ state: 'hidden' })
    await button.press('Enter')
    await menu.waitFor()
    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox').waitFor()
    expect(await menu.count()).toBe(0)
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'hidden' })
    await expect.poll(isFocused).toBe(true)
  }
  expect(site.errors).toEqual([])
})

describe('the sentence of a transition before it runs', () => {
  const named = (name: string) => app.entities.creditLine!.transitions[name]!

  it('stands above the remark that the dialog asks for', async () => {
    const { confirmMessage, note } = named('freeze')
    expect(note).toBe('required')
    const list = lists.find(({ actions }) => actions.some(({ transition }) => transition === 'freeze'))!
    const page = await open(list.path)
    await page.waitForSelector(rows)
    await page.locator(`${rows} .table-action-more`).first().click()
    await page.getByRole('menuitem', { name: named('freeze').title.zh!, exact: true }).click()
    const sentence = dialog(page).getByText(confirmMessage!.zh!)
    await sentence.waitFor()
    const [above, below] = [await sentence.boundingBox(), await dialog(page).locator('textarea').boundingBox()]
    expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y)
    expect(site.errors).toEqual([])
  })

  it('stands before a run on several records too', async () => {
    const list = Object.values(app.screens).find(({ entity, batchActions }) =>
      batchActions.some(({ transition }) => app.entities[entity!]!.transitions[transition]!.confirmMessage),
    )!
    const transition = app.entities[list.entity!]!.transitions[list.batchActions[0]!.transition]!
    const page = await open(list.path)
    await page.waitForSelector(rows)
    for (let row = 0; row < 6; row += 1) await page.locator(`${rows} >> nth=${row} >> input[type=checkbox]`).check()
    const bar = page.getByRole('toolbar', { name: '已选 6 条' })
    await bar.getByRole('button', { name: transition.title.zh! }).click()
    await dialog(page).getByText(transition.confirmMessage!.zh!).waitFor()
    expect(await dialog(page).innerText()).toMatch(/[2-6] 条记录/)
    expect(site.errors).toEqual([])
  })
})

it('a run on several records names first who is refused and why, goes on with the rest, and exports the outcome', async () => {
  const page = await open(marking.path)
  await page.waitForSelector(rows)
  for (let row = 0; row < 4; row += 1) await page.locator(`${rows} >> nth=${row} >> input[type=checkbox]`).check()
  const { title } = app.entities[marking.entity!]!.transitions[marking.batchActions[0]!.transition]!
  const bodies = () =>
    site.fixture.calls
      .filter(({ path }) => path === '/api/batch')
      .map(({ body }) => body as { dryRun?: boolean; records: { id: number }[] })
  site.fixture.once('/api/batch', ({ body }) => {
    const [{ id }] = (body as { records: [{ id: number }] }).records
    return envelope({ done: 3, refused: [{ id, label: '沈明辉', key: 'state_not_allowed', message: '已经读过' }] })
  })
  await page.locator('.list-selection').getByRole('button', { name: title.zh! }).first().click()
  await dialog(page).getByRole('button', { name: title.zh!, exact: true }).click()
  await dialog(page).getByText('3 条可以执行，1 条不能执行').waitFor()
  expect(await dialog(page).getByRole('list', { name: '未执行的记录' }).innerText()).toMatch(/沈明辉\s+已经读过/)
  expect(bodies().map(({ dryRun }) => dryRun)).toEqual([true])
  await dialog(page).getByRole('button', { name: '执行其余 3 条' }).click()
  await dialog(page).getByRole('button', { name: '导出结果' }).waitFor()
  // The pressed button is gone: the focus stays in the dialog, where Escape closes it.
  const isInside = () => page.evaluate(() => document.activeElement!.closest('.ant-modal-wrap') !== null)
  await expect.poll(isInside).toBe(true)
  const saved = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: '导出结果' }).click()
  const [asked, sent] = bodies()
  expect(sent).toMatchObject({ records: asked!.records.slice(1) })
  expect(sent!.dryRun).toBeUndefined()
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines).toHaveLength(5)
  expect(lines).toContain('沈明辉,未执行,已经读过')
  expect(site.errors).toEqual([])
})

describe('a form of many inputs', () => {
  const openLong = (count: number, required: number) =>
    openLongForm(site, { screen, action, field: asked! }, count, required)

  it('has its labels at once, an input out of sight when the browser rests, and one with an error before', async () => {
    const { page, inputs, rest, submit, hasFocus } = await openLong(60, 50)
    expect(await dialog(page).locator('[data-ask^="many"] label').count()).toBe(60)
    expect(await inputs.count()).toBe(24)
    await submit()
    await expect.poll(() => hasFocus('many50')).toBe(true)
    expect(await inputs.count()).toBe(25)
    const wrong = dialog(page).getByLabel('many50')
    await page.keyboard.type('Mended')
    await expect.poll(() => wrong.inputValue()).toBe('Mended')
    await expect.poll(async () => (await rest(), inputs.count())).toBe(60)
    await dialog(page).getByLabel('many59').fill('Last')
    expect(await wrong.evaluate((input) => input.isConnected)).toBe(true)
  })

  it('draws a section with an error at once, all for Tab, and lays out what is in sight', async () => {
    const { page, inputs, submit, hasFocus } = await openLong(200, 150)
    expect(await dialog(page).locator('[data-ask^="many"] label').count()).toBe(40)
    await submit()
    await expect.poll(() => hasFocus('many150')).toBe(true)
    expect(await inputs.count()).toBe(25)
    await page.keyboard.press('Tab')
    expect(await hasFocus('many151')).toBe(true)
    expect(await inputs.count()).toBe(200)
    const isLaidOut = (name: string) =>
      dialog(page)
        .locator(`[data-ask="${name}"] input`)
        .evaluate((input) => input.checkVisibility({ contentVisibilityAuto: true }))
    expect([await isLaidOut('many151'), await isLaidOut('many0')]).toEqual([true, false])
    await page.keyboard.type('typed')
    await dialog(page).getByLabel('many0', { exact: true }).focus()
    await expect.poll(() => isLaidOut('many0')).toBe(true)
    expect(await dialog(page).getByLabel('many151').inputValue()).toBe('typed')
  })
})

// spec 5.10 5.11
it('a dialog that is dragged stays within the window sideways and below its top', async () => {
  const page = await open(screen.path)
  await page.waitForSelector(rows)
  await page.locator('.shell-view:not([hidden]) header .ant-btn-primary').first().click()
  const modal = page.locator('.ant-modal-content:visible').last()
  await modal.waitFor()
  const handle = modal.locator('[class*="handle"]').first()
  const dragged = async (x: number, y: number) => {
    const from = (await handle.boundingBox())!
    await page.mouse.move(from.x + 60, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(from.x + 60 + x, from.y + 8 + y, { steps: 4 })
    await page.mouse.up()
    return (await modal.boundingBox())!
  }
  const before = (await modal.boundingBox())!
  const moved = await dragged(-50, 20)
  expect([Math.round(moved.x - before.x), Math.round(moved.y - before.y)]).toEqual([-50, 20])
  const away = await dragged(-2_000, -2_000)
  expect(away.x).toBeGreaterThanOrEqual(0)
  expect(away.y).toBeGreaterThanOrEqual(0)
  const right = await dragged(3_000, 0)
  expect(right.x + right.width).toBeLessThanOrEqual(1_440)
})

describe('the tabs', () => {
  // spec 2.2 2.17 2.47 2.48 4.12 4.14
  it('stand with the pinned ones first, and close by their menu: this one, the others, all', async () => {
    const page = await open(first.path)
    await page.waitForSelector(rows)
    await go(page, second.path)
    await go(page, third.path)
    const all = await page.locator('.shell-tab').allInnerTexts()
    const fixed = [home, ...pinned.map(({ path }) => path)].map((path) => app.screens[path]!.title.zh!)
    expect(pinned.length).toBe(4)
    expect(all.slice(0, fixed.length).sort()).toEqual([...fixed].sort())
    expect(await tabs(page)).toEqual([first, second, third].map(({ title }) => title.zh!))
    const choose = async (name: string, item: string) => {
      await tab(page, name).last().click({ button: 'right' })
      await menuItem(page, item).click()
    }
    const made = page.locator(`[data-view="${third.path}"] .table`)
    await made.waitFor()
    await made.evaluate((table) => table.setAttribute('data-former', ''))
    await choose(third.title.zh!, '刷新')
    await page.locator(`[data-view="${third.path}"] .table:not([data-former])`).waitFor()
    await choose(second.title.zh!, '关闭当前')
    await expect.poll(() => tabs(page)).toEqual([first.title.zh!, third.title.zh!])
    expect(new URL(page.url()).pathname).toBe(third.path)
    await choose(first.title.zh!, '关闭其他')
    await expect.poll(() => new URL(page.url()).pathname).toBe(first.path)
    expect(await tabs(page)).toEqual([first.title.zh!])
    await go(page, second.path)
    await choose(first.title.zh!, '关闭全部')
    await expect.poll(() => addressOf(page)).toBe(home)
    expect(await tabs(page)).toEqual([])
    await followLink(page, `/redirect${first.path}?page=2`)
    await expect.poll(() => addressOf(page)).toBe(`${first.path}?page=2`)
    expect(site.errors).toEqual([])
  })

  // spec 2.50
  it('show what was not open before from its top', async () => {
    const page = await open(first.path, { viewport: { width: 1280, height: 500 } })
    await page.waitForSelector(rows)
    const scrolled = () =>
      page.evaluate(() => [
        window.scrollY,
        ...[...document.querySelectorAll('.shell-view:not([hidden]), .shell-view:not([hidden]) .table-box')].map(
          (box) => box.scrollTop,
        ),
      ])
    await page.locator('.shell-view:not([hidden]) .table-box').evaluate((box) => {
      box.scrollTop = 200
    })
    expect(Math.max(...(await scrolled()))).toBeGreaterThan(0)
    await go(page, second.path)
    await page.waitForSelector(rows)
    expect(Math.max(...(await scrolled()))).toBe(0)
  })

  // spec 2.17
  it('keeps the pinned tabs in the order of the menu', async () => {
    const page = await open(first.path)
    const pinned = page.locator('.shell-tab:has(.shell-tab-pin) a')
    await expect
      .poll(() => pinned.evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
      .toEqual([home, '/order/Pload', '/order/RePload', '/order/Detailed', '/order/Confirm'])
  })

  // spec 3.15
  it('has tabs with path, title and what the route says: one view is kept, another is made anew', async () => {
    const page = await open(first.path)
    const view = (path: string) => page.locator(`.shell-view[data-view="${path}"]:not([hidden]) > *`).first()
    const press = (path: string) => page.locator(`.shell-tab a[href="${path}"]`).click()
    const tab = page.locator(`.shell-tab a[href="${first.path}"]`)
    expect((await tab.innerText()).trim()).toBe(first.title.zh)
    expect([app.screens[home]!.keepAlive, first.keepAlive]).toEqual([false, true])
    for (const path of [first.path, home]) {
      await press(path)
      await view(path).evaluate((element) => element.setAttribute('data-former', ''))
    }
    await press(first.path)
    await expect.poll(() => view(first.path).getAttribute('data-former')).toBe('')
    await press(home)
    await expect.poll(() => view(home).getAttribute('data-former')).toBeNull()
  })
})

describe('a page that is loaded anew', () => {
  it('stands where it stood, with its marks; for somebody else nothing of it is left in the browser', async () => {
    const page = await open(marking.path, { viewport: { width: 1280, height: 560 } })
    await page.waitForSelector(rows)
    const box = page.locator('.shell-view:not([hidden]) .table-box')
    const mark = page.locator(`${rows} >> nth=1 >> input[type=checkbox]`)
    await mark.check()
    await box.evaluate((element) => {
      element.scrollTop = 120
    })
    const kept = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((name) => /^(view|views|draft):/.test(name)))
    await expect.poll(async () => (await kept()).some((name) => name.endsWith(':scroll'))).toBe(true)
    await page.reload()
    await page.waitForSelector(rows)
    await expect.poll(() => box.evaluate((element) => element.scrollTop)).toBe(120)
    expect(await mark.isChecked()).toBe(true)
    await page.evaluate(() => sessionStorage.setItem('draft:7:/x:thing.create', '{}'))
    site.fixture.once('/api/boot', async (call) => {
      const { data } = (await createFixture(app, 1).transport(call)).body as { data: { account: object } }
      return envelope({ ...data, account: { ...data.account, id: 8 } })
    })
    await page.reload()
    await page.waitForSelector(rows)
    expect((await kept()).filter((name) => name.split(':')[1] !== '8')).toEqual([])
    expect(await mark.isChecked()).toBe(false)
    expect(site.errors).toEqual([])
  })

  it('is not needed to stay light: of many tabs the last ones stay, the others are made anew', async () => {
    const page = await open(first.path)
    await page.waitForSelector(rows)
    // The fixture has no integration to sign in to.
    const many = lists.filter(({ signInTo }) => !signInTo).slice(0, maxMountedTabs + 4)
    for (const { path } of many) await go(page, path)
    expect((await tabs(page)).length).toBe(many.length)
    expect(await page.locator('.shell-view').count()).toBeLessThanOrEqual(maxMountedTabs + 1)
    expect(site.errors).toEqual([])
  })
})

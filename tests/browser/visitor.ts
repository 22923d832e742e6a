// Signs in and navigates in a real browser like a user:
// by form or session, by menu, search and buttons. Finds everything by visible titles.
import { formTexts, listTexts, shellTexts } from '../pageTexts'
import { expect } from 'vitest'
import { chromium, errors, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/chromium'
import type { ColorMode } from '../../src/client/session/session'
import type { App } from '../../src/manifest/model/app'
import type { Action } from '../../src/manifest/model/column'
import type { Screen } from '../../src/manifest/model/screen'
import type { Text } from '../../src/manifest/model/text'
import type { Envelope } from '../../src/protocol/envelope'
import type { BootAnswer } from '../../src/protocol/screenCalls'
import { accounts, createTeller, password } from '../story/teller'
import { overHttp } from '../whole/overHttp'
import { eventually } from './eventually'
import { noteCalls } from './calls'
import { listenTo } from './complaints'
import { takePage } from './handedOn'

export type Language = 'zh' | 'en'

let launched: Promise<Browser> | undefined

/**
 * A page of a test is loaded, used for seconds and left: code that is compiled for a long run takes more time than it
 * saves, and so does a small heap that is swept again and again. That is a quarter of what a load costs.
 */
const engineFlags = [
  '--no-opt',
  '--no-maglev',
  '--min-semi-space-size=16',
  '--max-semi-space-size=32',
  '--initial-heap-size=160',
]

/** The browser of a worker, which its files hand on; leaveBrowser ends what a file has there. */
export const launchBrowser = (): Promise<Browser> =>
  (launched ??= chromium
    .launch({
      executablePath: findChromium(console.log),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--js-flags=${engineFlags.join()}`,
      ],
    })
    .then(
      (browser) => listenTo(browser).on('disconnected', () => (launched = undefined)),
      (error: unknown) => {
        // The next file tries again.
        launched = undefined
        throw error
      },
    ))

export interface Place {
  readonly browser: Browser
  readonly address: string
  readonly app: App
}

/**
 * A page that nobody has signed in to. Its clock stands in another zone than the shops, as that of a user who
 * travels, and nothing moves by itself.
 */
export async function newPage({ browser, app, address }: Place, language: Language = 'zh'): Promise<Page> {
  const page = await takePage(browser, address, makePage)
  await page.context().addCookies([{ name: app.product.cookies.language, value: language, url: address }])
  return page
}

async function makePage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    // The worker keeps files from one page to the next, whatever a test puts in their place; phone.test.ts has it.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  })
  await noteCalls(context)
  return context.newPage()
}

/** From its next address on the page is light or dark. */
export async function wear(page: Page, { app, address }: Place, tone: ColorMode): Promise<void> {
  const value = encodeURIComponent(JSON.stringify({ ...app.product.theme, tone }))
  await page.context().addCookies([{ name: 'theme', value, url: address }])
}

/** Lets a page in without the form. */
export async function giveToken(context: BrowserContext, { app, address }: Place, token: string): Promise<void> {
  await context.addCookies([{ name: app.product.cookies.token, value: token, url: address }])
}

/**
 * A page with a session of its own, as after the form, which costs as much again: on the way to a path, or on the home
 * page once it is there.
 */
export async function enter(place: Place, role: string, language: Language = 'zh', path?: string): Promise<Page> {
  const page = await newPage(place, language)
  await giveToken(page.context(), place, await createTeller(overHttp(place.address)).token(role))
  await page.goto(place.address + (path ?? '/'))
  if (path === undefined) await page.locator('.shell-nav').waitFor()
  return page
}

/** Signs in by the form; where a number has several accounts the one of the story's dealer is chosen. */
export async function signIn(place: Place, role: string, language: Language = 'zh'): Promise<Page> {
  const page = await newPage(place, language)
  await page.goto(place.address)
  await page.locator('input[autocomplete=username]').fill(accounts[role]!)
  await page.locator('input[type=password]').fill(password)
  await page.locator('button[type=submit]').click()
  const choice = page.getByRole('button', { name: /J10001|杭州/ })
  const inside = page.locator('.shell-nav')
  await choice.or(inside).first().waitFor()
  // Inside, whatever else bears the name of the town is not asked.
  if ((await inside.count()) === 0) await choice.click()
  await inside.waitFor()
  return page
}

/** Leads a page to an address as a link in it does, so that it keeps what it holds. */
export const followLink = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)

/**
 * Leads a page to a path of the product: within the page, as its menu does, or by loading it where it is not inside or
 * something lies over the screen.
 */
export async function goTo(page: Page, address: string, path: string): Promise<void> {
  const isWithin = await page.evaluate(
    ({ to, origin, over }) => {
      const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true })
      if (window.location.origin !== origin || !document.querySelector('.shell-nav')) return false
      if ([...document.querySelectorAll(over)].some(isShown)) return false
      window.history.pushState(null, '', to)
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
      return true
    },
    { to: path, origin: address, over: '.ant-modal, .ant-drawer, .record-body, .ant-popover' },
  )
  if (!isWithin) await page.goto(address + path)
  else {
    const [name] = path.split('?')
    const opened = [`[data-view="${name}"]`, `[data-view^="${name}?"]`].map((one) => `.shell-view${one}:not([hidden])`)
    await page.locator(opened.join()).first().waitFor()
  }
}

export const view = (page: Page, path: string): Locator =>
  page.locator(`.shell-view[data-view="${path}"]:not([hidden])`)

/** By the menu, whose module is unfolded when it is closed; what is not in the menu by the search for screens. */
export async function openScreen(page: Page, app: App, path: string, language: Language = 'zh'): Promise<Locator> {
  const screen = app.screens[path]
  if (!screen) throw new Error(`There is no screen ${path}`)
  await (screen.hideInMenu ? findScreen(page, path) : followMenu(page, app, screen, language))
  const opened = view(page, path)
  await opened.waitFor()
  return opened
}

async function findScreen(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const words = page.locator('.shell-finder').getByRole('combobox')
  await words.fill(path)
  await words.press('Enter')
}

async function followMenu(page: Page, app: App, { path, module }: Screen, language: Language): Promise<void> {
  const menu = page.locator('.shell-nav')
  const link = menu.locator(`a[href="${path}"]`)
  if (!(await link.isVisible())) {
    await menu.getByRole('menuitem', { name: app.modules[module]!.title[language]!, exact: true }).click()
    await link.waitFor()
    // While it unfolds, what is pressed is not what is let go.
    await expect.poll(() => menu.locator('[class*="motion-collapse"]').count()).toBe(0)
  }
  await link.click()
}

/** The row of a record, found by words in the quick search, when everything that was asked is there. */
export async function findRow(opened: Locator, id: number, words: string): Promise<Locator> {
  await searchFor(opened.page(), opened, words)
  const row = opened.locator(`tr[data-row="${id}"]`)
  await row.waitFor()
  return row
}

async function seek(opened: Locator, words: string): Promise<void> {
  const search = opened.locator('.list-words input')
  if ((await search.inputValue()) !== words) await search.fill(words)
  await search.press('Enter')
}

/** Types words into the quick search and waits until everything that was asked is there, whatever it finds. */
export async function searchFor(page: Page, opened: Locator, words: string): Promise<void> {
  await seek(opened, words)
  const settled = async () =>
    (await page.evaluate(() => window.notedCalls.open)) === 0 &&
    (await opened.locator(onItsWay).count()) === 0 &&
    new URL(page.url()).searchParams.get('words') === words
  await expect.poll(settled).toBe(true)
}

/** A record on the card above a list, which shows the first few until all are asked for. */
export async function remindedOf(opened: Locator, id: number): Promise<Locator> {
  const card = opened.locator('.list-reminder')
  const item = card.locator(`li[data-row="${id}"]`)
  const all = card.locator(':scope > .table-action')
  await item.or(all).first().waitFor()
  if ((await item.count()) === 0) await all.click()
  await item.waitFor()
  return item
}

const exactly = (text: string): RegExp => new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`)
export const titled = (locator: Locator, text: string): Locator => locator.filter({ hasText: exactly(text) })

/**
 * Presses an action of a row, which may be in its menu. What another user has just done may not have reached this page
 * yet: the row is looked at again until it offers the action.
 */
export async function pressOnRow(page: Page, row: Locator, title: string): Promise<void> {
  const shown = titled(row.locator('.table-action'), title)
  const more = row.locator('.table-action-more')
  const menu = page.locator('.ant-dropdown:not(.ant-dropdown-hidden)')
  const item = titled(menu.locator('.ant-dropdown-menu-item'), title)
  await shown.or(more).first().waitFor()
  const press = async (): Promise<boolean> => {
    if ((await shown.count()) > 0) {
      await shown.click(soon)
      return true
    }
    if ((await more.count()) === 0) return false
    await more.click(soon)
    await menu.waitFor(soon)
    if ((await item.count()) > 0) {
      await item.click(soon)
      return true
    }
    await page.keyboard.press('Escape')
    return false
  }
  await eventually(
    () => unlessLate(press),
    (value) => expect(value).toBe(true),
  )
}

/** A list that is drawn anew closes the menu of its rows, so one try waits for a moment only. */
const soon = { timeout: 3_000 }
const unlessLate = (press: () => Promise<boolean>): Promise<boolean> =>
  press().catch((error: unknown) => {
    if (error instanceof errors.TimeoutError) return false
    throw error
  })

/** Presses an action that stands above the records. */
export const pressAbove = (opened: Locator, title: string): Promise<void> =>
  titled(opened.locator('header button'), title).click()

/** An action of a screen by entity.transition, of its list or of the card above it. */
export function actionOf(app: App, path: string, name: string): Action {
  const screen = app.screens[path]
  const found = [...(screen?.actions ?? []), ...(screen?.blocks ?? []).flatMap((block) => block.actions)].find(
    (action) => `${action.entity}.${action.transition}` === name,
  )
  if (!found) throw new Error(`The screen ${path} has no action ${name}`)
  return found
}

/** The creating actions above lists whose permission a role does not hold; some. */
export async function withheldFrom({ address, app }: Place, role: string): Promise<readonly Action[]> {
  const transport = overHttp(address)
  const { body } = await transport({
    method: 'GET',
    path: `/api/boot?client=${app.product.clientName}`,
    headers: { 'x-token': await createTeller(transport).token(role) },
  })
  const held = new Set((body as Envelope<BootAnswer>).data.codes)
  const withheld = Object.values(app.screens)
    .flatMap(({ actions }) => actions)
    .filter(({ place, entity, transition }) => {
      const { creates, permissions } = app.entities[entity]!.transitions[transition]!
      return place === 'toolbar' && creates && !permissions.some(({ permission }) => held.has(permission))
    })
  expect(withheld.length).toBeGreaterThan(0)
  return withheld
}

/** Names and values that stand beside each other, by name; of a name that stands twice the first. */
export const readTerms = (part: Locator): Promise<Record<string, string>> =>
  part.evaluate((element) => {
    const pairs = [...element.querySelectorAll('dt')].map(
      (term) =>
        [term.innerText.trim(), (term.nextElementSibling as HTMLElement | null)?.innerText.trim() ?? ''] as const,
    )
    return Object.fromEntries(pairs.toReversed())
  })

/** The dialog on top. */
export const dialog = (page: Page): Locator => page.locator('.ant-modal:visible').last()

/** Presses Back, which closes the dialog and nothing else, though no page may come before this one. */
export async function closeByBack(page: Page): Promise<void> {
  const address = page.url()
  await page.goBack()
  await dialog(page).waitFor({ state: 'hidden' })
  expect(page.url()).toBe(address)
}

/** Closes a dialog in which something may have been typed. */
export async function giveUp(page: Page, language: Language = 'zh'): Promise<void> {
  await page.getByRole('button', { name: formTexts.cancel[language], exact: true }).click()
  const discard = page.getByRole('button', { name: formTexts.discard[language], exact: true })
  await Promise.race([discard.waitFor(), page.waitForFunction(() => !document.querySelector('.ant-modal'))])
  if ((await discard.count()) > 0) await discard.click()
  await expect.poll(() => page.locator('.ant-modal:visible').count()).toBe(0)
}

const waiting = (texts: readonly Text[]): string =>
  texts.flatMap((text) => Object.values(text).map((one) => `[role="status"][aria-label="${one}"]`)).join(',')
/** What stands where data is still on its way. */
export const onItsWay = `.shell-waiting, .ant-skeleton, .search-waiting, table[aria-busy="true"], .page-waiting, ${waiting([shellTexts.loading, listTexts.updating])}`

/** Opens the form of a button of the record: the notice leaves for it, and is back once it is closed. */
export async function noticeLeaves(page: Page, button: string): Promise<void> {
  const notice = page.locator('.messages-corner .ant-message')
  await page.locator('.record-actions').getByRole('button', { name: button }).click()
  await dialog(page).locator('[data-ask]').first().waitFor()
  expect(await notice.isVisible()).toBe(false)
  await page.keyboard.press('Escape')
  await notice.waitFor()
  expect(await coveredBy(notice), 'texts under the notice').toEqual([])
  const [place, head] = await Promise.all([notice.boundingBox(), page.locator('.record .record-head').boundingBox()])
  expect(place!.y + place!.height, 'the notice lies beside the name of the record').toBeLessThanOrEqual(
    head!.y + head!.height,
  )
}

/** The texts that lie under an element. */
const coveredBy = (notice: Locator): Promise<string[]> =>
  notice.evaluate((element) => {
    const box = element.getBoundingClientRect()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement
      if (!parent?.checkVisibility({ visibilityProperty: true }) || element.contains(node)) continue
      // What the drawer covers itself is not read.
      const drawer = document.querySelector('.record .ant-drawer-content-wrapper')
      if (drawer && !drawer.contains(node)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const { left, right, top, bottom } of range.getClientRects())
        if (left < box.right && right > box.left && top < box.bottom && bottom > box.top)
          found.push(node.textContent ?? '')
    }
    return found
  })

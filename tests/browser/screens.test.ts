// Tests that every screen opens for permitted roles, is refused to others with a reason, and passes axe.
// A sample of a twelfth for a fifth of the roles is drawn by SCREENS_SEED, each day another one;
// `npm run screens` opens all in both languages and sends every role everywhere. Nothing is cut off at three widths.
import { integrationTexts, recordTexts, errorTexts, shellTexts } from '../pageTexts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallerRights } from '../../src/manifest/access/permissions'
import type { App } from '../../src/manifest/model/app'
import type { ScreenKind } from '../../src/manifest/model/screen'
import type { ListAnswer } from '../../src/protocol/calls'
import type { BootAnswer } from '../../src/protocol/screenCalls'
import type { Route } from '../../src/manifest/access/navigation'
import { codes, type Envelope } from '../../src/protocol/envelope'
import type { ColorMode } from '../../src/client/session/session'
import { loopDay } from '../loopSeed'
import { turnOf } from '../turns'
import { accounts, createTeller, type Teller } from '../story/teller'
import { startProduct, type Product } from '../whole/product'
import { routeTable } from '../whole/routeTable'
import { actionsAbove } from './actionsAbove'
import { violationsOf } from './axe'
import { beyondEdge, widths } from './beyondEdge'
import { lookAt, type Seen } from './onScreen'
import { dialog, followLink, giveToken, launchBrowser, newPage, wear, type Language, type Place } from './visitor'
import { keepToItself, leaveBrowser, leavePage } from './handedOn'
import { measureShifts, shiftOf } from './layoutShift'

let product: Product
let browser: Browser
let place: Place
let app: App
let teller: Teller
/** What the server tells the page of each role. */
let boots: ReadonlyMap<string, BootAnswer>

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), launchBrowser()])
  app = product.server.dependencies.liveApp.current
  place = { browser, address: product.address, app }
  teller = createTeller(product.transport)
  boots = new Map(
    await Promise.all(
      Object.keys(accounts).map(async (role) => {
        const reply = await product.transport({
          method: 'GET',
          path: `/api/boot?client=${app.product.clientName}`,
          headers: { 'x-token': await teller.token(role) },
        })
        return [role, (reply.body as Envelope<BootAnswer>).data] as const
      }),
    ),
  )
})
afterAll(async () => {
  await leaveBrowser(browser)
  await product?.stop()
})

/** A page on which a user is at work, and what the server answers it about that user. */
async function enter(role: string, tone?: ColorMode): Promise<{ page: Page; boot: BootAnswer }> {
  const token = await teller.token(role)
  const page = await newPage(place)
  await giveToken(page.context(), place, token)
  if (tone) await wear(page, place, tone)
  await page.goto(place.address + app.product.homeScreen)
  await page.locator('.shell-nav').waitFor()
  return { page, boot: boots.get(role)! }
}

/**
 * Whether a role is sent to a screen in a language. The server is asked of every role and screen elsewhere: here it is
 * enough that some go there by turns.
 */
function isSent(role: string, path: string, at: number, language: Language): boolean {
  const isOpen = (name: string) => boots.get(name)!.routes[path] !== undefined
  const alike = [...boots.keys()].filter((name) => isOpen(name) === isOpen(role))
  const place = languages.indexOf(language)
  // Of two languages, a twelfth of the screens is opened, and a twelfth of those that are shut refused.
  const turns = 24
  // The role comes from what the language leaves of the number, so that some seed sends each role to each screen.
  const turn = (alike.indexOf(role) + Math.floor((at + seed) / turns)) % alike.length
  if (everything) return isOpen(role) || turn % 2 === place
  return turn === 0 && (at + seed) % turns === place
}

const languages = ['zh', 'en'] as const
const everything = process.env.SCREENS === 'all'
const seed = Number(process.env.SCREENS_SEED ?? loopDay)
/** As a whole a role goes to more than a hundred screens in each language, and measures each at three widths. */
const limitMs = everything ? 3_600_000 : 300_000
const ofToday = <T>(items: readonly T[], days: number) => (everything ? items : turnOf(items, days))

// Two persons at a time, each on one page from which everything is opened as by its menu: what is looked at is every
// screen, and not again and again how a page is loaded. As five divides no turns of screens, each role meets each.
it.concurrent.each(ofToday(Object.keys(accounts), 5))(
  `%s opens what its rights allow and reads why the rest is shut${everything ? '' : `, by turns of SCREENS_SEED=${seed}`}`,
  async (role) => {
    const { page, boot } = await enter(role)
    const rights = rightsOf(boot)
    expect(Object.keys(boot.routes).length, 'screens that are open').toBeGreaterThan(4)
    for (const language of languages) {
      if (language === 'en') await speakEnglish(page)
      const found: Record<string, unknown> = {}
      const expected: Record<string, unknown> = {}
      // An address with a star is none that one can go to.
      for (const [at, screen] of Object.values(app.screens)
        .filter(({ path }) => !path.includes('*'))
        .entries()) {
        const route = boot.routes[screen.path]
        if (!isSent(role, screen.path, at, language)) continue
        const seen = await lookAt(page, screen.path)
        const [is, shall] = route ? opened(seen, route, boot, rights, language) : refused(seen, language)
        found[screen.path] = { ...is, beyond: await beyondEachEdge(page) }
        expected[screen.path] = { ...shall, beyond: [] }
      }
      expect(found, language).toEqual(expected)
      const unknown = await lookAt(page, '/no/such/page')
      expect(unknown).toMatchObject({ path: '/404', heading: app.screens['/404']!.blocks[0]!.title![language] })
    }
    await leavePage(page)
  },
  limitMs,
)

async function speakEnglish(page: Page): Promise<void> {
  await page.getByRole('button', { name: shellTexts.language.zh, exact: true }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await page.getByRole('heading', { name: app.screens['/404']!.blocks[0]!.title!.en }).waitFor()
}

/** Those of the route table, each with a role that may open it: as few roles as there can be. */
function addresses(): readonly (readonly [role: string, route: Route, address: string])[] {
  const wide = [...boots].toSorted(([, one], [, other]) => keysOf(other) - keysOf(one))
  return routeTable.map(({ path: address }) => {
    const path = address.replace('/redirect/*', '/customer/AddCustomer')
    const found = wide.find(([, { routes }]) => routes[path])
    if (!found) throw new Error(`Nobody may open ${address}`)
    return [found[0], found[1].routes[path]!, address.replace('/*', path)]
  })
}
const keysOf = ({ routes }: BootAnswer): number => Object.keys(routes).length

/** The share of the window that may move while a screen is loaded. */
const mostShift = 0.05

/** What is cut off, at each width. Ends at that of the desktop. */
async function beyondEachEdge(page: Page): Promise<readonly string[]> {
  const beyond: string[] = []
  for (const width of widths.toReversed()) {
    await page.setViewportSize({ width, height: 900 })
    const names = await beyondEdge(page)
    if (names) beyond.push(`${width}: ${names}`)
  }
  return beyond
}

it(
  `shows what belongs there when an address of the route table is typed, and nothing jumps${everything ? '' : ', by turns'}`,
  async () => {
    const typed = addresses().flatMap(([role, route, address], at) =>
      // By turns, a third of a 24th at each width.
      widths
        .filter((_, turn) => everything || (at + seed + turn * 24) % 72 === 0)
        .map((width) => [role, route, address, width] as const),
    )
    const found: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const role of new Set(typed.map(([name]) => name))) {
      const { page, boot } = await enter(role)
      await measureShifts(keepToItself(page))
      for (const [, route, address, width] of typed.filter(([name]) => name === role)) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(place.address + address)
        const seen = await lookAt(page)
        // An address that leads elsewhere is asked for as a screen before it is known what it is.
        const answered = seen.answered.filter(({ path }) => seen.path === address || path !== '/api/screen')
        const [is, shall] = opened({ ...seen, answered }, route, boot, rightsOf(boot), 'zh')
        const shift = await shiftOf(page)
        // In a narrow window the frame shows less of a screen.
        const [seenHere, due] = width === 1440 ? [is, shall] : [pathAndErrors(is), pathAndErrors(shall)]
        found[`${address} ${width}`] = { ...seenHere, shift: shift < mostShift ? 'little' : shift }
        expected[`${address} ${width}`] = { ...due, shift: 'little' }
      }
      await leavePage(page)
    }
    expect(found).toEqual(expected)
  },
  limitMs,
)

const pathAndErrors = (look: object) => {
  const { path, errors } = look as { path: string; errors: unknown }
  return { path, errors }
}

it('says to a restricted dealer which restriction it is', async () => {
  const reasons = app.access.permissionChanges.flatMap(({ refusalMessage: because }) => Object.values(because ?? {}))
  const { page, boot } = await enter('restricted')
  const shut = Object.keys(app.screens).filter((path) => !boot.routes[path])
  const told: string[] = []
  for (const path of shut) told.push((await lookAt(page, path)).reason)
  expect(reasons.filter((reason) => told.includes(reason))).not.toEqual([])
  await leavePage(page)
})

const rightsOf = ({ codes: held, account }: BootAnswer): CallerRights => ({
  codes: new Set(held),
  administrator: account.administrator,
  disabled: new Set(),
  scope: account.scope as CallerRights['scope'],
  me: { id: account.id },
})

/** What was seen on a screen that is open, and what is to be seen. */
function opened(
  seen: Seen,
  route: Route,
  boot: BootAnswer,
  rights: CallerRights,
  language: Language,
): [object, object] {
  const ways = ({ path, layout }: { path: string; layout: string }) =>
    ({ '/login': app.product.homeScreen, '/': app.product.homeScreen })[path] ?? (layout === 'empty' ? path : undefined)
  const target = route.redirect ?? ways(route) ?? route.path
  // A screen of one record that is opened without one says so.
  const errors = [
    ...seen.troubles.filter((text) => !text.startsWith(integrationTexts.frameNoRecord[language])),
    ...seen.answered.filter(({ code }) => code !== codes.success),
  ]
  if (app.screens[target]?.layout === 'empty')
    return [
      { path: seen.path, errors },
      { path: target, errors: [] },
    ]
  const at = boot.routes[target]
  if (!at)
    return [
      { path: seen.path, errors },
      { path: `a page that is open, not ${target}`, errors: [] },
    ]
  const title = app.screens[target]!.title[language]!
  const { path, documentTitle, trail, heading, actions } = seen
  return [
    { path, documentTitle, trail, heading, actions, errors },
    {
      path: target,
      documentTitle: expect.stringContaining(`${title} - ${app.product.title[language]!}`),
      trail: title,
      errors: [],
      // The dashboard greets by name.
      heading: at.kind === 'dashboard' ? expect.stringContaining(boot.account.name) : title,
      actions: actionsAbove(app, app.screens[target]!, rights, language),
    },
  ]
}

/** A screen that is not open leads to the page that says so, with what the server says. */
function refused(seen: Seen, language: Language): [object, object] {
  const answers = seen.answered.filter(({ code }) => code !== codes.success)
  const { path, heading, reason, troubles } = seen
  return [
    { path, heading, reason, troubles, answers },
    {
      path: '/401',
      heading: app.screens['/401']!.blocks[0]!.title![language],
      reason: answers[0]?.hint
        ? errorTexts.withHint[language].replace('{{text}}', answers[0].msg).replace('{{hint}}', answers[0].hint)
        : (answers[0]?.msg ?? 'a reason'),
      troubles: [],
      answers: [
        expect.objectContaining({
          path: '/api/screen',
          status: 200,
          code: codes.forbidden,
          msg: expect.stringMatching(/\S/),
        }),
      ],
    },
  ]
}

describe('axe finds nothing serious', () => {
  const list = () =>
    Object.values(app.screens).find(
      ({ kind, hideInMenu: hidden, actions }) =>
        kind === 'list' && !hidden && actions.some(({ place: where }) => where === 'toolbar'),
    )!
  const shownView = '.shell-view:not([hidden])'
  /** @param within the part that is new; absent: the whole page. What stands around it was examined before. */
  const examine = async (page: Page, within?: string, rules?: readonly string[]) =>
    (await violationsOf(page, { ...(within && !everything && { within }), ...(rules && { rules }) }))
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, help, nodes }) =>
          `${id}: ${help}\n${nodes
            .slice(0, 4)
            .map((node) => `  ${node.html.slice(0, 160)}`)
            .join('\n')}`,
      )

  it('on the way in', async () => {
    const page = await newPage(place)
    await page.goto(place.address)
    await page.locator('input[type=password]').waitFor()
    expect(await examine(page)).toEqual([])
    await leavePage(page)
  })

  it('on one screen of each kind, in a dialog and in a record', async () => {
    const { page } = await enter('admin')
    const kinds = new Map<ScreenKind, string>()
    for (const screen of Object.values(app.screens))
      if (screen.layout === 'main' && screen.kind !== 'redirect' && !kinds.has(screen.kind))
        kinds.set(screen.kind, screen.path)
    expect([...kinds.keys()]).toEqual(expect.arrayContaining(['list', 'form', 'calendar', 'report', 'dashboard']))
    const found: Record<string, readonly string[]> = {}
    for (const [kind, path] of ofToday([...kinds], 6)) {
      await lookAt(page, path)
      found[kind] = await examine(page, Object.keys(found).length > 0 ? shownView : undefined)
    }
    await lookAt(page, list().path)
    const rows = page.locator('.shell-view:not([hidden]) tbody tr[data-row]')
    await rows.first().dblclick()
    await page.getByRole('article').waitFor()
    await page.locator('.record .ant-skeleton').waitFor({ state: 'detached' })
    found.record = await examine(page, '.record')
    const close = page.getByRole('article').getByRole('button', { name: recordTexts.close.zh, exact: true })
    // Within the task of the press: the rest of the page takes its time.
    const isLeft = await close.evaluate(async (button) => {
      ;(button as HTMLElement).click()
      for (let turn = 0; turn < 3; turn++) await Promise.resolve()
      return document.querySelector('.record article') !== null
    })
    expect(isLeft, 'a closed record is gone at once').toBe(false)
    await page.locator('.shell-view:not([hidden]) header .ant-btn:not(.shell-icon-button)').first().click()
    await dialog(page).locator('[data-ask]').first().waitFor()
    found.dialog = await examine(page, '.ant-modal')
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, []])))
    expect(Object.keys(found).length).toBeGreaterThan(2)
    await leavePage(page)
  })

  // What is wrong with a width shows in either color, and what is wrong with a color at either width: at the width
  // above, only colors are new.
  const all = [[390, 'light'], [1440, 'dark'], ...(everything ? ([[390, 'dark']] as const) : [])] as const
  const faces = ofToday(all, 2)
  it.each(faces)('at %i px, %s: on the way in, in the frame, a list, a form and a record', async (width, tone) => {
    const rules = width === 1440 && !everything ? ['color-contrast', 'link-in-text-block'] : undefined
    const outside = await newPage(place)
    await wear(outside, place, tone)
    await outside.setViewportSize({ width, height: 844 })
    await outside.goto(place.address)
    await outside.locator('input[type=password]').waitFor()
    const found: Record<string, readonly string[]> = { 'sign-in': await examine(outside, undefined, rules) }
    await leavePage(outside)

    const { page } = await enter('owner', tone)
    await page.setViewportSize({ width, height: 844 })
    expect(await page.locator('html').getAttribute('data-tone')).toBe(tone)
    const screen = list()
    const { data } = await teller.call<ListAnswer>('owner', '/api/list', { screen: screen.path, size: 1 })
    const forms = Object.values(app.screens).filter(
      ({ kind, hideInMenu: hidden, actions }) => kind === 'form' && !hidden && actions.length > 1,
    )
    await lookAt(page, app.product.homeScreen)
    found.home = await examine(page, undefined, rules)
    await page
      .locator(width < 640 ? '.shell-bottom > button' : '.shell-top > button')
      .locator(`nth=${width < 640 ? -1 : 0}`)
      .click()
    await expect.poll(() => page.locator('.shell').getAttribute('data-side')).toBe(width < 1024 ? 'over' : 'folded')
    found.frame = await examine(page, '.shell-nav', rules)
    await page.keyboard.press('Escape')
    await lookAt(page, screen.path)
    found.list = await examine(page, shownView, rules)
    await lookAt(page, forms[0]!.path)
    found.form = await examine(page, shownView, rules)
    await lookAt(page, `${screen.path}?record=${screen.entity}:${data.rows![0]!.id}`)
    await page.getByRole('article').waitFor()
    await page.locator('.record .ant-skeleton').waitFor({ state: 'detached' })
    found.record = await examine(page, '.record', rules)
    await page.getByRole('article').getByRole('button', { name: recordTexts.close.zh, exact: true }).click()

    await lookAt(page, forms[0]!.path)
    await page.locator('.shell-view:not([hidden]) input[type=text]:not([role=combobox])').first().fill('half filled')
    await page.route('**/api/list', (route) => route.fulfill({ json: { code: codes.signedOut, msg: '', data: null } }))
    const other = Object.values(app.screens).find(
      ({ kind, hideInMenu: hidden, path, permissions: permission }) =>
        kind === 'list' && !hidden && path !== screen.path && permission.includes('p_pc_orderList'),
    )!
    await followLink(page, other.path)
    await page.locator('.ant-modal-confirm').waitFor()
    found['signed out'] = await examine(page, '.ant-modal-confirm', rules)
    await page.locator('.ant-modal-confirm .ant-btn-primary').click()
    await page.locator('.ant-modal input[type=password]').waitFor()
    found['signing in again'] = await examine(page, '.ant-modal:has(input[type=password])', rules)
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, []])))
    await leavePage(page)
  })
})

// Tests that administrators can search and read the manual of the manifest language at every width.
// So can the screens for other systems, the account and administrators, with their dialogs, and where their records are
// absent, late, refused or out of reach. A width and one of those have their turn each day; LOOPS=all opens each.
import type { Locator, Page, Route } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { ListAnswer } from '../../src/protocol/calls'
import { codes, type Envelope } from '../../src/protocol/envelope'
import { allowedActionKey } from '../../src/ui/actions/availableActions'
import { isWhole, loopDay } from '../loopSeed'
import { turnOf } from '../turns'
import { listTexts } from '../pageTexts'
import { shuffled } from '../whole/sample'
import { addAdminRecords } from './adminRecords'
import { expectSound, violationsOf } from './axe'
import { expectComplaint } from './complaints'
import { leavePage } from './handedOn'
import { lookAt } from './onScreen'
import { usePlace } from './usePlace'
import { dialog, enter, giveToken, newPage, onItsWay, openScreen, titled, wear, type Language } from './visitor'

const place = usePlace({ environment: { JOBS: 'off' } })
/** Of the first page of a list, and more than a menu holds. */
const pageRows = 20
const mostItems = 12

beforeAll(() => addAdminRecords(place, 'admin'))

const readings = [
  ['zh', 1440],
  ['en', 1024],
  ['zh', 390],
] as const
it.each(turnOf(readings, 3))('is searched, read and followed in %s at %i', async (language, width) => {
  const isChinese = language === 'zh'
  const page = await enter(place, 'admin', language)
  const opened = await openScreen(page, place.app, '/manual')
  await page.setViewportSize({ width, height: 844 })
  await opened.getByRole('article', { name: isChinese ? '一小时做好一个模块' : 'A module in an hour' }).waitFor()
  const contents = opened.getByRole('navigation', { name: isChinese ? '目录' : 'Contents' })
  const search = contents.getByRole('searchbox')

  // A key by its name, and the object that it leads to.
  await search.fill('Field.mask')
  await contents.getByRole('button', { name: 'Field.mask', exact: true }).click()
  const key = opened.getByRole('article', { name: 'Field.mask', exact: true })
  await key.locator('pre').first().waitFor()
  expect(/\p{Script=Han}/u.test(await key.locator('p').first().innerText()), 'in the language of the page').toBe(
    isChinese,
  )
  await key.getByRole('button', { name: 'Mask', exact: true }).click()
  await opened
    .getByRole('article', { name: 'Mask', exact: true })
    .getByRole('button', { name: 'Mask.states' })
    .waitFor()

  // A recipe by words of the language, a function, and nothing.
  await search.fill(isChinese ? '打印单据' : 'print a record')
  await contents.getByRole('button', { name: isChinese ? '怎样打印单据？' : 'How do I print a record?' }).click()
  await search.fill('addDays')
  await contents.getByRole('button', { name: 'addDays(day, number)' }).click()
  const meaning = isChinese ? '若干天之后的日期或时刻' : 'A day or a moment so many days later'
  await opened.getByRole('article').getByText(meaning).waitFor()
  expect(await opened.evaluate((view) => view.scrollWidth - view.clientWidth), 'nothing is cut off').toBeLessThan(2)
  const violations = await violationsOf(page, { within: '.shell-view:not([hidden])' })
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
  await search.fill('zzzz')
  await contents.getByRole('status').waitFor()

  // An address leads to its entry, as the link of a problem does.
  await page.goto(`${place.address}/manual?v.entry=unknown-field`)
  await page.getByRole('article', { name: 'unknown-field' }).waitFor()
})

const paths = [
  ...['/serviceAccounts', '/programKeys', '/programCalls', '/webhooks', '/webhookDeliveries'],
  ...['/scheduledReports', '/manifestProposals', '/settings', '/audit', '/outbox'],
  ...['/store/Staff', '/store/Category', '/manual', '/jobs'],
]
const faces = paths.flatMap((path) =>
  (['zh', 'en'] as const).flatMap((language) =>
    [390, 1024, 1440].flatMap((width) => (['light', 'dark'] as const).map((tone) => ({ path, language, width, tone }))),
  ),
)
type Situation = 'dialogs' | 'rowDialogs' | keyof typeof answerWith
const withDialogs: ReadonlySet<string> = new Set([
  ...['/serviceAccounts', '/programKeys', '/webhooks'],
  ...['/store/Staff', '/store/Category'],
])
const withRowDialogs: ReadonlySet<string> = new Set([
  ...withDialogs,
  ...['/webhookDeliveries', '/scheduledReports', '/manifestProposals', '/outbox'],
])
/** Nothing of the demo or of the records that are added leads to where these can be pressed. */
const offeredByNone = ['manifestProposal.goBack']
/** What pages read instead of records. */
const readsOfPages: Readonly<Record<string, string>> = {
  '/manual': '/api/manual',
  '/jobs': '/api/jobs',
  '/programCalls': '/api/openapi.json',
  '/settings': '/api/factors',
}

/** What can happen on a screen. */
function situationsOf(path: string): readonly Situation[] {
  if (Object.hasOwn(readsOfPages, path)) return ['late', 'refused', 'lost']
  const dialogs = withDialogs.has(path) ? (['dialogs'] as const) : []
  const rowDialogs = withRowDialogs.has(path) ? (['rowDialogs'] as const) : []
  return [...dialogs, ...rowDialogs, 'empty', 'late', 'refused', 'lost']
}
const tried = faces.flatMap((face) => situationsOf(face.path).map((situation) => ({ ...face, tried: [situation] })))
const drawn = isWhole
  ? faces.map((face) => ({ ...face, tried: situationsOf(face.path) }))
  : turnOf(shuffled(tried), tried.length)
console.log(`${drawn.length} of ${tried.length} faces of ${paths.length} screens (LOOPS_DAY=${loopDay})`)
const shown = '.shell-view:not([hidden])'
/** Where the records or a part of a page would be, with its way out. */
const failure = `${shown} [role="alert"]:has(button)`

// The connection is lost on purpose.
expectComplaint(
  /(request|console) at \/api\/(list|manual|openapi\.json|factors)(\?\S*)?: (Failed to load resource: )?net::ERR_CONNECTION_RESET/,
)

it.each(drawn)(
  '$path is read in $language at $width, $tone, $tried',
  async ({ path, language, width, tone, tried }) => {
    const page = await newPage(place, language)
    await wear(page, place, tone)
    await giveToken(page.context(), place, await place.teller.token('admin'))
    await page.setViewportSize({ width, height: 844 })
    await page.goto(place.address + path)
    await page.locator(shown).waitFor()
    const { troubles } = await lookAt(page, path)
    expect(troubles).toEqual([])
    expect(await page.locator('html').getAttribute('data-tone')).toBe(tone)
    expect(await page.locator(shown).innerText()).toMatch(language === 'zh' ? /\p{Script=Han}/u : /[a-z]{3}/)
    await expectSound(page, 'as it is')
    const { kind, actions } = place.app.screens[path]!
    expect(Object.hasOwn(readsOfPages, path)).toBe(kind !== 'list')
    expect(withDialogs.has(path)).toBe(actions.some((action) => action.place === 'toolbar'))
    expect(withRowDialogs.has(path)).toBe(actions.some((action) => action.place === 'row'))
    for (const situation of tried) await situations[situation](page, path, language)
    await leavePage(page)
  },
)

/** Opens each form above the list and closes it, by keyboard alone. */
async function openDialogs(page: Page, path: string, language: Language): Promise<void> {
  for (const { title, place: where } of place.app.screens[path]!.actions) {
    if (where !== 'toolbar') continue
    const button = titled(page.locator(`${shown} header button`), title[language]!)
    await button.focus()
    await page.keyboard.press('Enter')
    await dialog(page).locator('[data-ask]').first().waitFor()
    await lookAndLeave(page, title[language]!, button)
  }
}

/** What is asked fits the page and can be used by all; Escape leads back to the button. */
async function lookAndLeave(page: Page, title: string, button: Locator): Promise<void> {
  const box = dialog(page)
  await box.locator('.ant-modal-footer .ant-btn-primary').waitFor()
  await expect.poll(() => page.locator('.ant-modal').locator(onItsWay).count()).toBe(0)
  const { x, width } = (await box.boundingBox())!
  expect([x >= 0, x + width <= page.viewportSize()!.width], title).toEqual([true, true])
  await expectSound(page, title, '.ant-modal')
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'hidden' })
  await expect.poll(() => button.evaluate((one) => one === document.activeElement), { message: title }).toBe(true)
}

/** Opens what each button of a row asks, on the first row that offers it, and leaves it, by keyboard alone. */
async function openRowDialogs(page: Page, path: string, language: Language): Promise<void> {
  const { actions, entity } = place.app.screens[path]!
  const rows = await place.rowsOf('admin', path)
  const withheld: string[] = []
  for (const action of actions.filter((one) => one.place === 'row')) {
    const row = rows.slice(0, pageRows).find(({ can }) => can.includes(allowedActionKey(action, entity)))
    if (!row) withheld.push(`${action.entity}.${action.transition}`)
    else await openOnRow(page, page.locator(`${shown} [data-row="${row.id}"]`).first(), action.title[language]!)
  }
  expect(withheld, path).toEqual(offeredByNone.filter((name) => withheld.includes(name)))
}

async function openOnRow(page: Page, row: Locator, title: string): Promise<void> {
  const plain = titled(row.locator('.table-action'), title)
  const more = row.locator('.table-action-more')
  await plain.or(more).first().waitFor()
  const button = (await plain.count()) > 0 ? plain : more
  await button.focus()
  await page.keyboard.press('Enter')
  if (button === more) {
    const item = titled(page.locator('.ant-dropdown:not(.ant-dropdown-hidden)').getByRole('menuitem'), title)
    await item.waitFor()
    const isActive = () => item.evaluate((one) => one === document.activeElement)
    for (let presses = 0; presses < mostItems && !(await isActive()); presses += 1)
      await page.keyboard.press('ArrowDown')
    expect(await isActive(), `${title} is reached by keyboard`).toBe(true)
    await page.keyboard.press('Enter')
  }
  await lookAndLeave(page, title, button)
}

/** Loads the screen anew with another answer to its reads of records. */
async function loadWith(page: Page, path: string, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route(`**${readsOfPages[path] ?? '/api/list'}*`, answer)
  await page.goto(place.address + path)
}

/** Presses the button that reads again, by keyboard; what was wrong is over then. */
async function readAgain(page: Page, language: Language): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' })
  await page.locator(failure).getByRole('button', { name: listTexts.retry[language] }).focus()
  await page.keyboard.press('Enter')
  await page.locator(`${shown} [role="alert"]`).waitFor({ state: 'detached' })
}

const answerWith = {
  async empty(page, path, language) {
    await loadWith(page, path, async (route) => {
      const response = await route.fetch()
      const { data, ...rest } = (await response.json()) as Envelope<ListAnswer>
      await route.fulfill({ response, json: { ...rest, data: { ...data, rows: [], total: 0 } } })
    })
    const empty = [listTexts.empty[language]!, listTexts.emptyFiltered[language]!]
    await expect.poll(() => page.locator(`${shown} .list-empty strong`).innerText()).toBeOneOf(empty)
    await expectSound(page, 'empty', shown)
    await page.unrouteAll({ behavior: 'wait' })
  },
  async late(page, path) {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await loadWith(page, path, async (route) => {
      await released
      await route.continue()
    })
    await page.locator(shown).locator(onItsWay).filter({ visible: true }).first().waitFor()
    await expectSound(page, 'late', shown)
    expect(await page.locator(shown).locator(onItsWay).filter({ visible: true }).count()).toBeGreaterThan(0)
    release()
    await page.unrouteAll({ behavior: 'wait' })
    await expect.poll(() => page.locator(shown).locator(onItsWay).count()).toBe(0)
  },
  async refused(page, path, language) {
    const msg = language === 'zh' ? '数据库正忙' : 'The database is busy'
    await loadWith(page, path, (route) => route.fulfill({ json: { code: codes.refused, msg, data: null } }))
    await page.locator(failure).getByText(msg).waitFor()
    await expectSound(page, 'refused', shown)
    await readAgain(page, language)
  },
  async lost(page, path, language) {
    await loadWith(page, path, (route) => route.abort('connectionreset'))
    await page.locator(failure).getByText(listTexts.failed[language]!).waitFor()
    await expectSound(page, 'lost', shown)
    await readAgain(page, language)
  },
} satisfies Record<string, (page: Page, path: string, language: Language) => Promise<void>>
const situations = { ...answerWith, dialogs: openDialogs, rowDialogs: openRowDialogs }

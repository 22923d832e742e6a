// Tests that administrators can search and read the manual of the manifest language at every width.
// So can the screens for other systems, the account and administrators, with their dialogs, and where their records are
// absent, late, refused or out of reach; LOOPS_SEED draws a part, LOOPS=all opens each.
import type { Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { createChance } from '../../scripts/demo/chance'
import type { ListAnswer } from '../../src/protocol/calls'
import { codes, type Envelope } from '../../src/protocol/envelope'
import { isWhole, loopSeed } from '../loopSeed'
import { listTexts } from '../pageTexts'
import { violationsOf } from './axe'
import { expectComplaint } from './complaints'
import { leavePage } from './handedOn'
import { lookAt } from './onScreen'
import { usePlace } from './usePlace'
import { dialog, enter, giveToken, newPage, onItsWay, openScreen, titled, type Language } from './visitor'

const place = usePlace()

it.each([
  ['zh', 1440],
  ['en', 1024],
  ['zh', 390],
] as const)('is searched, read and followed in %s at %i', async (language, width) => {
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
]
const faces = paths.flatMap((path) =>
  (['zh', 'en'] as const).flatMap((language) =>
    [390, 1024, 1440].flatMap((width) => (['light', 'dark'] as const).map((tone) => ({ path, language, width, tone }))),
  ),
)
type Situation = 'dialogs' | keyof typeof answerWith
const withDialogs: ReadonlySet<string> = new Set(['/serviceAccounts', '/programKeys', '/webhooks'])
const withoutRecords: ReadonlySet<string> = new Set(['/programCalls', '/settings'])

/** What can happen on a screen; nothing where there is no list. */
function situationsOf(path: string): readonly Situation[] {
  if (withoutRecords.has(path)) return []
  return [...(withDialogs.has(path) ? (['dialogs'] as const) : []), 'empty', 'late', 'refused', 'lost']
}
const chance = createChance(loopSeed)
const tried = faces.map((face) => ({ ...face, tried: situationsOf(face.path) }))
const drawn = isWhole
  ? tried
  : Array.from({ length: 3 }, () => {
      const face = chance.one(tried)
      return face.tried.length === 0 ? face : { ...face, tried: [chance.one(face.tried)] }
    })
console.log(`${drawn.length} of ${faces.length} faces of ${paths.length} screens (LOOPS_SEED=${loopSeed})`)
const shown = '.shell-view:not([hidden])'

// The connection is lost on purpose.
expectComplaint(/(request|console) at \/api\/list: (Failed to load resource: )?net::ERR_CONNECTION_RESET/)

it.each(drawn)(
  '$path is read in $language at $width, $tone, $tried',
  async ({ path, language, width, tone, tried }) => {
    const page = await newPage(place, language)
    const theme = encodeURIComponent(JSON.stringify({ ...place.app.product.theme, tone }))
    await page.context().addCookies([{ name: 'theme', value: theme, url: place.address }])
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
    expect(withoutRecords.has(path)).toBe(kind !== 'list')
    expect(withDialogs.has(path)).toBe(actions.some((action) => action.place === 'toolbar'))
    for (const situation of tried)
      await (situation === 'dialogs' ? openDialogs(page, path, language) : answerWith[situation](page, path, language))
    await leavePage(page)
  },
)

async function expectSound(page: Page, situation: string, within?: string): Promise<void> {
  const room = await page.evaluate(() => window.innerWidth - document.documentElement.scrollWidth)
  expect(room, `${situation}: nothing is cut off`).toBeGreaterThanOrEqual(0)
  const violations = await violationsOf(page, within === undefined ? {} : { within })
  expect(
    violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`),
    situation,
  ).toEqual([])
}

/** Opens each form above the list and closes it, by keyboard alone. */
async function openDialogs(page: Page, path: string, language: Language): Promise<void> {
  for (const { title, place: where } of place.app.screens[path]!.actions) {
    if (where !== 'toolbar') continue
    const button = titled(page.locator(`${shown} header button`), title[language]!)
    await button.focus()
    await page.keyboard.press('Enter')
    const box = dialog(page)
    await box.locator('[data-ask]').first().waitFor()
    await expect.poll(() => page.locator('.ant-modal').locator(onItsWay).count()).toBe(0)
    const { x, width } = (await box.boundingBox())!
    expect([x >= 0, x + width <= page.viewportSize()!.width], title[language]).toEqual([true, true])
    await expectSound(page, title[language]!, '.ant-modal')
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'hidden' })
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
  }
}

/** Loads the screen anew with another answer to its reads of records. */
async function loadWith(page: Page, path: string, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/api/list', answer)
  await page.goto(place.address + path)
}

/** Presses the button that reads again, by keyboard; what was wrong is over then. */
async function readAgain(page: Page, language: Language): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' })
  await page.locator(`${shown} .list-empty`).getByRole('button', { name: listTexts.retry[language] }).focus()
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
    release()
    await page.unrouteAll({ behavior: 'wait' })
    await expect.poll(() => page.locator(shown).locator(onItsWay).count()).toBe(0)
  },
  async refused(page, path, language) {
    const msg = language === 'zh' ? '数据库正忙' : 'The database is busy'
    await loadWith(page, path, (route) => route.fulfill({ json: { code: codes.refused, msg, data: null } }))
    await page.locator(`${shown} .list-empty[role="alert"]`).getByText(msg).waitFor()
    await expectSound(page, 'refused', shown)
    await readAgain(page, language)
  },
  async lost(page, path, language) {
    await loadWith(page, path, (route) => route.abort('connectionreset'))
    await page.locator(`${shown} .list-empty[role="alert"]`).getByText(listTexts.failed[language]!).waitFor()
    await expectSound(page, 'lost', shown)
    await readAgain(page, language)
  },
} satisfies Record<string, (page: Page, path: string, language: Language) => Promise<void>>

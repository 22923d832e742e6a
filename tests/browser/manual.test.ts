// Tests that administrators can search and read the manual of the manifest language at every width.
// So can the screens for other systems and the account, of which a part is drawn by LOOPS_SEED; LOOPS=all opens each.
import { expect, it } from 'vitest'
import { createChance } from '../../scripts/demo/chance'
import { isWhole, loopSeed } from '../loopSeed'
import { violationsOf } from './axe'
import { leavePage } from './handedOn'
import { lookAt } from './onScreen'
import { usePlace } from './usePlace'
import { enter, giveToken, newPage, openScreen } from './visitor'

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
  ...['/scheduledReports', '/manifestProposals', '/settings'],
]
const faces = paths.flatMap((path) =>
  (['zh', 'en'] as const).flatMap((language) =>
    [390, 1024, 1440].flatMap((width) => (['light', 'dark'] as const).map((tone) => ({ path, language, width, tone }))),
  ),
)
const chance = createChance(loopSeed)
const drawn = isWhole ? faces : Array.from({ length: 3 }, () => chance.one(faces))
console.log(`${drawn.length} of ${faces.length} faces of ${paths.length} screens (LOOPS_SEED=${loopSeed})`)

it.each(drawn)('$path is read in $language at $width, $tone', async ({ path, language, width, tone }) => {
  const page = await newPage(place, language)
  const theme = encodeURIComponent(JSON.stringify({ ...place.app.product.theme, tone }))
  await page.context().addCookies([{ name: 'theme', value: theme, url: place.address }])
  await giveToken(page.context(), place, await place.teller.token('admin'))
  await page.setViewportSize({ width, height: 844 })
  await page.goto(place.address + path)
  await page.locator('.shell-view:not([hidden])').waitFor()
  const { troubles } = await lookAt(page, path)
  expect(troubles).toEqual([])
  expect(await page.locator('html').getAttribute('data-tone')).toBe(tone)
  expect(await page.locator('.shell-view:not([hidden])').innerText()).toMatch(
    language === 'zh' ? /\p{Script=Han}/u : /[a-z]{3}/,
  )
  const room = await page.evaluate(() => window.innerWidth - document.documentElement.scrollWidth)
  expect(room, 'nothing is cut off').toBeGreaterThanOrEqual(0)
  expect((await violationsOf(page)).map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
  await leavePage(page)
})

// Tests selecting everything that a list found across pages, running it in slices, and resetting
// the search.
import { expect, it } from 'vitest'
import { listTexts } from '../pageTexts'
import { rows, useSite } from './site'
import { dialog } from './visitor'

const site = useSite('dist')
const list = Object.values(site.app.screens).find(
  ({ kind, batchActions, states, signInTo }) =>
    kind === 'list' && batchActions.length > 0 && !states && signInTo === undefined,
)!
const named = (text: string, count: number) => text.replace('{{count}}', String(count))

it('takes all pages, runs nothing on a part of them, and takes no more once the selection is dropped', async () => {
  const page = await site.open(list.path)
  await page.waitForSelector(rows)
  const total = Number(
    /\d+/.exec(
      await page
        .locator('.list-panel')
        .getByText(/^共 \d+ 条$/)
        .innerText(),
    )![0],
  )
  expect(total).toBeGreaterThan(200)
  const bar = page.locator('.list-selection')
  const everything = bar.getByRole('button', { name: named(listTexts.selectFound.zh, total) })
  await page.locator(`${rows} >> nth=0 >> input[type=checkbox]`).check()
  expect(await everything.count()).toBe(0)
  await page.getByRole('checkbox', { name: listTexts.selectAll.zh }).check()
  await everything.click()
  await bar.getByText(named(listTexts.selected.zh, total), { exact: true }).waitFor()
  expect(await everything.count()).toBe(0)

  const { title } = site.app.entities[list.entity!]!.transitions[list.batchActions[0]!.transition]!
  await bar.getByRole('button', { name: title.zh! }).first().click()
  await dialog(page).getByRole('button', { name: title.zh!, exact: true }).click()
  await dialog(page).waitFor({ state: 'hidden' })
  const sizes = site.fixture.calls
    .filter(({ path }) => path === '/api/batch')
    .map(({ body }) => (body as { records: readonly unknown[] }).records.length)
  // Tried first, then run.
  expect(sizes).toEqual([200, total - 200, 200, total - 200])

  await page.getByRole('checkbox', { name: listTexts.selectAll.zh }).check()
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/list*', async (route) => {
    if ((route.request().postDataJSON() as { page?: number; size?: number }).size === 200) await held
    await route.continue()
  })
  await everything.click()
  // Pressed now, an action would run on a part of them.
  await expect.poll(() => bar.getByRole('button', { name: title.zh! }).first().isDisabled()).toBe(true)
  await bar.getByRole('button', { name: listTexts.clearSelection.zh }).click()
  release()
  await bar.waitFor({ state: 'hidden' })
  await page.getByRole('checkbox', { name: listTexts.selectAll.zh }).check()
  await bar.getByText(named(listTexts.selected.zh, 20), { exact: true }).waitFor()
  expect(site.errors.filter((error) => !error.includes('Abort'))).toEqual([])
})

it('can be reset while a number is half typed', async () => {
  const page = await site.open('/audit')
  const search = page.locator('form.search')
  await search.getByRole('button', { name: listTexts.more.zh }).click()
  const reset = search.getByRole('button', { name: listTexts.reset.zh })
  const number = search.locator('.search-pair input').first()
  expect(await reset.isDisabled()).toBe(true)
  await number.fill('1a')
  await reset.click()
  expect(await number.inputValue()).toBe('')
  await expect.poll(() => reset.isDisabled()).toBe(true)
})

it('stays empty where its filters are reset before the page has drawn the last one', async () => {
  const page = await site.open('/customer/CustomerList')
  await page.waitForSelector(rows)
  const search = page.locator('form.search')
  const reset = search.getByRole('button', { name: listTexts.reset.zh })
  await reset.evaluate((button: HTMLButtonElement) => {
    const { pushState, replaceState } = window.history
    for (const [name, work] of Object.entries({ pushState, replaceState }))
      Object.assign(window.history, {
        [name](...change: Parameters<History['pushState']>) {
          work.apply(window.history, change)
          if (String(change[2]).includes('abc')) button.click()
        },
      })
  })
  await search.locator('input[type=text]').first().fill('abc')
  await expect.poll(() => reset.isDisabled()).toBe(true)
  await page.waitForSelector(rows)
  expect([site.addressOf(page), await search.locator('input[type=text]').first().inputValue()]).toEqual([
    '/customer/CustomerList',
    '',
  ])
})

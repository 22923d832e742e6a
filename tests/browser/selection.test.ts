// Tests selecting everything that a list found across pages, running it in slices, resetting the search,
// going back through what narrows a list, and what is kept of its look.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { ListRequest } from '../../src/protocol/calls'
import type { Call } from '../../src/protocol/transport'
import { codes } from '../../src/protocol/envelope'
import { formTexts, listTexts, runTexts } from '../pageTexts'
import { envelope } from '../ui/fixture'
import { expectComplaint } from './complaints'
import { rows, useSite } from './site'
import { dialog } from './visitor'

const site = useSite('dist')
const list = Object.values(site.app.screens).find(
  ({ kind, batchActions, states, signInTo }) =>
    kind === 'list' && batchActions.length > 0 && !states && signInTo === undefined,
)!
const named = (text: string, count: number) => text.replace('{{count}}', String(count))

it('takes all pages, runs nothing on a part of them, and takes no more once the selection is dropped', async () => {
  const page = await site.open(`${list.path}?view=0`)
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
  // The rows stay where they are as the bar appears, and its first action as more are selected.
  const topOf = async () => (await page.locator(rows).first().boundingBox())!.y
  const leftOf = async () => (await bar.locator('div button').first().boundingBox())!.x
  const top = await topOf()
  await page.locator(`${rows} >> nth=0 >> input[type=checkbox]`).check()
  const left = await leftOf()
  expect(await topOf()).toBe(top)
  await page.locator(`${rows} >> nth=1 >> input[type=checkbox]`).check()
  expect(await leftOf()).toBe(left)
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
  const saved = page.waitForEvent('download')
  await page.locator('.ant-message').getByRole('button', { name: '导出结果' }).click()
  expect((await readFile(await (await saved).path(), 'utf8')).trim().split(/\r?\n/)).toHaveLength(total + 1)
  // All of it is taken back from the notice, which the export has left there.
  await page.locator('.messages-corner').getByRole('button', { name: runTexts.undo.zh }).click()
  await page.locator('.ant-message').getByText(`已撤销 ${total} 条`).waitFor()
  expect(await page.locator('.messages-corner').getByRole('button').count()).toBe(0)

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

it('that a busy server ended tells what was done, goes on when it is sent again, and can be taken back', async () => {
  const page = await site.open(`${list.path}?view=0`)
  await page.waitForSelector(rows)
  for (let row = 0; row < 4; row += 1) await page.locator(`${rows} >> nth=${row} >> input[type=checkbox]`).check()
  const { title } = site.app.entities[list.entity!]!.transitions[list.batchActions[0]!.transition]!
  const runs: { key: string }[] = []
  expectComplaint(/\/api\/batch: .*503/)
  const end = site.fixture.until('/api/batch', ({ body }) => {
    const { dryRun } = body as { dryRun?: boolean }
    if (dryRun) return envelope({ done: 4, refused: [] })
    runs.push(body as { key: string })
    const data = { done: 3, refused: [], undo: { runs: ['first', 'second', 'third'], seconds: 30 } }
    return { ...envelope(data, codes.refused, '系统繁忙，请稍后再试'), status: 503 }
  })
  await page.locator('.list-selection').getByRole('button', { name: title.zh! }).first().click()
  const submit = dialog(page).getByRole('button', { name: title.zh!, exact: true })
  await submit.click()
  await dialog(page).getByText('系统繁忙，请稍后再试。此前已处理 3 / 4 条，再次提交会继续').waitFor()
  await submit.click()
  await expect.poll(() => new Set(runs.map(({ key }) => key)).size * 10 + runs.length).toBe(12)
  await dialog(page).getByText('此前已处理 3 / 4 条').waitFor()
  end()
  // Given up instead, what was done can still be taken back.
  await dialog(page).getByRole('button', { name: formTexts.cancel.zh, exact: true }).click()
  await page.locator('.messages-corner').getByText('中断前已执行 3 条').waitFor()
  await page.locator('.messages-corner').getByRole('button', { name: runTexts.undo.zh }).click()
  await page.locator('.ant-message').getByText('已撤销 3 条').waitFor()
  expect(site.fixture.calls.findLast(({ path }) => path === '/api/undoBatch')!.body).toMatchObject({
    runs: ['third', 'second', 'first'],
  })
})

it('counts a selected page without being asked, and tells the number of all', async () => {
  await site.serve(1_240)
  const page = await site.open(`${list.path}?view=0`)
  await page.getByText('超过 1,000 条').waitFor()
  await page.getByRole('checkbox', { name: listTexts.selectAll.zh }).check()
  const bar = page.locator('.list-selection')
  const everything = bar.getByRole('button', { name: /^选择/ })
  await everything.waitFor()
  expect(await everything.innerText()).toBe('选择全部 1,240 条')
  await everything.click()
  await bar.getByText('已选 1,240 条', { exact: true }).waitFor()
  expect(await everything.count()).toBe(0)
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

const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

it('takes back one change after the other with Back, and words typed without a pause at once', async () => {
  const path = '/customer/CustomerList'
  const page = await site.open(path)
  await page.waitForSelector(rows)
  const start = Date.now()
  // With a fixed time no wait of the machine is a pause.
  await page.clock.setFixedTime(start)
  const list = page.locator('.shell-view:not([hidden])')
  const words = list.locator('.list-words input')
  const type = async (text: string) => {
    await words.fill(text)
    // The address changes before the page has drawn it; a list that is read shows that it has.
    const isRead = ({ path: called, body }: Call) => called === '/api/list' && (body as ListRequest).words === text
    await expect.poll(() => site.fixture.calls.some(isRead)).toBe(true)
    // The browser reports its new address by an event of its own, which may arrive after the read.
    await expect.poll(() => param(page, 'words')).toBe(text)
  }
  await list.locator('.table-sort').first().click()
  await expect.poll(() => param(page, 'sort')).not.toBeNull()
  await type('a')
  await type('ab')
  await list.getByRole('tab').nth(1).click()
  await expect.poll(() => param(page, 'tab')).not.toBeNull()
  await list.locator('form.search input[type=text]').first().fill('abc')
  await expect.poll(() => param(page, 'f.name')).toBe('contains:abc')
  const narrowed = () => ['f.name', 'tab', 'sort', 'words'].filter((name) => param(page, name) !== null)
  for (const left of [['tab', 'sort', 'words'], ['sort', 'words'], ['sort'], []]) {
    await page.goBack()
    await expect.poll(narrowed).toEqual(left)
  }
  expect(site.addressOf(page)).toBe(path)
  await expect.poll(() => words.inputValue()).toBe('')

  await type('c')
  await page.clock.setFixedTime(start + 60_000)
  await type('cd')
  await page.goBack()
  await expect.poll(() => words.inputValue()).toBe('c')
})

it('keeps the blocks above it folded to one line, each by itself, until they are unfolded', async () => {
  const { path, blocks } = Object.values(site.app.screens).find(
    ({ kind, blocks: [first, second] }) =>
      kind === 'list' && first?.kind === 'reminder' && second?.kind === 'reminder' && second.title !== undefined,
  )!
  const [first, second] = blocks.map(({ title }) => title!.zh!) as [string, string]
  // The two seconds for which rows wait never pass, however slow the machine is.
  const page = await site.open(path, {
    before: (fresh) =>
      fresh.addInitScript(() => {
        const { setTimeout: wait } = window
        const endless = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
          ms === 2_000 ? 0 : wait(run, ms, ...rest)
        window.setTimeout = endless as typeof wait
      }),
  })
  const block = (name: string) => page.getByRole('region', { name, exact: true })
  const turn = (text: string, name: string) =>
    block(name).getByRole('button', { name: text.replace('{{title}}', name), exact: true })
  await block(first).locator('li').first().waitFor()
  const kept = page.waitForResponse((response) => response.url().endsWith('/api/preference'))
  await turn(listTexts.blockFold.zh, first).click()
  await kept
  await page.reload()
  await block(second).locator('li').first().waitFor()
  expect(await block(first).locator('li').count()).toBe(0)
  expect(await block(first).innerText()).toMatch(new RegExp(`${first}\\s*5`))
  expect((await block(first).boundingBox())!.height).toBeLessThan(42)
  await turn(listTexts.blockUnfold.zh, first).click()
  await block(first).locator('li').first().waitFor()

  // Rows that blocks have failed above stay while these are read again.
  // A page whose list is there first drops what it asked early, and asks again.
  const readAgain = site.fixture.until('/api/dashboard', () => envelope(null, codes.refused, '服务器太忙了'))
  await page.reload()
  const above = page.locator('.shell-view:not([hidden]) .list-blocks')
  const again = above.getByRole('button', { name: formTexts.retry.zh })
  await again.waitFor()
  readAgain()
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  site.fixture.once('/api/dashboard', (call) => released.then(() => site.fixture.transport(call)))
  await again.click()
  await above.locator('[data-waiting]').waitFor({ state: 'attached' })
  expect(await page.locator('.shell-view:not([hidden]) .list-panel').isVisible()).toBe(true)
  release()
  await block(second).locator('li').first().waitFor()
})

it('has one link a row, its name, the others while the row is in use, and begins a new record with n', async () => {
  const { path } = Object.values(site.app.screens).find(
    ({ kind, columns, actions, signInTo, gallery, feed }) =>
      kind === 'list' &&
      ![signInTo, gallery, feed].some(Boolean) &&
      columns.some(({ field }) => field === 'no') &&
      columns.some(({ type, hiddenByDefault }) => type === 'ref' && !hiddenByDefault) &&
      actions.some(({ place }) => place === 'toolbar'),
  )!
  const page = await site.open(path)
  await page.waitForSelector(rows)
  const row = page.locator(rows).nth(1)
  const color = (part: Locator) => part.evaluate((element) => getComputedStyle(element).color)
  const [name, reference] = [row.locator('.table-name'), row.locator('.value-reference').first()]
  const [link, plain] = [await color(name), await color(row.locator('td').first())]
  expect(link).not.toBe(plain)
  expect(await color(reference)).toBe(plain)
  await row.locator('td').nth(1).hover()
  await expect.poll(() => color(reference)).toBe(link)
  await page.mouse.move(0, 0)
  await expect.poll(() => color(reference)).toBe(plain)
  await reference.focus()
  await expect.poll(() => color(reference)).toBe(link)

  await row.focus()
  await page.keyboard.press('n')
  await dialog(page).locator('[data-ask]').first().waitFor()
})

it('is drawn compact where a person wants it so, and a view keeps that', async () => {
  const path = '/customer/CustomerList'
  const page = await site.open(path)
  await page.waitForSelector(rows)
  const height = async () => (await page.locator(rows).first().boundingBox())!.height
  const usual = await height()
  const choose = async (density: string) => {
    await page.getByRole('button', { name: listTexts.columns.zh }).click()
    await page.getByLabel(listTexts.rowHeight.zh).selectOption(density)
    await page.keyboard.press('Escape')
  }
  await choose('compact')
  await expect.poll(height).toBeLessThan(usual)
  const compact = await height()
  await page.locator('.list-views-button').click()
  const panel = page.locator('.list-views')
  await panel.getByPlaceholder(listTexts.viewTitle.zh).fill('紧凑')
  await panel.getByRole('button', { name: listTexts.viewSaveNew.zh, exact: true }).click()
  await expect.poll(() => param(page, 'view')).not.toBeNull()
  const view = site.addressOf(page)

  await page.goto(site.served.address + path)
  await page.waitForSelector(rows)
  const kept = page.waitForResponse((response) => response.url().endsWith('/api/preference'))
  await choose('')
  await expect.poll(height).toBe(usual)
  await kept
  await page.goto(site.served.address + view)
  await page.waitForSelector(rows)
  await expect.poll(height).toBe(compact)
})

// Tests that each role's home page has its own cards, starts with due work and is readable at every
// width, its calendars, and lists in groups.
import { randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { dayInZone } from '../../src/manifest/expression/values/calendar'
import { groupKey, type ListAnswer, type ListRequest } from '../../src/protocol/calls'
import { codes } from '../../src/protocol/envelope'
import type { BlockData, DashboardAnswer } from '../../src/protocol/reportCalls'
import { formTexts, listTexts } from '../pageTexts'
import { fillForm } from './form'
import { expectHome } from './homes'
import { usePlace } from './usePlace'
import { dialog, enter, onItsWay, view } from './visitor'
import { leavePage } from './handedOn'
import { turnOf } from '../turns'
import { measureShifts, shiftOf } from './layoutShift'

const place = usePlace({ environment: { JOBS: 'off' } })
let guide: Page
const app = () => place.app

beforeAll(async () => {
  guide = await enter(place, 'guide')
})

const { go } = place

describe('the home page', () => {
  it('shows a sum with its sign where no header says what it is', async () => {
    const finance = await enter(place, 'finance', 'zh', app().product.homeScreen)
    const sum = finance.locator('[data-row] > span', { hasText: /[\d,]+\.\d\d$/ })
    await sum.first().waitFor()
    for (const text of await sum.allInnerTexts()) expect(text).toMatch(/^(?:\S+\s+)?¥[\d,]+\.\d\d$/)
    await expectHome(place, finance, 'finance')
    await leavePage(finance)
    await go(guide, app().product.homeScreen)
    await guide.getByText(/目标 ¥[\d,]+\.\d\d · \d+%/).waitFor()
  })

  it('leaves blank what a record does not have, and keeps its actions within the card of a phone', async () => {
    let blanks = 0
    for (const role of ['designer', 'orderclerk']) {
      const page = await enter(place, role, 'en')
      await expectHome(place, page, role, 'en')
      await page.setViewportSize({ width: 390, height: 844 })
      await go(page, app().product.homeScreen)
      const row = page.locator('li[data-row]')
      await row.first().locator('.table-action').first().waitFor()
      await expect.poll(() => page.locator('[data-waiting]').count()).toBe(0)
      const beyond = await row.evaluateAll((rows) =>
        rows.flatMap((item) =>
          [item, ...item.querySelectorAll('*')]
            .filter((part) => {
              const card = item.closest('section, [role="region"]')!
              // A finger reaches further than what is seen.
              const reach = parseFloat(getComputedStyle(part).paddingRight)
              return part.getBoundingClientRect().right - reach > card.getBoundingClientRect().right + 1
            })
            .map(({ textContent }) => textContent),
        ),
      )
      expect(beyond, role).toEqual([])
      expect(
        await row
          .locator('> span')
          .filter({ hasText: /^\s*-\s*$/ })
          .count(),
        role,
      ).toBe(0)
      blanks += (await row.locator('> span:not(.table-actions)').allInnerTexts()).filter(
        (text) => text.trim() === '',
      ).length
      await leavePage(page)
    }
    expect(blanks, 'values that a record does not have').toBeGreaterThan(0)
  })

  it('begins with what is due today, each row with its next step, and has the counts folded until they are asked for', async () => {
    const home = app().product.homeScreen
    const answer = await place.teller.call<DashboardAnswer>('guide', '/api/dashboard', { screen: home })
    const blocks = app().screens[home]!.blocks
    const position = blocks.findIndex(({ entity, actions }) => entity === 'customer' && actions.length > 0)
    const work = answer.data.blocks[position] as BlockData & { block: 'latest' }
    expect(work.rows.length).toBeGreaterThan(0)
    await bookedToday()
    await go(guide, home)
    await expectHome(place, guide, 'guide')
    const card = view(guide, home).getByRole('region', { name: blocks[position]!.title!.zh! })
    await card.locator('li[data-row]').first().waitFor()
    expect(await card.locator('li[data-row]').count()).toBe(work.rows.length)
    // What is late by days stands by itself, before what is due today.
    const dayOf = (moment: unknown) => dayInZone(String(moment), app().product.timezone)
    const today = dayOf(new Date().toISOString())
    const late = work.rows.filter(({ values }) => dayOf(values.nextFollowAt) < today).length
    const counts = [late, work.rows.length - late].map(String)
    const texts = [formTexts.late, formTexts.dueToday].map(({ zh }, at) => zh.replace('{{count}}', counts[at]!))
    expect((await card.locator('h3').allInnerTexts()).map((text) => text.replace('+', ''))).toEqual(texts)
    expect(await card.getByRole('list', { name: texts[0]!, exact: true }).locator('li').count()).toBe(late)
    const create = app().entities.follow!.transitions.create!.title.zh!
    await card.locator('li').first().getByRole('button', { name: create }).click()
    await dialog(guide).locator('[data-ask]').first().waitFor()
    await guide.keyboard.press('Escape')
    const queues = blocks.find(({ folded }) => folded)!
    const folded = view(guide, home).getByRole('region', { name: queues.title!.zh! })
    const fold = folded.locator('button[aria-expanded]')
    const groups = folded.getByRole('heading', { level: 3 }).filter({ hasNot: guide.getByRole('link') })
    expect(await groups.count()).toBe(0)
    const kept = guide.waitForResponse((response) => response.url().endsWith('/api/preference'))
    await fold.click()
    await groups.first().waitFor()
    await kept
    await guide.reload()
    await groups.first().waitFor()
  })

  it.each(turnOf(['manager', 'aftersales', 'storebuilder', 'owner', 'admin'], 5))(
    'shows the %s what is late and waits for that account first, each with its step, and the unread messages',
    async (role) => {
      const home = app().product.homeScreen
      const { title } = app().screens[home]!.blocks.find(({ kind }) => kind === 'queues')!
      const answer = await place.teller.call<DashboardAnswer>(role, '/api/dashboard', { screen: home })
      const { queues } = answer.data.blocks.find(({ block }) => block === 'queues') as BlockData & { block: 'queues' }
      const waiting = queues.filter(({ actionable }) => actionable > 0)
      const [urgent] = [...waiting.filter(({ actionableLate }) => actionableLate > 0), ...waiting]
      const page = await enter(place, role)
      const tasks = view(page, home).getByRole('region', { name: title!.zh!, exact: true })
      const row = tasks.getByRole('region').first().locator('li[data-row]')
      await row.first().waitFor()
      await expectHome(place, page, role)
      expect(await tasks.locator('h3').first().innerText()).toContain(app().screens[urgent!.path]!.title.zh!)
      const isLate = row.first().getByText(formTexts.isLate.zh, { exact: true })
      expect(await isLate.count()).toBe(urgent!.actionableLate > 0 ? 1 : 0)
      for (const each of await row.all()) await each.locator('.table-action').first().waitFor()

      const message = app().entities.message!
      const list = await place.teller.call<ListAnswer>(role, '/api/list', {
        screen: app().product.messages.screen,
        filters: [{ field: 'state', operator: 'in', value: ['unread'] }],
      })
      const unread = list.data.rows!.map(({ label }) => label)
      const block = app().screens[home]!.blocks.find(({ entity }) => entity === message.name)!
      const card = view(page, home).getByRole('region', { name: block.title!.zh!, exact: true })
      const names = () => card.locator('li[data-row] > button:first-child').allInnerTexts()
      await expect.poll(names).toEqual(unread.slice(0, block.limit))
      await card.getByRole('button', { name: message.transitions.read!.title.zh!, exact: true }).first().click()
      await dialog(page).locator('.ant-modal-footer .ant-btn-primary').click()
      await expect.poll(names).toEqual(unread.slice(1, block.limit + 1))
      await leavePage(page)
    },
  )

  it('shows who dispatches what is overdue and theirs to do, done from there, and no turnover', async () => {
    const home = app().product.homeScreen
    const blocks = app().screens[home]!.blocks
    const { previews, title } = blocks.find(({ kind }) => kind === 'queues')!
    const answer = await place.teller.call<DashboardAnswer>('dispatcher', '/api/dashboard', { screen: home })
    const { queues } = answer.data.blocks.find(({ block }) => block === 'queues') as BlockData & { block: 'queues' }
    const urgent = queues.find(({ actionableLate }) => actionableLate > 0)!
    const dispatcher = await enter(place, 'dispatcher')
    const tasks = view(dispatcher, home).getByRole('region', { name: title!.zh!, exact: true })
    // Placeholders are items of lists too.
    await tasks.locator('li[data-row]').first().waitFor()
    await expect.poll(() => tasks.getByRole('region').count()).toBe(previews)
    await expectHome(place, dispatcher, 'dispatcher')
    const foreign = blocks.filter(
      ({ entity, figures, actions }) =>
        (figures.length > 0 || actions.length > 0) &&
        entity !== app().product.messages.entity &&
        ![entity, figures[1]?.aggregate?.entity].includes('task'),
    )
    expect(foreign.length).toBeGreaterThan(0)
    for (const { title: heading } of foreign)
      expect(await dispatcher.getByRole('heading', { name: heading!.zh!, exact: true }).count()).toBe(0)

    const [first] = await tasks.getByRole('region').locator('h3').allInnerTexts()
    expect(first).toContain(app().screens[urgent.path]!.title.zh!)
    expect(first).toContain(`超时 ${urgent.late}`)

    const queue = app().screens['/order/AssignRuler']!
    const card = tasks.getByRole('region', { name: queue.title.zh!, exact: true })
    const dispatcherName = await dispatcher.locator('.shell-account-name').innerText()
    const assign = app().entities.order!.transitions.assignRuler!
    const step = card.locator('li[data-row]').first().getByRole('button', { name: assign.title.zh! })
    const name = await card.locator('li[data-row]').first().getByRole('button').first().innerText()
    await step.click()
    await dialog(dispatcher).locator('[data-ask]').first().waitFor()
    // A person who is busy then is refused at once, and no more when another one is chosen.
    await dialog(dispatcher).locator('td button').filter({ hasText: '上午' }).first().click()
    await dialog(dispatcher).getByText('上午', { exact: true }).first().click()
    const clash = dialog(dispatcher).getByText('该时段已有安排')
    await clash.waitFor()
    // A form that opens complete, here with what was begun, is checked before it is touched.
    await dispatcher.reload()
    await step.click()
    await clash.waitFor()
    await fillForm({ page: dispatcher, app: app(), language: 'zh' }, dialog(dispatcher), assign, {
      worker: { words: dispatcherName, label: dispatcherName },
      date: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
      period: app().dictionaries.period!.items[0]!.code,
    })
    await clash.waitFor({ state: 'detached' })
    await dialog(dispatcher).locator('.ant-modal-footer .ant-btn-primary').click()
    await expect.poll(() => card.getByRole('button', { name, exact: true }).count()).toBe(0)
    await leavePage(dispatcher)
  })
})

/** Books a visit of today with a customer of the guide. */
async function bookedToday() {
  const customers = await place.rowsOf('guide', '/customer/CustomerList')
  // Not late before the last case of this file, and not tomorrow.
  const { timezone } = app().product
  const [soon, later] = [20, 2_400].map((seconds) => new Date(Date.now() + seconds * 1_000).toISOString())
  const at = dayInZone(soon!, timezone) === dayInZone(later!, timezone) ? later : soon
  for (const { id } of customers) {
    const values = { customer: id, type: 'storeVisit', at }
    const run = { entity: 'appointment', transition: 'create', key: randomUUID(), values }
    if ((await place.teller.call('guide', '/api/run', run)).code === codes.success) return
  }
  throw new Error('no customer can be booked today')
}

it('days in English stand in one order', async () => {
  const page = await enter(place, 'owner', 'en', '/customer/DispatchCalendar')
  const day = expect.stringMatching(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2}$/) as string
  await expect.poll(() => page.locator('thead th b').allInnerTexts()).toEqual(Array<string>(7).fill(day))
  await leavePage(page)
})

describe('a list in groups', () => {
  const heads = '.table-group .table-fold'
  const wantOf = (route: Route) => (route.request().postDataJSON() as ListRequest).want ?? {}
  const focusedGroup = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-group'))
  const groupsFor = async (role: string, screen: string, field: string) => {
    const request: ListRequest = { screen, groupBy: { field }, want: { groups: true } }
    return (await place.teller.call<ListAnswer>(role, '/api/list', request)).data.groups!
  }
  it.each(turnOf(['zh', 'en'] as const, 2))(
    'has their numbers, folds them and keeps it in the address, in language %s',
    async (language) => {
      const page = await enter(place, 'owner', language)
      await go(page, '/customer/ReceiptInfo')
      const screen = app().screens['/customer/ReceiptInfo']!
      const column = screen.columns.find(({ type, hiddenByDefault }) => type === 'choice' && !hiddenByDefault)!
      const title = column.title[language]!
      await page.locator('thead').getByText(title, { exact: true }).hover()
      const menu = page.getByRole('button', { name: listTexts.columnMenu[language].replace('{{title}}', title) })
      await menu.click()
      expect(await menu.getAttribute('aria-expanded')).toBe('true')
      await page.getByRole('menuitem', { name: listTexts.groupBy[language].replace('{{title}}', title) }).click()
      await page.locator(heads).first().waitFor()
      const groups = await groupsFor('owner', screen.path, column.field)
      const first = page.locator(heads).first()
      await expect.poll(() => first.locator(':scope > span').innerText()).toBe(String(groups[0]!.count))
      expect(await page.locator('.table-group').first().locator('.table-right').allInnerTexts()).toContainEqual(
        expect.stringMatching(/^[\d,]+\.\d\d$/),
      )
      await first.focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => first.getAttribute('aria-expanded')).toBe('false')
      await expect.poll(() => new URL(page.url()).searchParams.get('group')).toBe(column.field)
      await page.reload()
      await expect.poll(() => page.locator(heads).first().getAttribute('aria-expanded')).toBe('false')
      expect(await page.locator('tbody tr').first().getAttribute('class')).toBe('table-group')
      // While its rows are read it keeps its head, and the focus.
      let letThrough = () => {}
      const held = new Promise<void>((resolve) => (letThrough = resolve))
      await page.route('**/api/list', async (route) => {
        if (wantOf(route).rows) await held
        await route.fallback()
      })
      await first.focus()
      await page.keyboard.press('Enter')
      await page.locator('.table[aria-busy=true]').waitFor()
      const key = groupKey(groups[0]!.value)
      expect([await focusedGroup(page), await page.locator(`[data-group="${key}"]`).count()]).toEqual([key, 1])
      letThrough()
      await expect.poll(() => first.getAttribute('aria-expanded')).toBe('true')
      expect(await focusedGroup(page)).toBe(key)
      // On a phone the cards have the same heads.
      await page.setViewportSize({ width: 390, height: 844 })
      await page.locator('.card-group').first().waitFor()
      await leavePage(page)
    },
  )

  it('is within reach though all are folded, also while their numbers cannot be read', async () => {
    const { path } = app().screens['/customer/ReceiptInfo']!
    const groups = await groupsFor('guide', path, 'kind')
    let refuse: (() => void) | undefined
    const refused = new Promise<void>((resolve) => (refuse = resolve))
    await guide.route('**/api/list', async (route) => {
      if (!refuse || !wantOf(route).groups) return route.fallback()
      await refused
      return route.fulfill({ json: { code: codes.refused, msg: 'busy', data: null } })
    })
    const folded = groups.map(({ value }) => groupKey(value)).join()
    await go(guide, `${path}?${new URLSearchParams({ group: 'kind', folded }).toString()}`)
    const list = guide.locator('.shell-view:not([hidden])')
    await list.locator('.list-total').waitFor()
    expect(await list.locator('.table-skeleton').count()).toBeGreaterThan(0)
    refuse!()
    await list.locator('tr[data-row]').first().waitFor()
    expect(await list.locator('button.table-fold').count()).toBe(0)
    refuse = undefined
    await list.getByRole('button', { name: listTexts.refresh.zh }).click()
    await expect.poll(() => list.locator('.table-fold[aria-expanded=false]').count()).toBe(groups.length)
    expect(await list.locator('tr[data-row]').count()).toBe(0)
    expect(await list.locator('tfoot').innerText()).toMatch(/\d\.\d\d/)
    await guide.unroute('**/api/list')
  })

  it('is offered where rows are shown', async () => {
    const offered = { '/content/Case': 0, '/customer/ReceiptInfo': 1 }
    for (const [path, count] of Object.entries(offered)) {
      await go(guide, path)
      const list = guide.locator('.shell-view:not([hidden])')
      await list.getByRole('button', { name: listTexts.columns.zh }).click()
      const popover = guide.locator('.ant-popover:not(.ant-popover-hidden)')
      await popover.getByRole('checkbox').first().waitFor()
      expect(await popover.getByLabel(listTexts.grouping.zh).count(), path).toBe(count)
      await guide.keyboard.press('Escape')
      await popover.waitFor({ state: 'hidden' })
    }
  })
})

it('what comes later pushes nothing down: blocks above a list, charts above a table, the cards of the home page', async () => {
  const owner = await enter(place, 'owner')
  const page = await owner.context().newPage()
  await measureShifts(page)
  const shifts: Record<string, number> = {}
  // What refuses its steps is read beside the record itself.
  const [order] = await place.rowsOf('owner', '/order/SignContract')
  const looks = [
    [1440, '/order/Factory'],
    [1440, '/order/Factory', true],
    [390, '/order/Factory', true],
    [1440, '/statistics/BusinessAnalyse'],
    [1440, '/dashboard'],
    [390, '/order/Factory'],
    [390, '/aftermarket/DemandList'],
    [1440, `/order/Query?record=order:${order!.id}`],
  ] as const
  const last = [390, `/order/Query?record=order:${order!.id}`] as const
  for (const [width, path, isSlow] of [...turnOf<readonly [number, string, boolean?]>(looks, 4), last]) {
    await page.setViewportSize({ width, height: 900 })
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    if (isSlow)
      await page.route('**/api/dashboard', async (route) => {
        await released
        return route.fallback()
      })
    // As it is loaded.
    await page.goto(place.address + path)
    if (isSlow) {
      // The rows do not wait for blocks that come late, which are read all the same.
      await page.locator('.list-panel [data-row]').first().waitFor()
      release()
      await page.locator('.list-blocks section:not(:has([role=status]))').first().waitFor()
      await page.unroute('**/api/dashboard')
    }
    await page
      .locator(path.includes('?') ? '.record-body' : '.shell-view :is(.list-panel, table, dl)')
      .first()
      .waitFor()
    const open = () => page.evaluate(() => window.notedCalls.open)
    await expect.poll(async () => (await page.locator(onItsWay).count()) + (await open())).toBe(0)
    shifts[`${path} ${width}${isSlow ? ', slow blocks' : ''}`] = await shiftOf(page)
  }
  expect(Object.entries(shifts).filter(([, shift]) => shift >= 0.05)).toEqual([])
  // On the phone that is left: the tabs of the record begin above the middle of a small screen.
  expect((await page.locator('.record-tabs .tab-row').boundingBox())!.y).toBeLessThan(370)
  // An amount of millions is still shown whole there.
  const figures = page.locator('.record-figures dd')
  expect(await figures.count()).toBeGreaterThan(0)
  const cut = await figures.evaluateAll((all) =>
    all.filter((figure) => {
      figure.textContent = '¥12,345,678.90'
      const text = document.createRange()
      text.selectNodeContents(figure)
      return text.getClientRects().length > 1 || text.getBoundingClientRect().width > figure.clientWidth
    }),
  )
  expect(cut).toEqual([])
  await page.close()
  await leavePage(owner)
})

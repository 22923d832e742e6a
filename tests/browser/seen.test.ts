// Tests that results of transitions, and refusals, are visible at once everywhere:
// the page must equal one that was just opened.
import type { Locator, Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { Condition, ListAnswer, OptionsAnswer, RecordAnswer } from '../../src/protocol/calls'
import type { WhyAnswer } from '../../src/protocol/records/stepCalls'
import { addDays } from '../../src/manifest/expression/values/days'
import { dayAt } from '../../src/manifest/expression/values/calendar'
import { conditionTexts, formTexts, listTexts, recordTexts, whyTexts } from '../pageTexts'
import { loopDay } from '../loopSeed'
import { png } from '../story/teller'
import { nextRun } from './calls'
import { comparable, settledText, visible } from './everywhere'
import { fillForm } from './form'
import { pressAll, type Extent } from './pressAll'
import { usePlace } from './usePlace'
import { actionOf, dialog, enter, findRow, openScreen, pressAbove, pressOnRow, view } from './visitor'
import { leavePage, patience } from './handedOn'
import { unreachable } from './unreachable'

const place = usePlace({ environment: { JOBS: 'off' } })
const isWhole = process.env.SEEN === 'all'
const sampled = 1
const noTimeLimit = 24 * 3_600_000
/** `npm run seen` presses every transition, or SEEN_COUNT of them after the first SEEN_FROM. */
const extent: Extent = {
  seed: Number(process.env.SEEN_SEED ?? loopDay),
  from: Number(process.env.SEEN_FROM ?? 0),
  count: Number(process.env.SEEN_COUNT ?? (isWhole ? Infinity : sampled)),
  report: (line) => isWhole && console.log(line),
}
const app = () => place.app

/** A page that has just been opened at the same address shows the same. */
async function isFresh(page: Page, part: string): Promise<void> {
  const later = await page.context().newPage()
  later.setDefaultTimeout(patience)
  await later.goto(page.url())
  await later.locator(part).waitFor()
  // The pages below a list come a little later than its rows.
  const difference = async () => {
    const [text, expected] = await Promise.all(
      [page, later].map(async (one) => comparable(await settledText(one, part))),
    )
    return text === expected ? '' : `${text}\n  instead of\n${expected}`
  }
  await expect.poll(difference).toBe('')
  await later.close()
}

describe('a contract', () => {
  const screen = '/order/SignContract'

  it('that was drafted takes the offer away, and its record says what the list says once it is submitted', async () => {
    const rows = await place.rowsOf('owner', screen)
    const order = rows.find(({ can, values }) => can.includes('contract.create') && Number(values.listAmount) > 0)!
    const amount = String(order.values.listAmount)
    const page = await enter(place, 'owner')
    const opened = await openScreen(page, app(), screen)
    const no = String(order.values.no)
    const row = await findRow(opened, order.id, no)
    const create = actionOf(app(), screen, 'contract.create')
    await pressOnRow(page, row, create.title.zh!)
    const day = '2030-05-01'
    await fillForm({ page, app: app(), language: 'zh' }, dialog(page), app().entities.contract!.transitions.create!, {
      contractType: app().dictionaries.contractType!.items[0]!.code,
      signMethod: app().dictionaries.signMethod!.items[0]!.code,
      deliverOn: day,
      plan: [{ stage: 'sign', amount }],
      files: [{ name: 'scan.png', mimeType: 'image/png', bytes: png }],
    })
    const drafted = nextRun(page)
    await dialog(page).locator('.ant-modal-footer .ant-btn-primary').click()
    const made = (await drafted).data as { id: number }
    await expect
      .poll(() => row.locator('.table-action, .table-action-more').allInnerTexts())
      .not.toContain(create.title.zh!)
    await isFresh(page, visible)

    // The record was looked at before it was submitted.
    await page.goto(`${place.address}/order/Contract?record=contract:${made.id}`)
    const record = page.locator('.record-body')
    await record.waitFor()
    const submit = app().entities.contract!.transitions.submit!.title.zh!
    await record.getByRole('button', { name: submit }).click()
    await dialog(page).getByRole('alert').getByText(formTexts.decidedNext.zh.split('{{who}}')[0]!).waitFor()
    await dialog(page).locator('.ant-modal-footer .ant-btn-primary').click()
    await expect.poll(() => page.locator('.ant-modal:visible').count()).toBe(0)
    const pending = app().entities.contract!.states.pending!.title.zh!
    await expect.poll(() => record.locator('h2').innerText()).toContain(pending)
    expect(await record.getByRole('button', { name: submit }).count()).toBe(0)
    await expect
      .poll(() => view(page, '/order/Contract').locator(`tr[data-row="${made.id}"]`).innerText())
      .toContain(pending)
    await isFresh(page, '.record-body')
    await leavePage(page)
  })
})

describe(`every transition that a screen offers (SEEN_SEED=${extent.seed})`, () => {
  it('is meant by each name of those that nothing reaches', () => {
    const isTransition = (name: string) => {
      const [entity = '', transition = ''] = name.split('.')
      return Object.hasOwn(app().entities[entity]?.transitions ?? {}, transition)
    }
    expect([...unreachable].filter((name) => !isTransition(name))).toEqual([])
  })

  it('is seen at once in list, record, home page and menu', { timeout: noTimeLimit }, async () => {
    const { done, unreached, failed, different } = await pressAll(place, extent)
    expect([...done, ...different].filter((one) => unreachable.has(one.split(' ')[1]!))).toEqual([])
    expect(different).toEqual([])
    expect(failed).toEqual([])
    expect(unreached.filter((name) => !unreachable.has(name))).toEqual([])
    expect(done.length).toBeGreaterThanOrEqual(Math.min(extent.count, sampled))
  })
})

describe('a confirmation', () => {
  it('of what another user has changed meanwhile loads the record, and is done then', async () => {
    const [customer] = await place.rowsOf('guide', '/customer/HighSeas')
    const { claim } = app().entities.customer!.transitions
    const guide = await enter(place, 'guide', 'zh', `/customer/HighSeas?record=customer:${customer!.id}`)
    await guide.locator('.record-actions').getByRole('button', { name: claim!.title.zh! }).click()
    const confirm = dialog(guide).locator('.ant-modal-footer .ant-btn-primary')
    // Until then the dialog may still be loading the record, and would get the version below.
    await confirm.waitFor()
    await place.product.server.dependencies.database.transaction((tx) =>
      tx.query(sql`UPDATE "customer" SET "version" = "version" + 1 WHERE "id" = ${customer!.id}`),
    )
    await confirm.click()
    await dialog(guide).getByRole('alert').getByText(formTexts.staleConfirmation.zh).waitFor()
    await dialog(guide).getByRole('button', { name: formTexts.reload.zh }).click()
    await dialog(guide).getByRole('alert').waitFor({ state: 'hidden' })
    await confirm.click()
    await dialog(guide).waitFor({ state: 'hidden' })
    const { data } = await place.teller.call<RecordAnswer>('guide', '/api/record', {
      entity: 'customer',
      id: customer!.id,
    })
    expect(data.record.state).not.toBe(customer!.state)
    // The pressed button is gone, and the focus with it: Escape still closes the record.
    const isOpen = () => new URL(guide.url()).searchParams.has('record')
    await guide.waitForFunction(() => document.activeElement === document.body)
    expect(isOpen()).toBe(true)
    await guide.keyboard.press('Escape')
    await expect.poll(isOpen).toBe(false)
    // An address that leads to the step, as a notice does, says that it is done.
    await guide.goto(`${place.address}/customer/HighSeas?record=customer:${customer!.id}&run=claim`)
    const text = recordTexts.stepGone.zh.replace('{{record}}', customer!.label).replace('{{step}}', claim!.title.zh!)
    await guide.locator('.ant-message').getByText(text).waitFor()
    expect(new URL(guide.url()).searchParams.has('run')).toBe(false)
  })
})

describe('the menu of a record', () => {
  it('ends with what is not possible now, and says what is missing when that is pressed', async () => {
    const screen = '/customer/CustomerList'
    const { id, label } = (await place.rowsOf('guide', screen))[0]!
    const { data } = await place.teller.call<WhyAnswer>('guide', '/api/why', { entity: 'customer', id })
    const [refused] = data.refused
    // Many share one entry.
    const rest = data.refused.length > 3 && whyTexts.rest.zh
    const guide = await enter(place, 'guide', 'zh', `${screen}?record=customer:${id}`)
    const moreActions = listTexts.moreActionsOf.zh.replace('{{label}}', label)
    const more = guide.locator('.record-body').getByRole('button', { name: moreActions, exact: true })
    await more.click()
    const entry = guide.getByRole('menuitem', { name: new RegExp(`${rest || refused!.title.zh!} ?${whyTexts.ask.zh}`) })
    await entry.waitFor()
    // Escape closes what is on top: first the menu, whose button has the focus again, then the record.
    await guide.keyboard.press('Escape')
    await entry.waitFor({ state: 'hidden' })
    await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await guide.locator('.record-body').isVisible()).toBe(true)
    await more.press('Enter')
    await entry.press('Enter')
    const text = () => dialog(guide).innerText()
    await expect.poll(text).toContain(refused!.title.zh!)
    if (rest) await dialog(guide).getByText(refused!.title.zh!, { exact: true }).click()
    for (const { message } of refused!.conditions) expect(await text()).toContain(message)
    await guide.keyboard.press('Escape')
    await dialog(guide).waitFor({ state: 'hidden' })
    await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true)
    await guide.keyboard.press('Escape')
    await guide.locator('.record-body').waitFor({ state: 'detached' })
  })
})

async function chooseIn(panel: Locator, at: { readonly name: string; readonly index: number }, title: string) {
  const select = panel.getByRole('combobox', { name: at.name, exact: true }).nth(at.index)
  await select.press('ArrowDown')
  // A short list cannot be searched; its options are all there.
  if (await select.isEditable()) await select.fill(title)
  const option = `.ant-select-dropdown:visible :is([title="${title}"], [title^="${title} · "])`
  await panel.page().locator(option).first().click()
}
const customersOf = (role: string) => async (conditions: Condition) => {
  const request = { screen: '/customer/CustomerList', conditions }
  return (await place.teller.call<ListAnswer>(role, '/api/list', request)).data.rows!.map(({ id }) => String(id))
}
const rowsOf = (list: Locator) =>
  list.locator('tr[data-row]').evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.row!))

it('a list is narrowed by any field, by all or any of the conditions, and each step is taken back', async () => {
  const { customer } = app().entities
  const titleOf = (name: string) => customer!.fields[name]!.title.zh!
  const page = await enter(place, 'owner')
  const opened = await openScreen(page, app(), '/customer/CustomerList')
  const list = customersOf('owner')
  const rows = () => rowsOf(opened)
  await expect.poll(async () => (await rows()).length).toBeGreaterThan(0)
  const all = await rows()
  const panel = page.locator('.ant-popover:visible form')
  const choose = (index: number, name: string, title: string) => chooseIn(panel, { name, index }, title)
  const unremarked = { field: 'remark', operator: 'empty', value: true } as const
  const recent = { field: 'createdAt', operator: 'lastDays', value: 3 } as const
  const filter = opened.getByRole('button', { name: conditionTexts.title.zh! })

  await filter.click()
  await choose(0, conditionTexts.field.zh!, titleOf('remark'))
  await choose(0, conditionTexts.operator.zh!, conditionTexts.empty.zh!)
  await panel.getByRole('button', { name: conditionTexts.apply.zh! }).click()
  const empty = await list({ all: [unremarked] })
  await expect.poll(rows).toEqual(empty)

  await filter.click()
  await panel.getByRole('button', { name: conditionTexts.add.zh! }).click()
  await choose(1, conditionTexts.field.zh!, titleOf('createdAt'))
  await choose(1, conditionTexts.operator.zh!, conditionTexts.lastDays.zh!)
  await panel.getByRole('spinbutton', { name: conditionTexts.value.zh! }).fill('3')
  await panel.getByRole('button', { name: conditionTexts.apply.zh! }).click()
  const both = await list({ all: [unremarked, recent] })
  expect(both).not.toEqual(empty)
  await expect.poll(rows).toEqual(both)
  await page.reload()
  await expect.poll(rows).toEqual(both)

  await filter.click()
  await panel.getByText(conditionTexts.any.zh!, { exact: true }).click()
  await panel.getByRole('button', { name: conditionTexts.apply.zh! }).click()
  await expect.poll(rows).toEqual(await list({ any: [unremarked, recent] }))
  await page.goBack()
  await expect.poll(rows).toEqual(both)
  await page.goBack()
  await expect.poll(rows).toEqual(empty)
  const tag = opened.getByText(`${titleOf('remark')} ${conditionTexts.empty.zh!}`)
  await tag.getByLabel(conditionTexts.remove.zh!).click()
  await expect.poll(rows).toEqual(all)
  // A typed day counts as it is typed, without leaving its input first; what is no day cannot be applied.
  const day = addDays(dayAt(new Date(), app().product.timezone), -5)
  await filter.click()
  await choose(0, conditionTexts.field.zh!, titleOf('createdAt'))
  await choose(0, conditionTexts.operator.zh!, conditionTexts.atMost.zh!)
  const typed = panel.getByRole('textbox', { name: conditionTexts.value.zh! })
  const apply = panel.getByRole('button', { name: conditionTexts.apply.zh! })
  await typed.pressSequentially('2026-02-31')
  expect(await apply.isDisabled()).toBe(true)
  await typed.press('ControlOrMeta+A')
  await typed.pressSequentially(day)
  expect(await apply.isEnabled()).toBe(true)
  await apply.click()
  const early = await list({ all: [{ field: 'createdAt', operator: 'atMost', value: day }] })
  expect(early).not.toEqual(all)
  await expect.poll(rows).toEqual(early)
  await page.goBack()
  await expect.poll(rows).toEqual(all)

  // A period is kept by its name: its days are others next week.
  const thisWeek = opened.locator('.search-period').getByText(listTexts.thisWeek.zh!)
  await opened.getByRole('button', { name: listTexts.more.zh! }).click()
  await opened.locator('.ant-picker-range').first().click()
  await page.locator('.ant-picker-presets').getByText(listTexts.thisWeek.zh!, { exact: true }).click()
  await page.waitForURL((url) => url.search.includes('f.createdAt=thisWeek'))
  await thisWeek.waitFor()
  await expect.poll(rows).toEqual(await list({ field: 'createdAt', operator: 'thisWeek' }))
  await page.reload()
  await thisWeek.waitFor()
  await leavePage(page)
})

it('a list is narrowed by chosen records, by me, and by fields of the records that it refers to', async () => {
  const { customer, employee, store } = app().entities
  const titleOf = (name: string) => customer!.fields[name]!.title.zh!
  const page = await enter(place, 'manager')
  const opened = await openScreen(page, app(), '/customer/CustomerList')
  const list = customersOf('manager')
  const rows = () => rowsOf(opened)
  const panel = page.locator('.ant-popover:visible form')
  const choose = (name: string, title: string) => chooseIn(panel, { name, index: 0 }, title)
  const apply = () => panel.getByRole('button', { name: conditionTexts.apply.zh! }).click()
  const filter = opened.getByRole('button', { name: conditionTexts.title.zh! })
  await expect.poll(async () => (await rows()).length).toBeGreaterThan(0)
  const { name: own, store: unit } = await place.teller.account('manager')

  await filter.click()
  await choose(conditionTexts.field.zh!, titleOf('guide'))
  await choose(conditionTexts.operator.zh!, conditionTexts.in.zh!)
  const request = { screen: '/customer/CustomerList', field: 'guide' }
  const { data } = await place.teller.call<OptionsAnswer>('manager', '/api/options', request)
  const counted = await Promise.all(
    data.options.map(async (one) => ({ ...one, of: await list({ field: 'guide', operator: 'in', value: [one.id] }) })),
  )
  const chosen = counted.find(({ of, label }) => of.length > 0 && label !== own)!
  await choose(conditionTexts.value.zh!, chosen.label)
  await page.keyboard.press('Escape')
  await apply()
  await expect.poll(rows).toEqual(chosen.of)
  await opened.getByText(`${titleOf('guide')} ${conditionTexts.in.zh!} ${chosen.label}`).waitFor()

  await filter.click()
  await choose(conditionTexts.operator.zh!, conditionTexts.me.zh!)
  await apply()
  await expect.poll(rows).toEqual(await list({ field: 'guide', operator: 'me' }))

  await filter.click()
  await choose(conditionTexts.inner.zh!, employee!.fields.mobile!.title.zh!)
  await choose(conditionTexts.operator.zh!, conditionTexts.startsWith.zh!)
  await panel.getByRole('textbox', { name: conditionTexts.value.zh! }).fill('1380000000')
  await apply()
  await expect.poll(rows).toEqual(await list({ field: 'guide.mobile', operator: 'startsWith', value: '1380000000' }))
  await opened.getByText(`${titleOf('guide')} › ${employee!.fields.mobile!.title.zh!}`).waitFor()

  await filter.click()
  await choose(conditionTexts.field.zh!, titleOf('store'))
  await choose(conditionTexts.operator.zh!, conditionTexts.myUnit.zh!)
  await apply()
  const mine = await list({ field: 'store', operator: 'in', value: [unit] })
  expect(mine.length).toBeGreaterThan(0)
  await expect.poll(rows).toEqual(mine)
  expect(store).toBeDefined()
  await leavePage(page)
})

it('a field that the list does not show is added to its columns, and stays', async () => {
  const page = await enter(place, 'owner')
  const opened = await openScreen(page, app(), '/customer/CustomerList')
  const shownFields = app().screens['/customer/CustomerList']!.columns.map(({ field }) => field)
  const [row] = await place.rowsOf('owner', '/customer/CustomerList')
  const { data } = await place.teller.call<RecordAnswer>('owner', '/api/record', { entity: 'customer', id: row!.id })
  const added = Object.values(app().entities.customer!.fields).find(
    ({ name, type }) => type === 'ref' && !shownFields.includes(name) && data.record.values[name] !== null,
  )!
  const title = added.title.zh!
  // The head of a column that makes groups also names its menu.
  const head = opened.getByRole('columnheader', { name: new RegExp(`^${title}( |$)`) })
  await opened.getByRole('button', { name: listTexts.columns.zh! }).click()
  const settings = page.getByRole('dialog', { name: listTexts.columns.zh! })
  await settings.getByText(/^更多字段/).click()
  const stored = page.waitForResponse(/\/api\/preference$/)
  await settings.getByRole('checkbox', { name: `显示“${title}”` }).check()
  await Promise.all([head.waitFor(), stored])
  await page.reload()
  await head.waitFor()
  const { label } = data.record.values[added.name] as { label: string }
  await opened.locator(`tr[data-row="${row!.id}"]`).getByText(label).first().waitFor()
  await leavePage(page)
})

it('an article is written with pasted lists, a table and a picture, and reads as it was written', async () => {
  const page = await enter(place, 'admin')
  const create = app().entities.article!.transitions.create!
  await pressAbove(await openScreen(page, app(), '/content/News'), create.title.zh!)
  const form = dialog(page)
  await fillForm({ page, app: app(), language: 'zh' }, form, create, { title: '写出来的' })
  const text = form.getByRole('textbox', { name: app().entities.article!.fields.body!.title.zh! })
  await text.pressSequentially('开头\n')
  await text.evaluate((element, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, pasted)
  await page.keyboard.press('Control+End')
  await form.getByRole('button', { name: formTexts.textTable.zh! }).click()
  await page.keyboard.type('表头')
  await form.getByRole('button', { name: formTexts.textColumnAfter.zh! }).click()
  await form.getByRole('button', { name: formTexts.textUndo.zh! }).click()
  await page.keyboard.press('Control+End')
  const picker = form.getByLabel(formTexts.textPicture.zh!).and(form.locator('input'))
  await picker.setInputFiles({ name: '样柜.png', mimeType: 'image/png', buffer: png })
  await text.locator('img').waitFor()
  const [made] = await Promise.all([nextRun(page), form.locator('.ant-modal-footer .ant-btn-primary').click()])
  const { id } = made.data as { id: number }
  const { data } = await place.teller.call<RecordAnswer>('admin', '/api/record', { entity: 'article', id })
  const body = String(data.record.values.body)
  expect(body).toMatch(/^<p>开头<\/p><p>正文<\/p><ol><li><p>第一步<\/p><\/li><li><p>第二步<\/p><\/li><\/ol><table>/)
  expect(body).toMatch(/<th><p>表头<\/p><\/th>.*<img src="data:image\/webp;base64,[^"]+" alt="样柜" \/>/)
  expect(body.match(/<th>/g)).toHaveLength(3)
  expect(body).not.toMatch(/style|class|script|mso|<o:p/)
  await page.goto(`${place.address}/content/News?record=article:${id}`)
  const read = page.locator('.record-body .rich-text')
  await expect.poll(() => read.locator('ol li').allInnerTexts()).toEqual(['第一步', '第二步'])
  expect(await read.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await leavePage(page)
})

const step = (text: string) => `<p class=MsoListParagraph><i style='mso-list:Ignore'>1.</i>${text}</p>`
/** As a word processor writes it. */
const pasted = `<style>p{margin:0}</style><p class=MsoNormal>正文<o:p></o:p></p>${step('第一步')}${step('第二步')}<script></script>`

// Tests that a note reaches a colleague exactly once despite lost answers, that a form offers the
// next step after its record, that the palette explains what cannot be done, and the editor.
import { randomUUID } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { clockAt } from '../../src/manifest/expression/values/calendar'
import type { ListAnswer, RecordData, RefValue, RunAnswer } from '../../src/protocol/calls'
import { codes } from '../../src/protocol/envelope'
import type { NotesAnswer } from '../../src/protocol/records/noteCalls'
import type { WhyAnswer } from '../../src/protocol/records/stepCalls'
import { formTexts, recordTexts, shellTexts, whyTexts } from '../pageTexts'
import { expectComplaint } from './complaints'
import { fillForm } from './form'
import { usePlace } from './usePlace'
import { dialog, enter, pressOnRow, view } from './visitor'
import { leavePage } from './handedOn'

const place = usePlace({ environment: { JOBS: 'off' } })
let guide: Page
let customer: RecordData

beforeAll(async () => {
  guide = await enter(place, 'guide')
  const { data } = await place.teller.call<ListAnswer>('guide', '/api/list', {
    screen: '/customer/CustomerList',
    size: 1,
  })
  customer = data.rows![0]!
})

describe('a note to a colleague', () => {
  expectComplaint(/\/api\/notes\/write: .*net::ERR_FAILED/)
  it('is written at the record, names who may open it, and leads that person to it', async () => {
    const { id, name } = await place.teller.account('owner')
    await guide.goto(`${place.address}/customer/CustomerList?record=customer:${customer.id}`)
    await guide.locator('.record-tabs').getByRole('tab', { name: recordTexts.notes.zh }).click()
    const input = guide.locator('.record-notes textarea')
    const offered = guide.locator('.ant-mentions-dropdown').getByText(name, { exact: true })
    await input.pressSequentially('@')
    await offered.waitFor()
    await input.pressSequentially('无此人')
    await offered.waitFor({ state: 'detached' })
    await input.fill('')
    await input.pressSequentially(`@${name.slice(0, 1)}`)
    await offered.click()
    await input.pressSequentially('周六量尺')
    await guide.locator('.record-notes').getByRole('button', { name: recordTexts.noteSend.zh }).click()
    await guide.locator('.record-notes li b', { hasText: name }).waitFor()
    const notes = await place.teller.call<NotesAnswer>('owner', '/api/notes', { entity: 'customer', id: customer.id })
    expect(notes.data.notes[0]).toMatchObject({ mentions: [{ id }], own: false })
    const told = await place.teller.call<ListAnswer>('owner', '/api/list', {
      screen: place.app.product.messages.screen,
    })
    expect(told.data.rows![0]!.values.route).toContain(`record=customer:${customer.id}`)
  })

  it('is written once, with the text as changed, where the answer to its first sending was lost', async () => {
    const record = { entity: 'customer', id: customer.id }
    const notes = async () => (await place.teller.call<NotesAnswer>('guide', '/api/notes', record)).data.notes
    const before = await notes()
    await guide.goto(`${place.address}/customer/CustomerList?record=customer:${customer.id}`)
    await guide.locator('.record-tabs').getByRole('tab', { name: recordTexts.notes.zh }).click()
    const input = guide.locator('.record-notes textarea').first()
    const send = guide.locator('.record-notes').getByRole('button', { name: recordTexts.noteSend.zh })
    await guide.route('**/api/notes/write', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const lost = guide.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/notes/write'))
    await input.fill('客户想看岩板')
    await send.click()
    await lost
    await guide.unroute('**/api/notes/write')
    await expect.poll(async () => (await notes()).length).toBe(before.length + 1)
    await input.fill('客户想看岩板和玻璃')
    await send.click()
    await guide.locator('.record-notes li p', { hasText: '客户想看岩板和玻璃' }).waitFor()
    const after = await notes()
    expect(after).toHaveLength(before.length + 1)
    expect(after[0]!.text).toBe('客户想看岩板和玻璃')
  })

  it('is offered again until it was given up with its tab', async () => {
    const address = `${place.address}/customer/CustomerList?record=customer:${customer.id}`
    const open = async () => {
      await guide.goto(address)
      await guide.locator('.record-tabs').getByRole('tab', { name: recordTexts.notes.zh }).click()
      return guide.locator('.record-notes textarea').first()
    }
    await (await open()).fill('半句话')
    await expect.poll(async () => (await open()).inputValue()).toBe('半句话')
    await guide.locator('.shell-tab-on button').click()
    await guide.getByRole('button', { name: shellTexts.unsavedLeave.zh }).click()
    await expect.poll(() => guide.url()).not.toContain('CustomerList')
    expect(await (await open()).inputValue()).toBe('')
  })
})

it('the palette explains in place why a step cannot be taken, and leads to its record', async () => {
  const { claim } = place.app.entities.customer!.transitions
  const finder = guide.locator('.shell-finder')
  await guide.goto(place.address + place.app.product.homeScreen)
  await guide.locator('.shell-find').waitFor()
  await guide.keyboard.press('Control+k')
  await finder.getByRole('combobox').fill(`${customer.label} ${claim!.title.zh}`)
  await finder.getByRole('option').filter({ hasText: whyTexts.ask.zh }).first().waitFor()
  const asked = { entity: 'customer', id: customer.id, transition: claim!.name }
  const { data } = await place.teller.call<WhyAnswer>('guide', '/api/why', asked)
  await guide.keyboard.press('Enter')
  const reasons = finder.getByRole('status').getByRole('listitem')
  await reasons.first().waitFor()
  const [first] = data.refused[0]!.conditions
  expect(await reasons.first().innerText()).toContain(first!.message)
  await finder.getByRole('button', { name: shellTexts.openRecord.zh }).click()
  await guide.getByRole('article').getByRole('heading', { name: customer.label }).waitFor()
})

describe('a form that is filled in', () => {
  it('leads to the record that has its value already, and is quiet once the value is another', async () => {
    const screen = '/customer/AddCustomer'
    await guide.goto(place.address + screen)
    const mobile = view(guide, screen).locator('[data-ask="mobile"]').first()
    const input = mobile.locator('input')
    await input.pressSequentially(String(customer.values.mobile))
    const alert = mobile.getByRole('alert')
    await alert.getByText(customer.label).waitFor()
    const [beside] = await Promise.all([
      guide.context().waitForEvent('page'),
      alert.getByRole('link', { name: formTexts.openDuplicate.zh }).click(),
    ])
    await beside.getByRole('article').getByRole('heading', { name: customer.label }).waitFor()
    await beside.close()
    await input.fill('13700009877')
    await alert.getByText(customer.label).waitFor({ state: 'detached' })
  })
})

it('an open form offers what a colleague has made since', async () => {
  const { screens, entities } = place.app
  const create = Object.values(entities.contract!.transitions).find(({ creates }) => creates)!
  const screen = screens['/order/SignContract']!
  const rows = await place.teller.call<ListAnswer>('owner', '/api/list', { screen: screen.path, size: 20 })
  const order = rows.data.rows!.find(({ can }) => can.includes('contract.create'))!
  const owner = await enter(place, 'owner', 'zh', screen.path)
  await pressOnRow(owner, view(owner, screen.path).locator(`tr[data-row="${order.id}"]`), create.title.zh!)
  const deposits = dialog(owner).locator('[data-ask="earnests"]')
  await deposits.getByText(formTexts.noRecords.zh).waitFor()
  const run = async (role: string, transition: string, rest: object) => {
    const { code, msg, data } = await place.teller.call<RunAnswer>(role, '/api/run', {
      entity: 'receipt',
      transition,
      key: randomUUID(),
      ...rest,
    })
    expect(code, msg).toBe(codes.success)
    return data
  }
  const values = {
    kind: 'earnest',
    amount: '500.00',
    payMethod: 'cash',
    paidOn: clockAt(new Date(), 'UTC').slice(0, 10),
  }
  const { id, version } = await run('owner', 'create', { values: { customer: idOf(order), ...values } })
  await run('finance', 'approveEarnest', { id, version, values: {} })
  await deposits.getByRole('checkbox').waitFor()
  await leavePage(owner)
})

const idOf = ({ values }: RecordData) => (values.customer as RefValue).id

describe('a form that has made a record', () => {
  it('names it with a link, and begins with it what comes next', async () => {
    const screen = '/customer/AddCustomer'
    const { create } = place.app.entities.customer!.transitions
    await guide.goto(place.address + screen)
    const form = view(guide, screen).getByRole('tabpanel').first()
    const values = { name: '乔安', mobile: '13700009876', source: 'walkIn' }
    await fillForm({ page: guide, app: place.app, language: 'zh' }, form, create!, values)
    // Left while it is sent, the form keeps its outcome for the return.
    const comeTo = (path: string) =>
      guide.locator(`.shell-nav a[href="${path}"]`).evaluate((link: HTMLElement) => link.click())
    let leave = () => {}
    const left = new Promise<void>((resolve) => (leave = resolve))
    await guide.route('**/api/run', async (route) => {
      await left
      await route.fallback()
    })
    await form.locator('button.ant-btn-primary').click()
    await comeTo('/customer/CustomerList')
    await view(guide, '/customer/CustomerList').waitFor()
    const answered = guide.waitForResponse('**/api/run')
    leave()
    await answered
    await guide.locator(`[data-view="${screen}"] .outcome-success`).waitFor({ state: 'attached' })
    await guide.unroute('**/api/run')
    await comeTo(screen)
    const [made] = (await rowsMade()).filter(({ label }) => label === values.name)
    await form.getByRole('button', { name: `${values.name} ${String(made!.values.no)}` }).waitFor()
    const { title } = place.app.entities.follow!.transitions.create!
    await form.locator('.ant-btn-primary', { hasText: title.zh! }).click()
    await dialog(guide).locator('.ant-modal-title').getByText(values.name).waitFor()
    await dialog(guide).getByRole('button', { name: '关闭', exact: true }).waitFor()
    expect(new URL(guide.url()).searchParams.get('record')).toBe(`customer:${made!.id}`)
    const done = form.locator('.outcome-success')
    expect(await done.count()).toBe(1)
    await comeTo(screen)
    await done.waitFor({ state: 'detached' })
    expect(await form.getByRole('textbox').first().inputValue()).toBe('')
  })

  it('has its outcome in sight with the focus, however long the form was', async () => {
    const screen = '/customer/AddCustomer'
    await guide.setViewportSize({ width: 390, height: 844 })
    await guide.goto(place.address + screen)
    const form = view(guide, screen).getByRole('tabpanel').first()
    const values = { name: '乔宁', mobile: '13700009866', source: 'walkIn' }
    await fillForm(
      { page: guide, app: place.app, language: 'zh' },
      form,
      place.app.entities.customer!.transitions.create!,
      values,
    )
    await form.locator('[data-ask]').last().scrollIntoViewIfNeeded()
    await form.locator('button.ant-btn-primary').click()
    const outcome = form.locator('.outcome-focus:focus')
    await outcome.getByRole('heading').waitFor()
    expect((await outcome.getByRole('heading').boundingBox())!.y).toBeGreaterThan(0)
    await guide.setViewportSize({ width: 1440, height: 900 })
  })
})

/** The customers of the guide, once the form has run. */
async function rowsMade(): Promise<readonly RecordData[]> {
  await view(guide, '/customer/AddCustomer').locator('.outcome-success').waitFor()
  return (await place.teller.call<ListAnswer>('guide', '/api/list', { screen: '/customer/CustomerList', size: 20 }))
    .data.rows!
}

it('the editor is one file of at most 180 kB on its way, which only a form that edits with it loads', async () => {
  const folder = fileURLToPath(new URL('../../dist/assets/', import.meta.url))
  const files = await Promise.all(
    (await readdir(folder))
      .filter((name) => name.endsWith('.js'))
      .map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  )
  const page = await enter(place, 'admin', 'zh', '/content/Notice')
  const [editor, ...others] = files.filter(({ text }) => text.includes('ProseMirror'))
  expect(others).toEqual([])
  expect((await stat(join(folder, `${editor!.name}.gz`))).size).toBeLessThan(180_000)
  const loaded = () =>
    page.evaluate((name) => performance.getEntriesByName(`${location.origin}/assets/${name}`).length, editor!.name)
  const notices = view(page, '/content/Notice')
  await notices.locator('tr[data-row]').first().waitFor()
  expect(await loaded()).toBe(0)
  const { create } = place.app.entities.article!.transitions
  await notices.getByRole('button', { name: create!.title.zh! }).first().click()
  const text = dialog(page).locator('[contenteditable=true]').first()
  await text.waitFor()
  expect(await loaded()).toBe(1)
  // A whole page to write in, a link, and no style but those of the built files.
  const widthOf = async () => (await text.boundingBox())!.width
  const narrow = await widthOf()
  await dialog(page).getByRole('button', { name: formTexts.textLarger.zh }).click()
  await expect.poll(widthOf).toBeGreaterThan(narrow)
  await text.pressSequentially('说明')
  await text.press('Control+a')
  await dialog(page).getByRole('button', { name: formTexts.textLink.zh }).click()
  await dialog(page).getByRole('textbox', { name: formTexts.textLink.zh }).fill('https://a.example/b')
  await page.keyboard.press('Enter')
  expect(await text.locator('a').getAttribute('href')).toBe('https://a.example/b')
  expect(await page.locator('style[data-tiptap-style]').count()).toBe(0)
  await page.keyboard.press('Escape')
  await expect.poll(widthOf).toBe(narrow)
  await leavePage(page)
})

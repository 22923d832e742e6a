// Tests how many presses daily tasks take from the home page with a folded menu, with 29 receipts
// instead of 6. `npm run presses` prints each task beside its limit; one press more fails.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OptionsAnswer, RunAnswer } from '../../src/protocol/calls'
import { codes } from '../../src/protocol/envelope'
import { formTexts, listTexts, runTexts } from '../pageTexts'
import { nextRun, takeAnswers } from './calls'
import { Hand, pressTable, type Bar } from './countedPresses'
import { fillForm } from './form'
import { usePlace } from './usePlace'
import { dialog, enter, goTo, view } from './visitor'
import { leavePage } from './handedOn'

/** Waiting for approval, in two queues. */
const receipts = process.env.PRESSES === 'all' ? 29 : 6

const bars = {
  phone: { task: 'find a customer by phone and open', bar: 2, before: '4, by one filter only' },
  number: { task: 'an order by the last four digits of its number', bar: 2, before: '4' },
  follow: { task: 'follow-up with a next date', bar: 4, before: '10' },
  appointment: { task: 'appointment', bar: 5, before: '12' },
  order: { task: 'order', bar: 5, before: '8' },
  contract: { task: 'contract 60/30/10 with the deposit, submitted', bar: 8, before: '19' },
  receipt: { task: 'receipt with voucher', bar: 5, before: '8' },
  approvals: { task: `approve ${receipts} receipts`, bar: receipts + 2, before: `${2 * receipts + 2}` },
  note: { task: 'a note to a colleague on a record', bar: 3, before: 'not possible' },
  due: { task: 'what is due today', bar: 0, before: '4 and two screens' },
  view: { task: 'a view kept and found in a new browser, from its list', bar: 3, before: 'hidden columns only' },
  undo: { task: 'undo a wrong follow-up', bar: 1, before: 'not possible' },
} satisfies Record<string, Bar>

const place = usePlace({ environment: { JOBS: 'off' } })
let guide: Page
const counted = new Map<keyof typeof bars, number>()

beforeAll(async () => {
  guide = await enter(place, 'guide')
})
afterAll(async () => {
  const rows = Object.entries(bars).map(([name, bar]) => ({ ...bar, presses: counted.get(name as keyof typeof bars) }))
  console.log(`\n${pressTable(rows)}\n`)
})

/** Begins on the home page, like a person who looks up from something else. */
async function home(page: Page): Promise<Hand> {
  await goTo(page, place.address, place.app.product.homeScreen)
  await view(page, place.app.product.homeScreen).waitFor()
  await page.locator('.shell-find').waitFor()
  await takeAnswers(page)
  return new Hand(page)
}

function holds(name: keyof typeof bars, presses: number): void {
  counted.set(name, presses)
  expect(presses, bars[name].task).toBeLessThanOrEqual(bars[name].bar)
}

const followed = async () =>
  (await place.rowsOf('guide', '/customer/CustomerList')).filter(
    ({ state, values }) => state === 'following' && /^\d{11}$/.test(String(values.mobile)),
  )
/** A deposit of a customer, which finance has approved or not yet. */
async function takeDeposit(customer: number, approved = true): Promise<void> {
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
  const values = { customer, kind: 'earnest', amount: '1000', payMethod: 'cash' }
  const { id, version } = await run('guide', 'create', { values })
  if (approved) await run('finance', 'approveEarnest', { id, version })
}
const opened = (page: Page) => new URL(page.url()).searchParams.get('record')
const titleOf = (entity: string, transition: string) => place.app.entities[entity]!.transitions[transition]!.title.zh!
const submit = (page: Page, title: string) =>
  dialog(page).locator('.ant-modal-footer').getByRole('button', { name: title, exact: true })
const chip = (page: Page, title: string) => dialog(page).getByRole('button', { name: new RegExp(`^${title}( · |$)`) })
const focusedIn = (page: Page, field: string) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[data-ask]')?.getAttribute('data-ask')))
    .toBe(field)
async function done(page: Page): Promise<void> {
  const { code, msg } = await nextRun(page)
  expect(msg && code, msg).toBe(codes.success)
  await takeAnswers(page)
}

it('a write is followed by one look at the data, in the page that wrote and in another', async () => {
  const [customer] = await followed()
  const list = '/customer/CustomerList'
  const other = await guide.context().newPage()
  await other.goto(place.address + list)
  await goTo(guide, place.address, `${list}?record=customer:${customer!.id}&run=follow.create`)
  await focusedIn(guide, 'content')
  await guide.keyboard.type('客户下周来店')
  await Promise.all([guide, other].map((page) => view(page, list).locator('tr[data-row]').first().waitFor()))
  await Promise.all([guide, other].map(takeAnswers))
  // Of a look, one call reads the rows and one the totals.
  const looks = () =>
    Promise.all(
      [guide, other].map((page) =>
        page.evaluate(() => window.notedCalls.answered.filter(({ path }) => path === '/api/list').length / 2),
      ),
    )
  await submit(guide, titleOf('follow', 'create')).click()
  expect(await nextRun(guide)).toMatchObject({ code: codes.success })
  await expect.poll(looks).toEqual([1, 1])
  // By what comes after it, what was heard of the write has been taken in.
  place.product.server.dependencies.live.changed({ tenant: null, entities: ['customer'] })
  await expect.poll(async () => (await looks())[1]).toBe(2)
  await expect.poll(looks).toEqual([2, 2])
  await other.close()
})

describe('from the home page', () => {
  it('shows what is due today', async () => {
    const hand = await home(guide)
    await view(guide, place.app.product.homeScreen).locator('li[data-row]').first().waitFor()
    holds('due', hand.presses)
  })

  it('finds a customer by phone', async () => {
    const [customer] = await followed()
    const hand = await home(guide)
    await hand.find(String(customer!.values.mobile), customer!.label)
    await expect.poll(() => opened(guide)).toBe(`customer:${customer!.id}`)
    holds('phone', hand.presses)
  })

  it('finds an order by the end of its number', async () => {
    const [order] = [...(await place.rowsOf('guide', '/order/Query'))].sort((a, b) => b.id - a.id)
    const number = String(order!.values.no)
    const hand = await home(guide)
    await hand.find(number.slice(-4), number)
    await expect.poll(() => opened(guide)).toBe(`order:${order!.id}`)
    holds('number', hand.presses)
  })

  it('writes a follow-up with a next date, and takes it back', async () => {
    const [customer] = await followed()
    const title = titleOf('follow', 'create')
    const hand = await home(guide)
    await hand.find(`给${customer!.label}${title}`, title, customer!.label)
    await focusedIn(guide, 'content')
    await hand.type('客户周三再联系')
    await hand.press(chip(guide, '3 天后'))
    await hand.press(submit(guide, title))
    await done(guide)
    holds('follow', hand.presses)
    const before = hand.presses
    await hand.press(guide.locator('.messages-corner').getByRole('button', { name: runTexts.undo.zh }))
    await expect
      .poll(() => guide.locator('.messages-corner').getByRole('button', { name: runTexts.undo.zh }).count())
      .toBe(0)
    holds('undo', hand.presses - before)
  })

  it('books an appointment', async () => {
    const customer = (await followed()).at(-1)!
    const title = titleOf('appointment', 'create')
    const hand = await home(guide)
    await hand.find(`${customer.label} ${title}`, title, customer.label)
    await hand.press(chip(guide, '3 天后 14:00'))
    await hand.press(submit(guide, title))
    await done(guide)
    holds('appointment', hand.presses)
  })

  it('makes an order', async () => {
    const [customer] = await followed()
    const title = titleOf('order', 'create')
    const hand = await home(guide)
    await hand.find(`${customer!.label} ${title}`, title, customer!.label)
    await focusedIn(guide, 'category')
    await hand.type('橱柜')
    await hand.key('Enter')
    await hand.press(submit(guide, title))
    await done(guide)
    holds('order', hand.presses)
  })

  it('takes a receipt with its voucher', async () => {
    const [customer] = await followed()
    const title = titleOf('receipt', 'create')
    const hand = await home(guide)
    await hand.find(`${customer!.label} 收款`, title, customer!.label)
    await focusedIn(guide, 'amount')
    await hand.type('2000')
    await hand.press(chip(guide, '微信'))
    await hand.upload(dialog(guide).locator('[data-ask=vouchers] button'), 'voucher.png')
    await hand.press(submit(guide, title))
    await done(guide)
    holds('receipt', hand.presses)
  })

  it('has the only order of a customer chosen as soon as the payment needs one', async () => {
    const offered = async (customer: number) =>
      (
        await place.teller.call<OptionsAnswer>('guide', '/api/options', {
          entity: 'receipt',
          transition: 'create',
          field: 'order',
          input: { customer: { id: customer }, kind: 'sign' },
        })
      ).data.options
    const customers = await place.rowsOf('guide', '/customer/CustomerList')
    const offers = await Promise.all(
      customers.map(async (customer) => ({ customer, orders: await offered(customer.id) })),
    )
    const { customer, orders } = offers.find((one) => one.orders.length === 1)!
    await goTo(guide, place.address, `/customer/CustomerList?record=customer:${customer.id}&run=receipt.create`)
    const order = dialog(guide).locator('[data-ask=order]')
    await order.waitFor()
    expect(await order.innerText()).not.toContain(orders[0]!.label)
    const form = { page: guide, app: place.app, language: 'zh' } as const
    await fillForm(form, dialog(guide), place.app.entities.receipt!.transitions.create!, { kind: 'sign' })
    await expect.poll(() => order.innerText()).toContain(formTexts.onlyOption.zh)
    expect(await order.innerText()).toContain(orders[0]!.label)
    await takeAnswers(guide)
  })

  it('drafts a contract with the plan of the dealer and the deposit, and submits it', async () => {
    const [draft, send] = [titleOf('contract', 'create'), titleOf('contract', 'submit')]
    const order = (await place.rowsOf('guide', '/order/SignContract')).find(({ can }) =>
      can.includes('contract.create'),
    )!
    await takeDeposit((order.values.customer as { id: number }).id)
    const hand = await home(guide)
    await hand.find(`${String(order.values.no)} ${draft}`, draft, String(order.values.no))
    await dialog(guide).locator('[data-ask=plan] td[data-line]').first().waitFor()
    await hand.press(chip(guide, '45 天后'))
    await hand.press(dialog(guide).locator('[data-ask=earnests]').getByRole('checkbox'))
    await hand.upload(dialog(guide).locator('[data-ask=files] button').first(), 'contract.png')
    await hand.press(submit(guide, draft))
    await done(guide)
    await hand.press(guide.locator('.ant-message').getByRole('button', { name: send }))
    await hand.press(submit(guide, send))
    await done(guide)
    holds('contract', hand.presses)
  })

  it('writes a note to a colleague', async () => {
    const [customer] = await followed()
    const { name } = await place.teller.account('owner')
    const hand = await home(guide)
    await hand.find(`${customer!.label} 写备注`, '写备注', customer!.label)
    await expect.poll(() => guide.evaluate(() => document.activeElement?.closest('.record-notes') !== null)).toBe(true)
    await hand.type(`@${name} 周六量尺，请一起去 `)
    await hand.key('Control+Enter')
    await guide.locator('.record-notes li b', { hasText: name }).waitFor()
    holds('note', hand.presses)
  })

  it('keeps a view and finds it in a new browser', async () => {
    const list = '/customer/CustomerList'
    const title = '跟进中的客户'
    await goTo(guide, place.address, `${list}?tab=following&sort=-createdAt,name`)
    await view(guide, list).locator('tr[data-row]').first().waitFor()
    const hand = new Hand(guide)
    await hand.press(view(guide, list).getByRole('button', { name: listTexts.views.zh, exact: true }))
    await expect
      .poll(() => guide.evaluate(() => document.activeElement?.closest('.list-views-form') !== null))
      .toBe(true)
    await hand.type(title)
    await hand.key('Enter')
    const chipOf = (page: Page) => view(page, list).locator('.list-chips').getByRole('button', { name: title })
    await expect.poll(() => chipOf(guide).getAttribute('aria-pressed')).toBe('true')
    const applied = new URL(guide.url()).searchParams

    const browser = await enter(place, 'guide')
    const other = await home(browser)
    await other.find(title, title)
    await chipOf(browser).waitFor()
    expect(other.presses).toBeLessThanOrEqual(2)
    expect(new URL(browser.url()).searchParams).toEqual(applied)
    await goTo(browser, place.address, list)
    const again = new Hand(browser)
    await again.press(chipOf(browser))
    await expect.poll(() => new URL(browser.url()).searchParams).toEqual(applied)
    holds('view', hand.presses + again.presses)
    await leavePage(browser)
  })

  it(`approves ${receipts} receipts, each looked at`, async () => {
    const half = Math.ceil(receipts / 2)
    const queues = [
      { screen: '/customer/Examine', transition: 'approve' },
      { screen: '/customer/AuditEarnest', transition: 'approveEarnest' },
    ]
    const waiting = async () => {
      const lists = await Promise.all(queues.map(({ screen }) => place.rowsOf('finance', screen)))
      return lists.map((rows, index) => rows.filter(({ can }) => can.includes(queues[index]!.transition)).length)
    }
    for (
      let [first, second] = await waiting();
      Math.min(first!, half) + second! < receipts;
      [first, second] = await waiting()
    )
      await takeDeposit((await followed())[0]!.id, false)
    const finance = await enter(place, 'finance')
    const hand = await home(finance)
    let approved = 0
    for (const [index, { screen, transition }] of queues.entries()) {
      const count = Math.min(index === 0 ? half : receipts - approved, (await waiting())[index]!)
      const title = titleOf('receipt', transition)
      const card = view(finance, place.app.product.homeScreen).getByRole('region', {
        name: place.app.screens[screen]!.title.zh!,
        exact: true,
      })
      await hand.press(card.locator('li[data-row]').first().getByRole('button', { name: title, exact: true }))
      for (let at = 1; at <= count; at += 1) {
        const more = submit(finance, formTexts.andNext.zh.replace('{{action}}', title))
        await hand.press(at < count ? more : submit(finance, title))
        await done(finance)
      }
      await dialog(finance).waitFor({ state: 'hidden' })
      approved += count
    }
    expect(approved).toBe(receipts)
    holds('approvals', hand.presses)
    await leavePage(finance)
  })
})

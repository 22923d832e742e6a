// Tests what a page makes of what happens meanwhile: in another tab, on a screen that was left,
// at midnight, and where the clock of the device shows another zone than that of the shop.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { errorTexts } from '../pageTexts'
import { defaultName, viewName } from '../../src/ui/screens/common/savedViews'
import { clockAt } from '../../src/manifest/expression/values/calendar'
import type { Envelope } from '../../src/protocol/envelope'
import type { BootAnswer } from '../../src/protocol/screenCalls'
import { envelope, fixtureToken } from '../ui/fixture'
import { keepToItself } from './handedOn'
import { go, lists, rows, useSite } from './site'
import { dialog, pressAbove, view } from './visitor'

const site = useSite('dist')
const { app, open, addressOf } = site
const [first, second] = [lists[0]!, lists[1]!]
const { timezone, cookies } = app.product
const form = Object.values(app.screens).find(
  (screen) => screen.kind === 'form' && !screen.hideInMenu && !screen.signInTo,
)!
const toItself = (page: Page) => Promise.resolve(keepToItself(page))
const ofToken = (value: string) => ({ name: cookies.token, value, url: site.served.address })
const agree = (page: Page) => page.getByRole('button', { name: errorTexts.ok.zh, exact: true }).click()

describe('a session that ends', () => {
  it('gives way to the one that another tab has begun since', async () => {
    const page = await open(first.path, {
      signedIn: false,
      before: async (fresh) => {
        // A session of before, which the fixture knows by the same account.
        await fresh.route('**/api/**', (route) =>
          route.continue({ headers: { ...route.request().headers(), 'x-token': fixtureToken } }),
        )
        await fresh.context().addCookies([ofToken('former')])
      },
    })
    await page.waitForSelector(rows)
    site.served.tell({ event: 'signedOut' })
    await page.getByText(errorTexts.signedOut.zh).waitFor()
    await page.context().addCookies([ofToken(fixtureToken)])
    await agree(page)
    await page.locator('.shell-account').waitFor()
    await expect.poll(() => page.locator('.ant-modal-confirm').count()).toBe(0)
    expect(await page.locator('input[type=password]').count()).toBe(0)
    expect(await page.context().cookies()).toContainEqual(expect.objectContaining({ value: fixtureToken }))
  })

  it('leaves nothing to another account that signs in over the page, whatever was not sent', async () => {
    const page = await open(first.path)
    await page.waitForSelector(rows)
    await go(page, form.path)
    await page.locator('.shell-view:not([hidden]) input:not([role=combobox]):not([type=radio])').first().fill('half')
    await page.locator('.shell-tab-mark').waitFor()
    const asked: string[] = []
    page.on('dialog', (question) => {
      asked.push(question.type())
      void question.dismiss()
    })
    site.served.tell({ event: 'signedOut' })
    await agree(page)
    await page.locator('.ant-modal input[type=password]').fill('Demo@123456')
    site.fixture.once('/api/boot', async (call) => {
      const reply = await site.fixture.transport(call)
      const { data } = reply.body as Envelope<BootAnswer>
      return envelope({ ...data, account: { ...data.account, id: data.account.id + 1 } })
    })
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    expect(asked).toEqual([])
  })
})

describe('a person who has gone on', () => {
  it('stays there when the list of before comes late, which has its default view when it is looked at', async () => {
    const headers = { 'x-token': fixtureToken }
    const keep = (name: string, value: unknown) =>
      site.fixture.transport({ method: 'POST', path: '/api/preference', headers, body: { name, value } })
    await keep(viewName('v1'), { title: 'V', screen: second.path, query: 'words=x', choice: {} })
    await keep(defaultName(second.path), 'v1')
    const page = await open(first.path)
    await page.waitForSelector(rows)
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const asked = new Promise<void>((resolve) =>
      site.fixture.once('/api/screen', async (call) => {
        resolve()
        await held
        return site.fixture.transport(call)
      }),
    )
    await go(page, second.path)
    await asked
    await go(page, first.path)
    release()
    const behind = page.locator(`.shell-view[data-view="${second.path}"]`)
    await behind.locator('.shell-waiting').waitFor({ state: 'detached' })
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(addressOf(page)).toBe(first.path)
    await page.locator('.shell-tab', { hasText: second.title.zh! }).locator('a').click()
    await expect.poll(() => addressOf(page)).toBe(`${second.path}?words=x&view=v1`)
  })

  it('is not taken back by words that were typed last, which are searched on the way back', async () => {
    const page = await open(first.path, { before: toItself })
    await page.waitForSelector(rows)
    await page.clock.install()
    const words = page.locator('.shell-view:not([hidden]) .list-words input')
    await words.fill('no such record')
    await go(page, second.path)
    await page.clock.runFor(2_000)
    expect(addressOf(page)).toBe(second.path)
    await go(page, first.path)
    expect(await words.inputValue()).toBe('no such record')
    await page.clock.runFor(2_000)
    await expect.poll(() => addressOf(page)).toBe(`${first.path}?words=no+such+record`)
  })
})

it('words that an input method composes are searched when they are chosen', async () => {
  const page = await open(first.path, { before: toItself })
  await page.waitForSelector(rows)
  await page.clock.install()
  await page.locator('.shell-view:not([hidden]) .list-words input').focus()
  const session = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await compose("zhang'san")
  await page.clock.runFor(2_000)
  expect(addressOf(page)).toBe(first.path)
  await session.send('Input.insertText', { text: '张三' })
  await page.clock.runFor(2_000)
  await expect.poll(() => addressOf(page)).toBe(`${first.path}?${new URLSearchParams({ words: '张三' }).toString()}`)
})

/** Opens the form of a new record above a list. */
async function openForm(page: Page, entity: string): Promise<void> {
  await page.waitForSelector('.shell-view:not([hidden]) .list')
  const { title } = app.entities[entity]!.transitions.create!
  await pressAbove(view(page, addressOf(page).split('?')[0]!), title.zh!)
  await dialog(page).waitFor()
}

describe('a day', () => {
  it('that a form suggests is that of the present one, however long it was open', async () => {
    const page = await open('/customer/Receipting?view=0', { before: toItself, timezoneId: timezone })
    await page.clock.install({ time: new Date('2027-01-31T15:00:00Z') })
    await openForm(page, 'receipt')
    const day = dialog(page).locator('[data-ask=paidOn] input')
    await expect.poll(() => day.inputValue()).toBe('2027-01-31')
    await page.clock.fastForward('02:00:00')
    await expect.poll(() => day.inputValue()).toBe('2027-02-01')
  })

  it('and a moment are those of the shop where its calendar says today and now', async () => {
    const page = await open('/customer/Subscribe?view=0', { before: toItself, timezoneId: 'America/New_York' })
    await openForm(page, 'appointment')
    const moment = dialog(page).locator('[data-ask=at] input')
    await moment.click()
    const now = () => clockAt(new Date(), timezone).slice(0, 13).replace('T', ' ')
    const before = now()
    await page.locator('.ant-picker-dropdown:visible .ant-picker-now-btn').click()
    await expect.poll(() => moment.inputValue()).not.toBe('')
    expect([before, now()]).toContain((await moment.inputValue()).slice(0, 13))
  })
})

// Does a person see what the specification says where something is late, refused or ended? The page in dist, over the
// fixture; what cannot be provoked there is answered in its place.
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { codes } from '../../src/protocol/envelope'
import { envelope, fixtureToken } from '../ui/fixture'
import { expectComplaint } from './guard'
import { lists, rows, useStage } from './stage'

const stage = useStage(join(import.meta.dirname, '../../dist'))
const { app, open, addressOf } = stage
const [first] = [lists[0]!]
const sync = Object.values(app.endpoints).find(({ name }) => name === 'syncZyPwd')!
const home = app.product.homeScreen
const toast = (page: Page, voice: string) => page.locator(`.ant-message-${voice}`)
const boot = async () =>
  (await stage.fixture.transport({ method: 'GET', path: '/api/boot', headers: { 'x-token': fixtureToken } })).body as {
    data: object
  }

// The answers that the tests put in the place of the server's, which the browser reports as well.
const failing = String.raw`(/api/outside: 404|/(api/list|pcindex/api/syncZyPwd): (404|500))`
const failed = String.raw`/(api/(list|outside)|pcindex/api/syncZyPwd): Failed to load resource: .* status of (404|500)`
expectComplaint(new RegExp(`^answer at ${failing}$`))
expectComplaint(new RegExp(`^console at ${failed}`))

describe('a call without an answer', () => {
  // spec 7.4 8.9 9.3
  it('is reported when its 20 seconds are over, and is not sent again by itself', async () => {
    const asked: (string | null)[] = []
    const page = await open(first.path, {
      before: async (fresh) => {
        await fresh.clock.install()
        await fresh.route('**/api/list', (route) => void asked.push(route.request().postData()))
      },
    })
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    await page.clock.fastForward(19_000)
    expect(await page.getByText('请求超时，请重试！').count()).toBe(0)
    await page.clock.fastForward(1_500)
    await page.getByText('请求超时，请重试！').first().waitFor()
    await page.clock.fastForward(10_000)
    expect(asked.filter((body, at) => asked.indexOf(body) !== at)).toEqual([])
  })
})

describe('an address', () => {
  it('of a module that the caller may not open leads to 401 with the reason', async () => {
    const module = Object.values(app.modules).find(({ path, menuOnly }) => path !== undefined && !menuOnly)!
    const { data } = await boot()
    const { [module.path!]: _, ...routes } = (data as { routes: Record<string, unknown> }).routes
    const page = await open(home, {
      before: async () => {
        stage.fixture.once('/api/boot', () => envelope({ ...data, routes }))
        stage.fixture.once('/api/screen', () => envelope(null, codes.forbidden, '没有权限：某事'))
      },
    })
    await page.waitForSelector('.shell-top')
    stage.fixture.once('/api/boot', () => envelope({ ...data, routes }))
    stage.fixture.once('/api/screen', () => envelope(null, codes.forbidden, '没有权限：某事'))
    await page.goto(stage.served.address + module.path!)
    await page.getByText('没有权限：某事').waitFor()
    expect(addressOf(page)).toBe('/401')
  })

  // spec 2.27
  it('of a module whose only screen stands elsewhere leads to that screen', async () => {
    const elsewhere = Object.values(app.modules).filter(
      ({ path, screens }) => path !== undefined && screens.every((name) => app.screens[name]!.kind === 'external'),
    )
    expect(elsewhere.length).toBeGreaterThan(0)
    for (const { path, screens } of elsewhere) {
      const page = await open(path!)
      await expect.poll(() => addressOf(page)).toBe(screens[0])
      await page.locator('.shell-view:not([hidden])').waitFor()
    }
  })

  // spec 2.1 2.2
  it('behind the refresh helper asks for its own right, and for nothing where it is public', async () => {
    const page = await open('/redirect/password/reset', { signedIn: false })
    await expect.poll(() => addressOf(page)).toBe('/password/reset')
    await page.locator('a[href="/login"]').waitFor()
    const closed = await open(`/redirect${first.path}?words=a`, { signedIn: false })
    await closed.waitForSelector('input[type=password]')
    expect(addressOf(closed)).toBe(`/login?back=${encodeURIComponent(`${first.path}?words=a`)}`)
  })
})

describe('the menu', () => {
  // spec 2.29
  it('has an entry for each subject that the specification names', async () => {
    const page = await open(home)
    const entries = await page.locator('.shell-nav .ant-menu-root > li').allInnerTexts()
    const all = (await page.locator('.shell-nav').innerText()) + entries.join()
    const under = Object.values(app.modules)
      .filter(({ path }) => path !== undefined)
      .map(({ title }) => title.zh!)
    for (const subject of ['首页', '客户', '订单', '财务', '统计分析', '售后', '门店']) expect(all).toContain(subject)
    expect(under).toContain('财务')
  })

  it('of finance holds its screens in their order, whose trail says so', async () => {
    const page = await open('/order/Factory')
    const submenu = page.locator('.shell-nav .ant-menu-submenu-open a')
    await expect
      .poll(() => submenu.evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
      .toEqual(['/order/Factory', '/order/QueryShouxin', '/order/DeliveryInformation', '/order/Customer'])
    expect(await page.locator('.shell-trail li').nth(1).innerText()).toBe('财务')
  })
})

describe('a session', () => {
  // spec 4.6 8.4 8.5
  it.each([
    ['that had ended', first.path, 'ended'],
    ['that the address brings and nobody knows', `${first.path}?token=garbage`, undefined],
  ])('%s before the page was opened is reported, then the site begins anew', async (_, path, kept) => {
    const page = await open(path, {
      signedIn: false,
      before: async (fresh) => {
        if (kept === undefined) return
        await fresh.context().addCookies([{ name: app.product.cookies.token, value: kept, url: stage.served.address }])
      },
    })
    const dialog = page.getByRole('alertdialog', { name: '登出' })
    await dialog.getByText('你已被登出，请重新登录！').waitFor()
    await dialog.getByRole('button', { name: '确定' }).click()
    await page.waitForSelector('input[type=password]')
    expect(addressOf(page)).toBe('/login')
    const cookies = await page.context().cookies()
    expect(cookies.some(({ name }) => name === app.product.cookies.token)).toBe(false)
  })
})

describe('a failure', () => {
  const answer = (status: number, code: number, msg: string) => (route: Route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ code, msg, data: null }) })

  // spec 8.6 8.7 8.8
  it.each([
    ['2001', 'warning', '此单已变', answer(200, 2001, '此单已变')],
    ['2002', 'warning', '无权查看', answer(200, 2002, '无权查看')],
    ['HTTP 404', 'warning', '访问异常，请稍后重试！', answer(404, 404, '')],
    ['HTTP 500', 'error', '服务器遇到错误，无法完成请求', answer(500, 500, '')],
  ])('%s of a list is said as %s, and stands where the rows would be', async (_, voice, text, reply) => {
    const page = await open(first.path, { before: (fresh) => fresh.route('**/api/list', reply) })
    await toast(page, voice).getByText(text).waitFor()
    await page.locator('.shell-view:not([hidden])').getByText(text).waitFor()
  })

  // spec 8.6 8.7 8.8
  it.each([
    ['2001', 'warning', answer(200, 2001, '不可以')],
    ['HTTP 404', 'warning', answer(404, 404, '')],
    ['HTTP 500', 'error', answer(500, 500, '')],
  ])('%s of a form stands at the form as %s, and no notice repeats it', async (_, voice, reply) => {
    const page = await open('/settings', {
      before: (fresh) => {
        stage.fixture.once('/api/dashboard', () =>
          envelope({ blocks: app.screens['/settings']!.blocks.map(() => ({ kind: 'call', values: {} })) }),
        )
        return fresh.route(`**${sync.path}*`, reply)
      },
    })
    await page.getByRole('button', { name: '同步' }).click()
    await page.locator(`form .ant-alert-${voice}`).waitFor()
    expect(await page.locator('.ant-message-notice').count()).toBe(0)
  })
})

describe('a reminder above a list', () => {
  const { path, blocks } = lists.find((screen) => screen.blocks.length === 1 && screen.blocks[0]!.kind === 'reminder')!
  const card = (page: Page) => page.locator('.shell-view:not([hidden]) .list-reminder')

  it('shows three records, counts them all, and shows the others on request', async () => {
    const page = await open(path)
    await page.waitForSelector(rows)
    await card(page).locator('li').nth(2).waitFor()
    expect(await card(page).locator('li').count()).toBe(3)
    expect(await card(page).locator('header').innerText()).toMatch(new RegExp(`${blocks[0]!.title!.zh!}\\s*5`))
    await card(page).getByRole('button', { name: '查看全部 5 条' }).click()
    await expect.poll(() => card(page).locator('li').count()).toBe(5)
  })

  it('is not drawn without records', async () => {
    const page = await open(path, {
      before: async () =>
        stage.fixture.once('/api/dashboard', () =>
          envelope({ blocks: [{ block: 'reminder', rows: [], total: { count: 0, more: false } }] }),
        ),
    })
    await page.waitForSelector(rows)
    await expect.poll(() => page.locator('.shell-view:not([hidden]) .list-blocks').count()).toBe(1)
    expect(await card(page).count()).toBe(0)
    expect(await page.locator('.shell-view:not([hidden]) .list-blocks').isVisible()).toBe(false)
  })
})

describe('a public page with a session', () => {
  // spec 2.1 2.47
  it.each(['/password/reset', '/authredirect'])('%s stands in the middle, leads home and is no tab', async (path) => {
    const page = await open(path)
    const card = page.locator('main h1').first()
    await card.waitFor()
    const box = (await card.boundingBox())!
    expect(Math.abs(box.x + box.width / 2 - 720)).toBeLessThan(300)
    expect(box.y).toBeGreaterThan(100)
    await page.getByRole('link', { name: '返回首页' }).click()
    await page.waitForSelector('.shell-tab')
    const tabs = await page.locator('.shell-tab').allInnerTexts()
    expect(tabs.map((text) => text.trim())).not.toContain(app.screens[path]!.title.zh!)
  })
})

describe('the frame', () => {
  // spec 2.40 3.1
  it('shows the picture of the account', async () => {
    const { data } = await boot()
    const account = {
      ...(data as { account: object }).account,
      avatar: [{ id: 'a', name: 'a.png', size: 1, type: 'image/png' }],
    }
    const page = await open(home, {
      before: async () => stage.fixture.once('/api/boot', () => envelope({ ...data, account })),
    })
    await page.locator('.shell-account img').waitFor()
  })

  // spec 2.17
  it('keeps the pinned tabs in the order of the menu', async () => {
    const page = await open('/order/Pload')
    const pinned = page.locator('.shell-tab:has(.shell-tab-pin) a')
    await expect
      .poll(() => pinned.evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
      .toEqual([home, '/order/Pload', '/order/RePload', '/order/Detailed', '/order/Confirm'])
  })

  // spec 2.38
  it('offers full screen in the menu of the account where the window is narrow', async () => {
    const page = await open(home, { viewport: { width: 390, height: 800 } })
    await page.locator('.shell-account').click()
    await page.getByRole('menuitem', { name: '全屏', exact: true }).click()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  })
})

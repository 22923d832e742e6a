// Tests specified behavior for slow, refused or ended calls:
// the built page over the fixture, with answers replaced where necessary.
import { join } from 'node:path'
import type { Page, Request, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { codes } from '../../src/protocol/envelope'
import { envelope, fixtureToken } from '../ui/fixture'
import { expectComplaint } from './complaints'
import { keepToItself, restingPath } from './handedOn'
import { describeReminder } from './reminderCases'
import { lists, rows, useSite } from './site'
import { turnOf } from '../turns'

const site = useSite(join(import.meta.dirname, '../../dist'))
const { app, open, addressOf } = site
const [first] = [lists[0]!]
const sync = Object.values(app.endpoints).find(({ name }) => name === 'syncZyPwd')!
const home = app.product.homeScreen
const toast = (page: Page, severity: string) => page.locator(`.ant-message-${severity}`)
const boot = async () =>
  (await site.fixture.transport({ method: 'GET', path: '/api/boot', headers: { 'x-token': fixtureToken } })).body as {
    data: object
  }

const screenAnswer = (part: object) =>
  envelope({
    revision: app.revision,
    entities: app.entities,
    dictionaries: app.dictionaries,
    settings: {},
    ...part,
  })

/** The settings, once, with the part alone whose button makes a call; `call`: what the page knows of it. */
function onlySync(call: object): void {
  const settings = app.screens['/settings']!
  const blocks = settings.blocks.filter(({ endpoint }) => endpoint === sync.name)
  site.fixture.once('/api/dashboard', () => envelope({ blocks: [{ block: 'call', shown: true, values: {} }] }))
  site.fixture.once('/api/screen', () =>
    screenAnswer({ screen: { ...settings, blocks }, calls: { [sync.name]: call } }),
  )
}

// The answers that the tests put in the place of the server's, which the browser reports as well.
const failing = String.raw`(/api/integration: 404|/(api/list|pcindex/api/syncZyPwd): (404|500))`
const failed = String.raw`/(api/(list|integration)|pcindex/api/syncZyPwd): Failed to load resource: .* status of (404|500)`
expectComplaint(new RegExp(`^answer at ${failing}$`))
expectComplaint(new RegExp(`^console at ${failed}`))
// The mistakes that the tests put into what the server answers.
expectComplaint(/need roles!|菜单选项缺少command属性\./)

describe('a call without an answer', () => {
  // spec 7.4 8.9 9.3
  it('is reported when its 20 seconds are over, and is not sent again by itself', async () => {
    const asked: (string | null)[] = []
    const page = await open(first.path, {
      before: async (fresh) => {
        await keepToItself(fresh).clock.install()
        await fresh.route('**/api/list', (route) => void asked.push(route.request().postData()))
      },
    })
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    // The clock also runs on by itself, on a slow machine for seconds: the look before the end keeps its distance.
    await page.clock.fastForward(15_000)
    expect(await page.getByText('请求超时，请重试！').count()).toBe(0)
    await page.clock.fastForward(6_000)
    await page.getByText('请求超时，请重试！').first().waitFor()
    await page.clock.fastForward(10_000)
    expect(asked.filter((body, at) => asked.indexOf(body) !== at)).toEqual([])
  })

  // spec 8.10 9.3
  it('has the text of its own when it may take 120 seconds and they are over', async () => {
    const { timeoutMs, timeoutMessage } = Object.values(app.endpoints).find(({ name }) => name === 'downloadFile')!
    const page = await open('/settings', {
      before: async (fresh) => {
        onlySync({ ...sync, timeoutMs, timeoutMessage })
        await keepToItself(fresh).clock.install()
        await fresh.route(`**${sync.path}*`, () => undefined)
      },
    })
    const asked = page.waitForRequest(`**${sync.path}*`)
    await page.getByRole('button', { name: '同步' }).click()
    await asked
    await page.clock.fastForward(110_000)
    expect(await page.getByText('超时，请重试').count()).toBe(0)
    await page.clock.fastForward(11_000)
    await page.getByText('请求服务器超时，请重试').filter({ visible: true }).first().waitFor()
  })
})

describe('a call', () => {
  // spec 7.1 7.2 7.3 9.10
  it('bears the client marker in the query of GET and in the body of POST, and the token once there is one', async () => {
    const asked: Request[] = []
    const page = await open(first.path, {
      signedIn: false,
      before: async (fresh) => fresh.on('request', (request) => void asked.push(request)),
    })
    await page.fill('input >> nth=0', '13800000001')
    await page.fill('input[type=password]', 'Demo@123456')
    await page.keyboard.press('Enter')
    await page.waitForSelector(rows)
    // The entry brings the marker, and the server writes it into the page.
    const calls = asked.filter(
      (one) => ['fetch', 'xhr'].includes(one.resourceType()) && !one.url().endsWith('/api/entry'),
    )
    const marker = (request: Request) =>
      request.method() === 'GET'
        ? new URL(request.url()).searchParams.get('client')
        : (request.postDataJSON() as { client: string }).client
    expect(new Set(calls.map((request) => `${request.method()} ${marker(request)}`))).toEqual(
      new Set(['GET dealerPc', 'POST dealerPc']),
    )
    const signsIn = calls.findIndex((request) => request.postData()?.includes('Demo@123456'))
    expect(signsIn).toBeGreaterThan(-1)
    const tokens = calls.map((request) => request.headers()['x-token'])
    expect(new Set(tokens.slice(0, signsIn + 1))).toEqual(new Set([undefined]))
    expect(new Set(tokens.slice(signsIn + 1))).toEqual(new Set([fixtureToken]))
  })

  // spec 8.1 8.2 8.11
  it('is a success with 2000 alone: with another code its data are not drawn, and the common text says so', async () => {
    const page = await open(first.path, {
      before: (fresh) =>
        fresh.route('**/api/list', async (route) => {
          const response = await route.fetch()
          await route.fulfill({ response, json: { ...((await response.json()) as object), code: 2003, msg: '' } })
        }),
    })
    await toast(page, 'error').getByText('访问异常，请稍后重试！').first().waitFor()
    const place = page.locator('.shell-view:not([hidden])')
    await place.getByText('访问异常，请稍后重试！').waitFor()
    expect(await page.locator(rows).count()).toBe(0)
    await page.unroute('**/api/list')
    await place.getByRole('button', { name: '重试' }).click()
    await page.waitForSelector(rows)
  })

  // spec 8.3
  it.each([
    ['a warehouse that is configured is handed on as it is', ['https://warehouse.example'], '.ant-message-success'],
    ['a server that nobody configured is judged like ours', [], 'form .ant-alert-error'],
  ])('of %s, and never bears the token', async (_, passthroughOrigins, outcome) => {
    const asked: Request[] = []
    const { entry } = site.fixture
    const page = await open('/settings', {
      before: async (fresh) => {
        site.fixture.once('/api/entry', () => envelope({ ...entry, product: { ...entry.product, passthroughOrigins } }))
        onlySync({ ...sync, path: 'https://warehouse.example/stock' })
        await fresh.route('https://warehouse.example/**', (route) => {
          asked.push(route.request())
          return route.fulfill({ json: { code: 17, rows: [1] }, headers: { 'access-control-allow-origin': '*' } })
        })
      },
    })
    await page.getByRole('button', { name: '同步' }).click()
    await page.locator(outcome).waitFor()
    expect(asked.map((request) => request.headers()['x-token'])).toEqual([undefined])
  })
})

describe('an address', () => {
  it('of a module that the caller may not open leads to 401 with the reason', async () => {
    const module = Object.values(app.modules).find(({ path, menuOnly }) => path !== undefined && !menuOnly)!
    const { data } = await boot()
    const { [module.path!]: _, ...routes } = (data as { routes: Record<string, unknown> }).routes
    const page = await open(home, {
      before: async () => {
        site.fixture.once('/api/boot', () => envelope({ ...data, routes }))
        site.fixture.once('/api/screen', () => envelope(null, codes.forbidden, '没有权限：某事'))
      },
    })
    await page.getByText('没有权限：某事').waitFor()
    site.fixture.once('/api/boot', () => envelope({ ...data, routes }))
    site.fixture.once('/api/screen', () => envelope(null, codes.forbidden, '没有权限：某事'))
    await page.goto(site.served.address + module.path!)
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
    await page.locator('a[href="/login"]').first().waitFor()
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
        await fresh.context().addCookies([{ name: app.product.cookies.token, value: kept, url: site.served.address }])
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

describe('a user who is not known', () => {
  // spec 4.6 8.12 8.13 8.14
  it('is signed out here and told why at the beginning', async () => {
    const page = await open('/login', { signedIn: false })
    for (const [data, code, said, text] of [
      [null, codes.success, '', '未获取到用户信息，请重试！'],
      [{ account: { administrator: false }, codes: [] }, codes.success, '', '未返回角色权限！'],
      [null, codes.refused, '账号资料不完整', '账号资料不完整'],
      [null, codes.refused, '', '验证失败，请重新登录.'],
    ] as const) {
      await page.goto(site.served.address + restingPath) // Another page would take the answer.
      site.fixture.once('/api/boot', () => envelope(data, code, said))
      await page
        .context()
        .addCookies([{ name: app.product.cookies.token, value: fixtureToken, url: site.served.address }])
      await page.goto(site.served.address)
      await page.getByText(text).waitFor()
      await page.waitForSelector('input[type=password]')
      expect(addressOf(page)).toBe('/login')
      expect((await page.context().cookies()).map(({ name }) => name)).not.toContain(app.product.cookies.token)
    }
  })
})

describe('a failure', () => {
  const answer = (status: number, code: number, msg: string) => (route: Route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ code, msg, data: null }) })

  const ofLists = [
    ['2001', 'warning', '此单已变', answer(200, 2001, '此单已变')],
    ['2002', 'warning', '无权查看', answer(200, 2002, '无权查看')],
    ['HTTP 404', 'warning', '访问异常，请稍后重试！', answer(404, 404, '')],
    ['HTTP 500', 'error', '服务器遇到错误，无法完成请求', answer(500, 500, '')],
  ] as const
  // spec 8.6 8.7 8.8
  it.each(turnOf(ofLists, 2))(
    '%s of a list is said as %s, and stands where the rows would be',
    async (_, severity, text, reply) => {
      const page = await open(first.path, { before: (fresh) => fresh.route('**/api/list', reply) })
      await toast(page, severity).getByText(text).waitFor()
      await page.locator('.shell-view:not([hidden])').getByText(text).waitFor()
    },
  )

  const ofForms = [
    ['2001', 'warning', answer(200, 2001, '不可以')],
    ['HTTP 404', 'warning', answer(404, 404, '')],
    ['HTTP 500', 'error', answer(500, 500, '')],
  ] as const
  // spec 8.6 8.7 8.8
  it.each(turnOf(ofForms, 3))(
    '%s of a form stands at the form as %s, and no notice repeats it',
    async (_, severity, reply) => {
      const replies = [answer(200, codes.success, ''), reply]
      const page = await open('/settings', {
        before: (fresh) => {
          site.fixture.once('/api/dashboard', () =>
            envelope({ blocks: app.screens['/settings']!.blocks.map(() => ({ kind: 'call', values: {} })) }),
          )
          return fresh.route(`**${sync.path}*`, (route) => replies.shift()!(route))
        },
      })
      // What draws notices is loaded for the first of them.
      await page.getByRole('button', { name: '同步' }).click()
      await toast(page, 'success').waitFor()
      await page.getByRole('button', { name: '同步' }).click()
      await page.locator(`form .ant-alert-${severity}`).waitFor()
      expect(await toast(page, 'warning').or(toast(page, 'error')).count()).toBe(0)
    },
  )
})

describeReminder(site)

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
      before: async () => site.fixture.once('/api/boot', () => envelope({ ...data, account })),
    })
    await page.locator('.shell-account img').waitFor()
  })

  // spec 5.9 8.15
  it('reports an item of a menu that has no command', async () => {
    const { data } = await boot()
    const { routes } = data as { routes: Record<string, object> }
    const [nameless] = app.product.accountScreens
    const page = await open(home, {
      before: async () =>
        site.fixture.once('/api/boot', () =>
          envelope({ ...data, routes: { ...routes, [nameless!]: { ...routes[nameless!], path: undefined } } }),
        ),
    })
    await page.locator('.shell-account').click()
    await page.getByRole('menuitem', { name: app.screens[nameless!]!.title.zh! }).click()
    await page.getByRole('button', { name: '错误日志' }).click()
    await page.locator('.ant-modal details', { hasText: '菜单选项缺少command属性.' }).waitFor()
    expect(addressOf(page)).toBe(home)
  })

  // spec 5.3 5.4
  it('draws what is for some codes for who holds one of them, and takes an empty list of codes for a defect', async () => {
    const settings = app.screens['/settings']!
    const [display] = settings.blocks.filter(({ kind }) => kind === 'display')
    const [held] = Object.keys(app.access.permissions)
    const part = (name: string, permissions: readonly string[]) => ({ ...display, title: { zh: name }, permissions })
    const answer = (...blocks: object[]) =>
      site.fixture.once('/api/screen', () => screenAnswer({ screen: { ...settings, blocks } }))
    const page = await open('/settings', {
      before: async () => void answer(part('其一', ['nobody', held!]), part('其二', ['nobody'])),
    })
    const place = page.locator('.shell-view:not([hidden])')
    await place.getByRole('heading', { name: '其一' }).waitFor()
    expect(await place.getByText('其二').count()).toBe(0)
    answer(part('其三', []))
    await page.reload()
    await place.getByText('页面出错了').waitFor()
    await page.getByRole('button', { name: '错误日志' }).click()
    await page.locator('.ant-modal details', { hasText: 'need roles!' }).waitFor()
  })
})

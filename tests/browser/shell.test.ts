// Tests the layout's behavior for the user: the built page in a browser, over the fixture.
import type { Text } from '../../src/manifest/model/text'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { codes } from '../../src/protocol/envelope'
import { createFixture, envelope, fixtureToken } from '../ui/fixture'
import { keepToItself } from './handedOn'
import { go, lists, rows, useSite } from './site'

const site = useSite(join(import.meta.dirname, '../../dist'))
const { app, open, addressOf } = site
const [first, second] = [lists[0]!, lists[1]!]
const form = Object.values(app.screens).find(
  (screen) => screen.kind === 'form' && !screen.hideInMenu && !screen.signInTo,
)!
const title = (screen: { title: Text }) => screen.title.zh!
const tab = (page: Page, name: string) => page.locator('.shell-tab', { hasText: name })

describe('the way in', () => {
  it('loads at most 150 kB of compressed script, and no control library before something is typed', async () => {
    const scripts: Request[] = []
    const page = await (await site.browser.newContext({ locale: 'zh-CN' })).newPage()
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('.js')) scripts.push(request)
    })
    await page.goto(site.served.address)
    await page.waitForSelector('input[type=password]')
    await page.waitForLoadState('networkidle')
    const sizes = await Promise.all(scripts.map((request) => request.sizes()))
    const atFirst = sizes.reduce((sum, size) => sum + size.responseBodySize, 0)
    expect(atFirst).toBeGreaterThan(50_000)
    expect(atFirst).toBeLessThanOrEqual(150_000)
    await page.fill('input >> nth=0', '1')
    await expect.poll(() => scripts.length).toBeGreaterThan(sizes.length)
  })

  it('shows the first rows of a list with few files, as each one more is a way there and back', async () => {
    const page = await (await open('/login', { signedIn: true })).context().newPage()
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await page.goto(site.served.address + first.path)
    await page.waitForSelector(rows)
    expect(scripts.length).toBeGreaterThan(3)
    expect(scripts.length, scripts.join('\n')).toBeLessThanOrEqual(20)
  })

  // spec 4.5 9.9
  it('says what is wrong beside the form, and leads to where one was going', async () => {
    const page = await open(`${first.path}?page=2`, { signedIn: false })
    await page.click('button[type=submit]')
    expect(await page.locator('[role=alert]').count()).toBe(2)
    await page.fill('input >> nth=0', '13800000001')
    await page.fill('input[type=password]', 'wrong')
    await page.keyboard.press('Enter')
    await page.getByText('账号或密码错误').waitFor()
    await page.fill('input[type=password]', 'Demo@123456')
    await page.keyboard.press('Enter')
    await page.waitForSelector(rows)
    expect(addressOf(page)).toBe(`${first.path}?page=2`)
    expect((await page.context().cookies()).map(({ name }) => name).sort()).toEqual(['Token', '_auth', '_mobile'])
    expect(site.errors).toEqual([])
  })

  // spec 4.7
  it('leads nowhere but to an address of ours', async () => {
    const page = await open(`/login?back=${encodeURIComponent('//elsewhere.example/')}`)
    await page.waitForSelector('.shell-top')
    expect(new URL(page.url()).host).toBe(new URL(site.served.address).host)
  })

  // spec 5.2
  it('takes a token out of the address before anything else, and asks when somebody else is signed in', async () => {
    const page = await open(`${first.path}?token=${fixtureToken}`, { signedIn: false })
    await page.waitForSelector(rows)
    expect(page.url()).not.toContain('token')
    await page.goto(`${site.served.address}${first.path}?token=another`)
    await page.getByRole('alertdialog').waitFor()
    expect(page.url()).not.toContain('token')
    await page.getByRole('button', { name: '留在当前账号' }).click()
    await page.waitForSelector(rows)
  })
})

describe('a list', () => {
  it('is asked for its screen while it is still read who looks, once', async () => {
    const asked = () => site.fixture.calls.filter((call) => call.path.startsWith('/api/screen')).length
    site.fixture.once('/api/boot', async (call) => {
      await expect.poll(asked).toBe(1)
      return await createFixture(app, 1).transport(call)
    })
    const page = await open(first.path)
    await page.waitForSelector(rows)
    expect(asked()).toBe(1)
    expect(site.errors).toEqual([])
  })

  it('opened again asks for its records while it is still read who looks, once, and forgets them with the session', async () => {
    const { calls } = site.fixture
    const page = await open(first.path)
    await page.waitForSelector(rows)
    const remembered = () => page.evaluate(() => localStorage.getItem('firstReads') ?? '')
    await expect.poll(remembered).toContain(first.path)
    const atFirst = calls.filter(({ path }) => path === '/api/list').map(({ body }) => JSON.stringify(body))
    calls.length = 0
    const asked = () => calls.filter(({ path }) => path === '/api/list').map(({ body }) => JSON.stringify(body))
    site.fixture.once('/api/boot', async (call) => {
      await expect.poll(() => asked().length).toBe(atFirst.length)
      return await createFixture(app, 1).transport(call)
    })
    await page.reload()
    await page.waitForSelector(rows)
    await expect.poll(remembered).toContain(first.path)
    expect(asked().sort()).toEqual(atFirst.sort())
    await page.locator('.shell-account').click()
    await page.getByText('退出登录').click()
    const yes = page.locator('.ant-modal-confirm').getByRole('button', { name: '确定' })
    await Promise.all([page.waitForEvent('load'), yes.click()])
    await page.waitForSelector('input[type=password]')
    expect(await remembered()).toBe('')
    expect(site.errors).toEqual([])
  })

  it('is there before anything that makes a form, which comes when the user rests', async () => {
    const before = (fresh: Page) =>
      keepToItself(fresh).addInitScript((row) => {
        new MutationObserver((_, watch) => {
          if (!document.querySelector(row)) return
          ;(window as unknown as { firstRow: number }).firstRow = performance.now()
          watch.disconnect()
        }).observe(document, { childList: true, subtree: true })
      }, rows)
    const page = await open('/404', { before })
    await page.goto(site.served.address + first.path)
    const scripts = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .map((entry) => ({
            name: entry.name,
            early: entry.startTime < (window as unknown as { firstRow: number }).firstRow,
          })),
      )
    const forms = /ActionHost|useSubmission|DateRange|SignIn/
    await expect.poll(async () => (await scripts()).some(({ name, early }) => !early && forms.test(name))).toBe(true)
    const early = (await scripts()).filter((script) => script.early)
    expect(early.filter(({ name }) => forms.test(name))).toEqual([])
    expect(early.length).toBeGreaterThan(4)
    // The build has written the styles of the controls: none is computed here.
    const computed = await page.locator('style').allTextContents()
    expect(computed.filter((style) => /^\.ant-(?:btn|input|menu)\b/.test(style))).toEqual([])
  })

  it('is not drawn again while the user types in its search, and is at the next rest', async () => {
    const page = await open(first.path)
    await page.waitForSelector(rows)
    await page.evaluate(() => {
      const seen = window as unknown as { changes: number }
      seen.changes = 0
      new MutationObserver((changes) => {
        seen.changes += changes.length
      }).observe(document.querySelector('.table tbody')!, {
        childList: true,
        subtree: true,
        characterData: true,
        attributes: true,
      })
    })
    const changes = () => page.evaluate(() => (window as unknown as { changes: number }).changes)
    await page.locator('.list-words input').pressSequentially('abc', { delay: 20 })
    expect(await changes()).toBe(0)
    await expect.poll(() => new URL(page.url()).searchParams.get('words')).toBe('abc')
    await page.getByRole('button', { name: '清空筛选' }).click()
    await page.waitForSelector(rows)
    expect(site.errors).toEqual([])
  })

  it('is read again in silence when its records change elsewhere', async () => {
    const page = await open(first.path)
    const cell = page.locator(`${rows} >> nth=0 >> td:not(:has(input[type=checkbox])) >> nth=0`)
    await cell.waitFor()
    const before = await cell.innerText()
    for (const record of site.fixture.recordsOf(first.entity!))
      (record.values as Record<string, unknown>)[first.columns[0]!.field] = `${before}!`
    site.served.tell({ event: 'changed', entities: [first.entity!] })
    await expect.poll(() => cell.innerText()).toBe(`${before}!`)
  })

  it('stands in a second tab as well, which hears what happens and of no break that there is not', async () => {
    // The clock of one page is that of its context, which is not handed on with it.
    const page = await open(first.path, { before: (fresh) => Promise.resolve(keepToItself(fresh)) })
    await page.waitForSelector(rows)
    const later = await page.context().newPage()
    const asked: string[] = []
    later.on('request', (request) => {
      if (request.url().endsWith('/api/list')) asked.push(request.url())
    })
    await later.clock.install()
    await later.goto(site.served.address + first.path)
    await later.waitForSelector(rows)
    const before = asked.length
    // What was changed is heard, so the second tab knows that the stream is up.
    await expect
      .poll(async () => {
        site.served.tell({ event: 'changed', entities: [first.entity!] })
        await later.clock.runFor(500)
        return asked.length
      })
      .toBeGreaterThan(before)
    await later.clock.runFor(10_000)
    for (const one of [page, later]) expect(await one.locator('.shell-offline').count()).toBe(0)
  })

  it('stands still while the bell counts', async () => {
    const page = await open(first.path)
    await page.waitForSelector(rows)
    const asked = site.fixture.calls.length
    site.served.tell({ event: 'counters', counters: { messages: 7 } })
    await page.getByRole('button', { name: /: .*7/ }).waitFor()
    expect(site.fixture.calls.slice(asked)).toEqual([])
    expect(site.errors).toEqual([])
  })

  it('says where its count stopped early, and counts all when asked', async () => {
    await site.serve(1_300)
    const page = await open(first.path)
    await page.getByText('超过 1,000 条').waitFor()
    await page.getByRole('button', { name: '精确统计' }).click()
    await page.getByText('共 1,300 条').waitFor()
  })

  it('keeps widths and order of its columns for the person', async () => {
    const page = await open(first.path)
    await page.waitForSelector(rows)
    const heads = () =>
      page.locator('.table thead th[title]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title')))
    const [one, two] = await heads()
    await page.getByRole('button', { name: '列设置' }).click()
    await page.getByRole('button', { name: `下移“${one}”` }).click()
    await expect.poll(async () => (await heads()).slice(0, 2)).toEqual([two, one])
    // At once, before the write is due: it is sent as the page goes away.
    await page.goto('about:blank')
    await expect.poll(() => site.fixture.calls.filter((call) => call.path.startsWith('/api/preference')).length).toBe(1)
    await page.goto(site.served.address + first.path)
    await page.waitForSelector(rows)
    expect((await heads()).slice(0, 2)).toEqual([two, one])
  })

  it('opens a record beside it under an address that can be shared', async () => {
    const page = await open(first.path)
    await page.locator(`${rows} .value-link >> nth=0`).click()
    await page.getByRole('article').waitFor()
    expect(addressOf(page)).toContain(`record=${first.entity}%3A`)
    const shared = await open(addressOf(page))
    await shared.getByRole('article').waitFor()
    const label = await shared
      .getByRole('article')
      .getByRole('heading', { level: 2 })
      .evaluate((h) => h.firstChild!.textContent)
    await expect.poll(() => shared.title()).toMatch(new RegExp(`^${label} - ${title(first)} - `))
    await page.goBack()
    await expect.poll(() => page.getByRole('article').isVisible()).toBe(false)
    await expect.poll(() => page.title()).toMatch(new RegExp(`^${title(first)} - `))
    expect(site.errors).toEqual([])
  })
})

describe('visited screens', () => {
  // spec 2.47 2.49 4.12 4.13
  it('stay as they were left, and the tabs say which', async () => {
    const page = await open(`${first.path}?page=2`, { viewport: { width: 1280, height: 560 } })
    await page.waitForSelector(rows)
    await page.locator('.shell-view:not([hidden]) .table-box').evaluate((box) => {
      box.scrollTop = 80
    })
    await page.evaluate((path) => {
      ;(document.querySelector(`.shell-nav a[href="${path}"]`) as HTMLElement).click()
    }, second.path)
    await page.waitForSelector(`[data-view="${second.path}"] tbody tr[data-row]`)
    expect(addressOf(page)).toBe(second.path)
    const asked = site.fixture.calls.length
    await tab(page, title(first)).locator('a').click()
    await page.locator(`.shell-view[data-view="${first.path}"]:not([hidden])`).waitFor()
    expect(addressOf(page)).toBe(`${first.path}?page=2`)
    expect(await page.locator('.shell-view:not([hidden]) .table-box').evaluate((box) => box.scrollTop)).toBe(80)
    expect(site.fixture.calls.slice(asked).filter((call) => call.path.startsWith('/api/screen'))).toEqual([])
    await tab(page, title(first)).locator('button').click()
    await expect.poll(() => addressOf(page)).toBe(second.path)
    expect(await page.locator('.shell-tab:has(button)').count()).toBe(1)
    expect(site.errors).toEqual([])
  })

  it('come back after a reload, and are not there for somebody else', async () => {
    const page = await open(first.path)
    await page.waitForSelector(rows)
    await page.goto(site.served.address + second.path)
    await page.waitForSelector(rows)
    expect(await page.locator('.shell-tab:has(button)').allInnerTexts()).toEqual([title(first), title(second)])
    site.fixture.once('/api/boot', async (call) => {
      const own = await createFixture(app, 1).transport(call)
      const { data } = own.body as { data: { account: object } }
      return envelope({ ...data, account: { ...data.account, id: 8 } })
    })
    await page.reload()
    await page.waitForSelector(rows)
    expect(await page.locator('.shell-tab:has(button)').allInnerTexts()).toEqual([title(second)])
  })

  // spec 2.3
  it('of an unknown address are the page 404, of one without the right 401 with the reason', async () => {
    const page = await open('/nowhere')
    await page.getByText('页面不存在').waitFor()
    expect(addressOf(page)).toBe('/404')
    site.fixture.once('/api/screen', () => envelope(null, codes.forbidden, '账号已被限制'))
    await page.goto(`${site.served.address}/secret`)
    await page.getByText('账号已被限制').waitFor()
    expect(addressOf(page)).toBe('/401')
    const missing = { kind: 'permission', message: '需要权限“密室”', details: ['拥有“密室”的角色：店长'] }
    site.fixture.once('/api/screen', () => envelope(null, codes.forbidden, '没有权限'))
    site.fixture.once('/api/why', () => envelope({ refused: [{ title: {}, conditions: [missing] }] }))
    await page.goto(`${site.served.address}/hidden`)
    await page.getByText(missing.message).waitFor()
    await page.getByText(missing.details[0]!).waitFor()
  })
})

describe('a session that ends', () => {
  // spec 8.4 8.5
  it('while nothing is half filled says so in the words of the specification and begins anew', async () => {
    const page = await open(first.path)
    await page.waitForSelector(rows)
    site.served.tell({ event: 'signedOut' })
    await page.getByText('你已被登出，请重新登录！').waitFor()
    await page.getByRole('button', { name: '确定' }).click()
    await page.waitForSelector('input[type=password]')
    expect(await page.context().cookies()).not.toContainEqual(
      expect.objectContaining({ name: app.product.cookies.token }),
    )
  })

  it('while a form is half filled lets the user sign in over the page and go on', async () => {
    const page = await open(first.path)
    await page.waitForSelector(rows)
    await go(page, form.path)
    const input = page.locator('.shell-view:not([hidden]) input:not([role=combobox]):not([type=radio])').first()
    await input.fill('half filled')
    await page.locator('.shell-tab-mark').waitFor()
    site.served.tell({ event: 'signedOut' })
    await page.getByRole('button', { name: '确定' }).click()
    // What others have changed meanwhile was not heard.
    const lists = page.waitForRequest((request) => request.url().endsWith('/api/list'), { timeout: 5_000 })
    await page.fill('.ant-modal input[type=password]', 'Demo@123456')
    await page.keyboard.press('Enter')
    await page.locator('.ant-modal input[type=password]').waitFor({ state: 'detached' })
    await lists
    expect(await input.inputValue()).toBe('half filled')
    expect(addressOf(page)).toBe(form.path)
    await tab(page, title(form)).locator('button').click()
    // Enter takes the answer that has the focus: the one that loses nothing.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('继续填写')
    await page.keyboard.press('Enter')
    await page.locator('.ant-modal-confirm').waitFor({ state: 'detached' })
    expect(await input.inputValue()).toBe('half filled')
    await tab(page, title(form)).locator('button').click()
    await page.getByRole('button', { name: '放弃并关闭' }).click()
    await expect.poll(() => addressOf(page)).not.toBe(form.path)
  })

  // spec 4.8 4.9 4.10 8.20
  it('by logging out asks first, in the words of the specification, and leaves nothing of it', async () => {
    const { token, signedIn, lastAccount, integration } = app.product.cookies
    const ofSession = [token, signedIn!, lastAccount!, integration!]
    const page = await open(first.path, {
      before: (fresh) =>
        fresh.context().addCookies(ofSession.slice(1).map((name) => ({ name, value: '1', url: site.served.address }))),
    })
    const dialog = page.locator('.ant-modal-confirm', { hasText: '确认退出' })
    for (const answer of ['取消', '确定']) {
      await page.locator('.shell-account').click()
      await page.getByText('退出登录').click()
      await dialog.getByText('你确定退出登录么?').waitFor()
      if (answer === '取消') {
        await dialog.getByRole('button', { name: answer }).click()
        await dialog.waitFor({ state: 'hidden' })
        expect(addressOf(page)).toBe(first.path)
      } else await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: answer }).click()])
    }
    await page.waitForSelector('input[type=password]')
    expect(addressOf(page)).toBe('/login')
    const left = (await page.context().cookies()).map(({ name }) => name)
    expect(left.filter((name) => ofSession.includes(name))).toEqual([])
    await page.goto(site.served.address + first.path)
    await page.waitForSelector('input[type=password]')
    expect(await page.locator('.shell-nav').count()).toBe(0)
  })
})

// Proves sign-in by code, a forgotten password, settings, messages and public pages in the product.
import type { Browser, Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StandInIdentity } from '../../src/server/integrations/contract/identityProviders'
import { password } from '../story/teller'
import { word } from '../story/words'
import { listTexts, shellTexts } from '../pageTexts'
import { startProduct, type Product } from '../whole/product'
import { violationsOf } from './axe'
import { fillForm } from './form'
import { expectComplaint } from './complaints'
import {
  dialog,
  enter,
  type Language,
  launchBrowser,
  newPage,
  onItsWay,
  openScreen,
  type Place,
  pressAbove,
  pressOnRow,
  withheldFrom,
} from './visitor'
import { keepToItself, leaveBrowser } from './handedOn'

/** An address of another site, which the product's own manifests need not have. */
const elsewhere = '/elsewhere'
let product: Product
let browser: Browser
let place: Place
beforeAll(async () => {
  const file = (name: string, content: object) => ({ path: `system/${name}`, text: JSON.stringify(content) })
  product = await startProduct({
    files: [
      file('elsewhere.settings.json', {
        settings: { elsewhere: { title: ['别处', 'Elsewhere'], value: 'https://elsewhere.example/' } },
      }),
      file('elsewhere.screen.json', {
        path: elsewhere,
        title: ['别处', 'Elsewhere'],
        kind: 'external',
        permissions: ['signed-in'],
        linkTo: 'elsewhere',
      }),
    ],
  })
  browser = await launchBrowser()
  place = { browser, address: product.address, app: product.server.dependencies.liveApp.current }
}, 120_000)
afterAll(async () => {
  await product?.stop()
})
beforeEach(() => () => leaveBrowser(browser))
// Chromium closes the window by itself only when a script has opened it.
expectComplaint(/Scripts may close only the windows/)

const open = async (path: string, language: Language = 'zh'): Promise<Page> => {
  const page = await newPage(place, language)
  await page.goto(place.address + path)
  return page
}
const sentCode = async (mobile: string) => {
  const outbox = () => product.server.sent.sms!.filter((message) => message.address === mobile)
  await expect.poll(() => outbox().length).toBeGreaterThan(0)
  return /\d{6}/.exec(outbox().at(-1)!.text)![0]
}
/** Axe without what is said and goes away by itself. */
const soundFor = async (page: Page, what: string) =>
  expect(
    (await violationsOf(page, { without: '.ant-message' })).map(({ id, nodes }) => `${what}: ${id} ${nodes[0]?.html}`),
  ).toEqual([])

describe('without a session', () => {
  it('one comes in by a code', async () => {
    const page = await open('/login')
    await page.getByRole('tab', { name: '验证码登录' }).click()
    await soundFor(page, 'code')
    await page.getByLabel('手机号').fill('1380000')
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByText('请输入正确的手机号').waitFor()
    await page.getByLabel('手机号').fill('13800000003')
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByText('验证码已发送').waitFor()
    await page.getByLabel('验证码', { exact: true }).fill(await sentCode('13800000003'))
    await page.locator('button[type=submit]').click()
    await page.getByRole('button', { name: /绍兴/ }).click()
    await page.locator('.shell-nav').waitFor()
  })

  // spec 7.20
  it('one gets another password in three steps', async () => {
    const page = await open('/login', 'en')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByLabel('Mobile').fill('13800000005')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('138****0005').waitFor()
    await soundFor(page, 'reset')
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('The code is wrong or no longer valid').waitFor()
    await page.getByLabel('Code', { exact: true }).fill(await sentCode('13800000005'))
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Reset password' }).click()
    await page.getByText('The password must have 8 to 128 characters').waitFor()
    await page.getByLabel('New password').fill('Another#2025')
    await page.getByRole('button', { name: 'Reset password' }).click()
    await page.getByRole('heading', { name: 'The password has been reset' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).last().click()
    await page.locator('input[autocomplete=username]').fill('13800000005')
    await page.locator('input[type=password]').fill('Another#2025')
    await page.locator('button[type=submit]').click()
    await page.locator('.shell-nav').waitFor()
  })

  it('public study files are read, others are not there', async () => {
    const page = await open('/studyFile')
    await page.getByText('量尺规范（2026 版）').first().click()
    await page.getByText('量尺前确认水电').waitFor()
    await soundFor(page, 'study files')
    // It leads to no other record, and what became of it is nobody's business here.
    const article = page.getByRole('article')
    expect([
      await article.locator('.value-link').count(),
      await article.getByRole('tab', { name: '动态' }).count(),
    ]).toEqual([0, 0])
    expect(await page.getByText('客户说“太贵了”怎么接').count()).toBe(0)
    await page.getByRole('button', { name: '关闭', exact: true }).click()
    await page.getByRole('link', { name: '登录' }).click()
    await page.locator('input[type=password]').waitFor()
  })

  // spec 2.9
  it('somebody from the partner platform comes in by its code once the account is bound', async () => {
    const ea = product.server.dependencies.identities('ea') as StandInIdentity
    const page = await open(`/ea/Login?code=${ea.giveCode('EA-9', new Date())}`)
    await page.getByText('没有可登录的账号').waitFor()
    await page.locator('input[autocomplete=username]').fill('13800000002')
    await page.locator('input[type=password]').fill(password)
    await page.locator('button[type=submit]').click()
    await page.locator('.shell-nav').waitFor()
    await page.goto(`${place.address}/ea/Login`)
    await page.getByLabel('授权码', { exact: true }).fill(ea.giveCode('EA-9', new Date()))
    await page.getByRole('button', { name: '绑定', exact: true }).click()
    await page.getByText(word('已绑定', 'eaLogin.screen.json.blocks.1.successMessage')).waitFor()
    const other = await open(`/ea/Login?code=${ea.giveCode('EA-9', new Date())}`)
    await other.locator('.shell-nav').waitFor()
  })
})

describe('with a session', () => {
  // spec 4.2
  it('settings change the profile, the password and how the page looks', async () => {
    const page = await enter(place, 'storebuilder')
    await page.keyboard.press('Control+k')
    await page.locator('.shell-finder').getByRole('combobox').fill('合作平台密')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('合作平台密码')
    const profile = page.getByRole('region', { name: '个人资料' })
    await profile.getByLabel('姓名').fill('方国强强')
    await profile.getByRole('button', { name: '保存' }).click()
    await page.getByText('资料已保存').waitFor()
    await expect.poll(() => page.locator('.shell-account-name').textContent()).toBe('方国强强')
    const messages = page.getByRole('region', { name: '消息提醒' })
    await messages.locator('[data-ask=smsMessages]').getByText('仅订单消息').click()
    await messages.getByRole('button', { name: '保存' }).click()
    await page.getByText('消息提醒已保存').waitFor()
    const own = page.getByRole('region', { name: '修改密码' })
    await own.getByLabel('原密码').fill('not that one')
    await own.getByLabel('新密码').fill('Another#2025')
    await own.getByRole('button', { name: '修改密码' }).click()
    await own.getByText('原密码错误').first().waitFor()
    await own.getByLabel('原密码').fill(password)
    await own.getByRole('button', { name: '修改密码' }).click()
    await page.getByText('密码已修改').waitFor()
    const partner = page.getByRole('region', { name: '合作平台密码' })
    await partner.getByLabel('合作平台密码', { exact: true }).fill('short')
    await partner.getByRole('button', { name: '同步' }).click()
    await partner.getByText('平台不接受账号或密码').first().waitFor()
    await partner.getByLabel('合作平台密码', { exact: true }).fill('Changed-There-1')
    await partner.getByRole('button', { name: '同步' }).click()
    await page.getByText('合作平台密码已同步').waitFor()
    await page.getByLabel('侧边栏无动画').click()
    await expect.poll(() => page.locator('.shell').getAttribute('data-still')).toBe('true')
    await soundFor(page, 'settings')
  })

  it('messages are a page to read by day, marked with one press or key, and a table on request', async () => {
    const page = keepToItself(await enter(place, 'owner'))
    await page.addInitScript(() => {
      const seen = window as unknown as { shift: number }
      seen.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const { product: facts, entities } = place.app
    const articles = page.getByRole('article')
    const read = { name: entities.message!.transitions.read!.title.zh!, exact: true }
    const unread = articles.filter({ has: page.getByRole('button', read) })
    for (const [width, tone] of Object.entries({ 390: 'dark', 1440: 'light' })) {
      const theme = { name: 'theme', value: encodeURIComponent(JSON.stringify({ ...facts.theme, tone })) }
      await page.context().addCookies([{ ...theme, url: place.address }])
      await page.setViewportSize({ width: Number(width), height: 844 })
      await page.goto(place.address + facts.messages.screen)
      const days = new RegExp(`^(${shellTexts.today.zh}$|${shellTexts.yesterday.zh}$|\\d{4}-)`)
      await page.getByRole('main').getByRole('heading', { level: 2, name: days }).first().waitFor()
      await expect.poll(() => page.locator(onItsWay).count()).toBe(0)
      await soundFor(page, `messages at ${width}`)
      expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.05)
    }
    const before = await unread.count()
    await unread.first().getByRole('button', read).click()
    await expect.poll(() => unread.count()).toBe(before - 1)
    const title = (await unread.first().getByRole('heading').textContent())!
    const position = (await articles.allTextContents()).findIndex((text) => text.includes(title))
    for (let at = 0; at <= position; at++) await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.locator('.record-body', { hasText: title }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => unread.count()).toBe(before - 2)
    await page.getByText(listTexts.asList.zh, { exact: true }).click()
    await page.locator('tr[data-row]', { hasText: title }).waitFor()
  })

  it('a phone creates from its bar, by keyboard alone too, and offers what the account may create', async () => {
    const page = await enter(place, 'guide')
    await page.setViewportSize({ width: 390, height: 844 })
    const button = page.locator('.shell-bottom').getByRole('button', { name: shellTexts.create.zh, exact: true })
    await button.press('Enter')
    const sheet = page.getByRole('dialog', { name: shellTexts.create.zh })
    const { create } = place.app.entities.appointment!.transitions
    const offer = sheet.getByRole('button', { name: create!.title.zh!, exact: true })
    await offer.waitFor()
    await soundFor(page, 'create')
    for (const { title } of await withheldFrom(place, 'guide'))
      expect(await sheet.getByText(title.zh!, { exact: true }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    await button.press('Enter')
    await offer.press('Enter')
    await dialog(page).locator('[data-ask]').first().waitFor()
    await sheet.waitFor({ state: 'hidden' })
  })

  // spec 2.8 7.25 7.26
  it('a message is opened by its number and read by that, and a kind is read by one call', async () => {
    const page = await enter(place, 'owner')
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await page.goto(`${place.address}/message`)
    const id = await page.getByRole('article').first().getAttribute('data-row')
    await page.goto(`${place.address}/message?message_num=${id}`)
    await page.locator('.record-body').waitFor()
    expect(page.url()).toContain(`record=message%3A${id}`)
    await page.getByRole('button', { name: '关闭', exact: true }).click()
    const unreadBadge = page.locator('.shell-top .shell-counted sup')
    await unreadBadge.first().waitFor()
    await page.getByRole('button', { name: '订单消息批量已读' }).click()
    await page.getByText(/已处理 \d+ 条/).waitFor()
    await page.getByRole('button', { name: '其他消息批量已读' }).click()
    await expect.poll(() => unreadBadge.count()).toBe(0)
    for (const kind of ['notice', 'information'])
      expect(calls).toContain(`/pcindex4/user_centor/${kind}_read_batch.html`)
  })

  it('an article is read by the user who opens it, be it from the home page, and counted once', async () => {
    const { database } = product.server.dependencies
    await database.query(sql`delete from "articleRead"`)
    const readings = async () =>
      Number((await database.query<{ count: string }>(sql`select count(*) from "articleRead"`))[0]!.count)
    const page = await enter(place, 'designer')
    // What comes later on the page moves what is there already away from under the pointer.
    await page.getByRole('button', { name: '岩板台面新花色' }).waitFor()
    await expect.poll(() => page.locator(onItsWay).count()).toBe(0)
    await page.getByRole('button', { name: '岩板台面新花色' }).click()
    await expect.poll(readings).toBe(1)
    await page.goto(`${place.address}/content/Notice`)
    const ran = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/run')
    await page.locator('tr[data-row]', { hasText: '岩板台面新花色' }).getByText('岩板台面新花色').click()
    await Promise.all([ran, page.getByText('样块可向区域经理申领').waitFor()])
    expect(await readings()).toBe(1)
    // What is public stands below the head of its page also with a session, and leads home.
    await page.goto(`${place.address}/studyFile`)
    const [head, title] = await Promise.all([
      page.locator('header').first().boundingBox(),
      page.getByRole('heading', { name: '学习资料' }).boundingBox(),
    ])
    expect(title!.y).toBeGreaterThanOrEqual(head!.y + head!.height)
    await page.getByRole('link', { name: '返回首页' }).click()
    await page.locator('.shell-nav').waitFor()
  })

  // spec 2.27 2.45 5.1
  it('an address of another site stays shut within the application, and opens in a new tab', async () => {
    const page = await enter(place, 'owner')
    const link = page.locator('.shell-nav a[target="_blank"]', { hasText: '别处' })
    await link.waitFor()
    expect(await link.getAttribute('href')).toBe('https://elsewhere.example/')
    await page.goto(place.address + elsewhere)
    await page.getByRole('link', { name: '在新窗口打开' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(elsewhere)
    expect(await page.locator('iframe').count()).toBe(0)
  })

  it('the address book lists the colleagues and the headquarters', async () => {
    const page = await enter(place, 'guide', 'zh', '/addressList')
    await page.getByText('周建平').first().waitFor()
    await page.locator('tr[data-row]', { hasText: '总部运营' }).getByText('总部', { exact: true }).waitFor()
    await soundFor(page, 'address book')
  })
})

describe('keys of programs', () => {
  it('belong to a service account, are shown once, to be copied, and stand in their list', async () => {
    const page = await enter(place, 'owner')
    const filling = { page, app: place.app, language: 'zh' } as const
    const accounts = await openScreen(page, place.app, '/serviceAccounts')
    await pressAbove(accounts, '新增系统账号')
    const { openService } = place.app.entities.employee!.transitions
    await fillForm(filling, dialog(page), openService!, {
      system: 'CRM',
      store: { words: '西溪', label: '杭州西溪旗舰店' },
      role: { words: '导购', label: '导购' },
    })
    await dialog(page).getByRole('button', { name: '新增系统账号' }).click()
    await pressOnRow(page, accounts.getByRole('row', { name: /CRM \[API\]/ }), '新增密钥')
    const { create } = place.app.entities.programKey!.transitions
    await fillForm(filling, dialog(page), create!, { name: 'ERP' })
    await dialog(page).getByRole('button', { name: '新增密钥' }).click()
    const shown = page.getByText(/^key_[\w-]{43}$/)
    await shown.waitFor()
    const key = await shown.innerText()
    await page.locator('.ant-modal-confirm-title', { hasText: '密钥只显示这一次' }).waitFor()
    await page.getByRole('button', { name: '关闭', exact: true }).last().click()
    await shown.waitFor({ state: 'detached' })
    const opened = await openScreen(page, place.app, '/programKeys')
    await opened.getByRole('row', { name: /ERP.*CRM \[API\]/ }).waitFor()
    const reply = await fetch(`${place.address}/api/find`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ words: 'ERP' }),
    })
    expect(await reply.json()).toMatchObject({ code: 2000 })
  })
  it('are followed by webhooks: what is wrong is seen beside its field, and the secret is shown once', async () => {
    const page = await enter(place, 'owner')
    const opened = await openScreen(page, place.app, '/webhooks')
    await pressAbove(opened, '新增推送')
    const { create } = place.app.entities.webhook!.transitions
    await fillForm({ page, app: place.app, language: 'zh' }, dialog(page), create!, {
      name: 'CRM',
      address: 'https://crm.example.com/events',
      entity: 'customer',
      action: 'customer.create',
      condition: 'fly',
    })
    await dialog(page).getByRole('button', { name: '新增推送' }).click()
    const wrong = dialog(page).locator('.ant-formily-item-help', { hasText: '条件无法使用' })
    await expect.poll(() => wrong.evaluate((text) => getComputedStyle(text).opacity)).toBe('1')
    await dialog(page).getByLabel('条件').fill('')
    await dialog(page).getByRole('button', { name: '新增推送' }).click()
    await page.getByText(/^whsec_[\w+/]{43}=$/).waitFor()
    await page.getByRole('button', { name: '关闭', exact: true }).last().click()
    await opened.getByRole('row', { name: /CRM/ }).waitFor()
  })
  it('find every call described, and try one', async () => {
    const page = await enter(place, 'owner')
    const opened = await openScreen(page, place.app, '/programCalls')
    const calls = opened.getByRole('navigation', { name: '可用的调用' })
    await calls.getByRole('button', { name: '查询列表' }).waitFor()
    await opened.getByRole('combobox', { name: 'screen' }).waitFor()
    await soundFor(page, 'description of calls')
    await calls.getByRole('textbox').fill('/api/run')
    await calls.getByRole('button', { name: '新增或处理一条记录' }).click()
    const entity = opened.getByRole('combobox', { name: 'entity' })
    await entity.fill('remittance')
    await entity.press('Enter')
    await opened.getByRole('row', { name: /values\.bankRef/ }).waitFor()
    await calls.getByRole('textbox').fill('find')
    await calls.getByRole('button', { name: '全局搜索' }).click()
    await opened.getByRole('textbox', { name: '请求示例' }).fill('{"words": "周建平"}')
    await opened.getByRole('button', { name: '发送请求' }).click()
    await opened.getByLabel('调用结果').getByText('"groups"').waitFor()
  })
})

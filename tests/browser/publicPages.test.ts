// Tests that pages without a session show what their manifests declare, with changed manifests.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import type { Block } from '../../src/manifest/model/block'
import { createFixture, envelope, fixtureToken, type Fixture } from '../ui/fixture'
import { codes } from '../../src/protocol/envelope'
import { readSchemas } from '../whole/schemas'
import { serveFixture, type Served } from './serve'
import { testPort } from '../whole/testPort'
import { leaveBrowser, leavePage, takePage } from './handedOn'
import { launchBrowser } from './visitor'

const shipped = readSchemas()
let browser: Browser
let served: Served
let page: Page

/** The product with another first block on one of its pages. */
function changed(path: string, change: (block: Block) => Partial<Block>): App {
  const screen = shipped.screens[path]!
  const [block, ...rest] = screen.blocks
  return {
    ...shipped,
    screens: { ...shipped.screens, [path]: { ...screen, blocks: [{ ...block!, ...change(block!) }, ...rest] } },
  }
}
const makePage = async (from: Browser) => (await from.newContext({ locale: 'zh-CN' })).newPage()
let fixture: Fixture
async function visit(app: App, path: string, signedIn = false): Promise<void> {
  fixture = createFixture(app, 3)
  served = await serveFixture(fixture, 'dist', await testPort())
  page = await takePage(browser, served.address, makePage)
  if (signedIn)
    await page.context().addCookies([{ name: app.product.cookies.token, value: fixtureToken, url: served.address }])
  await page.goto(served.address + path)
}
const leave = async () => {
  await leavePage(page)
  await served.close()
}

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(async () => {
  await leaveBrowser(browser)
})

describe('the way in', () => {
  it('has title, text, picture, inputs in their order and links of its manifest, and signs in by them', async () => {
    const app = changed('/login', ({ forms }) => ({
      title: { zh: '另一个标题', en: 'Another title' },
      text: { zh: '另一句话', en: 'Another sentence' },
      image: '/icon.svg',
      submitTitle: { zh: '进来', en: 'Come in' },
      links: [{ title: { zh: '看公开资料', en: 'Public files' }, screen: '/studyFile' }],
      forms: forms.map((form) => ({
        ...form,
        inputs: form.inputs
          .map((input) => ({ ...input, title: { ...input.title, zh: `新${input.title.zh}` } }))
          .toReversed(),
      })),
    }))
    await visit(app, '/login')
    await page.getByRole('heading', { name: '另一个标题' }).waitFor()
    await page.getByText('另一句话').waitFor()
    expect(await page.locator('main img').getAttribute('src')).toBe('/icon.svg')
    expect(await page.locator('main label').allInnerTexts()).toEqual(['新密码', '新账号 / 手机号'])
    expect(await page.getByRole('link', { name: '看公开资料' }).getAttribute('href')).toBe('/studyFile')
    await page.getByLabel('新账号 / 手机号').fill('13800000001')
    await page.getByRole('button', { name: '进来' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('新密码', { exact: true }).fill('Demo@123456')
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByRole('button', { name: '进来' }).click()
    await page.locator('.shell-nav').waitFor()
    await leave()
  })
  it('has tabs in the order of its forms, and none where there is one form', async () => {
    const { forms } = shipped.screens['/login']!.blocks[0]!
    await visit(
      changed('/login', () => ({ forms: forms.toReversed() })),
      '/login',
    )
    await expect
      .poll(() => page.getByRole('tab').allInnerTexts())
      .toEqual(forms.map(({ title }) => title.zh).toReversed())
    expect(await page.locator('input[type=tel]').count()).toBe(1)
    await leave()
    await visit(
      changed('/login', () => ({ forms: forms.slice(0, 1) })),
      '/login',
    )
    await page.locator('input[type=password]').waitFor()
    expect(await page.getByRole('tab').count()).toBe(0)
    await leave()
  })
  it('needs at most 150 kB of script', async () => {
    const sum = (await scriptsOf('/login')).reduce((size, [, bytes]) => size + bytes, 0)
    expect(sum).toBeGreaterThan(50_000)
    expect(sum).toBeLessThanOrEqual(150_000)
  })
})

/** The scripts that a page without a session loads, with their bytes on the line. */
async function scriptsOf(path: string): Promise<(readonly [string, number])[]> {
  fixture = createFixture(shipped, 3)
  served = await serveFixture(fixture, 'dist')
  page = await makePage(browser)
  const scripts: Promise<readonly [string, number]>[] = []
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('.js'))
      scripts.push(request.sizes().then(({ responseBodySize }) => [request.url(), responseBodySize] as const))
  })
  await page.goto(served.address + path)
  await page.locator('main :is(h1, label)').first().waitFor()
  await page.waitForLoadState('networkidle')
  const loaded = await Promise.all(scripts)
  const texts = await Promise.all(
    loaded.map(([url]) => page.evaluate(async (address) => (await fetch(address)).text(), url)),
  )
  expect(texts.filter((text) => /onFieldInputValueChange|ant-formily|ant-form-item/.test(text))).toEqual([])
  await leave()
  return loaded
}

describe('a page without a session', () => {
  it.each(['/login', '/password/reset', '/authredirect', '/ea/Login', '/401', '/404'])(
    '%s needs nothing of what makes forms',
    async (path) => {
      expect((await scriptsOf(path)).length).toBeGreaterThan(3)
    },
  )
})

describe.each([
  ['/404', '/no/such/page'],
  ['/401', '/401'],
])('the page %s', (path, address) => {
  it('has title, text and links of its manifest', async () => {
    const app = changed(path, () => ({
      title: { zh: '这里没有路', en: 'No way here' },
      text: { zh: '换一条路吧', en: 'Take another' },
      links: [{ title: { zh: '去公开资料', en: 'Public files' }, screen: '/studyFile' }],
    }))
    await visit(app, address, true)
    await page.getByRole('heading', { name: '这里没有路' }).waitFor()
    await page.getByRole('button', { name: '去公开资料' }).waitFor()
    if (address === path) await page.getByText('换一条路吧').waitFor()
    expect(await page.locator('.shell-full-ways button').count()).toBe(1)
    await leave()
  })
})

const publicFiles = { title: { zh: '去公开资料', en: 'Public files' }, screen: '/studyFile' }
const endpoint = (operation: string) =>
  Object.values(fixture.entry.endpoints).find((one) => one.operation === operation)!

describe('the forgotten password', () => {
  it('has title, text, picture and links of its manifest, and its three inputs in as many steps as there are', async () => {
    const input = (name: string, title: string) => ({ name, title: { zh: title, en: title } })
    const app = changed('/password/reset', ({ results }) => ({
      title: { zh: '换个密码', en: 'Another password' },
      text: { zh: '只要一分钟', en: 'One minute' },
      image: '/icon.svg',
      submitTitle: { zh: '往下走', en: 'On' },
      links: [publicFiles],
      forms: [
        { name: 'first', title: { zh: '电话', en: 'Phone' }, inputs: [input('mobile', '电话号码')] },
        {
          name: 'rest',
          title: { zh: '其余', en: 'The rest' },
          text: { zh: '短信发到了 {mobile}', en: 'Sent to {mobile}' },
          submitTitle: { zh: '换好了', en: 'Done' },
          inputs: [input('newPassword', '想用的密码'), input('code', '短信里的数字')],
        },
      ],
      results: { done: { ...results.done!, title: { zh: '换掉了', en: 'Changed' }, links: [publicFiles] } },
    }))
    await visit(app, '/password/reset')
    await page.getByRole('heading', { name: '换个密码' }).waitFor()
    await page.getByText('只要一分钟').waitFor()
    expect(await page.locator('main img').getAttribute('src')).toBe('/icon.svg')
    expect(await page.getByRole('listitem').allInnerTexts()).toEqual(['电话', '其余'])
    expect(await page.getByRole('link', { name: '去公开资料' }).getAttribute('href')).toBe('/studyFile')
    fixture.once(endpoint('maskedLogin').path, () => envelope({ mobile: '138****0005' }))
    fixture.once(endpoint('sendCode').path, () => envelope(null))
    await page.getByLabel('电话号码').fill('13800000005')
    await page.getByRole('button', { name: '往下走' }).click()
    await page.getByText('短信发到了 138****0005').waitFor()
    expect(await page.locator('main label').allInnerTexts()).toEqual(['想用的密码', '短信里的数字'])
    // A refused password leaves the ticket of the code valid.
    const sent: unknown[] = []
    const path = endpoint('resetPassword').path
    fixture.once(path, ({ body }) => {
      sent.push(body)
      fixture.once(path, (next) => {
        sent.push(next.body)
        fixture.once(path, (last) => {
          sent.push(last.body)
          return envelope({ done: true })
        })
        return envelope(null, codes.refused, '密码太短')
      })
      return envelope({ ticket: 'T1' })
    })
    await page.getByLabel('想用的密码', { exact: true }).fill('short')
    await page.getByLabel('短信里的数字').fill('123456')
    await page.getByRole('button', { name: '换好了' }).click()
    await page.getByRole('alert').getByText('密码太短').waitFor()
    await page.getByLabel('想用的密码', { exact: true }).fill('Another#2025')
    await page.getByRole('button', { name: '换好了' }).click()
    await page.getByRole('heading', { name: '换掉了' }).waitFor()
    expect(await page.getByRole('link', { name: '去公开资料' }).getAttribute('href')).toBe('/studyFile')
    expect(sent).toMatchObject([
      { mobile: '13800000005', code: '123456' },
      { ticket: 'T1', newPassword: 'short' },
      { ticket: 'T1', newPassword: 'Another#2025' },
    ])
    await leave()
  })
})

describe('the steps of a forgotten password', () => {
  const alert = () => page.getByRole('alert')
  const current = () => page.locator('[aria-current=step]').innerText()
  const next = () => page.getByRole('button', { name: '下一步' }).click()
  const answer = (operation: string, reply: Parameters<Fixture['once']>[1]) =>
    fixture.once(endpoint(operation).path, reply)
  const mobile = () => page.getByLabel('手机号')
  const begin = async () => {
    answer('maskedLogin', () => envelope({ mobile: '138****0005' }))
    answer('sendCode', () => envelope(null))
    await mobile().fill('13800000005')
    await next()
  }
  const code = () => page.getByLabel('验证码', { exact: true })
  const password = () => page.getByLabel('新密码', { exact: true })

  it('lead back to the code once its ticket has ended, and to any that is done', async () => {
    await visit(shipped, '/password/reset')
    const done = page.getByRole('button', { name: '手机号' })
    await begin()
    await code().fill('123456')
    answer('resetPassword', () => envelope({ ticket: 'T1' }))
    await next()
    await password().fill('Another#2025')
    const ended = '验证已过期，请重新获取验证码'
    const refusal = envelope(null, codes.refused, ended)
    answer('resetPassword', () => ({ ...refusal, body: { ...(refusal.body as object), key: 'ticket_expired' } }))
    await page.getByRole('button', { name: '重置密码' }).click()
    await alert().getByText(ended).waitFor()
    expect([await current(), await code().inputValue()]).toEqual(['验证码', ''])
    expect(await page.getByRole('status').filter({ hasText: '138****0005' }).count()).toBe(0)
    expect(await code().evaluate((input) => input === document.activeElement)).toBe(true)
    answer('sendCode', () => envelope(null))
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByRole('status').filter({ hasText: '138****0005' }).waitFor()
    expect(await alert().count()).toBe(0)
    await code().fill('654321')
    let isHeld = false
    answer('resetPassword', async () => {
      isHeld = await done.isDisabled()
      return envelope({ ticket: 'T2' })
    })
    await next()
    await password().waitFor()
    expect(isHeld).toBe(true)
    await done.click()
    expect([await current(), await mobile().inputValue()]).toEqual(['手机号', '13800000005'])
    // No other code is needed for the same number, and one that is refused for another leaves the first good.
    answer('sendCode', () => envelope(null, codes.refused, '过于频繁'))
    await next()
    await done.click()
    answer('maskedLogin', () => envelope({ mobile: '138****0006' }))
    await mobile().fill('13800000006')
    await next()
    await alert().getByText('过于频繁').waitFor()
    await mobile().fill('13800000005')
    await next()
    await expect.poll(() => code().inputValue()).toBe('654321')
    await next()
    await password().fill('Another#2025')
    const request = page.waitForRequest((one) => one.url().endsWith(endpoint('resetPassword').path))
    await page.getByRole('button', { name: '重置密码' }).click()
    expect((await request).postDataJSON()).toMatchObject({ mobile: '13800000005', ticket: 'T2' })
    await leave()
  })

  it('show a refused password at its input, also when another step sends it', async () => {
    const { forms } = shipped.screens['/password/reset']!.blocks[0]!
    await visit(
      changed('/password/reset', () => ({ forms: [forms[0]!, forms[2]!, forms[1]!] })),
      '/password/reset',
    )
    await begin()
    await password().fill('short')
    await page.getByRole('button', { name: '重置密码' }).click()
    await code().fill('123456')
    const short = '密码须有 8 到 128 个字符'
    answer('resetPassword', () => {
      answer('resetPassword', () => envelope({ fields: { newPassword: short } }, codes.refused, '请检查填写的内容'))
      return envelope({ ticket: 'T1' })
    })
    await next()
    await page.getByText(short).waitFor()
    expect([await current(), await password().inputValue()]).toEqual(['新密码', 'short'])
    expect(await page.getByText('请检查填写的内容').count()).toBe(0)
    await page.getByRole('button', { name: '重置密码' }).click()
    expect(await code().inputValue()).toBe('123456')
    await leave()
  })
})

describe('the way back of another system', () => {
  it('has picture and texts of its manifest, however it ends', async () => {
    const app = changed('/authredirect', () => ({
      image: '/icon.svg',
      results: {
        alone: {
          title: { zh: '没有谁在等', en: 'Alone' },
          text: { zh: '关掉它吧', en: 'Close it' },
          links: [publicFiles],
        },
        refused: { title: { zh: '没有成功', en: 'No success' }, links: [publicFiles] },
      },
    }))
    await visit(app, '/authredirect?code=1')
    await page.getByRole('heading', { name: '没有谁在等' }).waitFor()
    await page.getByText('关掉它吧').waitFor()
    expect(await page.locator('main img').getAttribute('src')).toBe('/icon.svg')
    expect(await page.getByRole('link', { name: '去公开资料' }).getAttribute('href')).toBe('/studyFile')
    await page.evaluate(() =>
      sessionStorage.setItem('signInAttempt', JSON.stringify({ attempt: 'a', returnTo: '/settings' })),
    )
    fixture.once('/api/signIn/finish', () => envelope(null, codes.refused, '另一系统拒绝了'))
    await page.reload()
    await page.getByRole('heading', { name: '没有成功' }).waitFor()
    await page.getByText('另一系统拒绝了').waitFor()
    expect(await page.getByRole('link', { name: '去公开资料' }).getAttribute('href')).toBe('/studyFile')
    await leave()
  })
})

describe('the pages of a partner', () => {
  it('ask for the account to link by the form, the texts, the picture and the links of their manifest', async () => {
    const app = changed('/ea/Login', ({ forms }) => ({
      image: '/touch-icon.png',
      title: { zh: '先认识一下', en: 'Who are you' },
      text: { zh: '再绑定账号', en: 'Then link' },
      submitTitle: { zh: '认识了', en: 'Go on' },
      links: [publicFiles],
      forms: forms.toReversed().map((form) => ({ ...form, inputs: form.inputs.toReversed() })),
    }))
    await visit(app, '/ea/Login')
    await page.getByRole('heading', { name: '先认识一下' }).waitFor()
    await page.getByText('再绑定账号').waitFor()
    expect(await page.locator('main img').getAttribute('src')).toBe('/touch-icon.png')
    const [first, second] = shipped.screens['/ea/Login']!.blocks[0]!.forms
    await expect.poll(() => page.getByRole('tab').allInnerTexts()).toEqual([second!.title.zh, first!.title.zh])
    expect(await page.locator('main label').allInnerTexts()).toEqual(
      second!.inputs.toReversed().map(({ title }) => title.zh),
    )
    await page.getByRole('button', { name: '认识了' }).waitFor()
    expect(await page.getByRole('link', { name: '去公开资料' }).getAttribute('href')).toBe('/studyFile')
    await leave()
  })
  it('tell of a failed sign-in by their manifest, with and without a screen that waits', async () => {
    const gated = Object.values(shipped.screens).find(({ signInTo }) => signInTo)!
    const app = changed('/zowee', ({ forms, results }) => ({
      title: { zh: '进不去{name}', en: 'No way into {name}' },
      text: { zh: '{screen}还在等', en: '{screen} waits' },
      submitTitle: { zh: '再来一次', en: 'Once more' },
      links: [publicFiles],
      forms: forms.map((form) => ({
        ...form,
        text: { zh: '不会给别人看', en: 'Shown to no one' },
        submitTitle: { zh: '记住并再来', en: 'Keep it' },
        inputs: form.inputs.map((input) => ({ ...input, title: { zh: '那边的密码', en: 'Their password' } })),
      })),
      results: { unasked: { ...results.unasked!, title: { zh: '没有页面在等', en: 'None waits' } } },
    }))
    await visit(app, '/login', true)
    await page.locator('.shell-nav').waitFor()
    const sign = { flag: 0, title: { zh: '众维', en: 'Zowee' }, reason: '密码不对', failed: '/zowee' }
    fixture.once('/api/integration', () => envelope(sign))
    await page.goto(`${served.address}/zowee?from=${encodeURIComponent(gated.path)}`)
    const view = page.locator('.shell-view:not([hidden])')
    await view.getByRole('heading', { name: '进不去众维' }).waitFor()
    await view.getByText(`${gated.title.zh}还在等`).waitFor()
    await view.getByLabel('那边的密码').waitFor()
    await view.getByText('不会给别人看').waitFor()
    for (const name of ['再来一次', '记住并再来', '去公开资料']) await view.getByRole('button', { name }).waitFor()
    await page.goto(`${served.address}/zowee`)
    await view.getByRole('heading', { name: '没有页面在等' }).waitFor()
    expect(await view.getByLabel('那边的密码').count()).toBe(0)
    await leave()
  })
})

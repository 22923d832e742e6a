// Do the pages that need no session show what their manifests say? Changed manifests under the page in dist.
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import type { Block } from '../../src/manifest/model/block'
import { createFixture, fixtureToken } from '../ui/fixture'
import { readSchemas } from '../whole/schemas'
import { serveFixture, type Served } from './serve'
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
async function visit(app: App, path: string, signedIn = false): Promise<void> {
  served = await serveFixture(createFixture(app, 3), join(import.meta.dirname, '../../dist'))
  const context = await browser.newContext({ locale: 'zh-CN' })
  if (signedIn)
    await context.addCookies([{ name: app.product.cookies.token, value: fixtureToken, url: served.address }])
  page = await context.newPage()
  page.setDefaultTimeout(45_000)
  await page.goto(served.address + path)
}
const leave = async () => {
  await page.context().close()
  await served.close()
}

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
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
  it('needs at most 150 kB of script, and nothing of what makes forms', async () => {
    served = await serveFixture(createFixture(shipped, 3), join(import.meta.dirname, '../../dist'))
    page = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
    const scripts: Promise<readonly [string, number]>[] = []
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('.js'))
        scripts.push(request.sizes().then(({ responseBodySize }) => [request.url(), responseBodySize] as const))
    })
    await page.goto(`${served.address}/login`)
    await page.locator('input[type=password]').waitFor()
    await page.waitForLoadState('networkidle')
    const loaded = await Promise.all(scripts)
    const sum = loaded.reduce((size, [, bytes]) => size + bytes, 0)
    expect(sum).toBeGreaterThan(50_000)
    expect(sum).toBeLessThanOrEqual(150_000)
    const texts = await Promise.all(
      loaded.map(([url]) => page.evaluate(async (address) => (await fetch(address)).text(), url)),
    )
    expect(texts.filter((text) => /onFieldInputValueChange|ant-formily/.test(text))).toEqual([])
    await leave()
  })
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

// Tests the layout against the specification:
// top bar, side bar, tabs, theme and dialogs of the built page over the fixture.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { envelope } from '../ui/fixture'
import { shellTexts } from '../pageTexts'
import { expectComplaint } from './complaints'
import { keepToItself } from './handedOn'
import { go, lists, menuItem, rows, useSite } from './site'

const site = useSite(join(import.meta.dirname, '../../dist'))
const { app, open, addressOf } = site
const [first, second, third] = [lists[0]!, lists[1]!, lists.find(({ module }) => module !== lists[0]!.module)!]
const home = app.product.homeScreen
// The errors that the test of the error log makes.
expectComplaint(
  /assets\/page-.*404|Failed to fetch dynamically|on purpose|The above error|Cannot read properties of undefined/,
)

const toggle = (page: Page) => page.locator('.shell-top > button').first()
const side = (page: Page) => page.locator('.shell').getAttribute('data-side')
describe('the top bar', () => {
  // spec 2.6 2.35 2.36 2.39 2.40 3.14
  it('says where one is from home on, what waits, and who one is', async () => {
    const page = await open(first.path)
    await page.waitForSelector(rows)
    const crumbs = page.locator('.shell-trail li')
    expect((await crumbs.allInnerTexts()).map((text) => text.trim())).toEqual([
      app.screens[home]!.title.zh!,
      app.modules[first.module]!.title.zh!,
      first.title.zh!,
    ])
    await toggle(page).click()
    await expect.poll(() => side(page)).toBe('folded')
    site.served.tell({
      event: 'counters',
      counters: { order_information_count: 4, stores_information_count: 2, information_count: 1 },
    })
    await expect.poll(() => page.locator('.shell-counted sup').innerText()).toBe('7')
    await page.locator('.shell-account').click()
    const own = [...app.product.accountScreens, app.product.messages.screen].map((path) => app.screens[path]!.title.zh!)
    for (const name of [...own, '退出登录']) await menuItem(page, name).waitFor()
    await menuItem(page, own[1]!).click()
    await expect.poll(() => addressOf(page)).toBe(app.product.accountScreens[1])
    await crumbs.first().getByRole('link').click()
    await expect.poll(() => addressOf(page)).toBe(home)
    expect(site.errors).toEqual([])
  })

  // spec 2.37 8.21
  it('has an error log on a wide window once there is an error, with everything but what is secret', async () => {
    const page = await open(first.path)
    await page.waitForSelector(rows)
    const button = page.getByRole('button', { name: '错误日志' })
    expect(await button.count()).toBe(0)
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('on purpose /list?token=abcdef of 13800000001 with 0123456789abcdef0123456789abcdef01234567')
      })
    })
    await button.waitFor()
    // A screen of no form at all: what draws it fails, and says which part of the page that was.
    site.fixture.once('/api/screen', () =>
      envelope({
        revision: app.revision,
        screen: { ...second, columns: undefined },
        entities: app.entities,
        dictionaries: app.dictionaries,
        settings: {},
      }),
    )
    await page.evaluate((path) => {
      ;(document.querySelector(`.shell-nav a[href="${path}"]`) as HTMLElement).click()
    }, second.path)
    await page.getByText('页面出错了').waitFor()
    await button.click()
    const entries = page.locator('.ant-modal details')
    await expect.poll(() => entries.count()).toBe(2)
    for (const entry of await entries.all()) await entry.locator('summary').click()
    const drawn = await entries.nth(0).innerText()
    for (const part of ['Cannot read properties', second.path, ' < ', '.js']) expect(drawn).toContain(part)
    const thrown = await entries.nth(1).innerText()
    for (const part of ['on purpose', first.path, 'Error']) expect(thrown).toContain(part)
    for (const secret of ['abcdef', '0123', '1380']) expect(thrown).not.toContain(secret)
    await page.keyboard.press('Escape')
    await page.locator('.ant-modal').waitFor({ state: 'hidden' })
    await page.setViewportSize({ width: 1023, height: 800 })
    await expect.poll(() => button.count()).toBe(0)
  })

  // spec 2.38 5.5
  it('fills the screen, and says so where the browser cannot', async () => {
    const page = await open(home)
    await page.getByRole('button', { name: '全屏', exact: true }).click()
    await page.getByRole('button', { name: '退出全屏' }).click()
    await page.getByRole('button', { name: '全屏', exact: true }).waitFor()
    await page.evaluate(() => {
      Object.defineProperty(document, 'fullscreenEnabled', { value: false })
    })
    await page.getByRole('button', { name: '全屏', exact: true }).click()
    await page.locator('.ant-message-warning', { hasText: 'you browser can not work' }).waitFor()
  })
})

it('the palette leads by some letters to a screen, and to a record seen before', async () => {
  const page = await open(first.path)
  const link = page.locator(`${rows} >> nth=0 >> .value-link`).first()
  await link.click()
  await page.getByRole('article').waitFor()
  const name = await page
    .getByRole('article')
    .locator('h2')
    .evaluate((heading) => heading.firstChild!.textContent!)
  const address = addressOf(page)
  await go(page, home)
  await page.keyboard.press('Control+k')
  const words = page.locator('.shell-finder').getByRole('combobox')
  const options = page.locator('.shell-finder').getByRole('option')
  await expect.poll(() => options.first().innerText()).toContain(name)
  await words.fill(second.title.zh!)
  await expect.poll(() => options.first().innerText()).toContain(second.title.zh!)
  await words.press('Enter')
  await expect.poll(() => addressOf(page)).toBe(second.path)
  await page.keyboard.press('Control+k')
  await words.fill(name)
  await expect.poll(() => options.first().innerText()).toContain(name)
  await words.press('Enter')
  await expect.poll(() => addressOf(page)).toBe(address)
  await page.getByRole('article').waitFor()
  expect(site.errors).toEqual([])
})

describe('the side bar', () => {
  // spec 2.44 4.1 4.3 9.1
  it('has one submenu open, is kept as it was left, and goes away by itself under 1024 px', async () => {
    const page = await open(first.path)
    const opened = page.locator('.shell-nav .ant-menu-submenu-open')
    await expect.poll(() => opened.count()).toBe(1)
    await page
      .locator('.shell-nav')
      .getByRole('menuitem', { name: app.modules[third.module]!.title.zh!, exact: true })
      .click()
    await page.locator(`.shell-nav a[href="${third.path}"]`).waitFor()
    await expect.poll(() => opened.allInnerTexts()).toEqual([expect.stringContaining(third.title.zh!)])
    await toggle(page).click()
    await expect
      .poll(
        async () => (await page.context().cookies()).find(({ name }) => name === app.product.cookies.sidebar)?.value,
      )
      .toBe('0')
    await page.reload()
    await page.waitForSelector(rows)
    expect(await side(page)).toBe('folded')
    await page.setViewportSize({ width: 1023, height: 800 })
    await expect.poll(() => side(page)).toBe('away')
    await page.setViewportSize({ width: 1024, height: 800 })
    await expect.poll(() => side(page)).toBe('folded')
    await toggle(page).click()
    await expect.poll(() => side(page)).toBe('wide')
    expect(site.errors).toEqual([])
  })

  // spec 9.2
  it('folded shows a submenu when somebody has pointed at it for 200 ms', async () => {
    const page = await open(first.path, { before: (made) => keepToItself(made).clock.install() })
    await page.waitForSelector(rows)
    // Until it is chosen, it folds where its titles would take the room of columns.
    await page.setViewportSize({ width: 1199, height: 900 })
    await expect.poll(() => side(page)).toBe('folded')
    const opened = page.locator('.shell-nav .ant-menu-submenu-open')
    await expect.poll(() => opened.count()).toBe(0)
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.locator('.shell-nav .ant-menu-submenu-title').nth(1).hover()
    await page.clock.runFor(190)
    expect(await opened.count()).toBe(0)
    await page.clock.runFor(20)
    await expect.poll(() => opened.count()).toBe(1)
    await page.clock.resume()
    const popup = page.locator('.ant-menu-submenu-popup:not(.ant-menu-submenu-hidden)')
    await popup.waitFor()
    // However long it is, all of it is within the window.
    await expect
      .poll(async () => {
        const box = (await popup.boundingBox())!
        return box.y >= 0 && box.y + box.height <= 900
      })
      .toBe(true)
  })
})

it('a page whose scripts have been replaced says so, and loads again on request', async () => {
  const missing: string[] = []
  const page = await open(first.path, {
    before: (opened) =>
      keepToItself(opened).route(/\/assets\/page-.*\.js$/, (route) => {
        missing.push(route.request().url())
        return route.fulfill({ status: 404, body: '' })
      }),
  })
  const face = page.getByRole('alert')
  await face.getByText('The page could not be loaded').waitFor()
  await face.getByText('页面未能加载').waitFor()
  expect(missing).not.toEqual([])
  await page.unrouteAll()
  await face.getByRole('button').press('Enter')
  await page.waitForSelector(rows)
})

describe('how it looks', () => {
  it('a press that comes before anything else is there is not lost', async () => {
    const page = await open(first.path, {
      before: (opened) => opened.route('**/api/list*', () => new Promise(() => undefined)),
    })
    await page.getByRole('button', { name: '主题', exact: true }).click()
    await page.getByRole('button', { name: '#2ba471' }).waitFor()
    expect(await page.locator(rows).count()).toBe(0)
  })

  // spec 7.31 9.8
  it('another accent is there at once, loads nothing, and leaves the side bar in its colors', async () => {
    const page = await open(first.path)
    await page.waitForSelector(rows)
    await page.getByRole('button', { name: '主题', exact: true }).click()
    const swatch = page.getByRole('button', { name: '#2ba471' })
    await swatch.waitFor()
    const colors = () =>
      page.evaluate(() => {
        const of = (selector: string) => {
          const { backgroundColor, color } = getComputedStyle(document.querySelector(selector)!)
          return [backgroundColor, color]
        }
        return {
          side: [
            '.shell-side',
            '.shell-brand',
            '.shell-nav .ant-menu-submenu-title',
            '.shell-nav .ant-menu-sub .ant-menu-item:not(.ant-menu-item-selected) a',
          ].map(of),
          accent: of('.shell-tab-on'),
        }
      })
    const before = await colors()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await swatch.click()
    await expect.poll(async () => (await colors()).accent).not.toEqual(before.accent)
    expect((await colors()).side).toEqual(before.side)
    await expect.poll(() => asked).toEqual(['/api/preference'])
    expect(site.errors).toEqual([])
  })

  // spec 2.41 2.42 8.17 8.18 8.19 9.6
  it('four sizes change the controls, each choice is told in Chinese by the words of the specification', async () => {
    const page = await open(first.path)
    await page.waitForSelector(rows)
    const says = (text: string) => page.locator('.ant-message', { hasText: text }).first().waitFor()
    const heights: number[] = []
    for (const [label, name] of [
      ['默认', 'default'],
      ['中等', 'medium'],
      ['小', 'small'],
      ['超小', 'mini'],
    ] as const) {
      await page.getByRole('button', { name: '布局尺寸' }).click()
      await page.getByRole('menuitem', { name: label, exact: true }).click()
      await says('切换布局尺寸成功！')
      await expect.poll(() => page.locator('html').getAttribute('data-size')).toBe(name)
      heights.push(
        await page
          .locator('.shell-root')
          .evaluate((root) => Number.parseFloat(getComputedStyle(root).getPropertyValue('--ant-control-height'))),
      )
      expect((await page.context().cookies()).find((cookie) => cookie.name === app.product.cookies.size)?.value).toBe(
        name,
      )
    }
    expect(heights).toEqual([...heights].sort((a, b) => b - a))
    expect(new Set(heights).size).toBe(4)
    await page.getByRole('button', { name: '主题', exact: true }).click()
    await page.getByText('深色', { exact: true }).click()
    await says('换肤成功')
    await page.keyboard.press('Escape')
    for (const [button, item] of [
      ['语言', 'English'],
      ['Language', '中文'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await says('转换语言成功')
    expect(site.errors).toEqual([])
  })
})

describe('language, size and theme', () => {
  // spec 2.41 2.42 3.16 8.17 8.18 8.19 9.9
  it('change at once, say so in the words of the specification, and are kept', async () => {
    const page = await open(first.path)
    await page.waitForSelector(rows)
    // A notice stays for three seconds, which a busy machine may look away for.
    await page.evaluate(() => {
      const seen = window as unknown as { said: string }
      seen.said = ''
      new MutationObserver(() => {
        for (const notice of document.querySelectorAll('.ant-message')) seen.said += notice.textContent
      }).observe(document.body, { childList: true, subtree: true })
    })
    const says = (text: string) =>
      expect.poll(() => page.evaluate(() => (window as unknown as { said: string }).said)).toContain(text)
    await page.getByRole('button', { name: '语言' }).click()
    await page.getByRole('menuitem', { name: 'English' }).click()
    await says('Language changed')
    await page.getByRole('heading', { name: first.title.en! }).waitFor()
    await page.getByRole('menuitem', { name: 'English' }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Layout size' }).click()
    await page.getByRole('menuitem', { name: 'Mini' }).click()
    await says('Layout size changed!')
    await page.getByRole('menuitem', { name: 'Mini' }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Theme', exact: true }).click()
    await page.getByText('Dark', { exact: true }).click()
    await says('Theme changed')
    await page.keyboard.press('Escape')
    await page.locator('.shell-top > button').first().click()
    await expect.poll(() => page.locator('.shell').getAttribute('data-side')).toBe('folded')
    await page.reload()
    await page.getByRole('heading', { name: first.title.en! }).waitFor()
    expect(
      await page.locator('html').evaluate((html) => [(html as HTMLElement).lang, html.dataset.size, html.dataset.tone]),
    ).toEqual(['en', 'mini', 'dark'])
    expect(await page.locator('.shell').getAttribute('data-side')).toBe('folded')
    const kept = (await page.context().cookies()).map(({ name }) => name)
    expect(kept).toEqual(expect.arrayContaining(['language', 'sidebarStatus', 'size', 'theme']))
    expect(site.errors).toEqual([])
  })
})

describe('the frame', () => {
  // spec 5.8 9.5 9.6 9.7
  it('looks as the product says where nothing or nonsense is kept of a choice', async () => {
    const { cookies } = app.product
    const page = await open(home)
    const nonsense: Record<string, string> = {
      theme: '{"colour":"red","tone":"light"}',
      [cookies.language]: 'fr',
      [cookies.size]: 'huge',
    }
    for (const kept of [{} as Record<string, string>, nonsense]) {
      await page.context().addCookies(
        Object.entries(kept).map(([name, value]) => ({
          name,
          value: encodeURIComponent(value),
          url: site.served.address,
        })),
      )
      await page.reload()
      await page.getByRole('button', { name: '主题', exact: true }).click()
      await page.locator('[aria-pressed=true][aria-label="#409EFF"]').waitFor()
      const looks = await page.evaluate(() => [
        document.documentElement.lang,
        document.documentElement.dataset.size,
        getComputedStyle(document.querySelector('.shell-root')!).getPropertyValue('--ant-color-primary').toUpperCase(),
      ])
      expect(looks).toEqual(['zh-CN', 'small', '#409EFF'])
    }
  })

  // spec 2.38
  it('offers full screen in the menu of the account where the window is narrow', async () => {
    const page = await open(home, { viewport: { width: 390, height: 800 } })
    await page.locator('.shell-account').click()
    await page.getByRole('menuitem', { name: '全屏', exact: true }).click()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  })
})

describe('a narrow window', () => {
  // spec 2.46 4.4
  it('has the menu over the page, which goes away by its backdrop and by going somewhere', async () => {
    const page = await open(first.path, { viewport: { width: 390, height: 844 } })
    await page.waitForSelector('.card')
    const bar = page.getByRole('navigation', { name: shellTexts.bottomBar.zh })
    await bar.getByRole('button', { name: shellTexts.find.zh }).click()
    await page.locator('.shell-finder').getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.shell-finder').waitFor({ state: 'hidden' })
    expect(await page.locator('.shell-side').isVisible()).toBe(false)
    await bar.getByRole('button', { name: shellTexts.menuPlace.zh }).click()
    await page.locator('.shell-backdrop').click({ position: { x: 380, y: 400 } })
    await expect.poll(() => page.locator('.shell-side').isVisible()).toBe(false)
    await bar.getByRole('button', { name: shellTexts.menuPlace.zh }).click()
    await page.locator(`.shell-nav a[href="${second.path}"]`).click()
    await expect.poll(() => page.locator('.shell-side').isVisible()).toBe(false)
    expect(addressOf(page)).toBe(second.path)
    await bar.getByRole('link', { name: shellTexts.home.zh }).click()
    await expect.poll(() => bar.locator('[aria-current=page]').textContent()).toBe(shellTexts.home.zh)
    expect(site.errors).toEqual([])
  })
})

// Has the frame around the screens every habit of the specification? Top bar, side bar, tabs, theme and dialogs of the
// page in dist, over the fixture.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { maxMountedTabs } from '../../src/client/navigation/tabs'
import { createFixture, envelope } from '../ui/fixture'
import { expectComplaint } from './guard'
import { lists, rows, useStage } from './stage'

const stage = useStage(join(import.meta.dirname, '../../dist'))
const { app, open, addressOf } = stage
const [first, second, third] = [lists[0]!, lists[1]!, lists.find(({ module }) => module !== lists[0]!.module)!]
const creating = lists.find(({ actions }) => actions.some(({ place }) => place === 'toolbar'))!
const marking = Object.values(app.screens).find(
  ({ kind, batchActions: batch, signInTo: autoLogin }) => kind === 'list' && batch.length > 0 && !autoLogin,
)!
const home = app.product.homeScreen
const pinned = Object.values(app.screens).filter((screen) => screen.pinnedTab)

// The errors that the test of the error log makes.
expectComplaint(/on purpose|The above error|Cannot read properties of undefined/)

const tab = (page: Page, name: string) => page.locator('.shell-tab', { hasText: name })
/** The tabs that can be closed. */
const tabs = (page: Page) => page.locator('.shell-tab:has(button)').allInnerTexts()
const toggle = (page: Page) => page.locator('.shell-top > button').first()
const side = (page: Page) => page.locator('.shell').getAttribute('data-side')
const go = async (page: Page, path: string) => {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.locator(`.shell-view[data-view="${path}"]:not([hidden])`).waitFor()
}
const menuItem = (page: Page, name: string) =>
  page.locator('.ant-dropdown:not(.ant-dropdown-hidden) .ant-dropdown-menu-item', { hasText: name })

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
    stage.served.tell({
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
    expect(stage.errors).toEqual([])
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
    stage.fixture.once('/api/screen', () =>
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
  expect(stage.errors).toEqual([])
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
    expect(stage.errors).toEqual([])
  })

  // spec 9.2
  it('folded shows a submenu when somebody has pointed at it for 200 ms', async () => {
    const page = await open(first.path, { before: (made) => made.clock.install() })
    await page.waitForSelector(rows)
    await toggle(page).click()
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

describe('the tabs', () => {
  // spec 2.2 2.17 2.47 2.48 4.12 4.14
  it('stand with the pinned ones first, and close by their menu: this one, the others, all', async () => {
    const page = await open(first.path)
    await page.waitForSelector(rows)
    await go(page, second.path)
    await go(page, third.path)
    const all = await page.locator('.shell-tab').allInnerTexts()
    const fixed = [home, ...pinned.map(({ path }) => path)].map((path) => app.screens[path]!.title.zh!)
    expect(pinned.length).toBe(4)
    expect([...all.slice(0, fixed.length)].sort()).toEqual([...fixed].sort())
    expect(await tabs(page)).toEqual([first, second, third].map(({ title }) => title.zh!))
    const choose = async (name: string, item: string) => {
      await tab(page, name).last().click({ button: 'right' })
      await menuItem(page, item).click()
    }
    const made = page.locator(`[data-view="${third.path}"] .table`)
    await made.waitFor()
    await made.evaluate((table) => table.setAttribute('data-former', ''))
    await choose(third.title.zh!, '刷新')
    await page.locator(`[data-view="${third.path}"] .table:not([data-former])`).waitFor()
    await choose(second.title.zh!, '关闭当前')
    await expect.poll(() => tabs(page)).toEqual([first.title.zh!, third.title.zh!])
    expect(addressOf(page)).toBe(third.path)
    await choose(first.title.zh!, '关闭其他')
    await expect.poll(() => addressOf(page)).toBe(first.path)
    expect(await tabs(page)).toEqual([first.title.zh!])
    await go(page, second.path)
    await choose(first.title.zh!, '关闭全部')
    await expect.poll(() => addressOf(page)).toBe(home)
    expect(await tabs(page)).toEqual([])
    await page.evaluate((path) => {
      window.history.pushState(null, '', `/redirect${path}?page=2`)
      window.dispatchEvent(new PopStateEvent('popstate'))
    }, first.path)
    await expect.poll(() => addressOf(page)).toBe(`${first.path}?page=2`)
    expect(stage.errors).toEqual([])
  })

  // spec 2.50
  it('show what was not open before from its top', async () => {
    const page = await open(first.path, { viewport: { width: 1280, height: 500 } })
    await page.waitForSelector(rows)
    const scrolled = () =>
      page.evaluate(() => [
        window.scrollY,
        ...[...document.querySelectorAll('.shell-view:not([hidden]), .shell-view:not([hidden]) .table-box')].map(
          (box) => box.scrollTop,
        ),
      ])
    await page.locator('.shell-view:not([hidden]) .table-box').evaluate((box) => {
      box.scrollTop = 200
    })
    expect(Math.max(...(await scrolled()))).toBeGreaterThan(0)
    await go(page, second.path)
    await page.waitForSelector(rows)
    expect(Math.max(...(await scrolled()))).toBe(0)
  })
})

describe('a page that is loaded anew', () => {
  it('stands where it stood, with its marks; for somebody else nothing of it is left in the browser', async () => {
    const page = await open(marking.path, { viewport: { width: 1280, height: 560 } })
    await page.waitForSelector(rows)
    const box = page.locator('.shell-view:not([hidden]) .table-box')
    const mark = page.locator(`${rows} >> nth=1 >> input[type=checkbox]`)
    await mark.check()
    await box.evaluate((element) => {
      element.scrollTop = 120
    })
    const kept = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((name) => /^(view|views|draft):/.test(name)))
    await expect.poll(async () => (await kept()).some((name) => name.endsWith(':scroll'))).toBe(true)
    await page.reload()
    await page.waitForSelector(rows)
    await expect.poll(() => box.evaluate((element) => element.scrollTop)).toBe(120)
    expect(await mark.isChecked()).toBe(true)
    await page.evaluate(() => sessionStorage.setItem('draft:7:/x:thing.create', '{}'))
    stage.fixture.once('/api/boot', async (call) => {
      const { data } = (await createFixture(app, 1).transport(call)).body as { data: { account: object } }
      return envelope({ ...data, account: { ...data.account, id: 8 } })
    })
    await page.reload()
    await page.waitForSelector(rows)
    expect((await kept()).filter((name) => name.split(':')[1] !== '8')).toEqual([])
    expect(await mark.isChecked()).toBe(false)
    expect(stage.errors).toEqual([])
  })

  it('is not needed to stay light: of many tabs the last ones stay, the others are made anew', async () => {
    const page = await open(first.path)
    await page.waitForSelector(rows)
    const many = lists.slice(0, maxMountedTabs + 4)
    for (const { path } of many) await go(page, path)
    expect((await tabs(page)).length).toBe(many.length)
    expect(await page.locator('.shell-view').count()).toBeLessThanOrEqual(maxMountedTabs + 1)
    expect(stage.errors).toEqual([])
  })
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
  it('another accent is there at once, loads nothing, and leaves the side bar in its colours', async () => {
    const page = await open(first.path)
    await page.waitForSelector(rows)
    await page.getByRole('button', { name: '主题', exact: true }).click()
    const swatch = page.getByRole('button', { name: '#2ba471' })
    await swatch.waitFor()
    const colours = () =>
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
    const before = await colours()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await swatch.click()
    await expect.poll(async () => (await colours()).accent).not.toEqual(before.accent)
    expect((await colours()).side).toEqual(before.side)
    await expect.poll(() => asked).toEqual(['/api/preference'])
    expect(stage.errors).toEqual([])
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
    expect(stage.errors).toEqual([])
  })
})

// spec 5.10 5.11
it('a dialog that is dragged stays within the window sideways and below its top', async () => {
  const page = await open(creating.path)
  await page.waitForSelector(rows)
  await page.locator('.shell-view:not([hidden]) header .ant-btn-primary').first().click()
  const dialog = page.locator('.ant-modal-content:visible').last()
  await dialog.waitFor()
  const handle = dialog.locator('[class*="handle"]').first()
  const dragged = async (x: number, y: number) => {
    const from = (await handle.boundingBox())!
    await page.mouse.move(from.x + 60, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(from.x + 60 + x, from.y + 8 + y, { steps: 4 })
    await page.mouse.up()
    return (await dialog.boundingBox())!
  }
  const before = (await dialog.boundingBox())!
  const moved = await dragged(-50, 20)
  expect([Math.round(moved.x - before.x), Math.round(moved.y - before.y)]).toEqual([-50, 20])
  const away = await dragged(-2_000, -2_000)
  expect(away.x).toBeGreaterThanOrEqual(0)
  expect(away.y).toBeGreaterThanOrEqual(0)
  const right = await dragged(3_000, 0)
  expect(right.x + right.width).toBeLessThanOrEqual(1_440)
})
